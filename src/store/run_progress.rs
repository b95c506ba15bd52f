//! A look at the runs of a database that another process may be writing to. Nothing is written, and no old schema is
//! brought up to date.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::codes::DatabaseCode as _;
use super::error::StoreError;
use super::games::game_row;
use super::open::{Store, check_there, connect, has_log, known_state, percent_encoded};
use super::run::Run;
use super::schema::SchemaState;
use crate::record::GameResult;

/// A run with the number of its games so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunProgress {
    /// The run.
    pub run: Run,
    /// Games won by White.
    pub white_wins: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
}

impl RunProgress {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.white_wins + self.black_wins + self.draws
    }
}

/// Returns the runs of the database in `file` with their games so far. The file is opened to read alone.
///
/// # Errors
///
/// [`StoreError`] for a file that is missing, damaged, of another program, or of a newer schema.
pub fn run_progress(file: &Path) -> Result<Vec<RunProgress>, StoreError> {
    let tried = read_progress(file);
    if matches!(
        tried,
        Err(StoreError::Sql { .. } | StoreError::Damaged { .. })
    ) {
        // Without a log the file was taken as unchanging, and a writer may have begun just then.
        return read_progress(file);
    }
    tried
}

fn read_progress(file: &Path) -> Result<Vec<RunProgress>, StoreError> {
    if !check_there(file)? {
        return Err(StoreError::Missing(file.to_owned()));
    }
    let sql = |error| StoreError::from_sqlite(file, error);
    let connection = connect_beside_writer(file).map_err(sql)?;
    if known_state(&connection, file)? == SchemaState::Unfinished {
        return Ok(Vec::new());
    }
    connection
        .pragma_update(None, "query_only", true)
        .map_err(sql)?;
    let store = Store::of_reader(connection, file);
    let runs = store.runs()?;
    runs.into_iter().map(|run| store.progress_of(run)).collect()
}

/// With a log the file is opened as any other reader does. Without one nobody writes, and reading it as unchanging
/// leaves no file beside it.
fn connect_beside_writer(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if has_log(file) {
        return connect(file, flags);
    }
    let unchanging = format!("file:{}?immutable=1", percent_encoded(file));
    connect(Path::new(&unchanging), flags | OpenFlags::SQLITE_OPEN_URI)
}

impl Store {
    fn progress_of(&self, run: Run) -> Result<RunProgress, StoreError> {
        let sql = |error| self.explain(error);
        let mut progress = RunProgress {
            white_wins: 0,
            black_wins: 0,
            draws: 0,
            run,
        };
        let (first, end) = (
            game_row(progress.run.row, 0),
            game_row(progress.run.row + 1, 0),
        );
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT result, count(*) FROM games WHERE id >= ?1 AND id < ?2 GROUP BY result",
            )
            .map_err(sql)?;
        let mut rows = statement.query([first, end]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let games = row.get::<_, u64>(1).map_err(sql)?;
            match GameResult::from_code(row.get(0).map_err(sql)?) {
                Some(GameResult::WhiteWins) => progress.white_wins = games,
                Some(GameResult::BlackWins) => progress.black_wins = games,
                Some(GameResult::Draw) => progress.draws = games,
                None => return Err(self.damaged(&"table games", &"no such result")),
            }
        }
        Ok(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Provenance;
    use crate::store::{Access, RunKind, RunSettings};

    fn begin(file: &Path) -> Store {
        let mut store = Store::open(file, Access::Create).expect("begun");
        let settings = RunSettings {
            draws: None,
            kind: RunKind::Selfplay,
            provenance: Provenance {
                settings: "a = 1".to_owned(),
                ..Provenance::default()
            },
            levels: 838,
        };
        store.begin_run(&settings, 12).expect("a run");
        store
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_look_reads_beside_a_writer_and_leaves_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.db");
        let mut store = begin(&file);
        let during = names(folder.path());
        let seen = run_progress(&file).expect("read beside the writer");
        assert_eq!(seen.len(), 1);
        assert_eq!((seen[0].games(), seen[0].run.games_wanted), (0, 12));
        assert_eq!(names(folder.path()), during);
        let settings = seen[0].run.settings.clone();
        store.begin_run(&settings, 20).expect("the writer goes on");
        store.close().expect("closed");
        assert_eq!(names(folder.path()), ["games.db"]);
        let bytes = std::fs::read(&file).expect("there");
        let seen = run_progress(&file).expect("read");
        assert_eq!(seen[0].run.games_wanted, 20);
        assert_eq!(names(folder.path()), ["games.db"]);
        assert_eq!(std::fs::read(&file).expect("there"), bytes);
    }

    #[test]
    fn what_is_no_database_of_ours_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("other.db");
        std::fs::write(&file, "not a database, but text").expect("written");
        assert!(run_progress(&file).is_err());
        assert!(run_progress(folder.path()).is_err());
        assert!(run_progress(&folder.path().join("none.db")).is_err());
    }
}
