//! The plan of learning from positions, its progress reports, and its errors.

use std::path::PathBuf;

use serde::Serialize;

use super::sampled_file::SampledFileError;
use crate::cancel::CancelFlag;
use crate::collection::PositionFileError;
use crate::foreign::shell_path;
use crate::heuristic::{Heuristic, Term};
use crate::store::{GameFilter, StoreError};

/// Kind of games that positions are sampled from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum GameKind {
    /// Games of self-play runs.
    #[default]
    SelfPlay,
    /// Games of collections, learned from by their results.
    Collected,
    /// Games of both kinds.
    Both,
}

/// Settings for sampling the positions of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionSampling {
    /// Maximum number of positions from one game, drawn without replacement.
    pub per_game: usize,
    /// Number of plies left out after the opening of a game.
    pub skip: usize,
    /// Bound on the evaluation by the starting weights, in centipawns. Positions beyond it are left out: positions
    /// that are won anyway say little about small weights.
    pub most: f64,
    /// Seed of the random draws.
    pub seed: u64,
}

impl Default for PositionSampling {
    fn default() -> Self {
        Self {
            per_game: 30,
            skip: 0,
            most: 1000.0,
            seed: 1,
        }
    }
}

/// Settings for learning from searches.
#[derive(Clone, Debug)]
pub struct SearchTeaching {
    /// Node limit of each search.
    pub nodes: u64,
    /// Weight of searches in the learning targets, 0 to 1; results have the rest.
    pub trust: f64,
    /// Heuristic that evaluates in the searches; `None` for the one being fitted. One of another family may know
    /// more; its scores get a link of their own.
    pub by: Option<Heuristic>,
}

/// Counts of the games read and left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GamesRead {
    /// Number of games of self-play runs.
    pub self_play: u64,
    /// Number of collected games.
    pub collected: u64,
    /// Number of collected games left out because they have no result.
    pub unfinished: u64,
    /// Number of games left out because another one has the same moves: they would count twice, or be both in
    /// training and held out.
    pub twice: u64,
    /// Number of games left out because the program panicked at their positions.
    pub given_up: u64,
    /// Number of lines of positions, which belong to no game.
    pub lines: u64,
}

impl GamesRead {
    /// Counts of nothing read.
    pub const NONE: Self = Self {
        self_play: 0,
        collected: 0,
        unfinished: 0,
        twice: 0,
        given_up: 0,
        lines: 0,
    };
}

/// A plan of learning from positions.
#[derive(Clone, Debug)]
pub struct FitPlan {
    /// Filter of games of runs.
    pub games: GameFilter,
    /// Kind of games.
    pub kind: GameKind,
    /// Maximum number of games, the first ones; games of runs come before collected ones.
    pub most_games: u64,
    /// Settings for sampling positions.
    pub sampling: PositionSampling,
    /// Standard deviation of the prior, in [`widths`](super::widths()) of the starting weights.
    pub prior: f64,
    /// Effective number of independent observations per game.
    pub evidence: f64,
    /// Settings for learning from searches; `None` learns from results alone.
    pub teaching: Option<SearchTeaching>,
    /// File of the positions that [`join_sampled`](super::join_sampled) wrote, which are then not sampled again.
    pub sampled: Option<PathBuf>,
    /// Terms whose weights stay fixed.
    pub held: Vec<Term>,
    /// Number of threads.
    pub threads: usize,
    /// Flag that ends learning early, with [`PositionsError::Stopped`].
    pub stop: CancelFlag,
}

/// Progress of learning from positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitProgress {
    /// Number of games read and sampled so far.
    Games(u64),
    /// Number of the pass over the positions that begins, from 1.
    Passes(u64),
}

/// Reason why nothing could be learned from positions.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The plan's stop was raised.
    #[error("stopped before the fit was finished")]
    Stopped,
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file of positions could not be read.
    #[error(transparent)]
    Lines(#[from] PositionFileError),
    /// A file of sampled positions cannot be used.
    #[error(transparent)]
    Sampled(#[from] SampledFileError),
    /// There are no games, or none with suitable positions.
    #[error(
        "{}: there are no positions to learn from; play some games first with 'bayeschess selfplay --db {}', \
         or add a collection with 'bayeschess db import {} FILE.pgn'",
        .0.display(), shell_path(.0), shell_path(.0)
    )]
    NoPositions(PathBuf),
    /// The results do not suffice for a fit.
    #[error(
        "{}: {positions} positions of {games} games are too few to learn from: wins, draws and \
         losses are needed, and evaluations that tell them apart",
        file.display()
    )]
    TooFew {
        /// Path of the database.
        file: PathBuf,
        /// Number of training positions.
        positions: u64,
        /// Number of games that they come from.
        games: u64,
    },
}
