//! The thresholds that bin a habit's share into values: little, less than usual, more, much.
//!
//! They are learned from data without labels: the quartiles of what labelled players' opponents did. A share of few
//! chances is first shrunk towards the usual one, so that one check in two moves does not count as a habit.

use super::habits::{Habit, HabitShare, HabitShares};

/// Number of chances at the usual rate that are added to every share (shrinkage).
const PULL: f64 = 6.0;

/// The most values into which a share is binned.
pub const VALUES: usize = 4;

/// The usual rate of each habit, and the thresholds between its values.
#[derive(Clone, Debug, PartialEq)]
pub struct HabitThresholds {
    habits: Vec<ShareCuts>,
}

/// The usual rate and the thresholds of one habit.
#[derive(Clone, Debug, PartialEq)]
struct ShareCuts {
    usual: f64,
    cuts: Vec<f64>,
}

impl ShareCuts {
    fn rate(&self, share: HabitShare) -> f64 {
        (f64::from(share.happened) + PULL * self.usual) / (f64::from(share.chances) + PULL)
    }
}

impl HabitThresholds {
    /// Learns thresholds that bin these shares into quarters, as far as ties allow.
    pub fn learn<'a>(background: &(impl Iterator<Item = &'a HabitShares> + Clone)) -> Self {
        let habits = Habit::ALL.iter().map(|habit| {
            let shares = background.clone().map(|shares| shares.of(*habit));
            let (happened, chances) = shares.clone().fold((0_u64, 0_u64), |sum, share| {
                (
                    sum.0 + u64::from(share.happened),
                    sum.1 + u64::from(share.chances),
                )
            });
            let usual = happened as f64 / chances.max(1) as f64;
            let usual = if chances == 0 { 0.0 } else { usual };
            let mut border = ShareCuts {
                usual,
                cuts: Vec::new(),
            };
            let mut rates: Vec<f64> = shares.map(|share| border.rate(share)).collect();
            rates.sort_by(f64::total_cmp);
            for quarter in 1..VALUES {
                let cut = rates.get(rates.len() * quarter / VALUES).copied();
                // A cut at the least rate would leave the lowest value empty.
                let above =
                    cut.filter(|cut| Some(*cut) > border.cuts.last().or(rates.first()).copied());
                border.cuts.extend(above);
            }
            border
        });
        Self {
            habits: habits.collect(),
        }
    }

    /// Makes thresholds from stored numbers: for each habit the usual rate and its cuts. `None` if they are not
    /// in order.
    pub fn from_rows(rows: Vec<(f64, Vec<f64>)>) -> Option<Self> {
        let rising = |cuts: &[f64]| cuts.is_sorted_by(|one, next| one < next);
        let sound = rows.len() == Habit::ALL.len()
            && rows.iter().all(|(usual, cuts)| {
                usual.is_finite()
                    && cuts.len() < VALUES
                    && cuts.iter().all(|cut| cut.is_finite())
                    && rising(cuts)
            });
        sound.then(|| Self {
            habits: rows
                .into_iter()
                .map(|(usual, cuts)| ShareCuts { usual, cuts })
                .collect(),
        })
    }

    /// Returns the numbers that [`from_rows`](Self::from_rows) reads.
    pub fn rows(&self) -> impl Iterator<Item = (f64, &[f64])> {
        self.habits
            .iter()
            .map(|border| (border.usual, border.cuts.as_slice()))
    }

    /// Returns the number of values of a habit.
    pub fn values(&self, habit: Habit) -> usize {
        self.habits[habit as usize].cuts.len() + 1
    }

    /// Returns the value of a habit's share.
    pub fn value(&self, habit: Habit, share: HabitShare) -> u8 {
        let border = &self.habits[habit as usize];
        let rate = border.rate(share);
        border.cuts.iter().map(|cut| u8::from(rate >= *cut)).sum()
    }

    /// Returns the share as a rate, shrunk towards the usual one.
    pub fn rate(&self, habit: Habit, share: HabitShare) -> f64 {
        self.habits[habit as usize].rate(share)
    }

    /// Returns the usual rate of a habit, as a share of the chances.
    pub fn usual(&self, habit: Habit) -> f64 {
        self.habits[habit as usize].usual
    }
}
