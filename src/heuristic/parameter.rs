//! One parameter of a heuristic: its side, table and place, what it belongs to, and its five levels.

use std::fmt;

use shakmaty::{Color, Rank, Role, Square};

use super::term::Term;
use crate::board::notation::role_name;
use crate::phase::{ByPhase, Phase};

/// The number of values that each parameter can take.
pub const LEVELS: usize = 5;

/// The level of the initial value.
pub const INITIAL_LEVEL: u8 = 2;

/// The distance of each level from the initial one, in levels.
pub const LEVELS_FROM_INITIAL: [f64; LEVELS] = [-2.0, -1.0, 0.0, 1.0, 2.0];

/// The kind of a parameter; parameters of one kind are drawn and reported alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// The value of a piece wherever it stands.
    PieceValue,
    /// The bonus for giving check.
    Check,
    /// The value of a square for a piece of one colour.
    Square {
        /// The colour of the piece.
        color: Color,
        /// The kind of the piece.
        role: Role,
    },
    /// The value of a square for the king in the endgame, shared by both colours.
    EndgameKing,
    /// A term of the modern family.
    Term(Term),
}

impl ParameterKind {
    /// Returns the evaluation term that the parameter adds to.
    pub const fn term(self) -> Term {
        match self {
            Self::PieceValue => Term::Material,
            Self::Check => Term::Check,
            Self::Square { .. } | Self::EndgameKing => Term::Squares,
            Self::Term(term) => term,
        }
    }
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceValue => f.write_str("piece value"),
            Self::Check => f.write_str("check"),
            Self::Square { color, role } => write!(f, "{color} {} squares", role_name(*role)),
            Self::EndgameKing => f.write_str("endgame king squares"),
            Self::Term(term) => write!(f, "{term}"),
        }
    }
}

/// The side that a parameter applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParameterSide {
    /// Both sides.
    Both,
    /// White, in the classic family.
    White,
    /// Black, in the classic family.
    Black,
    /// The side that searches, in the modern family.
    Own,
    /// The opponent of the side that searches, in the modern family.
    Opponent,
}

impl ParameterSide {
    /// Returns the prefix of the names of such parameters.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Both => "",
            Self::White => "white_",
            Self::Black => "black_",
            Self::Own => "own_",
            Self::Opponent => "opponent_",
        }
    }

    /// Returns true for Black and the opponent, whose parameters mirror those of the other side.
    pub const fn is_second(self) -> bool {
        matches!(self, Self::Black | Self::Opponent)
    }
}

impl From<Color> for ParameterSide {
    fn from(color: Color) -> Self {
        color.fold_wb(Self::White, Self::Black)
    }
}

/// The place of a parameter in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TablePlace {
    /// The only parameter of its table.
    Single,
    /// In a row of numbers, such as the squares a knight can go to.
    Number(u32),
    /// On a square of the board.
    Square(Square),
}

/// One parameter of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in tables: `knight`, `check`, `white_pawn_e4`, `own_knight_mobility_4`. It is the
    /// side's prefix, the table and the place.
    pub name: String,
    /// The side that it applies to.
    pub side: ParameterSide,
    /// The table that it belongs to, without the side: `pawn`, `knight_mobility`.
    pub table: String,
    /// Its place in the table.
    pub place: TablePlace,
    /// Its kind.
    pub kind: ParameterKind,
    /// By phase, its five values in centipawns, rising; the middle one is the initial value.
    pub levels: ByPhase<[i32; LEVELS]>,
}

/// Returns five levels around `value`, each `step` centipawns above the one before.
pub(super) fn levels_around(value: i32, step: i32) -> [i32; LEVELS] {
    [-2, -1, 0, 1, 2].map(|steps| value + steps * step)
}

impl Parameter {
    /// Returns true for the squares of a pawn on the first and the last rank, where no pawn ever stands.
    pub fn is_never_used(&self) -> bool {
        let is_of_pawns = matches!(
            self.kind,
            ParameterKind::Square {
                role: Role::Pawn,
                ..
            }
        );
        is_of_pawns
            && matches!(self.place, TablePlace::Square(square) if matches!(square.rank(), Rank::First | Rank::Eighth))
    }

    /// A parameter named after its side, table and place.
    pub(super) fn new(
        side: ParameterSide,
        (table, place): (String, TablePlace),
        kind: ParameterKind,
        levels: ByPhase<[i32; LEVELS]>,
    ) -> Self {
        let prefix = side.prefix();
        let name = match place {
            TablePlace::Single => format!("{prefix}{table}"),
            TablePlace::Number(number) => format!("{prefix}{table}_{number}"),
            TablePlace::Square(square) => format!("{prefix}{table}_{square}"),
        };
        Self {
            name,
            side,
            table,
            place,
            kind,
            levels,
        }
    }

    /// Returns its value in `phase` at `level`, in centipawns.
    pub fn value(&self, phase: Phase, level: u8) -> i32 {
        self.levels[phase][usize::from(level)]
    }

    /// Returns its initial value in `phase`, in centipawns.
    pub fn initial(&self, phase: Phase) -> i32 {
        self.value(phase, INITIAL_LEVEL)
    }
}

/// The squares in the order in which the original prints its tables: from a8 to h1, row by row.
pub(super) fn printed_squares() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().map(Square::flip_vertical)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_listed_as_printed() {
        let mut squares = printed_squares();
        assert_eq!(squares.next(), Some(Square::A8));
        assert_eq!(squares.next(), Some(Square::B8));
        assert_eq!(squares.last(), Some(Square::H1));
    }
}
