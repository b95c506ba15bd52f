//! Fast counting of many cases.
//!
//! A plain loop over a case increments one cell in five, which a compiler cannot vectorise. Here
//! every value of a feature but the last has a byte-wide partial sum, laid out
//! `[class][value][feature]`, and a case is *compared* with each value in turn: `sum += (case ==
//! value)` runs over the features as straight vector code. The rest of a class's cases had the last
//! value. A class's partial sums are added to wide ones before a byte can overflow. Memory: nine
//! bytes a cell besides the counts, however many cases there are.

use super::counts::Counts;
use super::shape::{CaseError, Shape};

/// Counts cases one by one, with the same result as [`Counts::add`] but faster.
#[derive(Clone, Debug)]
pub struct CountsBuilder {
    shape: Shape,
    /// The number of values of each feature, as bytes.
    limits: Vec<u8>,
    /// How many sums a class has: one for each feature and each value but the last of the largest
    /// feature.
    width: usize,
    /// `[class][value][feature]`, over the cases that are pending.
    partial: Vec<u8>,
    /// The same over all cases before those.
    sums: Vec<u64>,
    /// How many cases of each class are pending.
    pending: Vec<u8>,
    /// How many cases of each class came before those.
    cases: Vec<u64>,
}

impl CountsBuilder {
    /// A builder of `shape` without cases.
    pub fn new(shape: Shape) -> Self {
        let most_values = shape.values().iter().copied().max().unwrap_or(1);
        let limits = shape
            .values()
            .iter()
            .map(|values| u8::try_from(*values).unwrap_or(u8::MAX))
            .collect();
        let width = (most_values - 1) * shape.features();
        Self {
            limits,
            width,
            partial: vec![0; shape.classes() * width],
            sums: vec![0; shape.classes() * width],
            pending: vec![0; shape.classes()],
            cases: vec![0; shape.classes()],
            shape,
        }
    }

    /// Counts one case: `case` holds a value for each feature.
    ///
    /// # Errors
    ///
    /// [`CaseError`] when it does not fit; nothing is counted then.
    pub fn add(&mut self, class: usize, case: &[u8]) -> Result<(), CaseError> {
        if class >= self.pending.len() || !fits(&self.limits, case) {
            // The slow check finds the error.
            return self.shape.check(class, case);
        }
        let sums = &mut self.partial[class * self.width..][..self.width];
        for (value, sums_of_value) in (0_u8..).zip(sums.chunks_exact_mut(case.len())) {
            for (sum, seen) in sums_of_value.iter_mut().zip(case) {
                // Cannot wrap: at most 255 cases are pending.
                *sum = sum.wrapping_add(u8::from(*seen == value));
            }
        }
        self.pending[class] += 1;
        if self.pending[class] == u8::MAX {
            self.flush(class);
        }
        Ok(())
    }

    /// Returns the counts of all cases so far.
    pub fn finish(mut self) -> Counts {
        for class in 0..self.pending.len() {
            self.flush(class);
        }
        let (sums, width, features) = (self.sums, self.width, self.shape.features());
        Counts::from_sums(self.shape, self.cases, |class, feature, value| {
            sums[class * width + value * features + feature]
        })
    }

    fn flush(&mut self, class: usize) {
        let partial = &mut self.partial[class * self.width..][..self.width];
        let sums = &mut self.sums[class * self.width..][..self.width];
        for (sum, part) in sums.iter_mut().zip(partial.iter()) {
            *sum += u64::from(*part);
        }
        partial.fill(0);
        self.cases[class] += u64::from(self.pending[class]);
        self.pending[class] = 0;
    }
}

/// Returns true if each value is below its limit; without an early exit, so that it runs as vector
/// code.
fn fits(limits: &[u8], case: &[u8]) -> bool {
    limits.len() == case.len()
        && limits
            .iter()
            .zip(case)
            .fold(0_u8, |bad, (limit, value)| bad | u8::from(value >= limit))
            == 0
}
