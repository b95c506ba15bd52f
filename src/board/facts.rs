//! What can be said about a position by counting: check and its kin, castling rights, material, and
//! what each side could do if it were its turn.
//!
//! The list of questions is that of Cazalás and Artola, *Desarrollo y Optimización de Motores de
//! Ajedrez* (2013), §4.4.1.

use shakmaty::{
    Bitboard, ByColor, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, MoveList,
    Position as _, Role, uci::UciMove,
};

/// What a position shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// The side to move is in check.
    pub check: bool,
    /// It is mated.
    pub mate: bool,
    /// It is stalemated.
    pub stalemate: bool,
    /// Its legal captures in passing.
    pub en_passant: Vec<Move>,
    /// Who still has the right to castle where; whether it is possible just now is not asked.
    pub castling: ByColor<CastlingSides>,
    /// Material, in pawns.
    pub material: ByColor<u32>,
    /// What each side could do if it were its turn; none for a side whose turn it cannot be,
    /// because it gives check.
    pub mobility: ByColor<Option<SideMobility>>,
}

/// Something about castling on each wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingSides {
    /// Short castling.
    pub king_side: bool,
    /// Long castling.
    pub queen_side: bool,
}

/// How much a side could do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideMobility {
    /// Squares, empty or not, that some legal move of its men leads to.
    pub squares: u32,
    /// Legal moves; each promotion is one.
    pub moves: u32,
}

/// The usual worth of a man in pawns (Shannon, *Programming a Computer for Playing Chess*, 1950).
pub const fn pawns_of(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

impl PositionFacts {
    /// Looks at a position.
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
                    let men = position.board().by_piece(role.of(color)).count();
                    pawns_of(role) * u32::try_from(men).unwrap_or(0)
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

/// A position as FEN without its counters: what repetition compares.
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
