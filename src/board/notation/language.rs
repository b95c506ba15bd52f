//! The languages of algebraic notation, and the names of pieces.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Color, Role};

/// Returns the English name of a piece, as messages and parameters use it.
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Returns the English name of a side, as messages use it.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The language of the letters that name pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// K Q R B N.
    #[default]
    English,
    /// R D T A C.
    Spanish,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// Returns the ISO 639 code that options use.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }

    /// Returns the letter of a piece; for a pawn, which has none in notation, its FEN letter.
    pub const fn letter(self, role: Role) -> char {
        match self {
            Self::English => role.upper_char(),
            Self::Spanish => match role {
                Role::Pawn => 'P',
                Role::Knight => 'C',
                Role::Bishop => 'A',
                Role::Rook => 'T',
                Role::Queen => 'D',
                Role::King => 'R',
            },
        }
    }

    /// Returns the piece of a capital letter; letters of both languages are accepted, and `R` follows this one.
    pub(super) const fn role(self, letter: char) -> Option<Role> {
        Some(match (letter, self) {
            ('N' | 'C', _) => Role::Knight,
            ('B' | 'A', _) => Role::Bishop,
            ('T', _) | ('R', Self::English) => Role::Rook,
            ('Q' | 'D', _) => Role::Queen,
            ('K', _) | ('R', Self::Spanish) => Role::King,
            _ => return None,
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// An unknown language code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a language of moves: expected en or es")]
pub struct UnknownLanguage(pub String);

impl FromStr for Language {
    type Err = UnknownLanguage;
    fn from_str(word: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == word)
            .ok_or_else(|| UnknownLanguage(word.to_owned()))
    }
}
