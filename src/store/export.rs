//! Export of the three CSV files, each written completely or not at all.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;
use serde_json::json;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode};

use super::csv::{CsvCase, CsvFiles, CsvGame, CsvRun};
use super::error::StoreError;
use super::games::{GameFilter, GameKey, StoredGame};
use super::open::Store;
use super::opponents::OpponentKey;
use super::run::Run;
use crate::files::{self, Existing};
use crate::record::Case;

impl Store {
    /// Writes all runs, games and cases as CSV, and returns the number of games. All outputs are checked before the
    /// first is written.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] for an output that cannot be written, [`StoreError::Damaged`] for a game that does not
    /// replay.
    pub fn export_csv(&self, to: &CsvFiles, existing: Existing) -> Result<u64, StoreError> {
        for file in [&to.runs, &to.games, &to.cases] {
            files::check_output(file, existing)?;
        }
        // All three files come from one snapshot, even if another process writes meanwhile.
        let snapshot = self
            .connection
            .unchecked_transaction()
            .map_err(|error| self.explain(error))?;
        write_rows(&to.runs, existing, |rows| {
            self.runs()?
                .iter()
                .try_for_each(|run| rows.put(run_row(run)))
        })?;
        let mut games = 0;
        write_rows(&to.games, existing, |rows| {
            self.each_row(|key, game| {
                games += 1;
                rows.put(game_row(key, game))
            })
        })?;
        write_rows(&to.cases, existing, |rows| {
            self.each_row(|key, game| {
                game.cases
                    .iter()
                    .try_for_each(|case| rows.put(case_row(&key, case)))
            })
        })?;
        drop(snapshot);
        Ok(games)
    }

    fn each_row(
        &self,
        mut put: impl FnMut(GameKey, &StoredGame) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut failed = Ok(());
        self.for_each_game(&GameFilter::default(), |key, game| {
            failed = put(key, &game);
            match failed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        failed
    }
}

/// Error while a file is written: in reading the database, or in writing.
enum ExportError {
    Read(StoreError),
    Write(std::io::Error),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        Self::Read(error)
    }
}

struct CsvRowWriter<'a>(csv::Writer<&'a mut dyn Write>);

impl CsvRowWriter<'_> {
    fn put(&mut self, row: impl Serialize) -> Result<(), ExportError> {
        self.0
            .serialize(row)
            .map_err(|error| ExportError::Write(error.into()))
    }
}

fn write_rows(
    file: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut CsvRowWriter<'_>) -> Result<(), ExportError>,
) -> Result<(), StoreError> {
    let mut unreadable = None;
    let written = files::write_whole(file, existing, |out| {
        let mut rows = CsvRowWriter(csv::Writer::from_writer(out));
        match fill(&mut rows) {
            Ok(()) => rows.0.flush(),
            Err(ExportError::Write(error)) => Err(error),
            Err(ExportError::Read(error)) => {
                unreadable = Some(error);
                Err(std::io::Error::other("the database could not be read"))
            }
        }
    });
    match unreadable {
        Some(error) => Err(error),
        None => Ok(written?),
    }
}

fn run_row(run: &Run) -> CsvRun {
    let provenance = &run.settings.provenance;
    CsvRun {
        run: run.key.clone(),
        kind: run.settings.kind,
        seed: provenance.seed,
        version: provenance.version.clone(),
        models: provenance.models.join(" "),
        levels: run.settings.levels,
        games_wanted: run.games_wanted,
        created: run.created.clone(),
        settings: provenance.settings.clone(),
        draws: run
            .settings
            .draws
            .as_ref()
            .map(|draws| json!(draws).to_string()),
    }
}

fn game_row(key: GameKey, game: &StoredGame) -> CsvGame {
    let record = &game.record;
    let moves: Vec<String> = record
        .moves
        .iter()
        .map(|m| m.to_uci(CastlingMode::Standard).to_string())
        .collect();
    CsvGame {
        run: key.run,
        number: key.number,
        white: record.player(Color::White).to_owned(),
        black: record.player(Color::Black).to_owned(),
        result: record.result,
        termination: record.termination,
        opening_plies: record.opening_plies,
        verdict_result: record.verdict.map(|verdict| verdict.result),
        verdict_ply: record.verdict.map(|verdict| verdict.ply),
        opponent: game.opponent.as_ref().map(OpponentKey::to_text),
        played_at: game.played_at.clone(),
        start: (record.start != Chess::default())
            .then(|| Fen::from_position(&record.start, EnPassantMode::Legal).to_string()),
        moves: moves.join(" "),
    }
}

fn case_row(key: &GameKey, case: &Case) -> CsvCase {
    CsvCase {
        run: key.run.clone(),
        number: key.number,
        phase: case.phase,
        side: case.side.into(),
        result: case.result,
        levels: case
            .levels
            .iter()
            .map(|&level| char::from(b'0' + level))
            .collect(),
    }
}
