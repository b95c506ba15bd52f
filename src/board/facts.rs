//! Facts about a position: check, mate, castling rights, material, and the mobility of both sides.
//!
//! The list of facts is that of Cazalás and Artola, *Desarrollo y Optimización de Motores de
//! Ajedrez* (2013), §4.4.1.

use shakmaty::{
    Bitboard, ByColor, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, MoveList,
    Position as _, Role, uci::UciMove,
};

/// Facts about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// The side to move is in check.
    pub check: bool,
    /// The side to move is checkmated.
    pub mate: bool,
    /// The side to move is stalemated.
    pub stalemate: bool,
    /// The legal en passant captures.
    pub en_passant: Vec<Move>,
    /// The castling rights of each side; whether castling is possible in this position does not
    /// matter.
    pub castling: ByColor<CastlingSides>,
    /// The material of each side, in pawns.
    pub material: ByColor<u32>,
    /// The mobility of each side if it were to move; `None` for a side that gives check, since it
    /// cannot be its turn.
    pub mobility: ByColor<Option<SideMobility>>,
}

/// A yes or no for castling on each wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingSides {
    /// Castling on the king's side.
    pub king_side: bool,
    /// Castling on the queen's side.
    pub queen_side: bool,
}

/// How many moves and squares a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideMobility {
    /// Squares, empty or not, that a legal move leads to.
    pub squares: u32,
    /// Legal moves; a promotion counts as four, one for each piece.
    pub moves: u32,
}

/// The usual value of a piece in pawns (Shannon, *Programming a Computer for Playing Chess*, 1950).
const fn pawns_of(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

impl PositionFacts {
    /// Computes the facts of a position.
    pub fn of(position: &Chess) -> Self {
        let legal = position.legal_moves();
        let check = position.is_check();
        let over = legal.is_empty();
        let right = |color, side| position.castles().has(color, side);
        let castling = ByColor::new_with(|color| CastlingSides {
            king_side: right(color, CastlingSide::KingSide),
            queen_side: right(color, CastlingSide::QueenSide),
        });
        let material = ByColor::new_with(|color: Color| {
            Role::ALL
                .into_iter()
                .map(|role| {
                    let count = position.board().by_piece(role.of(color)).count();
                    pawns_of(role) * u32::try_from(count).unwrap_or(0)
                })
                .sum()
        });
        let waiting = position
            .clone()
            .swap_turn()
            .ok()
            .map(|other| mobility(&other.legal_moves()));
        let mobility = ByColor::new_with(|color| {
            if color == position.turn() {
                Some(mobility(&legal))
            } else {
                waiting
            }
        });
        Self {
            check,
            mate: over && check,
            stalemate: over && !check,
            en_passant: legal.into_iter().filter(|m| m.is_en_passant()).collect(),
            castling,
            material,
            mobility,
        }
    }
}

fn mobility(moves: &MoveList) -> SideMobility {
    let squares: Bitboard = moves
        .iter()
        .filter_map(|m| UciMove::from_move(*m, CastlingMode::Standard).to())
        .collect();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    SideMobility {
        squares: count(squares.count()),
        moves: count(moves.len()),
    }
}

/// Returns a position as FEN without its counters: the part that repetition compares.
pub fn placement(position: &Chess) -> String {
    let fen = shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn facts(text: &str) -> PositionFacts {
        PositionFacts::of(&fen::read(text).expect("a position"))
    }

    const fn free(squares: u32, moves: u32) -> SideMobility {
        SideMobility { squares, moves }
    }

    #[test]
    fn the_first_position_is_counted() {
        let first = PositionFacts::of(&Chess::default());
        let both = CastlingSides {
            king_side: true,
            queen_side: true,
        };
        assert!(!first.check && !first.mate && !first.stalemate && first.en_passant.is_empty());
        assert_eq!(
            first.castling,
            ByColor {
                black: both,
                white: both
            }
        );
        assert_eq!(
            first.material,
            ByColor {
                black: 39,
                white: 39
            }
        );
        // Sixteen pawn moves and four of knights, to the third and fourth ranks.
        let each = Some(free(16, 20));
        assert_eq!(
            first.mobility,
            ByColor {
                black: each,
                white: each
            }
        );
    }

    #[test]
    fn check_and_its_kin_are_told_apart() {
        let mated = facts("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(
            (mated.check, mated.mate, mated.stalemate),
            (true, true, false)
        );
        assert_eq!(mated.mobility.black, Some(free(0, 0)));
        assert_eq!(mated.mobility.white, None);
        let stalemated = facts("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(
            (stalemated.check, stalemated.mate, stalemated.stalemate),
            (false, false, true)
        );
        assert!(stalemated.mobility.white.is_some());
        let check = facts("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
        assert!(check.check && !check.mate);
    }

    #[test]
    fn special_moves_are_counted_as_the_rules_say() {
        let passing = facts("rnbqkbnr/ppp1pp1p/8/3pP1pP/8/8/PPPP1PP1/RNBQKBNR w KQkq g6 0 4");
        let moves: Vec<String> = passing.en_passant.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["h5xg6"]);
        assert_eq!(facts("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").en_passant, []);
        // Four promotions on one square; the king's five squares.
        let promotes = facts("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(promotes.mobility.white, Some(free(4, 7)));
        // Castling leads the king to g1, which is one square more than its neighbours.
        let castles = facts("4k3/8/8/8/8/8/3PPP2/3QKR2 w - - 0 1");
        let castles_too = facts("4k3/8/8/8/8/7P/3PPPPR/3QK2R w K - 0 1");
        assert!(
            castles.castling.white == CastlingSides::default()
                && castles_too.castling.white.king_side
        );
    }
}
