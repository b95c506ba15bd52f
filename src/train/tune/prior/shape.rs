//! The shape of the prior that all options share, and the sizes by which options differ.

/// How much an option matters, as a factor of the shape that all share.
pub(super) const SIZES: [f64; 6] = [0.0, 0.25, 0.5, 1.0, 2.0, 4.0];

/// What all options share, in points at half the range from the start: the hill's mean loss, and the standard deviations
/// of its slope, its bend, each number beside it, and of words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PriorShape(pub(super) [f64; 5]);

impl PriorShape {
    pub(super) fn times(self, factor: f64) -> Self {
        Self(self.0.map(|number| number * factor))
    }
}

/// The logarithm of the sum of numbers that are given by their logarithms.
pub(super) fn log_sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
}
