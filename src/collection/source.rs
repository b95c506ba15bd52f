//! A database as a source of games, for everything that reads PGN.

use std::io::{self, Write};
use std::path::Path;

use super::export::write_pgn;
use crate::pgn::PgnSource;
use crate::store::{Access, Store, StoreError};

/// Returns the games of a database as a source of PGN, in the order of [`export`](super::export()).
///
/// They are written while they are read, so that memory does not grow with the database. Damage that is found on the
/// way ends the source with its error.
///
/// # Errors
///
/// [`StoreError`] for a file that is missing, unreadable, or not a database of this program.
pub fn database_source(file: &Path) -> Result<PgnSource, StoreError> {
    Store::open(file, Access::Read)?;
    Ok(PgnSource::Written(file.to_owned(), write_games))
}

fn write_games(file: &Path, out: &mut dyn Write) -> io::Result<()> {
    let store = Store::open(file, Access::Read).map_err(io::Error::other)?;
    write_pgn(&store, out)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::ops::ControlFlow;

    use super::*;
    use crate::collection::{ImportOptions, WriteMode, import_file};
    use crate::pgn::{IngestEvent, IngestOptions, ingest};
    use crate::record::Game;

    /// More text than a pipe holds.
    const GAMES: usize = 3_000;

    fn read(source: PgnSource, most: usize) -> (Vec<String>, Vec<String>) {
        let mut games = Vec::new();
        let summary = ingest(
            &[source],
            &IngestOptions::default(),
            || |game: &Game| crate::pgn::format_game(game),
            |event| {
                if let IngestEvent::Game { value, .. } = event {
                    games.push(value);
                }
                if games.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        let damaged = summary.damaged.into_iter().map(|damage| damage.what);
        (games, damaged.collect())
    }

    #[test]
    fn a_database_is_read_as_the_pgn_it_was_made_of() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, database] = ["games.pgn", "games.db"].map(|name| folder.path().join(name));
        let mut text = String::new();
        for number in 0..GAMES {
            // Different days make different games; writing to a string cannot fail.
            let (year, month, day) = (1900 + number / 84, 1 + number % 12, 1 + number % 28);
            let _ = write!(
                text,
                "[Event \"E{number}\"]\n[Site \"?\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{number}\"]\n[White \"W{number}\"]\n\
                 [Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2100\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
            );
        }
        std::fs::write(&file, text).expect("written");
        let sources = [PgnSource::File(file.clone())];
        let (mode, options) = (WriteMode::Commit, ImportOptions::default());
        import_file(&database, mode, &sources, &options, |_| {
            ControlFlow::Continue(())
        })
        .expect("imported");
        let of_pgn = read(PgnSource::File(file), usize::MAX);
        assert_eq!(of_pgn.0.len(), GAMES);
        let source = database_source(&database).expect("a database");
        assert_eq!(read(source.clone(), usize::MAX), of_pgn);
        // Reading that stops early leaves no writer behind that waits for a reader.
        assert_eq!(read(source, 2).0, of_pgn.0[..2]);
    }

    #[test]
    fn a_file_that_is_not_a_database_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.pgn");
        assert!(matches!(
            database_source(&file),
            Err(StoreError::Missing(_))
        ));
        std::fs::write(&file, "1. e4 1-0\n").expect("written");
        let refused = database_source(&file);
        assert!(matches!(refused, Err(StoreError::NotADatabase(_))));
    }

    #[test]
    fn a_database_that_goes_away_is_told_as_damage() {
        let source = PgnSource::Written("gone.db".into(), write_games);
        let (games, damaged) = read(source, usize::MAX);
        assert!(games.is_empty());
        assert!(
            damaged[0].contains("gone.db: there is no database here"),
            "{damaged:?}"
        );
    }
}
