//! How positions are learned from: the plan, what a caller hears, and why nothing may come of it.

use std::path::PathBuf;

use serde::Serialize;

use crate::cancel::CancelFlag;
use crate::heuristic::{Heuristic, Term};
use crate::store::{GameFilter, StoreError};

/// Whose games positions are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameKind {
    /// Those of runs, which this program played.
    #[default]
    SelfPlay,
    /// Those of collections: what they teach is the result that each came with.
    Collected,
    /// All.
    Both,
}

/// Which positions of a game are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionSampling {
    /// The most positions taken from one game, drawn without replacement.
    pub per_game: usize,
    /// How many plies after the opening of a game are left out, beside those of the opening.
    pub skip: usize,
    /// Positions whose start evaluation is beyond this, in centipawns, are left out: what is won
    /// anyhow says little about small weights.
    pub most: f64,
    /// The seed of the draws.
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

/// How searches teach.
#[derive(Clone, Debug)]
pub struct SearchTeaching {
    /// The nodes of each search.
    pub nodes: u64,
    /// The share of searches in what is learned, from 0 to 1; results have the rest.
    pub trust: f64,
    /// Whose evaluation the searches use; left out, it is the learner's own. Another family may know
    /// more, and its scores get a fitted scale of their own.
    pub by: Option<Heuristic>,
}

/// What games were read, and what became of collected ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GamesRead {
    /// Games of runs.
    pub self_play: u64,
    /// Collected games.
    pub collected: u64,
    /// Collected games without a result, which teach nothing.
    pub unfinished: u64,
    /// Games with the moves of one that was read before: they would teach twice, or stand on both
    /// sides of the held-out line.
    pub twice: u64,
    /// Games at whose positions the program panicked; they teach nothing.
    pub given_up: u64,
}

/// How to learn.
#[derive(Clone, Debug)]
pub struct FitPlan {
    /// Which games of runs, where these are asked for.
    pub games: GameFilter,
    /// Whose games.
    pub kind: GameKind,
    /// The most games read, the first ones; those of runs come before collected ones.
    pub most_games: u64,
    /// Which positions.
    pub sampling: PositionSampling,
    /// The prior's standard deviation, in [`widths`](super::widths()) of the start's weights.
    pub prior: f64,
    /// As how many independent results the positions of a game count together.
    pub evidence: f64,
    /// How searches teach beside results; `None` asks results alone.
    pub teaching: Option<SearchTeaching>,
    /// The terms whose weights are held.
    pub held: Vec<Term>,
    /// How many threads work.
    pub threads: usize,
    /// Ends it early, with [`PositionsError::Stopped`].
    pub stop: CancelFlag,
}

/// What a caller hears on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitProgress {
    /// This number of games was read and sampled.
    Games(u64),
    /// A pass over the positions begins; the first is 1.
    Passes(u64),
}

/// Why nothing could be learned from positions.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The plan's stop was raised.
    #[error("stopped before the positions were learned from")]
    Stopped,
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No game, or none with positions to learn from.
    #[error(
        "{}: there are no positions to learn from; play some games first with 'bayeschess selfplay --db {}', \
         or add a collection with 'bayeschess db import {} FILE.pgn'",
        .0.display(), .0.display(), .0.display()
    )]
    NoPositions(PathBuf),
    /// Results that nothing can be learned from.
    #[error(
        "{}: {positions} positions of {games} games are too few to learn from: wins, draws and \
         losses are needed, and evaluations that tell them apart",
        file.display()
    )]
    TooFew {
        /// The database.
        file: PathBuf,
        /// How many positions teach.
        positions: u64,
        /// How many games they come from.
        games: u64,
    },
}
