//! What a trial still knows of earlier generations: the counts of the last ones, added up.
//!
//! A level is so far above or below its generation's centre, so cases of several generations say
//! together what more of a weight does, as long as the centre has not gone far. What was counted
//! around a centre left long ago asks for steps that have been taken since; hence counts age out. Counts
//! are exact, so the sum of the last tables is what subtracting the older ones would leave.

use crate::model::{HeuristicTable, Pick, TableError};

/// The newest table with the cases of those before it, as far as so many generations go together;
/// `before` holds them in their order.
///
/// # Errors
///
/// A table of another family, or more cases than can be counted.
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

    /// A generation of so many won games around the initial heuristic.
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

        /// Against all that was counted, less what is too old.
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
