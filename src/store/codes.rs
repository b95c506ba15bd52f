//! Codes: the small integers that stand for values in the database. They never change, unlike the order in which an
//! enum lists its variants.

use shakmaty::Color;

use crate::phase::Phase;
use crate::record::{GameResult, SideResult, Termination};

/// A value that the database stores as a small integer.
pub(super) trait DatabaseCode: Copy + Sized + 'static {
    /// All variants, in the order of their codes.
    const IN_ORDER: &'static [Self];

    /// Returns the code of a variant.
    fn code(self) -> u8;

    /// Returns the variant of a code, `None` for an unknown code.
    fn from_code(code: i64) -> Option<Self> {
        Self::IN_ORDER.get(usize::try_from(code).ok()?).copied()
    }
}

impl DatabaseCode for GameResult {
    const IN_ORDER: &'static [Self] = &[Self::WhiteWins, Self::BlackWins, Self::Draw];

    fn code(self) -> u8 {
        match self {
            Self::WhiteWins => 0,
            Self::BlackWins => 1,
            Self::Draw => 2,
        }
    }
}

impl DatabaseCode for SideResult {
    const IN_ORDER: &'static [Self] = &[Self::Win, Self::Loss, Self::Draw];

    fn code(self) -> u8 {
        match self {
            Self::Win => 0,
            Self::Loss => 1,
            Self::Draw => 2,
        }
    }
}

impl DatabaseCode for Phase {
    const IN_ORDER: &'static [Self] = &[Self::Opening, Self::Middlegame, Self::Endgame];

    fn code(self) -> u8 {
        match self {
            Self::Opening => 0,
            Self::Middlegame => 1,
            Self::Endgame => 2,
        }
    }
}

impl DatabaseCode for Color {
    const IN_ORDER: &'static [Self] = &[Self::White, Self::Black];

    fn code(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 1,
        }
    }
}

impl DatabaseCode for Termination {
    const IN_ORDER: &'static [Self] = &Self::ALL;

    fn code(self) -> u8 {
        match self {
            Self::Checkmate => 0,
            Self::Stalemate => 1,
            Self::Repetition => 2,
            Self::FiftyMoves => 3,
            Self::InsufficientMaterial => 4,
            Self::AdjudicatedWin => 5,
            Self::AdjudicatedDraw => 6,
            Self::MoveLimit => 7,
            Self::Resignation => 8,
            Self::Agreement => 9,
            Self::TimeForfeit => 10,
            Self::IllegalMove => 11,
            Self::Unknown => 12,
            Self::EngineCrash => 13,
            Self::EngineStall => 14,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back<T: DatabaseCode + PartialEq + std::fmt::Debug>() {
        for (place, &word) in (0_i64..).zip(T::IN_ORDER) {
            assert_eq!(i64::from(word.code()), place);
            assert_eq!(T::from_code(place), Some(word));
        }
        assert_eq!(T::from_code(-1), None);
        assert_eq!(T::from_code(99), None);
    }

    #[test]
    fn every_code_reads_back() {
        reads_back::<GameResult>();
        reads_back::<SideResult>();
        reads_back::<Phase>();
        reads_back::<Color>();
        reads_back::<Termination>();
    }
}
