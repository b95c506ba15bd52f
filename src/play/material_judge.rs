//! The fixed material evaluation that adjudicates games and filters openings, independent of every heuristic.
//!
//! A player's own heuristic must never adjudicate its own game: learning would then adapt to the judge (the project's
//! pilot saw it). So adjudicator and opening filter share this evaluation: the initial piece values (Fernández 2005,
//! §3.2.2.1) without piece-square values, never fitted.

use shakmaty::{Chess, Color, Move, Position as _, Role};

use crate::board::captures::tactical_moves;
use crate::board::see::exchange_value;
use crate::eval::material_balance;
use crate::units::Centipawns;

/// Returns White's material lead after all profitable captures and promotions, in centipawns, limited to ±`horizon`.
/// A side that reaches `horizon` counts as leading by exactly that; otherwise the material on the board counts.
///
/// It runs two quiescence searches on material alone, each with an empty window, which cost a fraction of a
/// microsecond. A piece that is merely attacked and undefended counts as lost; a capture that is recaptured at once
/// gains nothing.
pub fn quiet_material_lead(position: &Chess, horizon: Centipawns) -> Centipawns {
    let bound = horizon.abs().0;
    let turn = position.turn();
    let stand = material_balance(position)
        .for_mover(turn)
        .centipawns_or(bound)
        .0;
    let value = if quiescence(position, stand, bound - 1, bound) >= bound {
        bound
    } else if quiescence(position, stand, -bound, 1 - bound) <= -bound {
        -bound
    } else {
        stand.clamp(1 - bound, bound - 1)
    };
    match turn {
        Color::White => Centipawns(value),
        Color::Black => Centipawns(-value),
    }
}

/// Returns true if neither side leads by more than `limit` in settled material.
pub fn is_balanced(position: &Chess, limit: Centipawns) -> bool {
    let beyond = limit.abs() + Centipawns(1);
    quiet_material_lead(position, beyond).abs() < beyond
}

/// Returns the fail-hard quiescence score for the side to move, in centipawns; `stand` is the present material
/// balance.
fn quiescence(position: &Chess, stand: i32, mut alpha: i32, beta: i32) -> i32 {
    if stand >= beta {
        return beta;
    }
    alpha = alpha.max(stand);
    let mut moves = tactical_moves(position, position.checkers());
    // The largest gain comes first; among equal gains the cheapest capturer.
    moves.sort_unstable_by_key(|m| (-gain(*m), exchange_value(m.role())));
    for m in moves {
        let gained = stand + gain(m);
        // Every later move gains no more, and the opponent may stand pat after it.
        if gained <= alpha {
            break;
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        alpha = alpha.max(-quiescence(&after, -gained, -beta, -alpha));
        if alpha >= beta {
            return beta;
        }
    }
    alpha
}

fn gain(m: Move) -> i32 {
    let captured = m.capture().map_or(Centipawns::ZERO, exchange_value);
    let promoted = m.promotion().map_or(Centipawns::ZERO, |role| {
        exchange_value(role) - exchange_value(Role::Pawn)
    });
    (captured + promoted).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>()
            .expect("a valid FEN")
            .into_position(CastlingMode::Standard)
            .expect("a legal position")
    }

    #[test]
    fn leads_are_seen_from_white_and_end_at_the_horizon() {
        let lead = |fen: &str, horizon| quiet_material_lead(&position(fen), Centipawns(horizon)).0;
        assert_eq!(quiet_material_lead(&Chess::default(), Centipawns(900)).0, 0);
        let ahead = "4k3/8/8/8/8/8/4P3/RNBQK3 b - - 0 1";
        assert_eq!(lead(ahead, 3000), 2100);
        assert_eq!(lead(ahead, 500), 500);
        let behind = "rnbqk3/4p3/8/8/8/8/8/4K3 b - - 0 1";
        assert_eq!((lead(behind, 3000), lead(behind, 500)), (-2100, -500));
        // In the first position Black's rook can be captured; in the second it would be lost by capturing White's
        // knight.
        assert_eq!(lead("4k3/8/8/3r4/4P3/8/3P4/4K3 w - - 0 1", 200), 200);
        assert_eq!(lead("3rk3/8/8/3N4/4P3/8/8/4K3 b - - 0 1", 200), -100);
        // White is a rook down, but captures it at once.
        assert_eq!(lead("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", 400), -399);
    }

    #[test]
    fn a_hanging_queen_is_no_balance_and_a_defended_pawn_is() {
        let limit = Centipawns(100);
        assert!(is_balanced(&Chess::default(), limit));
        let hanging = position("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3");
        assert!(!is_balanced(&hanging, limit));
        let defended = position("rnbqkbnr/ppp2ppp/3p4/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 3");
        assert!(is_balanced(&defended, limit));
    }

    #[test]
    fn a_pawn_about_to_promote_counts_as_what_it_becomes() {
        let promoting = position("8/P6k/8/8/8/8/p6K/8 w - - 0 60");
        assert!(!is_balanced(&promoting, Centipawns(200)));
    }
}
