//! Heuristics whose weights are the same each time.

use bayeschess::heuristic::Heuristic;
use bayeschess::model::HeuristicSpec;

/// Loads the weights of a fixed heuristic.
pub(super) fn weights(spec: &HeuristicSpec) -> anyhow::Result<Heuristic> {
    match spec.load()?.heuristic() {
        Some(heuristic) => Ok(heuristic),
        None => anyhow::bail!(
            "random weights are different each time; name a table, initial or modern:initial"
        ),
    }
}
