//! The random draws of a match: heuristics of a family, and the seed of its openings.

use rand::RngExt as _;

use crate::heuristic::{Heuristic, Levels, Schema};
use crate::phase::ByPhase;
use crate::rng;

/// Draws a random heuristic for pair `number`. `draw` is 0 for the first random player of the pair
/// and 1 for the second, so that swapping the players changes only the sign of the result.
pub(super) fn drawn_heuristic(
    schema: &'static Schema,
    seed: u64,
    number: u32,
    draw: u64,
) -> Heuristic {
    let mut rng = rng::stream(seed, "levels in a match", 2 * u64::from(number) + draw);
    let levels = ByPhase::new_with(|_| Levels::random(schema, &mut rng));
    Heuristic::from_levels(schema, &levels)
}

/// Returns the seed of a match's openings, so that they differ from those of self-play with the same seed.
pub fn opening_seed(seed: u64) -> u64 {
    rng::stream(seed, "openings of a match", 0).random()
}
