//! How counts are laid out in a heuristic table: nine classes, and a feature for each parameter.

use crate::bayes::Shape;
use crate::heuristic::{LEVELS, Schema};
use crate::phase::Phase;
use crate::record::SideResult;

/// The class of a case: which phase it used its levels in, and how the game ended for it.
pub const fn class_of(phase: Phase, result: SideResult) -> usize {
    phase as usize * SideResult::ALL.len() + result as usize
}

/// The shape of the counts of a schema: nine classes, a feature of five values per parameter.
///
/// # Panics
///
/// With a schema of no parameters, which this program does not have.
pub fn shape_of(schema: &Schema) -> Shape {
    let classes = Phase::ALL.len() * SideResult::ALL.len();
    #[expect(
        clippy::expect_used,
        reason = "a schema has parameters, of five levels each: no foreign byte can reach this"
    )]
    Shape::uniform(classes, schema.len(), LEVELS).expect("nine classes, some parameters")
}
