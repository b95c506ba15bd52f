//! Endgame tablebases behind one trait: the exact outcome of positions with few pieces.
//!
//! An outcome counts the fifty-move rule (FIDE Laws 9.3): a win that the rule spoils is a
//! [`TablebaseOutcome::CursedWin`], a loss that it saves a [`TablebaseOutcome::BlessedLoss`]. Terms
//! and values as in the Syzygy tables (Ronald de Man, 2013).

use std::fmt;
use std::ops::Neg;

use shakmaty::{Chess, Move};

/// The outcome of a position with best play, for the side to move; ordered from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TablebaseOutcome {
    /// Lost.
    Loss,
    /// Lost, except that the fifty-move rule makes it a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, except that the fifty-move rule makes it a draw.
    CursedWin,
    /// Won.
    Win,
}

impl TablebaseOutcome {
    /// Returns the result of the game: −1 a loss, 0 a draw, 1 a win, the fifty-move rule counted.
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

    /// Returns the outcome for the other side.
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

/// A root move, its outcome for the side that plays it, and its distance to zeroing, in plies.
///
/// The distance counts to the next capture, pawn move or mate after the move: `0` if the move is one
/// itself, [`UNKNOWN_DISTANCE`] if only the outcome is known.
pub type RankedMove = (Move, TablebaseOutcome, i32);

/// The distance of a [`RankedMove`] without a distance table.
pub const UNKNOWN_DISTANCE: i32 = -1;

/// A source of exact outcomes.
pub trait Tablebase: Send + Sync + fmt::Debug {
    /// Returns the most pieces, kings included, of any position it may know; `0` if it is empty.
    fn largest(&self) -> usize;

    /// Returns the outcome for the side to move, as if the halfmove clock stood at zero. `None` if
    /// it is unknown: too many pieces, castling rights, a missing or damaged table.
    fn outcome(&self, position: &Chess) -> Option<TablebaseOutcome>;

    /// Returns every legal move, best first: by outcome, then by distance (short to win, long to
    /// lose). Outcomes count the halfmove clock of `position` if distances are known. `None` if any
    /// move cannot be ranked or there is none. Repetition is not considered: playing the first move
    /// each time makes progress only if distances are known.
    fn rank_root(&self, position: &Chess) -> Option<Vec<RankedMove>>;
}
