//! Finding the games of labelled players among the collected games of a database.
//!
//! Games are assigned by players' names. Every spelling of a game in every source is checked, because the spelling
//! stored first may differ from the label's; of several copies of a game the first that matches counts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use shakmaty::Color;

use super::labelled_game::{LabelledGame, LabelledPlayer, watch_finished};
use super::{PlayerLabel, StyleTrainingError};
use crate::identity::{GameIdentity, SeenGames};
use crate::pgn::ReadCounts;
use crate::record::Game;
use crate::store::{CollectedGame, Store};

/// Number of games that each thread observes at a time.
const BATCH: usize = 512;

/// A game, with the indices and colours of its labelled players.
type GameOfPlayers = (Game, Vec<(usize, Color)>);

/// Observes the games of all labelled players.
///
/// # Errors
///
/// [`StyleTrainingError`] if the database cannot be read, or for the first label without games.
pub(super) fn gather_collected(
    store: &Store,
    labels: &[PlayerLabel],
    threads: Option<NonZeroUsize>,
    with_classic: bool,
) -> Result<Vec<LabelledPlayer>, StyleTrainingError> {
    let threads = threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let mut players: Vec<PlayerMatches> = labels.iter().map(PlayerMatches::new).collect();
    let mut batch: Vec<GameOfPlayers> = Vec::new();
    store.for_each_spelling(
        |tags| labels.iter().any(|label| plays(label, tags)),
        |row| {
            if let Some(game) = of_players(row, labels, &mut players) {
                batch.push(game);
            }
            if batch.len() >= BATCH * threads {
                watch_all(&batch, threads, with_classic, &mut players);
                batch.clear();
            }
            ControlFlow::Continue(())
        },
    )?;
    watch_all(&batch, threads, with_classic, &mut players);
    let games = store.collected_games()?;
    players
        .into_iter()
        .map(|player| {
            if player.gathered.games.is_empty() {
                return Err(StyleTrainingError::NobodyThere {
                    games,
                    names: player.gathered.label.names.join(" or "),
                    file: store.file().to_owned(),
                });
            }
            Ok(player.gathered)
        })
        .collect()
}

/// The games found of one player.
struct PlayerMatches {
    gathered: LabelledPlayer,
    met: SeenGames,
}

impl PlayerMatches {
    fn new(label: &PlayerLabel) -> Self {
        Self {
            gathered: LabelledPlayer {
                label: label.clone(),
                tally: ReadCounts::default(),
                games: Vec::new(),
                passed_over: 0,
            },
            met: SeenGames::default(),
        }
    }
}

/// Returns true if one of the sides has a name of the label.
fn plays(label: &PlayerLabel, tags: &[(String, String)]) -> bool {
    tags.iter().any(|(name, value)| {
        matches!(name.as_str(), "White" | "Black")
            && label
                .names
                .iter()
                .any(|spelling| spelling.trim() == value.trim())
    })
}

/// Returns the game with the labels for which it is new; `None` if there are none.
fn of_players(
    row: CollectedGame,
    labels: &[PlayerLabel],
    players: &mut [PlayerMatches],
) -> Option<GameOfPlayers> {
    let (fingerprint, identity, game) = (row.fingerprint, row.identity, row.record);
    let mut sides = Vec::new();
    for (place, (label, player)) in labels.iter().zip(players).enumerate() {
        let Some(side) = game.color_of(&label.names) else {
            continue;
        };
        let identity = identity.unwrap_or_else(|| GameIdentity::of_game(&game));
        if player.met.insert(fingerprint, identity) {
            player.gathered.tally.kept += 1;
            sides.push((place, side));
        } else {
            player.gathered.tally.duplicates += 1;
        }
    }
    (!sides.is_empty()).then_some((game, sides))
}

/// Observes games on all threads and assigns them to their players in order.
fn watch_all(
    batch: &[GameOfPlayers],
    threads: usize,
    with_classic: bool,
    players: &mut [PlayerMatches],
) {
    let size = batch.len().div_ceil(threads).max(1);
    let watched: Vec<Vec<(usize, Option<LabelledGame>)>> = thread::scope(|scope| {
        let work: Vec<_> = batch
            .chunks(size)
            .map(|games| {
                scope.spawn(move || {
                    let sides = games.iter().flat_map(|(game, sides)| {
                        sides.iter().map(move |&(place, side)| {
                            (place, watch_finished(game, side, with_classic))
                        })
                    });
                    sides.collect()
                })
            })
            .collect();
        work.into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    for (place, seen) in watched.into_iter().flatten() {
        let gathered = &mut players[place].gathered;
        match seen {
            Some(seen) => gathered.games.push(seen),
            None => gathered.passed_over += 1,
        }
    }
}
