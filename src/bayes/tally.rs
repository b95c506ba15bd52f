//! Counting many cases fast.
//!
//! A plain loop over a case increments one cell in five, which a compiler cannot vectorise. Here
//! every value of a feature has a byte-wide partial sum, laid out `[class][value][feature]`, and a
//! case is *compared* with each value in turn: `sum += (case == value)` runs over the features as
//! straight vector code. A class's partial sums go into the wide counts before a byte could
//! overflow. Memory: one byte a cell besides the counts, however many cases there are.
//!
//! May use: `units`.

use super::counts::Counts;
use super::shape::{CaseError, Shape};

/// Counts of cases that are still coming in; the same as [`Counts::add`], only faster.
#[derive(Clone, Debug)]
pub struct Tally {
    counts: Counts,
    /// The number of values of each feature, as bytes.
    limits: Vec<u8>,
    /// How many values the richest feature has.
    most_values: usize,
    /// `[class][value][feature]`.
    partial: Vec<u8>,
    /// How many cases are in each class's partial sums: 254 at most.
    pending: Vec<u8>,
}

impl Tally {
    /// A tally of `shape` that has seen nothing.
    pub fn new(shape: Shape) -> Self {
        let most_values = shape.values().iter().copied().max().unwrap_or(0);
        let limits = shape
            .values()
            .iter()
            .map(|values| u8::try_from(*values).unwrap_or(u8::MAX))
            .collect();
        Self {
            limits,
            most_values,
            partial: vec![0; shape.classes() * most_values * shape.features()],
            pending: vec![0; shape.classes()],
            counts: Counts::new(shape),
        }
    }

    /// Counts one case: `case` holds a value for each feature.
    ///
    /// # Errors
    ///
    /// [`CaseError`] when it does not fit; nothing is counted then.
    pub fn add(&mut self, class: usize, case: &[u8]) -> Result<(), CaseError> {
        if class >= self.pending.len() || !fits(&self.limits, case) {
            // The slow check finds out what is wrong.
            return self.counts.shape().check(class, case);
        }
        let width = self.most_values * self.limits.len();
        let sums = &mut self.partial[class * width..(class + 1) * width];
        for (value, sums_of_value) in (0_u8..).zip(sums.chunks_exact_mut(case.len())) {
            for (sum, seen) in sums_of_value.iter_mut().zip(case) {
                // Cannot wrap: a class is flushed when its sums have seen 254 cases.
                *sum = sum.wrapping_add(u8::from(*seen == value));
            }
        }
        self.pending[class] += 1;
        if self.pending[class] == u8::MAX - 1 {
            self.flush(class);
        }
        Ok(())
    }

    /// The counts of all cases so far.
    pub fn finish(mut self) -> Counts {
        for class in 0..self.pending.len() {
            self.flush(class);
        }
        self.counts
    }

    fn flush(&mut self, class: usize) {
        let width = self.most_values * self.limits.len();
        let sums = &mut self.partial[class * width..(class + 1) * width];
        self.counts
            .add_partial_sums(class, u64::from(self.pending[class]), sums);
        sums.fill(0);
        self.pending[class] = 0;
    }
}

/// Whether each value lies below its limit; without an early exit, so that it runs as vector code.
fn fits(limits: &[u8], case: &[u8]) -> bool {
    limits.len() == case.len()
        && limits
            .iter()
            .zip(case)
            .fold(0_u8, |bad, (limit, value)| bad | u8::from(value >= limit))
            == 0
}
