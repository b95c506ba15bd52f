//! Comparison of the schema in a file with that of this program: tables, indexes, views, triggers.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::Connection;

use super::error::StoreError;
use super::open::Store;
use super::verify::VerifyReport;

/// Type and name of an entry, such as a view; then the table it belongs to and its SQL.
type SchemaEntries = BTreeMap<(String, String), (String, Option<String>)>;

impl Store {
    /// Notes what is missing, unknown or changed in the schema.
    pub(super) fn verify_schema(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        let expected = self.expected_schema()?;
        let mut found = entries(&self.connection).map_err(|error| self.explain(error))?;
        let place = |(kind, name): &(String, String)| format!("schema, {kind} {name}");
        for (key, entry) in expected {
            match found.remove(key) {
                None => seen.note(&place(key), &"it is missing"),
                Some(there) if there != *entry => {
                    seen.note(&place(key), &"it is not as this program makes it");
                }
                Some(_) => {}
            }
        }
        for key in found.keys() {
            seen.note(&place(key), &"this program does not make it");
        }
        Ok(())
    }

    /// Returns the schema that this program makes.
    fn expected_schema(&self) -> Result<&'static SchemaEntries, StoreError> {
        static EXPECTED: OnceLock<SchemaEntries> = OnceLock::new();
        if let Some(expected) = EXPECTED.get() {
            return Ok(expected);
        }
        let empty = Self::empty_in_memory(&self.file)?;
        let expected = entries(&empty.connection).map_err(|error| self.explain(error))?;
        Ok(EXPECTED.get_or_init(|| expected))
    }
}

/// Reads the schema; SQLite's own statistics (`ANALYZE`) are left out.
fn entries(connection: &Connection) -> rusqlite::Result<SchemaEntries> {
    connection
        .prepare(
            "SELECT type, name, tbl_name, sql FROM main.sqlite_schema
             WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')",
        )?
        .query_map((), |row| {
            Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)))
        })?
        .collect()
}
