//! Checksums of every row, and of the rows of every table together.
//!
//! Triggers of the connection keep them up to date; the file does not contain these triggers. Another program that
//! changes the file therefore leaves a wrong checksum. This finds accidents and careless edits. It does not protect
//! against forgery, since anybody can compute the checksums.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

/// Tables whose rows have checksums.
pub(super) const TABLES: [&str; 8] = [
    "runs",
    "opponents",
    "opponent_aliases",
    "opponent_games",
    "games",
    "cases",
    "sources",
    "collected",
];

/// The value of `row_checksum` when a row is inserted, before the trigger writes the checksum.
///
/// It takes as many bytes as a checksum, so that the row keeps its size. A row that grows makes SQLite divide pages, which
/// leaves an eighth of the file empty.
pub(super) const PLACEHOLDER: i64 = 1 << 62;

/// Columns added after the checksums, quoted, with their tables. Where one is null, the checksum leaves it out, so that
/// rows of older databases keep theirs.
const LATER_COLUMNS: [(&str, &str); 2] = [
    ("runs", "\"draws\""),
    ("opponent_games", "\"strength_limit\""),
];

/// Defines the SQL functions that compute checksums.
pub(super) fn define_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection
        .create_scalar_function("checksum_of_row", -1, flags, |values| Ok(checksum(values)))?;
    connection.create_scalar_function("shifted_sum", 3, flags, |values| {
        let (sum, added, removed): (i64, i64, i64) =
            (values.get(0)?, values.get(1)?, values.get(2)?);
        Ok(sum.wrapping_add(added).wrapping_sub(removed))
    })
}

/// Returns the first eight bytes of the BLAKE3 hash of some values with their types and lengths.
fn checksum(values: &Context<'_>) -> i64 {
    let mut hasher = blake3::Hasher::new();
    for place in 0..values.len() {
        let number;
        let (kind, bytes): (u8, &[u8]) = match values.get_raw(place) {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(value) => {
                number = value.to_le_bytes();
                (1, &number)
            }
            ValueRef::Real(value) => {
                number = value.to_le_bytes();
                (2, &number)
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        hasher.update(&[kind]);
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    let digest = hasher.finalize();
    digest
        .as_bytes()
        .first_chunk()
        .map_or(0, |bytes| i64::from_le_bytes(*bytes))
}

/// Returns the columns that the checksum of a row covers, quoted.
pub(super) fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare(
            "SELECT name FROM pragma_table_info(?1) WHERE name <> 'row_checksum' ORDER BY cid",
        )?
        .query_map([table], |row| row.get::<_, String>(0))?
        .map(|name| name.map(|name| format!("\"{}\"", name.replace('"', "\"\""))))
        .collect()
}

/// Returns the SQL for the checksum of a row, whose columns are those of `prefix` (`new.`, or nothing).
pub(super) fn expression(table: &str, columns: &[String], prefix: &str) -> String {
    let values: Vec<String> = columns
        .iter()
        .map(|column| format!("{prefix}{column}"))
        .collect();
    let of_all = format!("checksum_of_row('{table}', {})", values.join(", "));
    match columns.split_last() {
        Some((last, others)) if LATER_COLUMNS.contains(&(table, last.as_str())) => format!(
            "iif({prefix}{last} IS NULL, {}, {of_all})",
            expression(table, others, prefix)
        ),
        _ => of_all,
    }
}

/// Creates the triggers of this connection, which keep the checksums up to date.
pub(super) fn keep_up_to_date(connection: &Connection) -> rusqlite::Result<()> {
    for table in TABLES {
        let columns = columns(connection, table)?;
        let [old, new] = ["old.", "new."].map(|prefix| expression(table, &columns, prefix));
        let write_row = format!("UPDATE {table} SET row_checksum = {new} WHERE rowid = new.rowid");
        let shift = |rows: &str, added: &str, removed: &str| {
            format!(
                "UPDATE table_checksums SET rows = rows + {rows},
                     checksum = shifted_sum(checksum, {added}, {removed}) WHERE name = '{table}'"
            )
        };
        connection.execute_batch(&format!(
            "CREATE TEMP TRIGGER {table}_added AFTER INSERT ON main.{table}
             BEGIN {write_row}; {}; END;
             CREATE TEMP TRIGGER {table}_changed AFTER UPDATE OF {} ON main.{table}
             BEGIN {write_row}; {}; END;
             CREATE TEMP TRIGGER {table}_removed AFTER DELETE ON main.{table}
             BEGIN {}; END;",
            shift("1", &new, "0"),
            columns.join(", "),
            shift("0", &new, &old),
            shift("-1", "0", &old),
        ))?;
    }
    Ok(())
}

/// Computes all checksums anew, for a database of an older version.
pub(super) fn compute_all(connection: &Connection) -> rusqlite::Result<()> {
    for table in TABLES {
        let row = expression(table, &columns(connection, table)?, "");
        connection.execute(&format!("UPDATE {table} SET row_checksum = {row}"), ())?;
        let (mut rows, mut sum) = (0_i64, 0_i64);
        let mut statement = connection.prepare(&format!("SELECT row_checksum FROM {table}"))?;
        let mut found = statement.query(())?;
        while let Some(row) = found.next()? {
            rows += 1;
            sum = sum.wrapping_add(row.get(0)?);
        }
        connection.execute(
            "INSERT OR REPLACE INTO table_checksums (name, rows, checksum) VALUES (?1, ?2, ?3)",
            params![table, rows, sum],
        )?;
    }
    Ok(())
}
