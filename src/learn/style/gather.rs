//! Observing the games of labelled players, without keeping moves.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use super::collected_games::gather_collected;
use super::labelled_game::{LabelledPlayer, watch_finished};
use super::{PlayerLabel, StyleTrainingError};
use crate::pgn::{IngestEvent, IngestOptions, PgnSource, ingest};
use crate::record::Game;
use crate::store::Store;

/// Source of the games of labelled players.
#[derive(Clone, Copy, Debug)]
pub enum GamesFrom<'a> {
    /// A folder, in which each label names the player's file.
    Folder(&'a Path),
    /// The collected games of a database, which are assigned by players' names.
    Database(&'a Store),
}

/// Observes the games of all labelled players, in the order of the labels, on `threads` threads (`None`: one per
/// core). A game that occurs twice in one player's file, or in the database, counts once; one between two labelled
/// players counts for each.
///
/// # Errors
///
/// [`StyleTrainingError`] for the first label whose games cannot be read, or whose player played none of them.
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
    // Missing files are reported at once, not after minutes of work.
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

/// Observes one player's games.
///
/// # Errors
///
/// [`StyleTrainingError`] if the file cannot be read or the player played none of its games.
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
