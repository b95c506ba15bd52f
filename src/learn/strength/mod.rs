//! Learning of strength: from rated games to counts of losses, with an evaluation of the estimates.
//!
//! [`read_rated_games`] reads games of rated players, [`measure_games`] searches them, [`count_rated`] sums the
//! losses, and [`evaluate_strength`] evaluates estimates on players that the counts do not contain.

mod estimate;
mod evaluate;
mod groups;
mod journal;
mod measure;
mod resample;

pub use estimate::{RecentGames, estimate_strength};
pub use evaluate::{GroupedBy, StrengthMeasure, evaluate_strength};
pub use journal::{LossJournal, LossJournalError};
pub use measure::{
    MeasuredSides, RatedGame, RatedSide, count_rated, measure_games, rated_sides, read_rated_games,
};
