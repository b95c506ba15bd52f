//! The schema of a heuristic family: its parameters as a list that the learner walks without
//! knowing chess.
//!
//! A schema is data: names, groups, initial values and the five levels that self-play draws from.
//! Its [`fingerprint`](Schema::fingerprint) stands in every table and database, so that a table of
//! another schema is refused rather than misread.

use std::fmt;
use std::sync::LazyLock;

use shakmaty::{Color, Role, Square};

use super::classic;

/// How many values each parameter can take.
pub const LEVELS: usize = 5;

/// The level that stands for the initial value.
pub const INITIAL_LEVEL: u8 = 2;

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
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceValue => f.write_str("piece value"),
            Self::Check => f.write_str("check"),
            Self::Square { color, role } => write!(f, "{color} {} squares", role_name(*role)),
            Self::EndgameKing => f.write_str("endgame king squares"),
        }
    }
}

/// One parameter of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in tables: `knight`, `check`, `white_pawn_e4`, `endgame_king_d4`.
    pub name: String,
    /// What it belongs to.
    pub group: Group,
    /// Its initial value in centipawns.
    pub initial: i32,
    /// Its five values in centipawns, rising; the middle one is `initial`.
    pub levels: [i32; LEVELS],
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

    /// The schema of that name, if there is one.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        (name == Self::classic().name).then(Self::classic)
    }

    fn new(name: &'static str, parameters: Vec<Parameter>) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(name.as_bytes());
        for parameter in &parameters {
            hasher.update(parameter.name.as_bytes());
            for value in parameter.levels {
                hasher.update(&value.to_le_bytes());
            }
        }
        let fingerprint = hasher.finalize().to_hex()[..16].to_owned();
        Self {
            name,
            parameters,
            fingerprint,
        }
    }

    /// The family's name, `classic`.
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
        for parameter in Schema::classic().parameters() {
            assert!(
                parameter.levels.is_sorted_by(|low, high| low < high),
                "{}",
                parameter.name
            );
            assert_eq!(
                parameter.levels[usize::from(INITIAL_LEVEL)],
                parameter.initial
            );
        }
    }

    #[test]
    fn names_are_unique() {
        let schema = Schema::classic();
        for (place, parameter) in schema.parameters().iter().enumerate() {
            assert_eq!(schema.position_of(&parameter.name), Some(place));
        }
    }

    #[test]
    fn squares_are_listed_as_printed() {
        let mut squares = printed_squares();
        assert_eq!(squares.next(), Some(Square::A8));
        assert_eq!(squares.next(), Some(Square::B8));
        assert_eq!(squares.last(), Some(Square::H1));
    }
}
