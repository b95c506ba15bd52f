//! The two axes of style: attacking or defensive, complicating or simplifying.

use serde::Serialize;

/// The evidence of games about a player on one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AxisEvidence {
    /// The sum of the games' scores, the one in progress counted by its share.
    pub sum: f64,
    /// The sum of the standard errors of the expected scores: errors of games among the same peers are alike.
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

    /// Adds the evidence of other games.
    pub fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.expectation_error += other.expectation_error;
    }
}

/// Where a player stands on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AxisScore {
    /// From −1 (typical of one end) to +1 (typical of the other): the posterior mean.
    pub score: f64,
    /// Where the score lies with 95 % probability.
    pub score_interval_95: [f64; 2],
}

/// Where a player stands on each axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StyleAxes {
    /// −1 is the typical defensive player, +1 the typical attacking one.
    pub attacking: AxisScore,
    /// −1 is the typical simplifying player, +1 the typical complicating one; `None` if the model cannot tell.
    pub complicating: Option<AxisScore>,
}
