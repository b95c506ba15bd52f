//! The expected time of a fit, printed before it begins.

use std::io::{self, Write as _};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};

use bayeschess::heuristic::Heuristic;
use bayeschess::learn::positions::{FitPlan, PositionsError, estimate};
use bayeschess::store::Store;

/// From this number of games on a fit takes long even without searches.
const LONG: u64 = 20_000;

/// Prints the expected number of games and positions and the time before a long fit. Returns false
/// if stopped.
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
    // A closed standard error needs no message.
    let _ = writeln!(
        io::stderr().lock(),
        "{} games with about {} positions{searched}: about {} on this machine, the fit included",
        HumanCount(games),
        HumanCount(estimate.positions),
        HumanDuration(estimate.time.max(Duration::from_secs(1)))
    );
    Ok(true)
}
