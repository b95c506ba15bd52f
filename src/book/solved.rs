//! Endings of three men, solved when they are first asked about.
//!
//! King and rook against king is for play, those with queen or pawn are for tests. They were checked once against the
//! Syzygy tables.
//!
//! The strong side is White here; a position with a strong Black is mirrored. Distances are to mate
//! or the next pawn move.

#[cfg(test)]
use std::sync::Arc;
use std::sync::OnceLock;

use shakmaty::attacks::{attacks, king_attacks};
use shakmaty::{Bitboard, Chess, Color, Piece, Position as _, Role, Square};

use super::tablebase::{RankedMove, Tablebase, TablebaseOutcome};
use crate::board::after;

/// A draw, or not decided yet.
const UNDECIDED: u8 = u8::MAX;

/// The tables of some endings.
#[derive(Debug)]
pub struct SolvedEndgames(Vec<EndgameTable>);

/// Returns the tables of queen, rook and pawn, which are solved once for each process.
#[cfg(test)]
pub fn solved() -> Arc<SolvedEndgames> {
    static SOLVED: OnceLock<Arc<SolvedEndgames>> = OnceLock::new();
    let solve = || {
        let queen = EndgameTable::pieces(Role::Queen);
        let rook = EndgameTable::pieces(Role::Rook);
        let pawn = EndgameTable::pawns(&queen, &rook);
        Arc::new(SolvedEndgames(vec![queen, rook, pawn]))
    };
    SOLVED.get_or_init(solve).clone()
}

/// Returns the table of king and rook against king; `None` in any other ending.
///
/// It is solved once for each process, in about a tenth of a second.
pub fn solved_rook(position: &Chess) -> Option<&'static SolvedEndgames> {
    static SOLVED: OnceLock<SolvedEndgames> = OnceLock::new();
    let board = position.board();
    let is_known =
        board.occupied().count() == 3 && board.rooks().any() && !position.castles().any();
    is_known.then(|| SOLVED.get_or_init(|| SolvedEndgames(vec![EndgameTable::pieces(Role::Rook)])))
}

impl SolvedEndgames {
    /// Returns the winner and the plies to the next pawn move or mate; `None` for a draw.
    fn decided(&self, position: &Chess) -> Option<(Color, u8)> {
        let board = position.board();
        let third = (board.occupied() & !board.kings()).single_square()?;
        let piece = board.piece_at(third)?;
        let strong = piece.color;
        let view = |square: Square| match strong {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        };
        let table = self.0.iter().find(|table| table.role == piece.role)?;
        let men = PiecePlacement {
            king: view(board.king_of(strong)?),
            piece: view(third),
            lone: view(board.king_of(!strong)?),
        };
        let plies = table.get(position.turn() == strong, men);
        (plies != UNDECIDED).then_some((strong, plies))
    }
}

impl Tablebase for SolvedEndgames {
    fn largest(&self) -> usize {
        3
    }

    fn outcome(&self, position: &Chess) -> Option<TablebaseOutcome> {
        if position.board().occupied().count() > 3 {
            return None;
        }
        Some(match self.decided(position) {
            None => TablebaseOutcome::Draw,
            Some((winner, _)) if winner == position.turn() => TablebaseOutcome::Win,
            Some(_) => TablebaseOutcome::Loss,
        })
    }

    fn rank_root(&self, position: &Chess) -> Option<Vec<RankedMove>> {
        let mut ranked = Vec::new();
        for m in position.legal_moves() {
            let after = after(position, m);
            let outcome = -self.outcome(&after)?;
            let distance = match self.decided(&after) {
                Some((_, plies)) if !m.is_zeroing() => plies,
                _ => 0,
            };
            let in_time = u32::from(distance) + after.halfmoves() <= 100;
            let outcome = match outcome {
                TablebaseOutcome::Win if !in_time => TablebaseOutcome::CursedWin,
                TablebaseOutcome::Loss if !in_time => TablebaseOutcome::BlessedLoss,
                _ => outcome,
            };
            ranked.push((m, outcome, i32::from(distance)));
        }
        ranked.sort_by_key(|(_, outcome, distance)| {
            let patience = distance
                * if *outcome > TablebaseOutcome::Draw {
                    1
                } else {
                    -1
                };
            (std::cmp::Reverse(*outcome), patience)
        });
        (!ranked.is_empty()).then_some(ranked)
    }
}

/// The squares of the strong side's king and piece, and of the lone king.
#[derive(Clone, Copy, Debug)]
struct PiecePlacement {
    king: Square,
    piece: Square,
    lone: Square,
}

/// Plies to mate or the next pawn move, by side to move and the squares of the pieces.
#[derive(Debug)]
struct EndgameTable {
    role: Role,
    plies: Vec<u8>,
}

impl EndgameTable {
    fn undecided(role: Role) -> Self {
        Self {
            role,
            plies: vec![UNDECIDED; 2 * 64 * 64 * 64],
        }
    }

    fn index(strong_to_move: bool, men: PiecePlacement) -> usize {
        ((usize::from(strong_to_move) * 64 + men.piece.to_usize()) * 64 + men.king.to_usize()) * 64
            + men.lone.to_usize()
    }

    fn get(&self, strong_to_move: bool, men: PiecePlacement) -> u8 {
        let plies = self.plies.get(Self::index(strong_to_move, men));
        plies.copied().unwrap_or(UNDECIDED)
    }

    fn pieces(role: Role) -> Self {
        let mut table = Self::undecided(role);
        let placed = Self::placings(Bitboard::FULL);
        table.solve(&placed, |_| false);
        table
    }

    /// Solves from the seventh rank down, since a pawn move leads to a position that is already
    /// solved.
    #[cfg(test)]
    fn pawns(queen: &Self, rook: &Self) -> Self {
        let mut table = Self::undecided(Role::Pawn);
        for square in (8..56).rev().map(Square::new) {
            let placed = Self::placings(Bitboard::from_square(square));
            let advances: Vec<bool> = placed
                .iter()
                .map(|men| table.advance_wins(*men, queen, rook))
                .collect();
            let advances: std::collections::HashSet<usize> = placed
                .iter()
                .zip(advances)
                .filter(|(_, wins)| *wins)
                .map(|(men, _)| Self::index(true, *men))
                .collect();
            table.solve(&placed, |men| advances.contains(&Self::index(true, men)));
        }
        table
    }

    /// Returns all placings of the pieces, the third on one of `squares`, without touching kings.
    fn placings(squares: Bitboard) -> Vec<PiecePlacement> {
        let mut placed = Vec::new();
        for piece in squares {
            for king in !Bitboard::from_square(piece) {
                for lone in !(king_attacks(king) | king | piece) {
                    placed.push(PiecePlacement { king, piece, lone });
                }
            }
        }
        placed
    }

    fn reach(&self, men: PiecePlacement, occupied: Bitboard) -> Bitboard {
        let color = Color::White;
        let role = self.role;
        attacks(men.piece, Piece { color, role }, occupied)
    }

    fn in_check(&self, men: PiecePlacement) -> bool {
        let occupied = Bitboard::from_square(men.king) | men.piece | men.lone;
        self.reach(men, occupied).contains(men.lone)
    }

    /// Returns true if a pawn move (one step, two steps or a promotion) keeps the win.
    #[cfg(test)]
    fn advance_wins(&self, men: PiecePlacement, queen: &Self, rook: &Self) -> bool {
        if self.in_check(men) {
            return false;
        }
        let blocked = |square| square == men.king || square == men.lone;
        let Some(step) = men.piece.offset(8).filter(|step| !blocked(*step)) else {
            return false;
        };
        let moved = PiecePlacement { piece: step, ..men };
        if step.to_usize() >= 56 {
            return queen.get(false, moved) != UNDECIDED || rook.get(false, moved) != UNDECIDED;
        }
        let two_steps = (men.piece.to_usize() < 16)
            .then(|| step.offset(8))
            .flatten()
            .filter(|square| !blocked(*square));
        self.get(false, moved) != UNDECIDED
            || two_steps
                .is_some_and(|piece| self.get(false, PiecePlacement { piece, ..men }) != UNDECIDED)
    }

    /// Solves ply by ply: the lone king is lost if every move loses, the strong side wins if one
    /// move does.
    fn solve(&mut self, placed: &[PiecePlacement], wins_at_once: impl Fn(PiecePlacement) -> bool) {
        for plies in 0..UNDECIDED {
            let strong = plies % 2 == 1;
            let mut decided = Vec::new();
            for men in placed {
                if self.get(strong, *men) != UNDECIDED {
                    continue;
                }
                let now = if strong {
                    !self.in_check(*men)
                        && (plies == 1 && wins_at_once(*men) || self.has_winning_move(*men))
                } else {
                    self.is_lost(*men)
                };
                if now {
                    decided.push(Self::index(strong, *men));
                }
            }
            if decided.is_empty() && plies > 1 {
                return;
            }
            for index in decided {
                if let Some(place) = self.plies.get_mut(index) {
                    *place = plies;
                }
            }
        }
    }

    fn has_winning_move(&self, men: PiecePlacement) -> bool {
        let lone = king_attacks(men.lone) | men.lone;
        let occupied = Bitboard::from_square(men.king) | men.piece | men.lone;
        let mut kings = (king_attacks(men.king) & !lone & !Bitboard::from_square(men.piece))
            .into_iter()
            .map(|king| PiecePlacement { king, ..men });
        let pieces = match self.role {
            Role::Pawn => Bitboard::EMPTY,
            _ => self.reach(men, occupied) & !occupied,
        };
        let mut pieces = pieces
            .into_iter()
            .map(|piece| PiecePlacement { piece, ..men });
        kings.any(|men| self.get(false, men) != UNDECIDED)
            || pieces.any(|men| self.get(false, men) != UNDECIDED)
    }

    fn is_lost(&self, men: PiecePlacement) -> bool {
        let occupied = Bitboard::from_square(men.king) | men.piece;
        let protected = king_attacks(men.king);
        let targets = king_attacks(men.lone) & !protected & !self.reach(men, occupied);
        if targets.contains(men.piece) {
            return false;
        }
        // No move at all is mate or stalemate.
        if targets.is_empty() {
            return self.in_check(men);
        }
        targets
            .into_iter()
            .all(|lone| self.get(true, PiecePlacement { lone, ..men }) != UNDECIDED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn of(text: &str) -> (TablebaseOutcome, Option<u8>) {
        let position = fen::read(text).expect("a position");
        let solved = solved();
        (
            solved.outcome(&position).expect("three men"),
            solved.decided(&position).map(|(_, plies)| plies),
        )
    }

    /// The longest mates are 10 moves with the queen and 16 with the rook (Ströhlein,
    /// *Untersuchungen über kombinatorische Spiele*, 1970).
    #[test]
    fn the_longest_wins_are_the_known_ones() {
        let solved = solved();
        let longest = |table: &EndgameTable| {
            let half = table.plies.len() / 2;
            table.plies[half..]
                .iter()
                .filter(|plies| **plies != UNDECIDED)
                .max()
                .copied()
        };
        assert_eq!(longest(&solved.0[0]), Some(19));
        assert_eq!(longest(&solved.0[1]), Some(31));
    }

    #[test]
    fn textbook_positions_are_known() {
        for (text, outcome) in [
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", TablebaseOutcome::Win),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", TablebaseOutcome::Loss),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", TablebaseOutcome::Draw),
            ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", TablebaseOutcome::Loss),
            ("k7/8/1K6/8/8/8/P7/8 b - - 0 1", TablebaseOutcome::Draw),
            ("8/8/8/8/8/k1K5/8/1q6 b - - 0 1", TablebaseOutcome::Win),
            ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", TablebaseOutcome::Draw),
        ] {
            assert_eq!(of(text).0, outcome, "{text}");
        }
        assert_eq!(
            of("1Q6/8/8/8/8/k2K4/8/8 w - - 0 1"),
            (TablebaseOutcome::Win, Some(3))
        );
        assert_eq!(
            of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
            (TablebaseOutcome::Loss, Some(0))
        );
    }

    #[test]
    fn moves_are_ranked_by_worth_and_haste() {
        let position = fen::read("1Q6/8/8/8/8/k2K4/8/8 w - - 0 1").expect("a position");
        let ranked = solved().rank_root(&position).expect("known");
        assert_eq!(ranked.len(), position.legal_moves().len());
        assert_eq!(ranked[0].2, 2);
        assert!(ranked.is_sorted_by_key(|(_, outcome, _)| std::cmp::Reverse(*outcome)));
    }

    #[test]
    fn the_clock_spoils_a_win() {
        let position = fen::read("1Q6/8/8/8/8/k2K4/8/8 w - - 98 80").expect("a position");
        let ranked = solved().rank_root(&position).expect("known");
        assert!(
            ranked
                .iter()
                .all(|(_, outcome, _)| *outcome != TablebaseOutcome::Win)
        );
        assert_eq!(ranked[0].1, TablebaseOutcome::CursedWin);
    }
}
