//! Rules by which a centre moves from the counts of its generation.

use serde::{Deserialize, Serialize};

use super::draws::EffectDraws;
use super::effects::score_effects;
use crate::bayes::effect::{Effect, shrink_by_group, smoothed, variance_of};
use crate::heuristic::design::covariance;
use crate::heuristic::parameter_groups::{ParameterGroups, SideTying};
use crate::heuristic::{Heuristic, INITIAL_LEVEL, LEVELS, LEVELS_FROM_INITIAL};
use crate::model::{HeuristicTable, Objective, Pick, class_of};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

/// Returns true for the default, which canonical text leaves out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde hands it over")]
fn is_nought(length: &f64) -> bool {
    *length <= 0.0
}

/// Usual step in levels for each standard error.
pub(crate) const USUAL_GAIN: f64 = 0.33;

/// Usual longest step in levels.
pub(crate) const USUAL_MOST: f64 = 1.5;

/// Usual step in levels for each point.
pub(crate) const USUAL_RATE: f64 = 0.002;

const fn usual_gain() -> f64 {
    USUAL_GAIN
}

const fn usual_most() -> f64 {
    USUAL_MOST
}

const fn usual_rate() -> f64 {
    USUAL_RATE
}

/// A rule by which the next centre follows from the counts.
///
/// Variants without settings have braces, too, so that misspelt settings are refused.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum UpdateRule {
    /// The original's rule: for each parameter the level most frequent among won games.
    ArgMax {},
    /// The posterior mean of the levels' values among won games.
    PosteriorMean {},
    /// Moves by a number of levels for each standard error of an effect. Effects are shrunk by the variance of their
    /// group beyond chance, and the step is limited.
    Shrunk {
        /// Step in levels for each standard error.
        #[serde(default = "usual_gain")]
        gain: f64,
        /// Maximum step, in levels: the trust region.
        #[serde(default = "usual_most")]
        most: f64,
        /// Width of the Gaussian kernel that correlates neighbouring effects, in squares or steps of a row; 0 shrinks
        /// each effect separately.
        #[serde(default, skip_serializing_if = "is_nought")]
        neighbours: f64,
    },
    /// Moves as [`Shrunk`](Self::Shrunk), with effects drawn from their posterior. Dirichlet draws of the level
    /// frequencies by result explore uncertain effects (W. R. Thompson, *Biometrika* 25, 1933, pp. 285-294).
    Thompson {
        /// Step in levels for each standard error.
        #[serde(default = "usual_gain")]
        gain: f64,
        /// Maximum step, in levels.
        #[serde(default = "usual_most")]
        most: f64,
        /// Seed of the draws.
        seed: u64,
    },
    /// SPSA: moves by a number of levels for each point won with a parameter one level up, or lost one level down (J.
    /// C. Spall, *IEEE Trans. Aerosp. Electron. Syst.* 34, 1998, pp. 817-823), as engine testers use it.
    Spsa {
        /// Step in levels for each point.
        #[serde(default = "usual_rate")]
        rate: f64,
    },
    /// Random search: takes the levels that were tried if they won more games than they lost; else the centre stays.
    Accept {},
}

impl UpdateRule {
    /// Returns the name in recipes.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// Returns the centre that follows from the counts of `table`.
    pub fn next(&self, table: &HeuristicTable) -> Heuristic {
        match *self {
            Self::ArgMax {} => arg_max(table),
            Self::PosteriorMean {} => posterior_mean(table),
            Self::Shrunk { gain, most, .. } => {
                self.follow(table, [gain, most], |_, believed| believed.slope)
            }
            Self::Thompson { gain, most, seed } => {
                let draws = EffectDraws::of(table, seed);
                self.follow(table, [gain, most], |place, believed| {
                    believed.slope + believed.error * draws.noise(place)
                })
            }
            Self::Spsa { rate } => moved(table, |phase, parameter| {
                rate * points_up(table, phase, parameter)
            }),
            Self::Accept {} => accept(table),
        }
    }

    /// Returns the posterior of every effect in `table`, by phase and in the schema's order.
    ///
    /// Each effect is pulled towards zero, the more so the less the effects of its group vary beyond their errors of
    /// measurement. If the rule has `neighbours`, the effects of tables, whose squares or numbers have neighbours, are
    /// smoothed over these instead.
    pub fn posterior_effects(&self, table: &HeuristicTable) -> ByPhase<Vec<Option<Effect>>> {
        let neighbours = match *self {
            Self::Shrunk { neighbours, .. } => neighbours,
            _ => 0.0,
        };
        let groups = ParameterGroups::of(table.schema(), SideTying::Tied);
        let effects = score_effects(table);
        ByPhase::new_with(|phase| posterior(&effects[phase], &groups, neighbours))
    }

    /// Returns the centre moved by posterior effects, in standard errors of the raw ones.
    fn follow(
        &self,
        table: &HeuristicTable,
        [gain, most]: [f64; 2],
        slope: impl Fn((Phase, usize), Effect) -> f64,
    ) -> Heuristic {
        let effects = score_effects(table);
        let believed = self.posterior_effects(table);
        moved(table, |phase, parameter| {
            let pair = effects[phase][parameter].zip(believed[phase][parameter]);
            pair.map_or(0.0, |(raw, believed)| {
                let step = gain * slope((phase, parameter), believed) / raw.error;
                step.clamp(-most, most)
            })
        })
    }
}

fn arg_max(table: &HeuristicTable) -> Heuristic {
    table
        .clone()
        .with_pick(Pick::Level)
        .heuristic(Objective::MaxWin)
}

fn posterior_mean(table: &HeuristicTable) -> Heuristic {
    moved(table, |phase, parameter| {
        table.mean_level(phase, SideResult::Win, parameter)
    })
}

/// Returns the posterior effects: shrunk by the variance of their group beyond chance, or smoothed over neighbours in
/// tables that have them.
fn posterior(
    effects: &[Option<Effect>],
    groups: &ParameterGroups,
    neighbours: f64,
) -> Vec<Option<Effect>> {
    let mut believed = shrink_by_group(effects, &groups.group_of());
    if neighbours <= 0.0 {
        return believed;
    }
    let mut parameters_of = vec![Vec::new(); groups.units()];
    for (parameter, unit) in groups.unit_of().iter().enumerate() {
        parameters_of[*unit].push(parameter);
    }
    for table in groups.tables().iter().filter(|table| table.units.len() > 1) {
        // Parameters of both colours have the same counts.
        let first = |unit: &usize| effects[parameters_of[*unit][0]];
        let seen: Vec<Option<Effect>> = table.units.iter().map(first).collect();
        let variance = variance_of(seen.iter().flatten());
        let mut prior = covariance(table, neighbours, 0.0);
        for entry in &mut prior {
            *entry *= variance;
        }
        for ((unit, effect), seen) in table.units.iter().zip(smoothed(&seen, &prior)).zip(&seen) {
            for parameter in &parameters_of[*unit] {
                believed[*parameter] = seen.map(|_| effect);
            }
        }
    }
    believed
}

/// Returns the centre with every weight moved by a number of levels.
fn moved(table: &HeuristicTable, step: impl Fn(Phase, usize) -> f64) -> Heuristic {
    let ladder = table.level_values();
    Heuristic::rounded(table.schema(), |phase, parameter| {
        let rungs = ladder.values(phase)[parameter];
        let width = f64::from(rungs[LEVELS - 1] - rungs[0]) / (LEVELS - 1) as f64;
        f64::from(rungs[usize::from(INITIAL_LEVEL)]) + width * step(phase, parameter)
    })
}

/// Returns wins minus losses over all cases, each weighted by the distance of its level from the middle.
fn points_up(table: &HeuristicTable, phase: Phase, parameter: usize) -> f64 {
    let of = |result| {
        let counts = table.counts().feature(class_of(phase, result), parameter);
        let weighted = counts.iter().zip(LEVELS_FROM_INITIAL);
        let up: f64 = weighted.map(|(count, rung)| *count as f64 * rung).sum();
        (2.0 * result.points() - 1.0) * up
    };
    SideResult::ALL.map(of).iter().sum()
}

/// Returns the combination of levels that was tried, if more of its games were won than lost; else the centre.
fn accept(table: &HeuristicTable) -> Heuristic {
    let counts = table.counts();
    let of = |phase, result| counts.cases(class_of(phase, result));
    let fullest = table.fullest_phase();
    if of(fullest, SideResult::Win) <= of(fullest, SideResult::Loss) {
        return table.level_values().centre();
    }
    moved(table, |phase, parameter| {
        let seen = |level: usize| {
            let times = |result| counts.feature(class_of(phase, result), parameter)[level];
            SideResult::ALL.map(times).iter().sum::<u64>() > 0
        };
        let rungs = (0..LEVELS).zip(LEVELS_FROM_INITIAL);
        rungs
            .filter(|(level, _)| seen(*level))
            .map(|(_, rung)| rung)
            .sum()
    })
}
