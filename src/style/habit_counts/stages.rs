//! The background of games in progress: habits shown by the third own move, the fifth and so on.

use shakmaty::Color;

use crate::style::habits::{Habit, HabitShares};
use crate::style::sign::SignLayout;
use crate::style::thresholds::HabitThresholds;

/// The own moves after which a game in progress is compared with others.
pub const STAGES: [u32; 7] = [3, 5, 10, 15, 20, 30, 40];

/// Counts of one side's habits by stage and colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageCounts {
    /// Row by row: the number of sides, then the counts of values.
    pub(super) counts: Vec<u32>,
    habits: usize,
}

impl StageCounts {
    pub(super) fn new(layout: &SignLayout) -> Self {
        let habits = layout.habits();
        Self {
            counts: vec![0; STAGES.len() * 2 * (1 + habits)],
            habits,
        }
    }

    /// Makes a table from stored counts; their number is checked against the thresholds later.
    pub fn from_counts(counts: Vec<u32>, layout: &SignLayout) -> Self {
        Self {
            counts,
            ..Self::new(layout)
        }
    }

    /// Returns the counts, row by row.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    pub(super) fn fits(&self, layout: &SignLayout) -> bool {
        self.counts.len() == Self::new(layout).counts.len()
    }

    /// Counts what a side of this colour has shown by a stage.
    pub fn add(
        &mut self,
        stage: usize,
        side: Color,
        shares: &HabitShares,
        borders: &HabitThresholds,
        layout: &SignLayout,
    ) {
        let width = 1 + self.habits;
        let row = &mut self.counts[(stage * 2 + side as usize) * width..][..width];
        row[0] += 1;
        for (start, habit) in layout.starts().iter().zip(Habit::ALL) {
            row[1 + start + usize::from(borders.value(*habit, shares.of(*habit)))] += 1;
        }
    }

    /// Returns the frequency of each value of a side's habits at a stage; `None` if none was counted.
    pub fn frequencies(&self, stage: usize, side: Color) -> Option<Vec<f64>> {
        let width = 1 + self.habits;
        let row = &self.counts[(stage * 2 + side as usize) * width..][..width];
        let sides = f64::from(row[0]);
        (row[0] > 0).then(|| {
            row[1..]
                .iter()
                .map(|count| f64::from(*count) / sides)
                .collect()
        })
    }
}
