//! Syzygy tables (Ronald de Man, 2013), read by `shakmaty-syzygy`.
//!
//! The folders are read once when they are opened. A file that is truncated or not a table is left
//! out with a [`TablebaseWarning`], and the others are used. A table whose content turns out to be
//! damaged is dropped at its first use, and [`Syzygy::take_warnings`] reports it; the answer is
//! then "unknown", and play goes on.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use shakmaty::{Chess, Move, Position as _};
use shakmaty_syzygy::{Dtz, MaybeRounded, Metric, SyzygyError, Wdl};

use super::tablebase::{RankedMove, Tablebase, TablebaseOutcome, UNKNOWN_DISTANCE};
use crate::board::after;

/// The extensions of tables, with the bytes that such files begin with.
const EXTENSIONS: [(&str, [u8; 4]); 2] = [
    ("rtbw", [0x71, 0xe8, 0x23, 0x5d]),
    ("rtbz", [0xd7, 0x66, 0x0c, 0xa5]),
];

/// The length of a table's checksum in bytes: the remainder of every table's length divided by 64.
const CHECKSUM: u64 = 16;

/// The most pieces of any table.
const MOST_PIECES: usize = 7;

/// How tables are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyOptions {
    /// True if the fifty-move rule counts (`Syzygy50MoveRule`); without it a cursed win is a win.
    pub fifty_moves: bool,
    /// Positions with more pieces are not looked up (`SyzygyProbeLimit`).
    pub probe_limit: usize,
}

impl Default for SyzygyOptions {
    fn default() -> Self {
        Self {
            fifty_moves: true,
            probe_limit: MOST_PIECES,
        }
    }
}

/// Why a folder or a file gives no tables, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum TablebaseWarning {
    /// A folder cannot be read.
    #[error("{}: tables cannot be looked for here ({reason}); correct the path", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// A folder contains no table.
    #[error("{}: there is no Syzygy table (.rtbw, .rtbz) in this folder; correct the path", .0.display())]
    Empty(PathBuf),
    /// A file cannot be read.
    #[error("{}: this table cannot be read ({reason}); it is left out", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// A length that no table has.
    #[error(
        "{}: no table is {bytes} bytes long, so it is truncated or damaged; it is left out: fetch it again",
        file.display()
    )]
    Length {
        /// The file.
        file: PathBuf,
        /// The length of the file.
        bytes: u64,
    },
    /// Another kind of file under the name of a table.
    #[error(
        "{}: this file has the name of a table but does not begin like one; it is left out: fetch it again",
        .0.display()
    )]
    NoTable(PathBuf),
    /// A table turned out to be damaged at its first use.
    #[error("the table {table} is damaged ({reason}) and is not used any more: fetch it again")]
    Broken {
        /// The name of the table, such as `KRvK.rtbz`.
        table: String,
        /// The reason.
        reason: String,
    },
}

/// The tables of some folders.
#[derive(Debug)]
pub struct Syzygy {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    files: usize,
    options: SyzygyOptions,
    warnings: Mutex<PendingWarnings>,
}

/// Warnings not yet returned, and the damaged tables already reported.
#[derive(Debug, Default)]
struct PendingWarnings {
    known: BTreeSet<String>,
    fresh: Vec<TablebaseWarning>,
}

impl Syzygy {
    /// Opens the tables in a list of folders, separated as usual on the platform (`:`, on Windows
    /// `;`). It never fails: problems are returned as warnings.
    pub fn open(folders: &str, options: SyzygyOptions) -> (Self, Vec<TablebaseWarning>) {
        let mut opened = Self {
            tables: shakmaty_syzygy::Tablebase::new(),
            files: 0,
            options,
            warnings: Mutex::default(),
        };
        let mut warnings = Vec::new();
        for folder in std::env::split_paths(folders).filter(|folder| *folder != Path::new("")) {
            opened.add_folder(&folder, &mut warnings);
        }
        (opened, warnings)
    }

    fn add_folder(&mut self, folder: &Path, warnings: &mut Vec<TablebaseWarning>) {
        let mut files = match table_files(folder) {
            Ok(files) => files,
            Err(error) => {
                return warnings.push(TablebaseWarning::Folder {
                    folder: folder.to_owned(),
                    reason: error.to_string(),
                });
            }
        };
        if files.is_empty() {
            warnings.push(TablebaseWarning::Empty(folder.to_owned()));
        }
        files.sort();
        for file in files {
            match check(&file).and_then(|()| self.add_file(&file)) {
                Ok(()) => self.files += 1,
                Err(warning) => warnings.push(warning),
            }
        }
    }

    fn add_file(&mut self, file: &Path) -> Result<(), TablebaseWarning> {
        self.tables
            .add_file(file)
            .map_err(|error| match error.kind() {
                io::ErrorKind::InvalidInput => TablebaseWarning::NoTable(file.to_owned()),
                _ => TablebaseWarning::Unreadable {
                    file: file.to_owned(),
                    reason: error.to_string(),
                },
            })
    }

    /// Returns the number of usable files.
    pub const fn files(&self) -> usize {
        self.files
    }

    /// Returns the warnings since the last call; each damaged table is reported once.
    pub fn take_warnings(&self) -> Vec<TablebaseWarning> {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut warnings.fresh)
    }

    /// Looks up a value; a table that reports an error, or panics, is noted as damaged.
    fn probe<T>(&self, question: impl FnOnce() -> Result<T, SyzygyError>) -> Option<T> {
        let (table, reason) = match catch_unwind(AssertUnwindSafe(question)) {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            })) => {
                let extension = match metric {
                    Metric::Wdl => "rtbw",
                    Metric::Dtz => "rtbz",
                };
                let reason = error.to_string();
                let reason = reason.split(':').next().unwrap_or_default().to_owned();
                (format!("{material}.{extension}"), reason)
            }
            Ok(Err(_)) => return None,
            Err(_) => (
                "of this position".to_owned(),
                "its content makes no sense".to_owned(),
            ),
        };
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if warnings.known.insert(table.clone()) {
            warnings
                .fresh
                .push(TablebaseWarning::Broken { table, reason });
        }
        None
    }

    fn may_know(&self, position: &Chess) -> bool {
        position.board().occupied().count() <= self.largest() && !position.castles().any()
    }

    fn outcome_of(&self, wdl: Wdl) -> TablebaseOutcome {
        match wdl {
            Wdl::Loss => TablebaseOutcome::Loss,
            Wdl::BlessedLoss if !self.options.fifty_moves => TablebaseOutcome::Loss,
            Wdl::BlessedLoss => TablebaseOutcome::BlessedLoss,
            Wdl::Draw => TablebaseOutcome::Draw,
            Wdl::CursedWin if !self.options.fifty_moves => TablebaseOutcome::Win,
            Wdl::CursedWin => TablebaseOutcome::CursedWin,
            Wdl::Win => TablebaseOutcome::Win,
        }
    }
}

impl Tablebase for Syzygy {
    fn largest(&self) -> usize {
        self.tables.max_pieces().min(self.options.probe_limit)
    }

    fn outcome(&self, position: &Chess) -> Option<TablebaseOutcome> {
        if !self.may_know(position) {
            return None;
        }
        self.probe(|| self.tables.probe_wdl_after_zeroing(position))
            .map(|wdl| self.outcome_of(wdl))
    }

    fn rank_root(&self, position: &Chess) -> Option<Vec<RankedMove>> {
        if !self.may_know(position) {
            return None;
        }
        let moves = position.legal_moves();
        let rank_all = |rank: &dyn Fn(Move) -> Option<RankedMove>| {
            moves.iter().map(|m| rank(*m)).collect::<Option<Vec<_>>>()
        };
        // Distance tables are larger than the others, so people often leave them out.
        let mut ranked = rank_all(&|m| self.rank_by_distance(position, m))
            .or_else(|| rank_all(&|m| self.rank_by_outcome(position, m)))?;
        ranked.sort_by_key(|(_, outcome, distance)| {
            let patience = if *outcome > TablebaseOutcome::Draw {
                *distance
            } else {
                -distance
            };
            (Reverse(*outcome), patience)
        });
        (!ranked.is_empty()).then_some(ranked)
    }
}

impl Syzygy {
    fn rank_by_outcome(&self, position: &Chess, m: Move) -> Option<RankedMove> {
        let outcome = self.outcome(&after(position, m))?;
        Some((m, -outcome, UNKNOWN_DISTANCE))
    }

    fn rank_by_distance(&self, position: &Chess, m: Move) -> Option<RankedMove> {
        let after = after(position, m);
        if after.is_checkmate() {
            return Some((m, TablebaseOutcome::Win, 0));
        }
        if m.is_zeroing() {
            return Some((m, -self.outcome(&after)?, 0));
        }
        let distance = self.probe(|| self.tables.probe_dtz(&after))?;
        let outcome = -self.outcome_with_clock(distance, after.halfmoves());
        Some((m, outcome, distance.ignore_rounding().0.abs()))
    }

    /// Returns the outcome of a position at this distance to the next capture, pawn move or mate.
    fn outcome_with_clock(&self, distance: MaybeRounded<Dtz>, halfmoves: u32) -> TablebaseOutcome {
        let Dtz(plies) = distance.ignore_rounding();
        // A rounded distance may be one too short, which could turn a win into a draw.
        let longest = plies.unsigned_abs() + u32::from(distance.precise().is_none());
        let in_time = !self.options.fifty_moves || longest.saturating_add(halfmoves) <= 100;
        match (plies.signum(), in_time) {
            (0, _) => TablebaseOutcome::Draw,
            (1, true) => TablebaseOutcome::Win,
            (1, false) => TablebaseOutcome::CursedWin,
            (_, true) => TablebaseOutcome::Loss,
            (_, false) => TablebaseOutcome::BlessedLoss,
        }
    }
}

/// Files with the extension of a table.
fn table_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if magic_of(&file).is_some() {
            files.push(file);
        }
    }
    Ok(files)
}

/// Returns the first bytes that a file of that name must have; `None` if it is not the name of a
/// table.
fn magic_of(file: &Path) -> Option<[u8; 4]> {
    let extension = file.extension()?;
    EXTENSIONS
        .iter()
        .find(|(known, _)| extension == *known)
        .map(|(_, magic)| *magic)
}

/// Checks the length and the first bytes of a file.
fn check(file: &Path) -> Result<(), TablebaseWarning> {
    let unreadable = |error: io::Error| TablebaseWarning::Unreadable {
        file: file.to_owned(),
        reason: error.to_string(),
    };
    let mut opened = File::open(file).map_err(unreadable)?;
    let bytes = opened.metadata().map_err(unreadable)?.len();
    if bytes < CHECKSUM || bytes % 64 != CHECKSUM {
        return Err(TablebaseWarning::Length {
            file: file.to_owned(),
            bytes,
        });
    }
    let mut first = [0; 4];
    opened.read_exact(&mut first).map_err(unreadable)?;
    if magic_of(file) == Some(first) {
        Ok(())
    } else {
        Err(TablebaseWarning::NoTable(file.to_owned()))
    }
}

#[cfg(test)]
mod tests;
