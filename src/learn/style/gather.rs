//! The games of labelled players, watched once and kept small.
//!
//! May use: L0, `pgn`, `store`, `style`.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::collected::gather_collected;
use super::{Label, StyleTrainingError};
use crate::pgn::{Event, IngestOptions, PgnGame, Source, Tally, ingest};
use crate::store::Store;
use crate::style::classic::{Observation, observe_game};
use crate::style::habits::{Shares, Watch};
use crate::style::{Balance, Occasion, STAGES, Watched};

/// One game in so many is also kept as it stood at each stage.
const SNAPSHOTS: u32 = 4;

/// A game of a labelled player.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What both sides showed.
    pub watched: Watched,
    /// The player's colour.
    pub side: Color,
    /// What both sides had shown after so many moves of each; of one game in four.
    pub snapshots: Vec<(usize, ByColor<Shares>)>,
    /// What the classic recogniser sees, if that was asked for.
    pub classic: Vec<Observation>,
}

/// The games of one labelled player.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The label.
    pub label: Label,
    /// Games read, kept and refused.
    pub tally: Tally,
    /// His games that ended.
    pub games: Vec<Seen>,
    /// Good games of others, and unfinished ones, which are not counted.
    pub passed_over: u64,
}

/// What a game's tags tell of its circumstances.
pub fn occasion(game: &PgnGame) -> Occasion {
    Occasion {
        year: game.year(),
        balance: Balance::of(ByColor {
            white: game.elo(Color::White),
            black: game.elo(Color::Black),
        }),
    }
}

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
    labels: &[Label],
    threads: Option<NonZeroUsize>,
    with_classic: bool,
) -> Result<Vec<Gathered>, StyleTrainingError> {
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

fn open(folder: &Path, label: &Label) -> Result<Vec<Source>, StyleTrainingError> {
    let file = folder.join(&label.file);
    Source::find(&[file]).map_err(StyleTrainingError::Source)
}

/// Watches one player's games.
///
/// # Errors
///
/// [`StyleTrainingError`] when the file cannot be read or he played none of its games.
pub fn gather_player(
    folder: &Path,
    label: &Label,
    threads: Option<NonZeroUsize>,
    with_classic: bool,
) -> Result<Gathered, StyleTrainingError> {
    let options = IngestOptions {
        threads,
        ..IngestOptions::default()
    };
    let (mut seen, mut passed_over) = (Vec::new(), 0);
    let account = ingest(
        &open(folder, label)?,
        &options,
        || {
            |game: &PgnGame| {
                let side = game.color_of(&label.names)?;
                watch_finished(game, side, with_classic)
            }
        },
        |event| {
            if let Event::Game { value, .. } = event {
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
    Ok(Gathered {
        label: label.clone(),
        tally: account.tally,
        games: seen,
        passed_over,
    })
}

/// What a game of his shows; `None` for one without result or moves.
pub(super) fn watch_finished(game: &PgnGame, side: Color, with_classic: bool) -> Option<Seen> {
    let is_over = game.result.is_some() && !game.moves.is_empty();
    is_over.then(|| watch(game, side, with_classic))
}

fn watch(game: &PgnGame, side: Color, with_classic: bool) -> Seen {
    let is_kept = sample(&game.moves) == 0;
    let mut watch = Watch::new(&game.start);
    let mut snapshots = Vec::new();
    for (ply, chosen) in (1_u32..).zip(&game.moves) {
        watch.play(*chosen);
        let stage = STAGES.iter().position(|stage| stage * 2 == ply);
        if let Some(stage) = stage.filter(|_| is_kept && watch.position().turn().is_white()) {
            snapshots.push((stage, watch.shares().clone()));
        }
    }
    let classic = if with_classic && game.start == Chess::default() {
        observe_game(&game.start, &game.moves, side)
    } else {
        Vec::new()
    };
    Seen {
        watched: Watched::of(
            &watch,
            &game.start,
            &game.moves,
            game.result,
            occasion(game),
        ),
        side,
        snapshots,
        classic,
    }
}

/// A number below [`SNAPSHOTS`] that follows from the moves alone, so that whichever games are read
/// first, the same are sampled.
fn sample(moves: &[Move]) -> u32 {
    moves.iter().map(|chosen| chosen.to().to_u32()).sum::<u32>() % SNAPSHOTS
}
