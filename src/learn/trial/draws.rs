//! Thompson sampling: effects by one draw of the level frequencies from their Dirichlet posterior.

use rand::Rng;
use rand_distr::{Distribution as _, Gamma};

use crate::bayes::effect::Effect;
use crate::heuristic::parameter_groups::{ParameterGroups, SideTying};
use crate::model::{HeuristicTable, class_of};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;
use crate::rng;

/// Differences of the drawn effects from the counted ones, in standard errors, by unit and phase.
pub(super) struct EffectDraws {
    groups: ParameterGroups,
    noise: ByPhase<Vec<f64>>,
}

impl EffectDraws {
    /// Draws for every unit and phase of `table`; parameters of both colours have the same draw.
    pub(super) fn of(table: &HeuristicTable, seed: u64) -> Self {
        let groups = ParameterGroups::of(table.schema(), SideTying::Tied);
        let mut rng = rng::stream(seed, "Thompson draws", 0);
        let mut first_of = vec![None; groups.units()];
        for (parameter, unit) in groups.unit_of().iter().enumerate() {
            first_of[*unit].get_or_insert(parameter);
        }
        let noise = ByPhase::new_with(|phase| {
            let units = first_of.iter().flatten();
            units
                .map(|parameter| noise(table, phase, *parameter, &mut rng))
                .collect()
        });
        Self { groups, noise }
    }

    /// Returns the difference for a parameter in a phase, in standard errors.
    pub(super) fn noise(&self, (phase, parameter): (Phase, usize)) -> f64 {
        self.noise[phase][self.groups.unit_of()[parameter]]
    }
}

fn noise(table: &HeuristicTable, phase: Phase, parameter: usize, rng: &mut impl Rng) -> f64 {
    let classes = SideResult::ALL.map(|result| {
        let class = class_of(phase, result);
        let counts = table.counts().feature(class, parameter);
        (result.points(), counts, table.counts().cases(class))
    });
    let alpha = table.smoothing().alpha();
    // Draws are always taken, so that one unit's draws do not depend on another's counts.
    let drawn = classes.map(|(worth, counts, cases)| {
        let gammas: Vec<f64> = counts
            .iter()
            .map(|count| gamma(*count as f64 + alpha, rng))
            .collect();
        let sum: f64 = gammas.iter().sum();
        let counts: Vec<f64> = gammas
            .iter()
            .map(|gamma| gamma / sum * cases as f64)
            .collect();
        (worth, counts)
    });
    let Some(counted) = Effect::of(classes.map(|(worth, counts, _)| (worth, counts))) else {
        return 0.0;
    };
    (slope(&drawn) - counted.slope) / counted.error
}

/// Draws from a gamma distribution; normalised gamma draws are a Dirichlet draw.
fn gamma(shape: f64, rng: &mut impl Rng) -> f64 {
    // A count plus smoothing is positive.
    Gamma::new(shape, 1.0).map_or(shape, |gamma| gamma.sample(rng))
}

/// Returns the slope of the points over the level, by linear regression.
fn slope(classes: &[(f64, Vec<f64>)]) -> f64 {
    let [mut count, mut level, mut worth, mut levels, mut both] = [0.0; 5];
    for (points, counts) in classes {
        for (at, cases) in counts.iter().enumerate() {
            let at = at as f64;
            count += cases;
            level += cases * at;
            worth += cases * points;
            levels += cases * at * at;
            both += cases * at * points;
        }
    }
    (both - level * worth / count) / (levels - level * level / count)
}
