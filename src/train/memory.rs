//! The memory of a trial: the counts of the last generations, added up.
//!
//! A level is a distance from its generation's centre. So counts of several generations can be added to estimate the
//! effect of a weight, as long as the centre has not moved far. Counts around an old centre ask for steps that have
//! been taken since; hence counts age out. Counts are exact integers, so adding the last tables equals subtracting
//! the older ones.

use super::recipe::TrainingRecipe;
use crate::learn::trial::{self, CentreUpdate};
use crate::model::{HeuristicTable, Pick, TableError};

/// Returns the newest table with the counts of the last `generations` generations; `before` has the earlier tables in
/// order.
///
/// # Errors
///
/// [`TableError`] for a table of another family, or more cases than can be counted.
pub(super) fn recall(
    before: &[HeuristicTable],
    newest: &HeuristicTable,
    generations: u32,
) -> Result<HeuristicTable, TableError> {
    let others = usize::try_from(generations.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut counts = newest.counts().clone();
    for table in before.iter().rev().take(others) {
        counts.merge(table.counts())?;
    }
    HeuristicTable::with_level_values(
        newest.level_values().clone(),
        Pick::Lean { reach: 0.0 },
        counts,
        newest.smoothing(),
        newest.card().origins.clone(),
    )
}

/// Returns the centre that follows from the newest table, by the recipe's rule and memory; `before` has the earlier
/// tables in order.
///
/// # Errors
///
/// [`TableError`], as [`recall`].
pub(super) fn next_centre(
    recipe: &TrainingRecipe,
    before: &[HeuristicTable],
    newest: &HeuristicTable,
    number: u32,
) -> Result<CentreUpdate, TableError> {
    let known = recall(before, newest, recipe.schedule.memory)?;
    Ok(trial::learn(&known, &recipe.rule(number)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bayes::{Counts, Smoothing};
    use crate::heuristic::{Heuristic, LevelValues, Levels, Schema};
    use crate::model::class_of;
    use crate::phase::{ByPhase, Phase};
    use crate::record::SideResult;
    use crate::rng;

    /// Returns the table of a generation of `cases` won games around the initial heuristic.
    fn table(seed: u64, cases: u64) -> HeuristicTable {
        let schema = Schema::classic();
        let widths = ByPhase::new_with(|_| vec![12; schema.len()]);
        let empty = HeuristicTable::without_cases(
            LevelValues::around(&Heuristic::initial(), &widths),
            Vec::new(),
        )
        .expect("a table");
        let mut counts = Counts::new(empty.counts().shape().clone());
        let mut draws = rng::stream(seed, "cases", 0);
        for _ in 0..cases {
            let levels = Levels::random(schema, &mut draws);
            counts
                .add(class_of(Phase::Opening, SideResult::Win), levels.as_bytes())
                .expect("a case");
        }
        HeuristicTable::with_level_values(
            empty.level_values().clone(),
            Pick::Lean { reach: 0.0 },
            counts,
            Smoothing::LAPLACE,
            Vec::new(),
        )
        .expect("a table")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// Compares the sum of the last tables with the sum of all minus the older ones.
        #[test]
        fn what_is_remembered_is_all_less_what_is_too_old(
            cases in prop::collection::vec(0_u64..5, 1..6),
            generations in 1_u32..4,
        ) {
            let tables: Vec<_> = (0..).zip(&cases).map(|(seed, cases)| table(seed, *cases)).collect();
            let mut sum = Counts::new(tables[0].counts().shape().clone());
            for (place, newest) in tables.iter().enumerate() {
                sum.merge(newest.counts()).expect("alike");
                if let Some(old) = place.checked_sub(generations as usize) {
                    sum.subtract(tables[old].counts()).expect("it is in there");
                }
                let recalled = recall(&tables[..place], newest, generations).expect("alike");
                prop_assert_eq!(recalled.counts(), &sum);
                prop_assert_eq!(recalled.level_values(), newest.level_values());
            }
        }
    }
}
