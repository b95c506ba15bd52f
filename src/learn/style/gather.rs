//! The games of labelled players, watched once and kept small.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use super::collected_games::gather_collected;
use super::labelled_game::{LabelledPlayer, watch_finished};
use super::{PlayerLabel, StyleTrainingError};
use crate::pgn::{IngestEvent, IngestOptions, PgnSource, ingest};
use crate::record::Game;
use crate::store::Store;

/// Where the games of labelled players are.
#[derive(Clone, Copy, Debug)]
pub enum GamesFrom<'a> {
    /// In a folder, each player's in the file that his label names.
    Folder(&'a Path),
    /// Among the collected games of a database; names alone say whose they are.
    Database(&'a Store),
}

/// Watches the games of all labelled players, in the order of the labels, on `threads` threads (none
/// given: one on each core). A game that stands twice in one player's file, or in the database,
/// counts once; one between two labelled players counts for each.
///
/// # Errors
///
/// [`StyleTrainingError`] of the first label whose games cannot be read or who played none of them.
pub fn gather(
    from: GamesFrom<'_>,
    labels: &[PlayerLabel],
    threads: Option<NonZeroUsize>,
    with_classic: bool,
) -> Result<Vec<LabelledPlayer>, StyleTrainingError> {
    let folder = match from {
        GamesFrom::Folder(folder) => folder,
        GamesFrom::Database(store) => {
            return gather_collected(store, labels, threads, with_classic);
        }
    };
    // A missing file should not be found after minutes of work.
    for label in labels {
        open(folder, label)?;
    }
    labels
        .iter()
        .map(|label| gather_player(folder, label, threads, with_classic))
        .collect()
}

fn open(folder: &Path, label: &PlayerLabel) -> Result<Vec<PgnSource>, StyleTrainingError> {
    let file = folder.join(&label.file);
    PgnSource::find(&[file]).map_err(StyleTrainingError::Source)
}

/// Watches one player's games.
///
/// # Errors
///
/// [`StyleTrainingError`] when the file cannot be read or he played none of its games.
pub fn gather_player(
    folder: &Path,
    label: &PlayerLabel,
    threads: Option<NonZeroUsize>,
    with_classic: bool,
) -> Result<LabelledPlayer, StyleTrainingError> {
    let options = IngestOptions {
        threads,
        ..IngestOptions::default()
    };
    let (mut seen, mut passed_over) = (Vec::new(), 0);
    let account = ingest(
        &open(folder, label)?,
        &options,
        || {
            |game: &Game| {
                let side = game.color_of(&label.names)?;
                watch_finished(game, side, with_classic)
            }
        },
        |event| {
            if let IngestEvent::Game { value, .. } = event {
                match value {
                    Some(game) => seen.push(game),
                    None => passed_over += 1,
                }
            }
            ControlFlow::Continue(())
        },
    );
    let file = folder.join(&label.file);
    if let Some(damage) = account.damaged.first() {
        let source = std::io::Error::other(damage.what.clone());
        return Err(StyleTrainingError::Read { file, source });
    }
    if seen.is_empty() {
        return Err(StyleTrainingError::NobodyThere {
            games: account.tally.read(),
            names: label.names.join(" or "),
            file,
        });
    }
    Ok(LabelledPlayer {
        label: label.clone(),
        tally: account.tally,
        games: seen,
        passed_over,
    })
}
