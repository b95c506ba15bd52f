//! How far levels around a learned weight lie apart, which is also the unit of the prior.

use crate::heuristic::{Heuristic, LevelValues};
use crate::phase::ByPhase;

/// A width is this part of a weight, but not less than [`LEAST_WIDTH`].
const WIDTH: i32 = 10;

/// The smallest width, in centipawns.
const LEAST_WIDTH: i32 = 3;

/// The distance between two levels around each weight of a heuristic, in centipawns: a tenth of
/// the weight, and three at the least.
pub fn widths(heuristic: &Heuristic) -> ByPhase<Vec<i32>> {
    ByPhase::new_with(|phase| {
        let weights = heuristic.weights()[phase].iter();
        weights
            .map(|weight| (weight.abs() / WIDTH).max(LEAST_WIDTH))
            .collect()
    })
}

/// The levels around a heuristic that was learned.
pub fn level_values_around(heuristic: &Heuristic) -> LevelValues {
    LevelValues::around(heuristic, &widths(heuristic))
}
