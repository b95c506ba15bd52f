//! One parameter of a heuristic: its name, what it belongs to, and its five levels.

use std::fmt;

use shakmaty::{Color, Role, Square};

use super::term::Term;
use crate::board::notation::role_name;
use crate::phase::{ByPhase, Phase};

/// How many values each parameter can take.
pub const LEVELS: usize = 5;

/// The level that stands for the initial value.
pub const INITIAL_LEVEL: u8 = 2;

/// How many levels each level lies above that one.
pub const LEVELS_FROM_INITIAL: [f64; LEVELS] = [-2.0, -1.0, 0.0, 1.0, 2.0];

/// What a parameter belongs to; parameters of a group are drawn and drawn up alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// The value of a piece wherever it stands.
    PieceValue,
    /// The bonus for giving check.
    Check,
    /// The value of a square for a piece of one colour.
    Square {
        /// Whose piece.
        color: Color,
        /// Which piece.
        role: Role,
    },
    /// The value of a square for the king in the endgame, shared by both colours.
    EndgameKing,
    /// A term of the modern family.
    Term(Term),
}

impl ParameterKind {
    /// The term of an evaluation that it adds to.
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

/// One parameter of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in tables: `knight`, `check`, `white_pawn_e4`, `own_knight_mobility_4`.
    pub name: String,
    /// What it belongs to.
    pub group: ParameterKind,
    /// By phase, its five values in centipawns, rising; the middle one is the initial value.
    pub levels: ByPhase<[i32; LEVELS]>,
}

impl Parameter {
    /// A parameter with the same values in every phase.
    pub(super) fn in_all_phases(name: String, group: ParameterKind, levels: [i32; LEVELS]) -> Self {
        Self {
            name,
            group,
            levels: ByPhase::new_with(|_| levels),
        }
    }

    /// Its value in `phase` at `level`, in centipawns.
    pub fn value(&self, phase: Phase, level: u8) -> i32 {
        self.levels[phase][usize::from(level)]
    }

    /// Its initial value in `phase`, in centipawns.
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
