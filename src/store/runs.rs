//! Runs of a database: listing, beginning and continuing them.

use rusqlite::{OptionalExtension as _, Row, params};
use serde_json::json;

use super::error::StoreError;
use super::open::Store;
use super::run::{Run, RunKey, RunSettings};
use crate::record::Provenance;

const COLUMNS: &str =
    "id, key, kind, settings, seed, version, models, levels, games_wanted, created, draws";

impl Store {
    /// Returns all runs, in the order of their keys.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM runs ORDER BY key"))
            .map_err(|error| self.explain(error))?;
        let mut rows = statement.query(()).map_err(|error| self.explain(error))?;
        let mut runs = Vec::new();
        while let Some(row) = rows.next().map_err(|error| self.explain(error))? {
            runs.push(self.run_of(row)?);
        }
        Ok(runs)
    }

    /// Returns the run with that key, `None` if it is missing.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read.
    pub fn run(&self, key: &RunKey) -> Result<Option<Run>, StoreError> {
        self.connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM runs WHERE key = ?1"))
            .and_then(|mut statement| {
                statement
                    .query_row([&key.0], |row| Ok(self.run_of(row)))
                    .optional()
            })
            .map_err(|error| self.explain(error))?
            .transpose()
    }

    /// Begins or continues the run with these settings, and raises its number of games to at least `games_wanted`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be written.
    pub fn begin_run(
        &mut self,
        settings: &RunSettings,
        games_wanted: u32,
    ) -> Result<Run, StoreError> {
        self.add_run(&settings.key(), settings, games_wanted, None)
    }

    /// Adds a run under a given key, for merging and importing.
    pub(super) fn add_run(
        &self,
        key: &RunKey,
        settings: &RunSettings,
        games_wanted: u32,
        created: Option<&str>,
    ) -> Result<Run, StoreError> {
        let draws = settings
            .draws
            .as_ref()
            .map(|draws| json!(draws).to_string());
        let models = serde_json::Value::from(settings.provenance.models.clone()).to_string();
        self.connection
            .execute(
                "INSERT INTO runs (key, kind, settings, seed, version, models, levels, games_wanted, created, draws)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                         coalesce(?9, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')), ?10)
                 ON CONFLICT (key) DO UPDATE SET
                     games_wanted = max(games_wanted, excluded.games_wanted),
                     created = min(created, excluded.created),
                     draws = coalesce(draws, excluded.draws)",
                params![
                    key.0,
                    settings.kind.name(),
                    settings.provenance.settings,
                    settings.provenance.seed.to_string(),
                    settings.provenance.version,
                    models,
                    settings.levels,
                    games_wanted,
                    created,
                    draws,
                ],
            )
            .map_err(|error| self.explain(error))?;
        self.run(key)?
            .ok_or_else(|| self.damaged(&"table runs", &"a run that was just written is gone"))
    }

    /// Parses a row of [`COLUMNS`].
    fn run_of(&self, row: &Row<'_>) -> Result<Run, StoreError> {
        let key = RunKey(row.get(1).map_err(|error| self.explain(error))?);
        let place = |what: String| self.damaged(&format_args!("run {key}"), &what);
        let text = |column: usize| {
            row.get::<_, String>(column)
                .map_err(|error| place(error.to_string()))
        };
        let kind = text(2)?;
        let provenance = Provenance {
            settings: text(3)?,
            seed: text(4)?
                .parse()
                .map_err(|_| place("its seed is not a number".to_owned()))?,
            version: text(5)?,
            models: serde_json::from_str(&text(6)?).map_err(|error| place(error.to_string()))?,
        };
        let number = |column: usize| {
            row.get::<_, u32>(column)
                .map_err(|error| place(error.to_string()))
        };
        let levels = u16::try_from(number(7)?)
            .map_err(|_| place("a case has too many levels".to_owned()))?;
        let draws: Option<String> = row.get(10).map_err(|error| place(error.to_string()))?;
        let draws = draws.map(|draws| serde_json::from_str(&draws));
        Ok(Run {
            settings: RunSettings {
                kind: kind
                    .parse()
                    .map_err(|_| place(format!("'{kind}' is not a kind of run")))?,
                provenance,
                levels,
                draws: draws
                    .transpose()
                    .map_err(|error| place(format!("its draws: {error}")))?,
            },
            games_wanted: number(8)?,
            created: text(9)?,
            row: row.get(0).map_err(|error| self.explain(error))?,
            key: key.clone(),
        })
    }
}
