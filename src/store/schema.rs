//! The tables, and the steps that bring an older database up to date.
//!
//! SQLite keeps the schema version in the file's header (`user_version`), and beside it the id of
//! the program (`application_id`). All steps and both numbers are written in one transaction: a
//! kill leaves either the old schema or the new one. A file whose creation was interrupted is empty
//! and is set up again.

use rusqlite::Connection;

use super::{old_move_texts, row_checksums};

/// `BaCh` in ASCII: the application id that marks databases of this program.
pub(super) const APPLICATION_ID: i32 = 0x4261_4368;

/// Step n leads from schema version n to n + 1. A step is never edited, not even its comments: `db verify` compares
/// the text.
const STEPS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
    include_str!("schema/6.sql"),
    include_str!("schema/7.sql"),
    include_str!("schema/8.sql"),
    include_str!("schema/9.sql"),
    include_str!("schema/10.sql"),
];

/// Databases older than this version get all checksums anew. Of columns that later versions added, checksums leave out null
/// values.
const CHECKSUMS: usize = 7;

/// The version that added the moves as text.
const MOVE_TEXTS: usize = 6;

/// The newest schema version that this program knows.
pub(super) const VERSION: i32 = 10;

/// The kind of file that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaState {
    /// Empty, or creation was cut short: nothing is lost by beginning again.
    Unfinished,
    /// Ours, of this schema version (from 1).
    Ours(i32),
    /// Another program's, with this application id.
    Foreign(i32),
}

/// Looks at the header and the list of tables.
pub(super) fn inspect(connection: &Connection) -> rusqlite::Result<SchemaState> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(match (application, version, tables) {
        (0, 0, 0) => SchemaState::Unfinished,
        (APPLICATION_ID, 1.., _) => SchemaState::Ours(version),
        _ => SchemaState::Foreign(application),
    })
}

/// Brings the database to schema version [`VERSION`] in one transaction.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    take_steps(connection, STEPS)
}

fn take_steps(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have migrated since the version was last looked at.
    let version: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(version).unwrap_or(0);
    for step in steps.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    if done < MOVE_TEXTS && steps.len() >= MOVE_TEXTS {
        old_move_texts::fill_all(&transaction)?;
    }
    if done < CHECKSUMS && steps.len() >= CHECKSUMS {
        row_checksums::compute_all(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(
        None,
        "user_version",
        i32::try_from(steps.len()).unwrap_or(0),
    )?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::LevelDraw;
    use crate::store::{Access, Store};

    #[test]
    fn the_version_counts_the_steps() {
        assert_eq!(usize::try_from(VERSION), Ok(STEPS.len()));
    }

    #[test]
    fn an_older_database_takes_the_missing_steps_only() {
        let mut connection = Connection::open_in_memory().expect("memory");
        assert_eq!(inspect(&connection), Ok(SchemaState::Unfinished));
        let steps = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y"];
        take_steps(&mut connection, &steps[..1]).expect("the first step");
        connection
            .execute("INSERT INTO a VALUES (7)", ())
            .expect("a row");
        assert_eq!(inspect(&connection), Ok(SchemaState::Ours(1)));
        take_steps(&mut connection, &steps).expect("the second step");
        assert_eq!(inspect(&connection), Ok(SchemaState::Ours(2)));
        let row: (i32, Option<i32>) = connection
            .query_row("SELECT x, y FROM a", (), |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .expect("the row is still there");
        assert_eq!(row, (7, None));
    }

    #[test]
    fn a_failing_step_changes_nothing() {
        let mut connection = Connection::open_in_memory().expect("memory");
        let steps = ["CREATE TABLE a (x)", "not SQL"];
        take_steps(&mut connection, &steps).expect_err("the second step is broken");
        assert_eq!(inspect(&connection), Ok(SchemaState::Unfinished));
    }

    #[test]
    fn another_program_s_tables_are_foreign() {
        let connection = Connection::open_in_memory().expect("memory");
        connection
            .execute("CREATE TABLE a (x)", ())
            .expect("a table");
        assert_eq!(inspect(&connection), Ok(SchemaState::Foreign(0)));
    }

    /// Creates a database of the first `steps` schema versions with a run that drew levels by a design.
    fn older_database(file: &std::path::Path, steps: usize) {
        let mut connection = Connection::open(file).expect("a file");
        row_checksums::define_functions(&connection).expect("functions");
        take_steps(&mut connection, &STEPS[..steps]).expect("older steps");
        if steps >= CHECKSUMS {
            row_checksums::keep_up_to_date(&connection).expect("triggers");
        }
        let mut settings = crate::store::tests::settings(1);
        settings.provenance.settings =
            "schema = \"classic 12\"\nwhite = \"initial\"\nblack = \"designed around 34\""
                .to_owned();
        connection
            .execute(
                "INSERT INTO runs (key, kind, settings, seed, version, models, levels, games_wanted)
                 VALUES (?1, 'selfplay', ?2, '1', '0.1.0', '[\"0123456789abcdef\"]', 838, 5)",
                (settings.key().0, settings.provenance.settings),
            )
            .expect("a run");
    }

    #[test]
    fn a_run_of_an_older_version_reads_as_before_and_keeps_its_checksum() {
        let folder = tempfile::tempdir().expect("a folder");
        for steps in [3, CHECKSUMS] {
            let file = folder.path().join(format!("{steps}.db"));
            older_database(&file, steps);
            let store = Store::open(&file, Access::Read).expect("migrated");
            let runs = store.runs().expect("readable");
            assert_eq!(runs[0].settings.draws, None);
            let draws = runs[0].settings.draws();
            assert_eq!(draws.schema.as_deref(), Some("classic 12"));
            assert_eq!(draws.white, LevelDraw::Nothing);
            assert_eq!(draws.black, LevelDraw::Designed);
            assert_eq!(store.verify().expect("readable").findings, []);
        }
    }

    #[test]
    fn a_remembered_game_of_an_older_version_was_at_full_strength_and_keeps_its_checksum() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("9.db");
        older_database(&file, 9);
        let connection = Connection::open(&file).expect("a file");
        row_checksums::define_functions(&connection).expect("functions");
        row_checksums::keep_up_to_date(&connection).expect("triggers");
        connection
            .execute_batch(
                "INSERT INTO opponents (id, key, name) VALUES (1, 'ann', 'Ann');
                 INSERT INTO opponent_games
                     (opponent, fingerprint, occasion, source, color, moves, plies, men, result, habits)
                 VALUES (1, zeroblob(16), 'one', 'played', 0, 20, 40, 12, 0, '{\"own\": {}, \"other\": {}}')",
            )
            .expect("a game");
        drop(connection);
        let store = Store::open(&file, Access::Read).expect("migrated");
        let games = store.opponent_games(1).expect("readable");
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].strength_limit, None);
        assert_eq!(store.verify().expect("readable").findings, []);
    }

    #[test]
    fn a_change_by_another_program_is_found_after_the_next_step_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("changed.db");
        older_database(&file, CHECKSUMS);
        Connection::open(&file)
            .and_then(|other| other.execute("UPDATE runs SET games_wanted = 6", ()))
            .expect("changed");
        let store = Store::open(&file, Access::Read).expect("migrated");
        let findings = store.verify().expect("readable").findings;
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].what.contains("checksum"), "{findings:?}");
    }
}
