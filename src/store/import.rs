//! Import of the three CSV files, with every move checked: all rows, or none.

use std::collections::BTreeMap;
use std::fs::File;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::csv::{CsvCase, CsvFiles, CsvGame, CsvRun};
use super::error::StoreError;
use super::games::StoredGame;
use super::open::Store;
use super::opponents::OpponentKey;
use super::pack::pack;
use super::run::{Run, RunKey, RunKind, RunSettings};
use super::verify::faults;
use super::write::WriteCounts;
use crate::foreign::one_line;
use crate::record::{AdjudicatorVerdict, Case, Game, PositionScore, Provenance, Tags};

impl Store {
    /// Adds all runs, games and cases of the three files in one transaction. The cases must have the order of the
    /// games, as in exported files.
    ///
    /// # Errors
    ///
    /// [`StoreError::BadImport`] with file and line, and the errors of [`Store::write_games`].
    pub fn import_csv(&mut self, from: &CsvFiles) -> Result<WriteCounts, StoreError> {
        self.in_one_transaction(|store| {
            let runs = store.import_runs(&from.runs)?;
            let mut cases = CsvRowReader::<CsvCase>::open(&from.cases)?;
            let mut next_case = cases.next()?;
            let mut games = CsvRowReader::<CsvGame>::open(&from.games)?;
            let mut written = WriteCounts::default();
            while let Some(row) = games.next()? {
                let run = runs
                    .get(&row.run)
                    .ok_or_else(|| games.bad(&format!("run {} is not among the runs", row.run)))?;
                let mut game = game_of(&row).map_err(|what| games.bad(&what))?;
                while let Some(case) =
                    next_case.take_if(|case| case.run == row.run && case.number == row.number)
                {
                    game.cases.push(case_of(&case));
                    next_case = cases.next()?;
                }
                let packed = pack(&game).map_err(|what| games.bad(&what))?;
                if let Some(what) = faults(run, &packed, packed.checksum()).first() {
                    let what = format!("game {} of run {}: {what}", row.number, row.run);
                    return Err(games.bad(&what));
                }
                store.write_packed(run, &packed, &mut written)?;
            }
            match next_case {
                None => Ok(written),
                Some(case) => Err(cases.bad(&format!(
                    "game {} of run {} does not stand at this place among the games",
                    case.number, case.run
                ))),
            }
        })
    }

    fn import_runs(&self, file: &Path) -> Result<BTreeMap<RunKey, Run>, StoreError> {
        let mut rows = CsvRowReader::<CsvRun>::open(file)?;
        let mut runs = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let draws = row.draws.map(|draws| serde_json::from_str(&draws));
            let draws = draws
                .transpose()
                .map_err(|error| rows.bad(&format!("draws: {error}")))?;
            let settings = RunSettings {
                kind: row.kind,
                provenance: Provenance {
                    version: row.version,
                    seed: row.seed,
                    models: row.models.split_whitespace().map(str::to_owned).collect(),
                    settings: row.settings,
                },
                levels: row.levels,
                draws,
            };
            if settings.kind == RunKind::Selfplay && settings.key() != row.run {
                let what = format!(
                    "the settings of run {} are not those that its key was made of",
                    row.run
                );
                return Err(rows.bad(&what));
            }
            let run = self.add_run(&row.run, &settings, row.games_wanted, Some(&row.created))?;
            runs.insert(row.run, run);
        }
        Ok(runs)
    }
}

/// A reader of the rows of one file, with the line of the last row read.
struct CsvRowReader<T> {
    file: PathBuf,
    reader: csv::Reader<File>,
    headers: csv::StringRecord,
    record: csv::StringRecord,
    row: PhantomData<T>,
}

impl<T: DeserializeOwned> CsvRowReader<T> {
    fn open(file: &Path) -> Result<Self, StoreError> {
        let source = File::open(file).map_err(|source| StoreError::Io {
            file: file.to_owned(),
            source,
        })?;
        let mut reader = csv::Reader::from_reader(source);
        let headers = reader
            .headers()
            .map_err(|error| StoreError::BadImport {
                file: file.to_owned(),
                line: 1,
                what: one_line(&error.to_string()),
            })?
            .clone();
        Ok(Self {
            file: file.to_owned(),
            reader,
            headers,
            record: csv::StringRecord::new(),
            row: PhantomData,
        })
    }

    fn next(&mut self) -> Result<Option<T>, StoreError> {
        if !self
            .reader
            .read_record(&mut self.record)
            .map_err(|error| self.bad(&error.to_string()))?
        {
            return Ok(None);
        }
        self.record
            .deserialize(Some(&self.headers))
            .map(Some)
            .map_err(|error| match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => self.bad(&err.to_string()),
                _ => self.bad(&error.to_string()),
            })
    }

    fn bad(&self, what: &str) -> StoreError {
        StoreError::BadImport {
            file: self.file.clone(),
            line: self.record.position().map_or(1, csv::Position::line),
            what: one_line(what),
        }
    }
}

fn game_of(row: &CsvGame) -> Result<StoredGame, String> {
    let (start, moves) = replay(row.start.as_deref(), &row.moves)?;
    if row.verdict_result.is_some() != row.verdict_ply.is_some() {
        return Err("a verdict has both a result and a ply".to_owned());
    }
    Ok(StoredGame {
        number: row.number,
        record: Game {
            start,
            opening_plies: row.opening_plies,
            result: row.result,
            termination: row.termination,
            scores: scores_of(&row.scores, moves.len())?,
            moves,
            verdict: row
                .verdict_result
                .zip(row.verdict_ply)
                .map(|(result, ply)| AdjudicatorVerdict { result, ply }),
            tags: Tags::new()
                .with("White", &row.white)
                .with("Black", &row.black),
        },
        cases: Vec::new(),
        opponent: row.opponent.as_deref().map(OpponentKey::from_text),
        played_at: row.played_at.clone(),
    })
}

fn scores_of(words: &str, moves: usize) -> Result<Vec<Option<PositionScore>>, String> {
    let scores = words
        .split_whitespace()
        .map(|word| match word {
            "-" => Ok(None),
            _ => word
                .parse()
                .map(|centipawns| Some(PositionScore::new(centipawns)))
                .map_err(|_| format!("'{word}' is not a score in centipawns")),
        })
        .collect::<Result<Vec<_>, _>>()?;
    if !scores.is_empty() && scores.len() != moves {
        return Err(format!("{} scores for {moves} moves", scores.len()));
    }
    Ok(scores)
}

fn replay(start: Option<&str>, moves: &str) -> Result<(Chess, Vec<Move>), String> {
    let start = match start {
        None => Chess::default(),
        Some(text) => text
            .parse::<Fen>()
            .map_err(|error| format!("start '{text}': {error}"))?
            .into_position(CastlingMode::Standard)
            .map_err(|error| format!("start '{text}': {error}"))?,
    };
    let mut position = start.clone();
    let mut played = Vec::new();
    for word in moves.split_whitespace() {
        let m = word
            .parse::<UciMove>()
            .map_err(|_| format!("'{word}' is not a move"))?
            .to_move(&position)
            .map_err(|_| format!("ply {}, {word}, is not legal", played.len() + 1))?;
        position.play_unchecked(m);
        played.push(m);
    }
    Ok((start, played))
}

fn case_of(row: &CsvCase) -> Case {
    Case {
        phase: row.phase,
        side: row.side.into(),
        // A character that is not a digit becomes a level above 4, which packing refuses with its place.
        levels: row
            .levels
            .bytes()
            .map(|digit| digit.wrapping_sub(b'0'))
            .collect(),
        result: row.result,
    }
}
