//! Export of CSV files, each written completely or not at all.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;
use shakmaty::{CastlingMode, Color};

use super::collected::{CollectedGame, PackedCollectedGame};
use super::csv::{CsvCase, CsvCollected, CsvFiles, CsvGame, CsvRun};
use super::error::StoreError;
use super::games::{GameFilter, GameKey, StoredGame};
use super::open::Store;
use super::opponents::OpponentKey;
use super::pack::start_fen;
use super::run::Run;
use crate::files::{self, Existing, FileSet};
use crate::record::{Case, Game};

impl Store {
    /// Writes all runs, games, cases and collected games as CSV, and returns the number of games. Files without rows
    /// are not written: those of runs if there is no run, that of collected games if there is none. All outputs are
    /// checked before the first is written.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] for an output that cannot be written, [`StoreError::Damaged`] for a game that does not
    /// replay.
    pub fn export_csv(&self, to: &CsvFiles, existing: Existing) -> Result<u64, StoreError> {
        let files = self.csv_files(to)?;
        for file in &files {
            files::check_output(file, existing)?;
        }
        // All files come from one snapshot, even if another process writes meanwhile.
        let snapshot = self
            .connection
            .unchecked_transaction()
            .map_err(|error| self.explain(error))?;
        let mut games = 0;
        let mut set = FileSet::new(existing);
        if files.contains(&to.games) {
            games += self.write_runs(to, &mut set)?;
        }
        if files.contains(&to.collected) {
            games += self.write_collected(&to.collected, &mut set)?;
        }
        drop(snapshot);
        set.finish()?;
        Ok(games)
    }

    /// Returns those of the files that get rows.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database cannot be read.
    pub fn csv_files(&self, to: &CsvFiles) -> Result<Vec<PathBuf>, StoreError> {
        let mut files = Vec::new();
        if !self.runs()?.is_empty() {
            files.extend([&to.runs, &to.games, &to.cases].map(Clone::clone));
        }
        if self.collected_games()? > 0 {
            files.push(to.collected.clone());
        }
        Ok(files)
    }

    /// Writes runs, games and cases; returns the number of games.
    fn write_runs(&self, to: &CsvFiles, set: &mut FileSet) -> Result<u64, StoreError> {
        write_rows(set, &to.runs, |rows| {
            self.runs()?
                .iter()
                .try_for_each(|run| rows.put(run_row(run)))
        })?;
        let mut games = 0;
        write_rows(set, &to.games, |rows| {
            self.each_row(|key, game| {
                games += 1;
                rows.put(game_row(key, game))
            })
        })?;
        write_rows(set, &to.cases, |rows| {
            self.each_row(|key, game| {
                game.cases
                    .iter()
                    .try_for_each(|case| rows.put(case_row(&key, case)))
            })
        })?;
        Ok(games)
    }

    /// Writes collected games; returns their number.
    fn write_collected(&self, file: &Path, set: &mut FileSet) -> Result<u64, StoreError> {
        let mut games = 0;
        write_rows(set, file, |rows| {
            let mut failed = Ok(());
            self.for_each_collected(|game| {
                games += 1;
                failed = rows.put(collected_row(game));
                match failed {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            })?;
            failed
        })?;
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
    set: &mut FileSet,
    file: &Path,
    fill: impl FnOnce(&mut CsvRowWriter<'_>) -> Result<(), ExportError>,
) -> Result<(), StoreError> {
    let mut unreadable = None;
    let written = set.add(file, |out| {
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
        start: start_fen(&record.start),
        moves: uci_text(record, CastlingMode::Standard),
        scores: scores_text(record),
    }
}

fn collected_row(game: CollectedGame) -> CsvCollected {
    let record = &game.record;
    let tag = |name: &str| record.tags.get(name).unwrap_or_default().to_owned();
    CsvCollected {
        number: game.number,
        white: record.player(Color::White).to_owned(),
        black: record.player(Color::Black).to_owned(),
        white_elo: record.elo(Color::White),
        black_elo: record.elo(Color::Black),
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date"),
        round: tag("Round"),
        eco: tag("ECO"),
        result: record.result,
        termination: record.termination,
        chess960: record.is_chess960().into(),
        start: start_fen(&record.start),
        moves: uci_text(record, record.castling_mode()),
        scores: scores_text(record),
        tags: PackedCollectedGame::tags_of(record),
        source: game.source,
    }
}

/// Returns the moves in UCI notation, separated by spaces.
fn uci_text(game: &Game, mode: CastlingMode) -> String {
    let words = game.moves.iter().map(|m| m.to_uci(mode).to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the scores of a game's positions, separated by spaces, with `-` for a missing one.
fn scores_text(game: &Game) -> String {
    let words: Vec<String> = game
        .scores
        .iter()
        .map(|score| score.map_or_else(|| "-".to_owned(), |score| score.to_string()))
        .collect();
    words.join(" ")
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
