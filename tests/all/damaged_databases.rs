//! Whatever another program does to a database, by SQL or byte by byte: if content or schema have changed,
//! `db verify` does not call it sound.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bayeschess::store::{Access, Store, VerifyReport};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rusqlite::Connection;
use rusqlite::types::Value;

use crate::support::{Scratch, TWO_GAMES, bayeschess};

const TABLES: [&str; 9] = [
    "runs",
    "opponents",
    "opponent_aliases",
    "opponent_games",
    "games",
    "cases",
    "sources",
    "collected",
    "table_checksums",
];

/// Creates `whole.db` with rows in every table.
fn whole() -> Scratch {
    let scratch = Scratch::new(&[]);
    scratch.text(&[
        "selfplay", "--games", "6", "--nodes", "5", "--db", "whole.db",
    ]);
    scratch.write("a.pgn", TWO_GAMES);
    scratch.write(
        "b.pgn",
        "[White \"Wall, D.\"]\n[Black \"X\"]\n\n1. c4 c5 1-0\n\n",
    );
    scratch.text(&["db", "import", "whole.db", "a.pgn", "b.pgn"]);
    for name in ["Ann", "Bert", "Bertie"] {
        let run = bayeschess(scratch.path())
            .args([
                "play",
                "--db",
                "whole.db",
                "--level",
                "1",
                "--no-book",
                "--seed",
                "1",
                "--opponent-name",
                name,
            ])
            .write_stdin("e4\nd4\nNf3\nc3\na3\nh3\nresign\nquit\n")
            .output();
        assert!(run.expect("the program runs").status.success());
    }
    scratch.write(
        "ann.pgn",
        "[White \"Ann\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 \
         6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 1-0\n",
    );
    scratch.text(&[
        "opponent", "learn", "ann.pgn", "--player", "Ann", "--db", "whole.db",
    ]);
    scratch.text(&["opponent", "merge", "Bert", "Bertie", "--db", "whole.db"]);
    let connection = open(&scratch.at("whole.db"));
    for table in TABLES {
        assert!(count(&connection, table) > 0, "{table} is empty");
    }
    drop(connection);
    assert_eq!(findings(&scratch.at("whole.db")), Some(Vec::new()));
    scratch
}

fn open(file: &Path) -> Connection {
    Connection::open(file).expect("SQLite")
}

fn count(connection: &Connection, table: &str) -> u64 {
    let sql = format!("SELECT count(*) FROM {table}");
    connection
        .query_row(&sql, (), |row| row.get(0))
        .expect("a number")
}

/// Returns what verification finds; `None` if the file cannot be read, which nobody takes for sound.
fn findings(file: &Path) -> Option<Vec<String>> {
    let verified = Store::open(file, Access::Read).and_then(|store| store.verify());
    let report: VerifyReport = verified.ok()?;
    Some(report.findings.iter().map(ToString::to_string).collect())
}

/// Returns true if another database takes in the content of this one.
fn is_merged(file: &Path) -> bool {
    let mut other = Store::in_memory().expect("a store");
    Store::open(file, Access::Read).is_ok_and(|store| other.merge(&[store]).is_ok())
}

/// Returns all that is in a database: its header's numbers, its schema, and every row of every table.
fn content(file: &Path) -> rusqlite::Result<String> {
    let connection = Connection::open(file)?;
    let mut all = String::new();
    let mut tables = vec!["sqlite_schema".to_owned(), "sqlite_sequence".to_owned()];
    tables.extend(TABLES.map(str::to_owned));
    for pragma in ["application_id", "user_version"] {
        let number: i64 = connection.pragma_query_value(None, pragma, |row| row.get(0))?;
        writeln!(all, "{pragma} {number}").expect("a string");
    }
    for table in tables {
        // Where a page lies is no content.
        let columns = match table.as_str() {
            "sqlite_schema" => "type, name, tbl_name, sql",
            _ => "*",
        };
        let mut statement = connection.prepare(&format!("SELECT {columns} FROM {table}"))?;
        let width = statement.column_count();
        let mut rows = statement.query(())?;
        let mut lines = Vec::new();
        while let Some(row) = rows.next()? {
            let values: Vec<Value> = (0..width).map(|n| row.get(n)).collect::<Result<_, _>>()?;
            lines.push(format!("{table} {values:?}"));
        }
        lines.sort();
        all.push_str(&lines.join("\n"));
    }
    Ok(all)
}

/// Returns the columns of a table that can be written to.
fn columns(connection: &Connection, table: &str) -> Vec<String> {
    let mut statement = connection
        .prepare("SELECT name FROM pragma_table_info(?1)")
        .expect("a statement");
    let names = statement
        .query_map([table], |row| row.get(0))
        .expect("rows");
    names.collect::<Result<_, _>>().expect("names")
}

/// Returns statements that change, swap, add or remove every kind of cell and row.
fn changes_of_rows(connection: &Connection) -> Vec<String> {
    let mut all = Vec::new();
    for table in TABLES {
        let key = match table {
            "opponent_aliases" | "table_checksums" => columns(connection, table)[0].clone(),
            _ => "id".to_owned(),
        };
        let some = [
            format!("(SELECT min({key}) FROM {table})"),
            format!("(SELECT max({key}) FROM {table})"),
        ];
        for row in &some {
            all.push(format!("DELETE FROM {table} WHERE {key} = {row}"));
        }
        all.push(format!("DELETE FROM {table}"));
        for column in columns(connection, table) {
            for row in &some {
                for value in [
                    format!("{column} + 1"),
                    format!("{column} || 'x'"),
                    format!("{column} || ' '"),
                    format!("upper({column})"),
                    format!("CAST({column} || x'00' AS BLOB)"),
                    format!("substr({column}, 2)"),
                    "NULL".to_owned(),
                    "0".to_owned(),
                    "''".to_owned(),
                    "x''".to_owned(),
                ] {
                    all.push(format!(
                        "UPDATE {table} SET {column} = {value} WHERE {key} = {row}"
                    ));
                }
            }
            let [first, last] = &some;
            all.push(format!(
                "UPDATE {table} SET {column} = (SELECT other.{column} FROM {table} other WHERE
                     other.{key} = iif({table}.{key} = {first}, {last}, {first}))
                 WHERE {key} IN ({first}, {last})"
            ));
        }
        let others: Vec<String> = columns(connection, table)
            .into_iter()
            .filter(|column| *column != key)
            .collect();
        let others = others.join(", ");
        all.push(format!(
            "INSERT INTO {table} ({key}, {others}) SELECT max({key}) + 1, {others} FROM {table}"
        ));
        all.push(format!(
            "INSERT INTO {table} ({key}, {others}) SELECT {key} || 'x', {others} FROM {table} LIMIT 1"
        ));
        all.push(format!("DROP TABLE {table}"));
        all.push(format!(
            "ALTER TABLE {table} ADD COLUMN foreign_value INTEGER DEFAULT 7"
        ));
        all.push(format!("ALTER TABLE {table} RENAME TO renamed"));
        all.push(format!(
            "ALTER TABLE {table} RENAME COLUMN {key} TO renamed"
        ));
        all.push(format!("CREATE INDEX foreign_index ON {table} ({key})"));
        for event in ["INSERT", "UPDATE", "DELETE"] {
            all.push(format!(
                "CREATE TRIGGER foreign_trigger AFTER {event} ON {table} BEGIN DELETE FROM cases; END"
            ));
        }
    }
    all
}

/// Returns statements that change the schema or the header.
fn changes_of_schema(connection: &Connection) -> Vec<String> {
    let mut all: Vec<String> = [
        "CREATE TABLE foreign_table (x)",
        "CREATE VIEW foreign_view AS SELECT 1",
        "DELETE FROM sqlite_sequence",
        "UPDATE sqlite_sequence SET seq = 0",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 4",
        "PRAGMA user_version = 5",
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 0",
        "DROP VIEW game_list; CREATE VIEW game_list AS SELECT 1",
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'id IS NOT NULL', '1') WHERE type = 'index'",
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'BETWEEN 0 AND 2', 'BETWEEN 0 AND 3')",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE\n\u{1b}[2J' WHERE name = 'games'",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut statement = connection
        .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'index') AND sql IS NOT NULL")
        .expect("a statement");
    let entries = statement
        .query_map((), |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        })
        .expect("rows");
    for entry in entries {
        let (kind, name) = entry.expect("an entry");
        all.push(format!("DROP {kind} {name}"));
    }
    all
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the figures are the output of the guard"
)]
fn no_change_of_content_or_schema_by_another_program_is_called_sound() {
    let scratch = whole();
    let (whole, bad) = (scratch.at("whole.db"), scratch.at("bad.db"));
    let sound = content(&whole).expect("readable");
    let connection = open(&whole);
    let mut statements = changes_of_rows(&connection);
    statements.extend(changes_of_schema(&connection));
    drop(connection);
    let (mut changed, mut unnoticed) = (0, Vec::new());
    for (number, sql) in statements.iter().enumerate() {
        fs::copy(&whole, &bad).expect("a copy");
        let connection = open(&bad);
        // A statement that the constraints refuse changes nothing, and is compared as such.
        let _ = connection.execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; {sql}"
        ));
        drop(connection);
        if content(&bad).is_ok_and(|now| now == sound) {
            continue;
        }
        changed += 1;
        // Merging would give changed rows new checksums. A new database takes long, so every fourth is tried: several
        // changes of each column.
        let is_of_rows = ["INSERT", "UPDATE", "DELETE"].map(|verb| sql.starts_with(verb));
        if is_of_rows.contains(&true) && number.is_multiple_of(4) {
            assert!(!is_merged(&bad), "{sql}");
        }
        match findings(&bad) {
            Some(found) if found.is_empty() => unnoticed.push(sql),
            Some(found) => assert!(
                found.iter().all(|line| !line.chars().any(char::is_control)),
                "{sql}: {found:?}"
            ),
            None => {}
        }
    }
    println!(
        "{changed} of {} statements changed content or schema",
        statements.len()
    );
    assert!(
        changed > 500,
        "only {changed} of {} changed anything",
        statements.len()
    );
    assert_eq!(unnoticed, Vec::<&String>::new(), "of {changed}");
}

/// Damages bytes of the file `cases` times, and returns how many of these changed content or schema.
fn flip_bytes(cases: u32) -> u32 {
    let scratch = whole();
    let (whole, bad) = (scratch.at("whole.db"), scratch.at("bad.db"));
    let sound = content(&whole).expect("readable");
    let bytes = fs::read(&whole).expect("bytes");
    let mut changed = 0;
    for case in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(case));
        let mut bytes = bytes.clone();
        for _ in 0..rng.random_range(1..4) {
            let place = rng.random_range(0..bytes.len());
            bytes[place] ^= 1 << rng.random_range(0..8);
        }
        fs::write(&bad, bytes).expect("written");
        if content(&bad).is_ok_and(|now| now == sound) {
            continue;
        }
        changed += 1;
        assert_ne!(findings(&bad), Some(Vec::new()), "case {case}");
    }
    changed
}

#[test]
fn no_flipped_bits_that_change_content_or_schema_are_called_sound() {
    assert!(flip_bytes(150) > 20);
}

#[test]
#[ignore = "takes minutes; run by .ci/guards"]
#[expect(
    clippy::print_stdout,
    reason = "the figures are the output of the guard"
)]
fn no_flipped_bits_that_change_content_or_schema_are_called_sound_at_length() {
    let changed = flip_bytes(5_000);
    println!("{changed} of 5000 damaged files changed content or schema; none was called sound");
}

#[test]
fn a_foreign_trigger_is_reported_and_never_runs() {
    let scratch = whole();
    let connection = open(&scratch.at("whole.db"));
    let before = count(&connection, "cases");
    connection
        .execute_batch(
            "CREATE TRIGGER \"wipe\n\u{1b}[2J\" AFTER INSERT ON games BEGIN DELETE FROM cases; END",
        )
        .expect("a trigger");
    drop(connection);
    let report = scratch.json_with(&["db", "verify", "whole.db"], 1);
    assert_eq!(
        report["findings"].as_array().map(Vec::len),
        Some(1),
        "{report}"
    );
    let run = scratch.run(&["db", "verify", "whole.db"]);
    let shown = String::from_utf8(run.stdout).expect("text");
    assert!(
        shown.contains("schema, trigger wipe??[2J") && !shown.contains('\u{1b}'),
        "{shown}"
    );
    scratch.text(&[
        "selfplay", "--games", "8", "--nodes", "5", "--db", "whole.db",
    ]);
    assert!(count(&open(&scratch.at("whole.db")), "cases") > before);
}

#[test]
fn a_broken_schema_is_told_in_one_line_without_sql() {
    let scratch = whole();
    open(&scratch.at("whole.db"))
        .execute_batch("DROP VIEW opponent_list; DROP VIEW source_list; DROP TABLE cases")
        .expect("dropped");
    for words in [
        &["opponent", "list", "--db", "whole.db"][..],
        &["db", "info", "whole.db"],
        &["db", "export", "whole.db", "--csv", "out.csv"],
        &["learn", "--db", "whole.db", "--out", "table.csv"],
    ] {
        let (said, _) = scratch.refusal(words);
        assert!(
            said.contains("db verify") && said.contains("no such table"),
            "{said}"
        );
        assert!(!said.contains("SELECT"), "{said}");
    }
    scratch.json_with(&["db", "verify", "whole.db"], 1);
}

#[test]
fn what_this_program_writes_after_a_foreign_change_does_not_hide_it() {
    let scratch = whole();
    open(&scratch.at("whole.db"))
        .execute("UPDATE opponents SET name = 'Anna' WHERE name = 'Ann'", ())
        .expect("changed");
    let run = bayeschess(scratch.path())
        .args([
            "play",
            "--db",
            "whole.db",
            "--level",
            "1",
            "--opponent-name",
            "Ann",
        ])
        .write_stdin("e4\nresign\nquit\n")
        .output();
    assert!(run.expect("the program runs").status.success());
    scratch.json_with(&["db", "verify", "whole.db"], 1);
}
