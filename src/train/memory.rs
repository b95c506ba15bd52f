//! What a trial still knows of earlier generations: their counts, added up, and the oldest taken away.
//!
//! A level is so far above or below its generation's centre, so cases of several generations say
//! together what more of a weight does, as long as the centre has not gone far. What was counted
//! around a centre left long ago asks for steps that have been taken since; hence counts age out.
//!
//! May use: L0, `bayes`, `model`.

use std::collections::VecDeque;

use crate::bayes::Counts;
use crate::model::{HeuristicTable, Pick, TableError};

/// The counts of the last generations.
#[derive(Debug)]
pub(super) struct Memory {
    /// How many generations are remembered.
    generations: usize,
    /// The counts of each, the oldest first.
    each: VecDeque<Counts>,
    /// Their sum.
    all: Option<Counts>,
}

impl Memory {
    /// Of so many generations.
    pub(super) fn of(generations: u32) -> Self {
        Self {
            generations: usize::try_from(generations).unwrap_or(usize::MAX),
            each: VecDeque::new(),
            all: None,
        }
    }

    /// The table of a new generation with what is remembered of those before it; what is too old is
    /// forgotten.
    ///
    /// # Errors
    ///
    /// A table of another family, or more cases than can be counted.
    pub(super) fn recall(&mut self, table: &HeuristicTable) -> Result<HeuristicTable, TableError> {
        let newest = table.counts().clone();
        let mut all = match self.all.take() {
            None => newest.clone(),
            Some(mut all) => {
                all.merge(&newest)?;
                all
            }
        };
        self.each.push_back(newest);
        if self.each.len() > self.generations
            && let Some(oldest) = self.each.pop_front()
        {
            all.subtract(&oldest)?;
        }
        self.all = Some(all.clone());
        HeuristicTable::with_ladder(
            table.ladder().clone(),
            Pick::Lean { reach: 0.0 },
            all,
            table.smoothing(),
            table.card().origins.clone(),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bayes::Smoothing;
    use crate::heuristic::{Heuristic, Ladder, Levels, Schema};
    use crate::model::class_of;
    use crate::phase::{ByPhase, Phase};
    use crate::record::SideResult;
    use crate::rng;

    /// A generation of so many won games around the initial heuristic.
    fn table(seed: u64, cases: u64) -> HeuristicTable {
        let schema = Schema::classic();
        let widths = ByPhase::new_with(|_| vec![12; schema.len()]);
        let empty = HeuristicTable::in_the_middle(
            Ladder::around(&Heuristic::initial(), &widths),
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
        HeuristicTable::with_ladder(
            empty.ladder().clone(),
            Pick::Lean { reach: 0.0 },
            counts,
            Smoothing::LAPLACE,
            Vec::new(),
        )
        .expect("a table")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn what_is_remembered_is_the_sum_of_the_last_generations(
            cases in prop::collection::vec(0_u64..5, 1..6),
            generations in 1_u32..4,
        ) {
            let tables: Vec<_> = (0..).zip(&cases).map(|(seed, cases)| table(seed, *cases)).collect();
            let mut memory = Memory::of(generations);
            for (place, newest) in tables.iter().enumerate() {
                let recalled = memory.recall(newest).expect("alike");
                let first = (place + 1).saturating_sub(generations as usize);
                let mut sum = tables[first].counts().clone();
                for table in &tables[first + 1..=place] {
                    sum.merge(table.counts()).expect("alike");
                }
                prop_assert_eq!(recalled.counts(), &sum);
                prop_assert_eq!(recalled.ladder(), newest.ladder());
            }
        }
    }
}
