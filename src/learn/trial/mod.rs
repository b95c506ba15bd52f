//! Learning from a randomised trial: from the counts of a generation to the next centre.
//!
//! In a generation levels are drawn around a centre, so the effect of each on the score follows from the counts, with
//! its error. An [`UpdateRule`] determines the step of the centre: the original's rule takes the best cell however
//! uncertain it is; others scale the step by its certainty.

mod draws;
mod effects;
mod update_rule;

#[cfg(test)]
mod tests;

pub use effects::score_effects;
pub use update_rule::UpdateRule;
pub(crate) use update_rule::{USUAL_GAIN, USUAL_MOST, USUAL_RATE};

use crate::bayes::effect::mean_square_z;
use crate::heuristic::Heuristic;
use crate::model::HeuristicTable;
use crate::phase::{ByPhase, Phase};

/// The result of a generation: the next centre, with statistics.
#[derive(Clone, Debug)]
pub struct CentreUpdate {
    /// The next centre: the heuristic around which the next generation draws its levels.
    pub centre: Heuristic,
    /// Mean z² of all effects, by phase; chance alone gives 1. `None` if not measured.
    pub mean_square_z: ByPhase<Option<f64>>,
    /// Root mean square of the weights' changes, in centipawns.
    pub moved: f64,
}

impl CentreUpdate {
    /// Returns the update from `before` to `centre` for a method that measures no effects.
    pub fn of_step(before: &Heuristic, centre: Heuristic) -> Self {
        let pairs = Phase::ALL.into_iter().flat_map(|phase| {
            let (old, new) = (&before.weights()[phase], &centre.weights()[phase]);
            old.iter().zip(new)
        });
        let squares: f64 = pairs.map(|(old, new)| f64::from(new - old).powi(2)).sum();
        let weights = (Phase::ALL.len() * centre.schema().len()) as f64;
        Self {
            mean_square_z: ByPhase::default(),
            moved: (squares / weights).sqrt(),
            centre,
        }
    }
}

/// Learns the next centre from the counts of one generation by `rule`.
pub fn learn(table: &HeuristicTable, rule: &UpdateRule) -> CentreUpdate {
    let effects = score_effects(table);
    CentreUpdate {
        mean_square_z: ByPhase::new_with(|phase| mean_square_z(effects[phase].iter().flatten())),
        ..CentreUpdate::of_step(&table.level_values().centre(), rule.next(table))
    }
}

/// Returns the mean of heuristics of one family, each weight rounded; `None` without any. Averaging reduces the
/// fluctuations around an optimum (Polyak and Juditsky, *SIAM J. Control Optim.* 30, 1992, pp. 838-855).
pub fn mean(heuristics: &[Heuristic]) -> Option<Heuristic> {
    let first = heuristics.first()?;
    let count = heuristics.len() as f64;
    Some(Heuristic::rounded(first.schema(), |phase, place| {
        let at = |heuristic: &Heuristic| f64::from(heuristic.weights()[phase][place]);
        heuristics.iter().map(at).sum::<f64>() / count
    }))
}
