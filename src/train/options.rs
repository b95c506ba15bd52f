//! Settings for running trainings and other long work.

use std::num::NonZeroUsize;

use crate::cancel::CancelFlag;

/// Settings for running a training that do not affect its result.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of games played at once.
    pub threads: NonZeroUsize,
    /// Flag that ends the training early.
    pub stop: CancelFlag,
    /// True if games stay in the folder after they were counted.
    pub keep_games: bool,
}

/// How long work is done; the result does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    /// Number of threads that work at the same time.
    pub threads: NonZeroUsize,
    /// Flag that stops the work.
    pub stop: &'a CancelFlag,
}
