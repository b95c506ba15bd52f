//! How long to think: limits, the earliest of which ends a search, and a flag to stop it from
//! outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shakmaty::Move;

use super::sight::Sight;
use crate::units::{Nodes, Ply};

/// Limits of one search. None set means: until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration's depth.
    pub depth: Option<Ply>,
    /// The most nodes, kept exactly.
    pub nodes: Option<Nodes>,
    /// After about so long no new iteration begins: sooner when the choice is clear, later when it
    /// wavers, never past `hard`. Where both are equal the time is used up exactly.
    pub soft: Option<Duration>,
    /// After so long the search breaks off.
    pub hard: Option<Duration>,
    /// The only moves to consider; empty means all.
    pub only: Vec<Move>,
    /// Enough when a mate in so many moves is found.
    pub mate: Option<u16>,
    /// What is overlooked.
    pub sight: Sight,
    /// How many best moves to report, each with its line; nought and one both mean one.
    pub lines: usize,
}

impl Limits {
    /// Exactly so many nodes at the most.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(Nodes(nodes)),
            ..Self::default()
        }
    }

    /// To a fixed depth.
    pub fn depth(depth: u16) -> Self {
        Self {
            depth: Some(Ply(depth)),
            ..Self::default()
        }
    }

    /// Whether a move is among those to consider.
    pub fn allows(&self, m: Move) -> bool {
        self.only.is_empty() || self.only.contains(&m)
    }

    /// For a fixed time.
    pub fn time(time: Duration) -> Self {
        Self {
            soft: Some(time),
            hard: Some(time),
            ..Self::default()
        }
    }
}

/// A flag that ends a search from another thread; clones share it. Once raised it stays raised.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that holds this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
