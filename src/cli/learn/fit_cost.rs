//! What `learn --positions` will take, said before it begins.
//!
//! May use: everything.

use std::io::{self, Write as _};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};

use bayeschess::heuristic::Heuristic;
use bayeschess::learn::positions::{FitPlan, PositionsError, estimate};
use bayeschess::store::Store;

/// From so many games on it takes long also where nothing is searched.
const LONG: u64 = 20_000;

/// Says before a long run how many of its `games` and positions are read and how long all of it will take; false
/// when stopped meanwhile.
///
/// # Errors
///
/// A database that cannot be read.
pub(super) fn print_estimate(
    store: &Store,
    start: &Heuristic,
    plan: &FitPlan,
    games: u64,
) -> Result<bool, PositionsError> {
    if games == 0 || plan.teaching.is_none() && games < LONG {
        return Ok(true);
    }
    let Some(estimate) = estimate(store, start, plan, games)? else {
        return Ok(false);
    };
    let searched = plan.teaching.as_ref().map_or_else(String::new, |teaching| {
        format!(", each searched to {} nodes", HumanCount(teaching.nodes))
    });
    // Whoever closed standard error does not want to hear it.
    let _ = writeln!(
        io::stderr().lock(),
        "{} games with about {} positions{searched}: about {} on this machine, the fit included",
        HumanCount(games),
        HumanCount(estimate.positions),
        HumanDuration(estimate.time.max(Duration::from_secs(1)))
    );
    Ok(true)
}
