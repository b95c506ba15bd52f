//! From games of anybody to what is usual among their players.

use std::ops::ControlFlow;

use shakmaty::Color;

use super::labelled_game::watch_finished;
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::style::{HabitCounts, HabitThresholds, Population};

/// What was counted of collections of games.
#[derive(Clone, Debug)]
pub struct NormsSummary {
    /// The norms; no player is labelled in them.
    pub knowledge: HabitCounts,
    /// Sides of games counted.
    pub sides: u64,
    /// Sides of finished games that are not counted: masters, and those whose population nobody knows.
    pub passed_over: u64,
}

/// Counts what is usual among the players of these games, values cut at `borders`. `population` says who all of
/// them are; without it each game's tags do. `news` hears of the progress.
pub fn count_norms(
    sources: &[PgnSource],
    options: &IngestOptions,
    borders: &HabitThresholds,
    population: Option<Population>,
    mut news: impl FnMut(&IngestProgress),
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
                IngestEvent::Progress(progress) => news(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    (counted, account)
}
