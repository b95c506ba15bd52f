//! All probabilities of a learned table with their intervals, for `model show --cells`.

use std::io;
use std::path::Path;

use serde::Serialize;

use bayeschess::bayes::Interval;
use bayeschess::files::{self, Existing, WriteError};
use bayeschess::heuristic::LEVELS;
use bayeschess::learn::CREDIBILITY;
use bayeschess::model::{HeuristicTable, class_of};
use bayeschess::phase::Phase;
use bayeschess::record::SideResult;

/// P(level | phase, result) of one parameter's level.
#[derive(Serialize)]
struct CellJson<'a> {
    phase: Phase,
    result: SideResult,
    parameter: &'a str,
    level: usize,
    value: i32,
    /// Cases of that phase and result with the level.
    count: u64,
    /// Cases of that phase and result.
    cases: u64,
    probability: f64,
    /// Lower end of the 95 % credible interval.
    low: f64,
    /// Upper end of the 95 % interval.
    high: f64,
}

/// Writes a row for each probability of the parameters whose names contain `wanted`.
pub(super) fn write(
    table: &HeuristicTable,
    wanted: Option<&str>,
    file: &Path,
    existing: Existing,
) -> Result<(), WriteError> {
    files::write_whole(file, existing, |out| {
        let mut writer = csv::Writer::from_writer(out);
        for phase in Phase::ALL {
            for result in SideResult::ALL {
                for place in 0..table.schema().len() {
                    let name = &table.schema().parameters()[place].name;
                    if wanted.is_some_and(|text| !name.contains(text)) {
                        continue;
                    }
                    for cell in cells(table, phase, result, place) {
                        writer.serialize(cell).map_err(io::Error::other)?;
                    }
                }
            }
        }
        writer.flush()
    })
}

fn cells(
    table: &HeuristicTable,
    phase: Phase,
    result: SideResult,
    place: usize,
) -> impl Iterator<Item = CellJson<'_>> {
    let class = class_of(phase, result);
    let (cases, smoothing) = (table.counts().cases(class), table.smoothing());
    let counts = table.counts().feature(class, place);
    let cell = move |(level, count): (usize, &u64)| {
        let interval = smoothing.credible_interval(*count, cases, LEVELS, CREDIBILITY);
        // A count is at most its number of cases, so there always is an interval.
        let Interval { low, high } = interval.unwrap_or(Interval {
            low: 0.0,
            high: 1.0,
        });
        CellJson {
            phase,
            result,
            parameter: &table.schema().parameters()[place].name,
            level,
            value: table.level_values().values(phase)[place][level],
            count: *count,
            cases,
            probability: smoothing.probability(*count, cases, LEVELS),
            low,
            high,
        }
    };
    counts.iter().enumerate().map(cell)
}
