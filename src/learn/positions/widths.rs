//! Distances between the levels around a learned weight, which are also the unit of the prior.

use crate::heuristic::{Heuristic, LevelValues};
use crate::phase::ByPhase;

/// Divisor of a weight that gives its width, if that is not below [`LEAST_WIDTH`].
const WIDTH: i32 = 10;

/// Minimum width, in centipawns.
const LEAST_WIDTH: i32 = 3;

/// Returns the distance between two levels around each weight of a heuristic, in centipawns: a tenth of the weight,
/// at least three.
pub fn widths(heuristic: &Heuristic) -> ByPhase<Vec<i32>> {
    ByPhase::new_with(|phase| {
        let weights = heuristic.weights()[phase].iter();
        weights
            .map(|weight| (weight.abs() / WIDTH).max(LEAST_WIDTH))
            .collect()
    })
}

/// Returns the levels around a learned heuristic.
pub fn level_values_around(heuristic: &Heuristic) -> LevelValues {
    LevelValues::around(heuristic, &widths(heuristic))
}
