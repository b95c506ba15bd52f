//! Export of databases as PGN.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::files::{self, Existing, WriteError};
use crate::pgn;
use crate::record::{Game, Tags};
use crate::store::{GameFilter, GameKey, Store, StoreError, StoredGame};

/// Reason why a database could not be written as PGN.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes all games of a database, runs first, as PGN and returns their number.
///
/// # Errors
///
/// [`ExportError`] if the database cannot be read or the file cannot be written; the file is then unchanged.
pub fn export_pgn(store: &Store, file: &Path, existing: Existing) -> Result<u64, ExportError> {
    let mut games = 0;
    let mut read = Ok(());
    let written = files::write_whole(file, existing, |out: &mut dyn Write| {
        let mut put = Ok(());
        let mut write = |game: &Game| {
            games += 1;
            put = pgn::write_game(out, game);
            match put {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        read = store.for_each_game(&GameFilter::default(), |key, game| {
            write(&run_game_to_pgn(&key, game))
        });
        if read.is_ok() {
            read = store.for_each_collected(|game| write(&game.record));
        }
        match &read {
            Ok(()) => put,
            Err(_) => Err(io::Error::other("the database could not be read")),
        }
    });
    read?;
    written?;
    Ok(games)
}

/// Returns a game of a run with the tags that PGN requires.
pub fn run_game_to_pgn(key: &GameKey, game: StoredGame) -> Game {
    let date = game
        .played_at
        .as_deref()
        .and_then(|when| when.split('T').next())
        .map_or_else(|| "????.??.??".to_owned(), |day| day.replace('-', "."));
    let mut tags = Tags::new()
        .with("Event", &format!("BayesChess run {}", key.run))
        .with("Site", "?")
        .with("Date", &date)
        .with("Round", &key.number.to_string());
    for (name, value) in game.record.tags.iter() {
        tags.set(name, value);
    }
    game.record.with_tags(tags)
}
