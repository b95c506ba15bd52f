//! Effects of levels on the score, from the counts of a randomised trial.

use crate::bayes::effect::Effect;
use crate::model::{HeuristicTable, class_of};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

/// Returns the effects: the change of the expected score per level of each parameter, by phase in the schema's order.
///
/// An effect is `None` if the parameter's level did not vary or nothing was counted.
pub fn score_effects(table: &HeuristicTable) -> ByPhase<Vec<Option<Effect>>> {
    ByPhase::new_with(|phase| {
        (0..table.schema().len())
            .map(|parameter| score_effect(table, phase, parameter))
            .collect()
    })
}

fn score_effect(table: &HeuristicTable, phase: Phase, parameter: usize) -> Option<Effect> {
    let class = |result| {
        let counts = table.counts().feature(class_of(phase, result), parameter);
        (result.points(), counts)
    };
    Effect::of(SideResult::ALL.map(class))
}
