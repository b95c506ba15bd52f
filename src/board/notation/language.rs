//! The languages of algebraic notation, and the names of pieces.

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(parse_err_ty = UnknownLanguage, parse_err_fn = UnknownLanguage::new)]
pub enum Language {
    /// K Q R B N; its ISO 639 code is the name in options.
    #[default]
    #[strum(serialize = "en")]
    English,
    /// R D T A C.
    #[strum(serialize = "es")]
    Spanish,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

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

/// An unknown language code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a language of moves: expected en or es")]
pub struct UnknownLanguage(pub String);

impl UnknownLanguage {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}
