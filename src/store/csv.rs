//! The database as CSV files: runs, games (moves in UCI notation), cases (a digit for each level), and collected games.
//! The first three, written by [`Store::export_csv`] and read by [`Store::import_csv`], give the same content hash.
//!
//! [`Store::export_csv`]: super::Store::export_csv
//! [`Store::import_csv`]: super::Store::import_csv

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::run::{RunKey, RunKind};
use crate::phase::Phase;
use crate::record::{GameResult, SideName, SideResult, Termination};

/// The paths of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFiles {
    /// File with one row for each run.
    pub runs: PathBuf,
    /// File with one row for each game.
    pub games: PathBuf,
    /// File with one row for each case.
    pub cases: PathBuf,
    /// File with one row for each collected game that counts; it is not read again.
    pub collected: PathBuf,
}

impl CsvFiles {
    /// Returns true if [`at`](Self::at) can find files by the names that it derives from `path`: a folder, or a name
    /// that ends in `.csv`.
    pub fn are_named_by(path: &Path) -> bool {
        let ending = path.extension();
        path.is_dir() || ending.is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
    }

    /// Returns the files for `path`. In a folder they are `runs.csv`, `games.csv`, `cases.csv` and `collected.csv`;
    /// otherwise `NAME.csv` for the games, with `NAME.runs.csv`, `NAME.cases.csv` and `NAME.collected.csv` beside it.
    pub fn at(path: &Path) -> Self {
        if path.is_dir() {
            Self {
                runs: path.join("runs.csv"),
                games: path.join("games.csv"),
                cases: path.join("cases.csv"),
                collected: path.join("collected.csv"),
            }
        } else {
            Self {
                runs: path.with_extension("runs.csv"),
                games: path.to_owned(),
                cases: path.with_extension("cases.csv"),
                collected: path.with_extension("collected.csv"),
            }
        }
    }
}

/// A row of the file of runs.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CsvRun {
    pub run: RunKey,
    pub kind: RunKind,
    pub seed: u64,
    pub version: String,
    /// Checksums of the models, separated by spaces.
    pub models: String,
    pub levels: u16,
    pub games_wanted: u32,
    pub created: String,
    pub settings: String,
    /// JSON, as in the database; absent in files of older versions.
    #[serde(default)]
    pub draws: Option<String>,
}

/// A row of the file of games.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CsvGame {
    pub run: RunKey,
    pub number: u32,
    pub white: String,
    pub black: String,
    pub result: Option<GameResult>,
    pub termination: Termination,
    pub opening_plies: u16,
    pub verdict_result: Option<GameResult>,
    pub verdict_ply: Option<u16>,
    /// As [`OpponentKey::to_text`](super::opponents::OpponentKey::to_text) writes it.
    pub opponent: Option<String>,
    pub played_at: Option<String>,
    /// FEN; empty for the initial position.
    pub start: Option<String>,
    /// Moves in UCI notation, separated by spaces.
    pub moves: String,
    /// Score of the position before each move, or `-`, separated by spaces; empty without scores.
    #[serde(default)]
    pub scores: String,
}

/// A row of the file of collected games.
#[derive(Debug, Serialize)]
pub(super) struct CsvCollected {
    /// Name of the source in which the game was first found.
    pub source: String,
    pub number: u64,
    pub white: String,
    pub black: String,
    pub white_elo: Option<u16>,
    pub black_elo: Option<u16>,
    pub event: String,
    pub site: String,
    pub date: String,
    pub round: String,
    pub eco: String,
    /// Empty for a game without a result.
    pub result: Option<GameResult>,
    pub termination: Termination,
    /// 1 for Chess960, whose castling moves are written as king takes rook.
    pub chess960: u8,
    pub start: Option<String>,
    pub moves: String,
    pub scores: String,
    /// All tags, as a JSON array of pairs.
    pub tags: String,
}

/// A row of the file of cases, in the order of the games.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CsvCase {
    pub run: RunKey,
    pub number: u32,
    pub phase: Phase,
    pub side: SideName,
    pub result: SideResult,
    /// One digit, 0 to 4, for each parameter.
    pub levels: String,
}
