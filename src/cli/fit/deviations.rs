//! The uncertainty of each weight, for `fit --deviations`.

use std::io;
use std::path::Path;

use serde::Serialize;

use bayeschess::bayes::Z_95;
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
    /// The fitted value, before `--share`.
    weight: i32,
    /// One standard deviation; a lower bound, as if the other weights were known. 0 for a held weight.
    deviation: f64,
    /// Lower end of the 95 % interval.
    low: f64,
    /// Upper end of the 95 % interval.
    high: f64,
}

/// Writes a row for each parameter in each phase.
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
            term: parameter.kind.term(),
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

/// Rounds to a hundredth of a centipawn.
fn hundredths(centipawns: f64) -> f64 {
    (centipawns * 100.0).round() / 100.0
}
