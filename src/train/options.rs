//! How a training is run.

use std::num::NonZeroUsize;

use crate::cancel::CancelFlag;

/// How a training is run: nothing here leaves a trace in its result.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many games are played at once.
    pub threads: NonZeroUsize,
    /// Ends it early.
    pub stop: CancelFlag,
    /// Whether games stay in the folder after they were counted.
    pub keep_games: bool,
}
