//! The schema of a heuristic family: its parameters as a list that the learner walks without
//! knowing chess.
//!
//! A schema is data: names, groups, initial values and the five levels that self-play draws from.
//! Its [`fingerprint`](Schema::fingerprint) stands in every table and database, so that a table of
//! another schema is refused rather than misread.

use std::fmt;
use std::sync::LazyLock;

use shakmaty::{Color, Role, Square};

use super::term::Term;
use super::{classic, modern};
use crate::phase::{ByPhase, Phase};

/// How many values each parameter can take.
pub const LEVELS: usize = 5;

/// The level that stands for the initial value.
pub const INITIAL_LEVEL: u8 = 2;

/// How many levels each level lies above that one.
pub const LEVELS_FROM_INITIAL: [f64; LEVELS] = [-2.0, -1.0, 0.0, 1.0, 2.0];

/// What a parameter belongs to; parameters of a group are drawn and drawn up alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
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

impl Group {
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

impl fmt::Display for Group {
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
    pub group: Group,
    /// By phase, its five values in centipawns, rising; the middle one is the initial value.
    pub levels: ByPhase<[i32; LEVELS]>,
}

impl Parameter {
    /// A parameter with the same values in every phase.
    pub(super) fn in_all_phases(name: String, group: Group, levels: [i32; LEVELS]) -> Self {
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

/// The parameters of one heuristic family, in a fixed order.
#[derive(Debug)]
pub struct Schema {
    name: &'static str,
    parameters: Vec<Parameter>,
    fingerprint: String,
}

impl Schema {
    /// The original's 838 parameters (Fernández 2005, §3.2.2 and §4.3.2).
    pub fn classic() -> &'static Self {
        static CLASSIC: LazyLock<Schema> =
            LazyLock::new(|| Schema::new("classic", classic::parameters()));
        &CLASSIC
    }

    /// The rich family: mobility, pawns, kings, threats and more, blended between phases.
    pub fn modern() -> &'static Self {
        static MODERN: LazyLock<Schema> =
            LazyLock::new(|| Schema::new("modern", modern::parameters()));
        &MODERN
    }

    /// Every schema that there is.
    pub fn all() -> [&'static Self; 2] {
        [Self::classic(), Self::modern()]
    }

    /// The schema of that name, if there is one.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|schema| schema.name == name)
    }

    fn new(name: &'static str, parameters: Vec<Parameter>) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(name.as_bytes());
        for parameter in &parameters {
            hasher.update(parameter.name.as_bytes());
            let levels = &parameter.levels;
            // Values that are the same in every phase are said once.
            let same = levels.opening == levels.middlegame && levels.middlegame == levels.endgame;
            for (_, values) in levels.iter().take(if same { 1 } else { Phase::ALL.len() }) {
                for value in values {
                    hasher.update(&value.to_le_bytes());
                }
            }
        }
        let fingerprint = hasher.finalize().to_hex()[..16].to_owned();
        Self {
            name,
            parameters,
            fingerprint,
        }
    }

    /// The family's name, `classic` or `modern`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Sixteen hexadecimal digits over the name and every parameter's name and levels.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The parameters in their fixed order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many parameters there are.
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Whether there are none (a schema always has some).
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// The place of the parameter called `name`.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        self.parameters
            .iter()
            .position(|parameter| parameter.name == name)
    }
}

/// The English name of a piece, as parameters use it.
pub(super) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
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
    fn levels_rise_around_the_initial_value() {
        for parameter in Schema::all().into_iter().flat_map(Schema::parameters) {
            for (phase, levels) in parameter.levels.iter() {
                assert!(
                    levels.is_sorted_by(|low, high| low < high),
                    "{} {phase}",
                    parameter.name
                );
            }
        }
    }

    #[test]
    fn names_are_unique() {
        for schema in Schema::all() {
            for (place, parameter) in schema.parameters().iter().enumerate() {
                assert_eq!(schema.position_of(&parameter.name), Some(place));
            }
        }
    }

    /// The fingerprint stands in every stored table and database of the classic family.
    #[test]
    fn the_classic_schema_is_the_one_that_stored_tables_name() {
        assert_eq!(Schema::classic().fingerprint(), "93fded87e5cbde6f");
    }

    #[test]
    fn squares_are_listed_as_printed() {
        let mut squares = printed_squares();
        assert_eq!(squares.next(), Some(Square::A8));
        assert_eq!(squares.next(), Some(Square::B8));
        assert_eq!(squares.last(), Some(Square::H1));
    }
}
