//! Learning from a randomised trial: from the counts of a generation to the next one's centre.
//!
//! In a generation levels are drawn around a centre, so what each does to the score is read off the
//! counts, with its error. A [`UpdateRule`] says how far the centre follows: the original's way, which
//! takes the best cell however little is known, and ways that follow as far as they know.

mod draws;
mod effects;
mod update_rule;

#[cfg(test)]
mod tests;

pub use effects::score_effects;
pub use update_rule::UpdateRule;

use crate::bayes::effect::mean_square_z;
use crate::heuristic::Heuristic;
use crate::model::HeuristicTable;
use crate::phase::{ByPhase, Phase};

/// What a generation has found.
#[derive(Clone, Debug)]
pub struct CentreUpdate {
    /// The centre that follows.
    pub centre: Heuristic,
    /// By phase, the mean z² of all effects: 1 is chance alone.
    pub mean_square_z: ByPhase<Option<f64>>,
    /// The root of the mean square of how far weights moved, in centipawns.
    pub moved: f64,
}

impl CentreUpdate {
    /// A step for another reason than effects.
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

/// Learns from the counts of one generation by `rule`.
pub fn learn(table: &HeuristicTable, rule: &UpdateRule) -> CentreUpdate {
    let effects = score_effects(table);
    CentreUpdate {
        mean_square_z: ByPhase::new_with(|phase| mean_square_z(effects[phase].iter().flatten())),
        ..CentreUpdate::of_step(&table.level_values().centre(), rule.next(table))
    }
}

/// The mean of heuristics of one family, each weight rounded: what fluctuates around an optimum
/// comes nearer to it (Polyak and Juditsky, *SIAM J. Control Optim.* 30, 1992, pp. 838-855). `None`
/// of none.
pub fn mean(heuristics: &[Heuristic]) -> Option<Heuristic> {
    let first = heuristics.first()?;
    let count = heuristics.len() as f64;
    Some(Heuristic::rounded(first.schema(), |phase, place| {
        let at = |heuristic: &Heuristic| f64::from(heuristic.weights()[phase][place]);
        heuristics.iter().map(at).sum::<f64>() / count
    }))
}
