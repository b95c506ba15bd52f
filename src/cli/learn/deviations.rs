//! What is left of doubt about each weight, for `learn --positions --deviations`.
//!
//! May use: everything.

use std::io;
use std::path::Path;

use anyhow::ensure;
use serde::Serialize;

use bayeschess::arena::elo::Z_95;
use bayeschess::files::{self, Existing, WriteError};
use bayeschess::heuristic::Term;
use bayeschess::learn::positions::FitResult;
use bayeschess::phase::Phase;

/// One weight in one phase, in centipawns.
#[derive(Serialize)]
struct DeviationRow<'a> {
    term: Term,
    parameter: &'a str,
    phase: Phase,
    start: i32,
    /// As it was fitted, whatever share of the way is gone.
    weight: i32,
    /// One standard deviation; a lower bound, as if the other weights were known. Nought where the
    /// weight was held.
    deviation: f64,
    /// Where the 95 % interval around the weight begins.
    low: f64,
    /// Where it ends.
    high: f64,
}

/// Refuses a file that could not be written at the end, before the work begins.
///
/// # Errors
///
/// A folder that is not there, a file that is and may not be replaced, or the table's own name.
pub(super) fn check(file: &Path, table: &Path, existing: Existing) -> anyhow::Result<()> {
    ensure!(
        file != table,
        "{}: --deviations and --out are two files; give them different names",
        file.display()
    );
    Ok(files::check_output(file, existing)?)
}

/// Writes a row for each parameter in each phase.
///
/// # Errors
///
/// A file that cannot be written, or is there already and may not be replaced.
pub(super) fn write(
    learned: &FitResult,
    file: &Path,
    existing: Existing,
) -> Result<(), WriteError> {
    files::write_whole(file, existing, |out| {
        let mut writer = csv::Writer::from_writer(out);
        for row in Phase::ALL
            .into_iter()
            .flat_map(|phase| rows(learned, phase))
        {
            writer.serialize(row).map_err(io::Error::other)?;
        }
        writer.flush()
    })
}

fn rows(learned: &FitResult, phase: Phase) -> impl Iterator<Item = DeviationRow<'_>> {
    let parameters = learned.start.schema().parameters().iter().enumerate();
    parameters.map(move |(place, parameter)| {
        let weight = learned.fitted.weights()[phase][place];
        let deviation = learned.deviations[phase][place];
        let reach = Z_95 * deviation;
        DeviationRow {
            term: parameter.group.term(),
            parameter: &parameter.name,
            phase,
            start: learned.start.weights()[phase][place],
            weight,
            deviation: hundredths(deviation),
            low: hundredths(f64::from(weight) - reach),
            high: hundredths(f64::from(weight) + reach),
        }
    })
}

/// A hundredth of a centipawn says more than is known.
fn hundredths(centipawns: f64) -> f64 {
    (centipawns * 100.0).round() / 100.0
}
