//! Summary of one game: the result, and statistics of each side that can be added up.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::play::player::ChosenMove;
use crate::play::protocol_warning::LapseCounts;
use crate::record::{GameResult, Termination};
use crate::units::share;

/// Statistics of one side's moves, in one game or several; games are combined by [`add`](Self::add).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerFigures {
    /// Number of moves chosen, without those of the opening.
    pub moves: u64,
    /// Time for all moves by the arena's clock, in microseconds.
    pub thought_us: u64,
    /// Nodes searched, summed over the moves for which the player reports nodes.
    pub nodes: u64,
    /// Time for the moves for which the player reports nodes, in microseconds.
    pub searched_us: u64,
    /// Sum of the search depths, in plies, over the moves for which the player reports a depth.
    pub depths: u64,
    /// Number of moves for which the player reports a depth.
    pub with_depth: u64,
    /// Sum over games of the engine's latency before the game (`isready` to `readyok`), in microseconds.
    pub latency_us: u64,
    /// Number of games in which the latency was measured.
    pub with_latency: u64,
    /// Longest latency, in microseconds.
    pub worst_latency_us: u64,
    /// Longest time for one move, in microseconds.
    pub longest_us: u64,
    /// Number of protocol lapses in the player's output, by kind.
    #[serde(default)]
    pub lapses: LapseCounts,
}

fn microseconds(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

impl PlayerFigures {
    /// Adds one move.
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

    /// Adds the latency measured before one game.
    pub fn add_latency(&mut self, latency: Duration) {
        let latency = microseconds(latency);
        self.latency_us += latency;
        self.with_latency += 1;
        self.worst_latency_us = self.worst_latency_us.max(latency);
    }

    /// Adds the statistics of other games.
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

    /// Returns nodes per second by the arena's clock; `None` if no move reported its nodes.
    pub fn nodes_per_second(&self) -> Option<f64> {
        share(self.nodes, self.searched_us).map(|rate| rate * 1e6)
    }

    /// Returns the mean depth in plies; `None` if no move reported its depth.
    pub fn mean_depth(&self) -> Option<f64> {
        share(self.depths, self.with_depth)
    }

    /// Returns the mean time for a move in milliseconds; `None` without moves.
    pub fn mean_move_ms(&self) -> Option<f64> {
        share(self.thought_us, self.moves).map(|mean| mean / 1e3)
    }

    /// Returns the engine's mean latency before a game in milliseconds; `None` for players of this process.
    pub fn mean_latency_ms(&self) -> Option<f64> {
        share(self.latency_us, self.with_latency).map(|mean| mean / 1e3)
    }
}

/// A finished game: result, length, faults, and statistics of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Number of the game in the tournament, from 0.
    pub game: u32,
    /// Result of the game.
    pub result: GameResult,
    /// Reason why the game ended.
    pub termination: Termination,
    /// Length in plies, the opening included.
    pub plies: u32,
    /// The fault that ended the game, `None` if there was none; the side at fault lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// First warnings about the players' output, each with colour and move number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Statistics of White's moves.
    pub white: PlayerFigures,
    /// Statistics of Black's moves.
    pub black: PlayerFigures,
}

impl GameSummary {
    /// Returns the statistics of one side's moves.
    pub const fn conduct(&self, side: Color) -> &PlayerFigures {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// Returns the pairs of games in order, up to the first pair of which a game is missing.
pub fn pairs_in_a_row(games: &[GameSummary]) -> Vec<[&GameSummary; 2]> {
    let by_number: BTreeMap<u32, &GameSummary> =
        games.iter().map(|game| (game.game, game)).collect();
    let pair = |number: u32| {
        let one = by_number.get(&number.checked_mul(2)?)?;
        let other = by_number.get(&(2 * number).checked_add(1)?)?;
        Some([*one, *other])
    };
    (0..).map_while(pair).collect()
}
