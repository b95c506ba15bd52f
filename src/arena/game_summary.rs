//! Summary of one game: the result, and additive figures for each side.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::play::player::ChosenMove;
use crate::play::protocol_warning::LapseCounts;
use crate::record::{GameResult, Termination};
use crate::units::share;

/// One side's moves in figures; sums over games are sums of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerFigures {
    /// Moves chosen, the opening's not counted.
    pub moves: u64,
    /// Time for them by the arena's watch, in microseconds.
    pub thought_us: u64,
    /// Positions searched, of the moves that say so.
    pub nodes: u64,
    /// Time for those moves, in microseconds.
    pub searched_us: u64,
    /// Depths of the moves that say so, added up.
    pub depths: u64,
    /// How many those were.
    pub with_depth: u64,
    /// How long the engine took to say that it is ready, once a game, added up, in microseconds.
    pub latency_us: u64,
    /// Over how many games.
    pub with_latency: u64,
    /// The longest of them.
    pub worst_latency_us: u64,
    /// The longest move, in microseconds.
    pub longest_us: u64,
    /// What was wrong with its words.
    #[serde(default)]
    pub lapses: LapseCounts,
}

fn microseconds(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

impl PlayerFigures {
    /// Counts one move.
    pub fn add_move(&mut self, choice: &ChosenMove) {
        let spent = microseconds(choice.spent);
        self.moves += 1;
        self.thought_us += spent;
        if let Some(nodes) = choice.nodes {
            self.nodes += nodes.0;
            self.searched_us += spent;
        }
        if let Some(depth) = choice.depth {
            self.depths += u64::from(depth.0);
            self.with_depth += 1;
        }
        self.longest_us = self.longest_us.max(spent);
        for warning in &choice.warnings {
            self.lapses.add(warning.lapse);
        }
    }

    /// Counts the latency before a game.
    pub fn add_latency(&mut self, latency: Duration) {
        let latency = microseconds(latency);
        self.latency_us += latency;
        self.with_latency += 1;
        self.worst_latency_us = self.worst_latency_us.max(latency);
    }

    /// Adds the moves of another game.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.thought_us += other.thought_us;
        self.nodes += other.nodes;
        self.searched_us += other.searched_us;
        self.depths += other.depths;
        self.with_depth += other.with_depth;
        self.latency_us += other.latency_us;
        self.with_latency += other.with_latency;
        self.worst_latency_us = self.worst_latency_us.max(other.worst_latency_us);
        self.longest_us = self.longest_us.max(other.longest_us);
        self.lapses.merge(other.lapses);
    }

    /// Nodes a second by the arena's watch; none when no move told its nodes.
    pub fn nodes_per_second(&self) -> Option<f64> {
        share(self.nodes, self.searched_us).map(|rate| rate * 1e6)
    }

    /// The mean depth; none when no move told it.
    pub fn mean_depth(&self) -> Option<f64> {
        share(self.depths, self.with_depth)
    }

    /// Milliseconds a move.
    pub fn mean_move_ms(&self) -> Option<f64> {
        share(self.thought_us, self.moves).map(|mean| mean / 1e3)
    }

    /// Milliseconds until the engine says that it is ready, on average; none within this process.
    pub fn mean_latency_ms(&self) -> Option<f64> {
        share(self.latency_us, self.with_latency).map(|mean| mean / 1e3)
    }
}

/// A finished game in figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its number in the tournament, from 0.
    pub game: u32,
    /// Who won.
    pub result: GameResult,
    /// Why it ended.
    pub termination: Termination,
    /// How many plies it had, the opening's included.
    pub plies: u32,
    /// What went wrong, if something did: whose fault it was is who lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The first warnings about the players' words, with the colour in front.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// White's moves.
    pub white: PlayerFigures,
    /// Black's moves.
    pub black: PlayerFigures,
}

impl GameSummary {
    /// One side's moves.
    pub const fn conduct(&self, side: Color) -> &PlayerFigures {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}
