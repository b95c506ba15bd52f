//! Endgame tablebases behind one trait: what a position with few men is worth, known for certain.
//!
//! A verdict counts the fifty-move rule (FIDE Laws 9.3): a win that the rule spoils is a
//! [`TablebaseOutcome::CursedWin`], a loss that it saves a [`TablebaseOutcome::BlessedLoss`]. Terms and values as in
//! the Syzygy tables (Ronald de Man, 2013).

use std::fmt;
use std::ops::Neg;

use shakmaty::{Chess, Move, Position as _};

/// What a position is worth with best play of both sides, from the point of view of the side to
/// move; ordered from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TablebaseOutcome {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule, which draws it.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule, which draws it.
    CursedWin,
    /// Won.
    Win,
}

impl TablebaseOutcome {
    /// What the game ends with: −1 a loss, 0 a draw, 1 a win, the fifty-move rule counted.
    pub const fn signum(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => 0,
            Self::Win => 1,
        }
    }
}

impl Neg for TablebaseOutcome {
    type Output = Self;

    /// The same verdict as the other side sees it.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// A move at the root with its worth for the side that plays it and the number of plies after it
/// until the next capture, pawn move or mate: `0` when it is one itself, [`UNKNOWN_DISTANCE`] when
/// only the worth is known.
pub type RankedMove = (Move, TablebaseOutcome, i32);

/// The distance of a [`RankedMove`] whose table of distances is missing.
pub const UNKNOWN_DISTANCE: i32 = -1;

/// A source of certain verdicts.
pub trait Tablebase: Send + Sync + fmt::Debug {
    /// The most men of any position that it may know, both kings included; `0` when it is empty.
    fn largest(&self) -> usize;

    /// What the position is worth for the side to move, as if the halfmove clock stood at zero.
    /// `None` when that cannot be said: too many men, castling rights, a missing or broken table.
    fn outcome(&self, position: &Chess) -> Option<TablebaseOutcome>;

    /// Every legal move, the best first: by worth (with the halfmove clock of `position` counted
    /// where distances are known),
    /// then by distance to the next capture, pawn move or mate (short when winning, long when
    /// losing). `None` when any of them cannot be ranked or there is none. Repetition is not seen:
    /// a win is sure to go on when the first move is played each time, if distances are known.
    fn rank_root(&self, position: &Chess) -> Option<Vec<RankedMove>>;
}

/// The position after a legal move.
pub(crate) fn after(position: &Chess, m: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}
