//! The laboratory: measures each search technique, each evaluation term, and adaptation.
//!
//! A [`ladder`] adds one technique at each rung, from plain minimax to today's search, and counts the nodes to a
//! depth. An [`ablation`] leaves one feature out and plays the whole engine against the rest. Their rows go into a
//! sheet that is complete after each of them, so that both can be continued. [`adapt`] plays opponents of many
//! styles with and without adapting to them.

pub mod ablation;
pub mod adapt;
pub mod feature;
pub mod ladder;
pub mod rung;
pub mod thesis;

pub use ablation::{Ablation, AblationRow};
pub use feature::Feature;
pub use ladder::{LadderRow, TechniqueLadder};
pub use rung::LadderRung;

use std::path::Path;

use crate::arena::MatchError;
use crate::cancel::CancelFlag;
use crate::files::{Existing, WriteError};
use crate::heuristic::Heuristic;
use crate::search::bench::{self, BenchConditions};
use crate::train::result_sheet::{ResultSheet, SheetError, SheetRow};

/// The bench depth whose signature identifies the program in a sheet.
const SIGNATURE_DEPTH: u16 = 4;

/// The error that ended a measurement; measured rows stay in the sheet.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The sheet is of other settings, of another program, or damaged.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// The measured rows, in memory and in a file if one was named.
#[derive(Debug)]
pub struct MeasurementLog<R> {
    sheet: Option<ResultSheet<R>>,
    rows: Vec<R>,
}

impl<R: SheetRow> MeasurementLog<R> {
    /// Opens or creates the sheet in `file`; without a file, rows are kept in memory alone.
    ///
    /// # Errors
    ///
    /// [`SheetError`] if the sheet has another recipe than `hash`, unless `other` allows replacing it.
    pub fn open(file: Option<&Path>, hash: &str, other: Existing) -> Result<Self, SheetError> {
        let sheet = file
            .map(|file| ResultSheet::open(file, hash, other))
            .transpose()?;
        Ok(Self {
            rows: sheet
                .as_ref()
                .map_or_else(Vec::new, |sheet| sheet.rows().to_vec()),
            sheet,
        })
    }

    /// All rows, in the order in which they were measured.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    /// Adds rows that belong together.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the file cannot be written; the old one is then unchanged.
    pub fn add(&mut self, rows: Vec<R>) -> Result<(), WriteError> {
        if let Some(sheet) = &mut self.sheet {
            sheet.extend(rows.iter().cloned())?;
        }
        self.rows.extend(rows);
        Ok(())
    }
}

/// Returns sixteen hexadecimal digits over everything that determines a measurement: the settings, the weights, and
/// the program's bench signature. Rows of different versions are never mixed in one sheet.
fn recipe_of(heuristic: &Heuristic, settings: &[String]) -> String {
    let Some(signature) = bench::run(
        heuristic,
        BenchConditions::to_depth(SIGNATURE_DEPTH.into()),
        &CancelFlag::new(),
        |_, _| {},
    ) else {
        unreachable!("nobody stops it");
    };
    let mut hasher = blake3::Hasher::new();
    let fixed = [heuristic.fingerprint(), signature.nodes.to_string()];
    for part in fixed.iter().chain(settings) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
