//! The starting weights of a fit.

use super::units::ParameterUnits;
use crate::heuristic::Heuristic;

/// A starting heuristic with equal weights for both colours.
pub(super) struct StartingPoint {
    pub(super) units: ParameterUnits,
    pub(super) start: Heuristic,
    /// Weights by column, as the positions are evaluated with.
    pub(super) means: Vec<f64>,
}

impl StartingPoint {
    /// Makes the weights of both colours equal.
    pub(super) fn of(start: &Heuristic) -> Self {
        let units = ParameterUnits::of(start.schema());
        let means = units.weights(start);
        let start = units.heuristic(start, &means);
        // The weights are read back, since positions are evaluated with rounded ones.
        let means = units.weights(&start);
        Self {
            units,
            start,
            means,
        }
    }
}
