//! Comparison of rows with their checksums.

use rusqlite::OptionalExtension as _;

use super::error::StoreError;
use super::open::Store;
use super::row_checksums::{TABLES, columns, expression};
use super::verify::{VerifyFinding, VerifyReport};

/// Number of changed rows of a table that are named one by one.
const NAMED_ROWS: u64 = 20;

impl Store {
    /// Refuses a database of which another program changed, added or removed rows.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] with the first place.
    pub(super) fn refuse_changed_rows(&self) -> Result<(), StoreError> {
        let mut seen = VerifyReport::default();
        self.verify_rows(&mut seen)?;
        match seen.findings.into_iter().next() {
            None => Ok(()),
            Some(VerifyFinding { place, what }) => Err(StoreError::Damaged {
                file: self.file.clone(),
                place,
                what,
            }),
        }
    }

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
                &"its highest id is above the one in sqlite_sequence, so that new games could get used ids",
            );
        }
        Ok(())
    }
}
