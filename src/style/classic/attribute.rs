//! The four attributes and their values, as tables and files name them.
//!
//! Source: Fernández, *BayesChess* (2005), §5.2.1.

use shakmaty::{Color, File, Move, Role, Square};

/// One of the four things observed of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ClassicAttribute {
    /// The player's first move of the game.
    FirstMove,
    /// Whether the two kings stand on the same wing.
    Castling,
    /// How many of the player's pieces stand beyond his third rank.
    Pieces,
    /// How many of his pawns beyond his third rank stand on the enemy king's file or beside it.
    Pawns,
}

impl ClassicAttribute {
    /// All attributes in the order of the original.
    pub const ALL: [Self; 4] = [Self::FirstMove, Self::Castling, Self::Pieces, Self::Pawns];

    /// The name used in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The names of its values, in the order in which an [`ClassicObservation`] numbers them.
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

    /// The place in [`ClassicAttribute::ALL`].
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
    /// Any other of White.
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
    /// Any other of Black.
    OtherBlack,
}

impl FirstMove {
    /// What `chosen`, the first move of `side` in a game from the usual start, counts as.
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

    /// The name of this value.
    pub const fn name(self) -> &'static str {
        ClassicAttribute::FirstMove.values()[self as usize]
    }
}

/// Where the kings stand; only the wing counts, not whether anybody castled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KingWings {
    /// Both on files a to d, or both on e to h.
    Same,
    /// One on each wing.
    Opposite,
}

impl KingWings {
    /// The relation of two kings.
    pub fn of(one: Square, other: Square) -> Self {
        let queen_side = |king: Square| king.file() <= File::D;
        if queen_side(one) == queen_side(other) {
            Self::Same
        } else {
            Self::Opposite
        }
    }
}

/// What is seen of one player at one moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassicObservation {
    /// His first move; `None` in a game that did not begin from the usual position.
    pub first_move: Option<FirstMove>,
    /// Where the kings stand.
    pub castling: KingWings,
    /// His pieces beyond his third rank; 4 stands for more than three.
    pub pieces: u8,
    /// His pawns there that threaten the enemy king; 3 stands for more than two.
    pub pawns: u8,
}

impl ClassicObservation {
    /// The number of each attribute's value in [`ClassicAttribute::values`], in the order of
    /// [`ClassicAttribute::ALL`]; `None` where nothing was seen.
    pub fn values(&self) -> [Option<usize>; 4] {
        [
            self.first_move.map(|first| first as usize),
            Some(self.castling as usize),
            Some(usize::from(self.pieces)),
            Some(usize::from(self.pawns)),
        ]
    }
}
