//! The two axes of style: attacking or defensive, complicating or simplifying.

use serde::Serialize;

/// Evidence from games about a player on one axis, as a sum over games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AxisEvidence {
    /// The sum of the games' scores less the expected ones; a game in progress counts by its share.
    pub sum: f64,
    /// The sum of the standard errors of the expected scores. They are added, not squared: games among the same
    /// peers share one error.
    pub expectation_error: f64,
}

impl AxisEvidence {
    /// Returns the evidence weighted by `weight`.
    #[must_use]
    pub fn times(self, weight: f64) -> Self {
        Self {
            sum: weight * self.sum,
            expectation_error: weight * self.expectation_error,
        }
    }

    /// Adds the evidence from other games.
    pub fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.expectation_error += other.expectation_error;
    }
}

/// A player's score on one axis, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AxisScore {
    /// The posterior mean, from −1 (typical of one end) to +1 (typical of the other).
    pub score: f64,
    /// The interval that holds the true score with 95 % probability.
    pub score_interval_95: [f64; 2],
}

/// A player's scores on both axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StyleAxes {
    /// −1 is the typical defensive player, +1 the typical attacking one.
    pub attacking: AxisScore,
    /// −1 is the typical simplifying player, +1 the typical complicating one; `None` if the model cannot tell.
    pub complicating: Option<AxisScore>,
}
