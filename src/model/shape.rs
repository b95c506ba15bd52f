//! The layout of counts in a heuristic table: nine classes, and a feature for each parameter.

use crate::bayes::Shape;
use crate::heuristic::{LEVELS, Schema};
use crate::phase::Phase;
use crate::record::SideResult;

/// Returns the class of a case, from the phase of its levels and the result for its side.
pub const fn class_of(phase: Phase, result: SideResult) -> usize {
    phase as usize * SideResult::ALL.len() + result as usize
}

/// Returns the shape of the counts of a schema: nine classes, a feature of five values per parameter.
///
/// # Panics
///
/// If the schema has no parameters.
pub fn shape_of(schema: &Schema) -> Shape {
    let classes = Phase::ALL.len() * SideResult::ALL.len();
    #[expect(
        clippy::expect_used,
        reason = "a schema has parameters, of five levels each: no foreign byte can reach this"
    )]
    Shape::uniform(classes, schema.len(), LEVELS).expect("nine classes, some parameters")
}
