//! Checksums of every row, and of the rows of every table together.
//!
//! They are kept up to date by triggers of the connection, which are not in the file. Another program that changes
//! the file therefore leaves a checksum that does not fit. This finds accidents and careless edits; it is no
//! signature, since everybody can compute the checksums.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::error::StoreError;
use super::open::Store;
use super::verify::VerifyReport;

/// Tables whose rows have checksums.
const TABLES: [&str; 8] = [
    "runs",
    "opponents",
    "opponent_aliases",
    "opponent_games",
    "games",
    "cases",
    "sources",
    "collected",
];

/// Number of changed rows of a table that are named one by one.
const NAMED_ROWS: u64 = 20;

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
fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare(
            "SELECT name FROM pragma_table_info(?1) WHERE name <> 'row_checksum' ORDER BY cid",
        )?
        .query_map([table], |row| row.get::<_, String>(0))?
        .map(|name| name.map(|name| format!("\"{}\"", name.replace('"', "\"\""))))
        .collect()
}

/// Returns the SQL for the checksum of a row, whose columns are those of `prefix` (`new.`, or nothing).
fn expression(table: &str, columns: &[String], prefix: &str) -> String {
    let columns: Vec<String> = columns
        .iter()
        .map(|column| format!("{prefix}{column}"))
        .collect();
    format!("checksum_of_row('{table}', {})", columns.join(", "))
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

impl Store {
    /// Checks the values of every row, and that no row was added or removed by another program.
    pub(super) fn verify_rows(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        for table in TABLES {
            self.verify_table(table, seen)
                .map_err(|error| self.explain(error))?;
        }
        let others = self
            .connection
            .prepare("SELECT name FROM table_checksums")
            .and_then(|mut statement| {
                statement
                    .query_map((), |row| row.get::<_, String>(0))?
                    .collect::<rusqlite::Result<Vec<_>>>()
            })
            .map_err(|error| self.explain(error))?;
        for name in others
            .iter()
            .filter(|name| !TABLES.contains(&name.as_str()))
        {
            seen.note(
                &"table table_checksums",
                &format_args!("there is no table {name}"),
            );
        }
        self.verify_sequence(seen)
            .map_err(|error| self.explain(error))
    }

    fn verify_table(&self, table: &str, seen: &mut VerifyReport) -> rusqlite::Result<()> {
        let expected = expression(table, &columns(&self.connection, table)?, "");
        let mut statement = self.connection.prepare(&format!(
            "SELECT rowid, row_checksum IS {expected}, {expected} FROM {table} NOT INDEXED"
        ))?;
        let mut found = statement.query(())?;
        let (mut rows, mut sum, mut changed) = (0_i64, 0_i64, 0_u64);
        while let Some(row) = found.next()? {
            rows += 1;
            sum = sum.wrapping_add(row.get(2)?);
            if !row.get::<_, bool>(1)? {
                changed += 1;
                if changed <= NAMED_ROWS {
                    seen.note(
                        &format_args!("table {table}, row {}", row.get::<_, i64>(0)?),
                        &"its values are not those that were written (checksum)",
                    );
                }
            }
        }
        let place = format!("table {table}");
        if changed > NAMED_ROWS {
            seen.note(
                &place,
                &format_args!("{changed} rows have other values than were written"),
            );
        }
        let written = self
            .connection
            .prepare("SELECT rows, checksum FROM table_checksums WHERE name = ?1")?
            .query_row([table], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
            })
            .optional()?;
        match written {
            None => seen.note(&place, &"the checksum of the table is missing"),
            Some((written, _)) if written != rows => {
                seen.note(
                    &place,
                    &format_args!("{rows} rows, but {written} were written"),
                );
            }
            Some((_, checksum)) if checksum != sum && changed == 0 => {
                seen.note(
                    &place,
                    &"its rows are not those that were written (checksum of the table)",
                );
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Checks that the next collected game gets a new id.
    fn verify_sequence(&self, seen: &mut VerifyReport) -> rusqlite::Result<()> {
        let is_behind: bool = self.connection.query_row(
            "SELECT coalesce((SELECT max(id) FROM collected), 0)
                  > coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'collected'), 0)",
            (),
            |row| row.get(0),
        )?;
        if is_behind {
            seen.note(
                &"table collected",
                &"its last id is higher than the one that was noted",
            );
        }
        Ok(())
    }
}
