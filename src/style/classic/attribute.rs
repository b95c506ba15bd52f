//! The four attributes of the classic recogniser and their values, with their names in tables and files.
//!
//! Source: Fernández, *BayesChess* (2005), §5.2.1.

use shakmaty::{Color, File, Move, Role, Square};

/// One of the four attributes observed of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ClassicAttribute {
    /// The player's first move of the game.
    FirstMove,
    /// Whether the two kings stand on the same wing.
    Castling,
    /// Number of the player's pieces beyond their third rank.
    Pieces,
    /// Number of the player's pawns beyond their third rank on the enemy king's file or a neighbouring one.
    Pawns,
}

impl ClassicAttribute {
    /// All attributes in the order of the original.
    pub const ALL: [Self; 4] = [Self::FirstMove, Self::Castling, Self::Pieces, Self::Pawns];

    /// Returns the name used in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the names of the values, in the order in which a [`ClassicObservation`] numbers them.
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::FirstMove => &[
                "c4",
                "d4",
                "e4",
                "f4",
                "Nf3",
                "other_white",
                "c5",
                "d5",
                "e5",
                "f5",
                "Nf6",
                "other_black",
            ],
            Self::Castling => &["same", "opposite"],
            Self::Pieces => &["0", "1", "2", "3", ">3"],
            Self::Pawns => &["0", "1", "2", ">2"],
        }
    }

    /// Returns the index in [`ClassicAttribute::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A player's first move: six values for White, six for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstMove {
    /// 1. c4
    C4,
    /// 1. d4
    D4,
    /// 1. e4
    E4,
    /// 1. f4
    F4,
    /// 1. Nf3
    Nf3,
    /// Any other first move of White.
    OtherWhite,
    /// 1... c5
    C5,
    /// 1... d5
    D5,
    /// 1... e5
    E5,
    /// 1... f5
    F5,
    /// 1... Nf6
    Nf6,
    /// Any other first move of Black.
    OtherBlack,
}

impl FirstMove {
    /// Returns the class of `chosen`, the first move of `side` in a game from the usual start.
    pub fn of(side: Color, chosen: Move) -> Self {
        match (side, chosen.role(), chosen.to()) {
            (Color::White, Role::Pawn, Square::C4) => Self::C4,
            (Color::White, Role::Pawn, Square::D4) => Self::D4,
            (Color::White, Role::Pawn, Square::E4) => Self::E4,
            (Color::White, Role::Pawn, Square::F4) => Self::F4,
            (Color::White, Role::Knight, Square::F3) => Self::Nf3,
            (Color::White, ..) => Self::OtherWhite,
            (Color::Black, Role::Pawn, Square::C5) => Self::C5,
            (Color::Black, Role::Pawn, Square::D5) => Self::D5,
            (Color::Black, Role::Pawn, Square::E5) => Self::E5,
            (Color::Black, Role::Pawn, Square::F5) => Self::F5,
            (Color::Black, Role::Knight, Square::F6) => Self::Nf6,
            (Color::Black, ..) => Self::OtherBlack,
        }
    }

    /// Returns the name of this value.
    pub const fn name(self) -> &'static str {
        ClassicAttribute::FirstMove.values()[self as usize]
    }
}

/// Whether the kings stand on the same wing, castled or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KingWings {
    /// Both on files a to d, or both on e to h.
    Same,
    /// One on each wing.
    Opposite,
}

impl KingWings {
    /// Returns the relation of two kings' squares.
    pub fn of(one: Square, other: Square) -> Self {
        let queen_side = |king: Square| king.file() <= File::D;
        if queen_side(one) == queen_side(other) {
            Self::Same
        } else {
            Self::Opposite
        }
    }
}

/// The attributes of one player at one moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassicObservation {
    /// The player's first move; `None` in a game that did not begin from the usual position.
    pub first_move: Option<FirstMove>,
    /// Where the kings stand.
    pub castling: KingWings,
    /// The player's pieces beyond their third rank; 4 means more than three.
    pub pieces: u8,
    /// The player's pawns there that threaten the enemy king; 3 means more than two.
    pub pawns: u8,
}

impl ClassicObservation {
    /// Returns the index of each attribute's value in [`ClassicAttribute::values`], in the order of
    /// [`ClassicAttribute::ALL`]; `None` if it was not observed.
    pub fn values(&self) -> [Option<usize>; 4] {
        [
            self.first_move.map(|first| first as usize),
            Some(self.castling as usize),
            Some(usize::from(self.pieces)),
            Some(usize::from(self.pawns)),
        ]
    }
}
