//! Counting the norms of populations from collections of games.

use std::ops::ControlFlow;

use shakmaty::Color;

use super::labelled_game::watch_finished;
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::style::{HabitCounts, HabitThresholds, Population};

/// The norms counted from a collection, with a summary.
#[derive(Clone, Debug)]
pub struct NormsSummary {
    /// Counts of the norms, without labelled players.
    pub knowledge: HabitCounts,
    /// Number of sides of games counted.
    pub sides: u64,
    /// Number of sides of finished games not counted: those of masters and of unknown populations.
    pub passed_over: u64,
}

/// Counts the habits of both players of every finished game, with values binned at `borders`.
///
/// All players belong to `population`; if it is `None`, each game's tags decide. `news` receives the progress and
/// may end the reading.
pub fn count_norms(
    sources: &[PgnSource],
    options: &IngestOptions,
    borders: &HabitThresholds,
    population: Option<Population>,
    mut news: impl FnMut(&IngestProgress) -> ControlFlow<()>,
) -> (NormsSummary, IngestSummary) {
    let mut counted = NormsSummary {
        knowledge: HabitCounts::new(borders.clone()),
        sides: 0,
        passed_over: 0,
    };
    let account = ingest(
        sources,
        options,
        || |game: &Game| watch_finished(game, Color::White, false),
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(mut game),
                    ..
                } => {
                    if let Some(population) = population {
                        game.watched.circumstance.set_population(population);
                    }
                    for side in [Color::White, Color::Black] {
                        let reading = game.watched.reading(side, borders);
                        if !counted.knowledge.add_peer(&reading) {
                            counted.passed_over += 1;
                            continue;
                        }
                        counted.sides += 1;
                        for (stage, shares) in &game.snapshots {
                            let peers = reading.cell.peers();
                            counted
                                .knowledge
                                .add_peer_stage(*stage, peers, shares.get(side));
                        }
                    }
                }
                IngestEvent::Progress(progress) => return news(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    (counted, account)
}
