//! Time, depth and faults of the players of a match or tournament, as a table or JSON.

use serde::Serialize;

use crate::cli::text_table::TextTable;
use bayeschess::arena::Entrant;
use bayeschess::arena::standings::{FaultCounts, PlayerRecord};
use bayeschess::play::protocol_warning::LapseCounts;

/// Time, depth and faults of one player.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct PlayerReport {
    name: String,
    pub(super) thinking: String,
    nodes_per_s: Option<f64>,
    mean_depth: Option<f64>,
    mean_move_ms: Option<f64>,
    longest_move_ms: f64,
    mean_latency_ms: Option<f64>,
    worst_latency_ms: Option<f64>,
    #[serde(flatten)]
    faults: FaultCounts,
    /// Errors in its output, with --strict.
    warnings: u64,
    lapses: LapseCounts,
}

impl PlayerReport {
    pub(in crate::cli) fn new(player: &Entrant, sheet: &PlayerRecord) -> Self {
        let conduct = &sheet.conduct;
        Self {
            name: player.name.clone(),
            thinking: player.thinking.to_string(),
            nodes_per_s: conduct.nodes_per_second(),
            mean_depth: conduct.mean_depth(),
            mean_move_ms: conduct.mean_move_ms(),
            longest_move_ms: conduct.longest_us as f64 / 1e3,
            mean_latency_ms: conduct.mean_latency_ms(),
            worst_latency_ms: conduct
                .mean_latency_ms()
                .map(|_| conduct.worst_latency_us as f64 / 1e3),
            faults: sheet.faults,
            warnings: conduct.lapses.total(),
            lapses: conduct.lapses,
        }
    }

    pub(in crate::cli) fn name(&self) -> &str {
        &self.name
    }

    fn add_to(&self, table: &mut TextTable) {
        let figure = |value: Option<f64>, decimals: usize| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
        };
        let faults = &self.faults;
        table.row(&[
            &self.name,
            &figure(self.nodes_per_s.map(|rate| rate / 1e3), 0),
            &figure(self.mean_depth, 1),
            &figure(self.mean_move_ms, 1),
            &figure(Some(self.longest_move_ms), 0),
            &figure(self.mean_latency_ms, 2),
            &faults.time_forfeits,
            &faults.illegal_moves,
            &faults.crashes,
            &faults.stalls,
            &self.warnings,
        ]);
    }
}

/// Time, depth and faults of all players.
pub(in crate::cli) fn player_table<'a>(
    players: impl Iterator<Item = &'a PlayerReport>,
) -> TextTable {
    let mut table = TextTable::new(
        &["player"],
        &[
            "knodes/s",
            "depth",
            "ms a move",
            "longest",
            "latency",
            "time",
            "illegal",
            "crashes",
            "stalls",
            "warnings",
        ],
    );
    players.for_each(|player| player.add_to(&mut table));
    table
}
