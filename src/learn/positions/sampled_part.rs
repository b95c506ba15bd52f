//! Sampling some of the games of a plan into a file, for fits that are divided over machines.

use std::ops::Range;
use std::path::Path;

use super::gather::gather;
use super::lines::{PositionFiles, gather_lines};
use super::plan::{FitPlan, FitProgress, PositionsError};
use super::row_flow::{self, RowFlow};
use super::starting_point::StartingPoint;
use super::units::ParameterUnits;
use crate::heuristic::Heuristic;
use crate::store::Store;

/// Where the positions of a fit come from.
#[derive(Clone, Copy, Debug)]
pub enum PositionSource<'a> {
    /// Games of a database.
    Games(&'a Store),
    /// Lines of files; thirty of them stand for a game.
    Lines(&'a PositionFiles),
}

impl PositionSource<'_> {
    fn pass_to(
        self,
        flow: &mut RowFlow<'_>,
        plan: &FitPlan,
        on_progress: &mut dyn FnMut(FitProgress),
    ) -> Result<(), PositionsError> {
        match self {
            Self::Games(store) => store.in_one_view(|store| gather(store, flow, plan, on_progress)),
            Self::Lines(files) => gather_lines(files, flow, plan, on_progress).map(drop),
        }
    }
}

/// Returns sixteen hexadecimal digits of a hash of what sampled positions depend on besides the games.
pub fn sample_identity(start: &Heuristic, plan: &FitPlan) -> String {
    let hash = row_flow::sample_identity(&StartingPoint::of(start).start, plan);
    hash.to_hex()[..16].to_owned()
}

/// Returns the number of games that a plan samples.
///
/// # Errors
///
/// [`PositionsError`] if the games cannot be read.
pub fn count_sampled(
    source: PositionSource<'_>,
    start: &Heuristic,
    plan: &FitPlan,
) -> Result<u64, PositionsError> {
    let units = ParameterUnits::of(start.schema());
    let mut flow = RowFlow::of_count(start, &units);
    source.pass_to(&mut flow, plan, &mut |_| {})?;
    Ok(flow.finish(plan)?.1)
}

/// Samples the games of a range, counted from 0 in the order of the plan, into a new file. All games before its end
/// are read, and only those of the range are settled and searched.
///
/// # Errors
///
/// [`PositionsError`] if the games cannot be read or the file cannot be written, or when stopped.
pub fn sample_part(
    source: PositionSource<'_>,
    start: &Heuristic,
    plan: &FitPlan,
    (games, file): (Range<u64>, &Path),
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<(), PositionsError> {
    let from = StartingPoint::of(start);
    let mut flow = RowFlow::of_part(plan, (&from.start, &from.units), games, file)?;
    source.pass_to(&mut flow, plan, on_progress)?;
    if plan.stop.is_raised() {
        return Err(PositionsError::Stopped);
    }
    flow.finish(plan).map(drop)
}
