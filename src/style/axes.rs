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

/// An interval within this distance of zero is the middle of an axis, whose ends are −1 and +1.
const MIDDLE: f64 = 0.5;

/// Where a player stands on an axis, as far as that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AxisPlace {
    /// On the side of −1: defensive, or simplifying.
    Low,
    /// About as most players.
    Middle,
    /// On the side of +1: attacking, or complicating.
    High,
    /// The interval is too wide to tell.
    Unknown,
}

impl AxisScore {
    /// Returns what may be said of the score to people: what holds in the whole 95 % interval.
    pub fn place(&self) -> AxisPlace {
        let [low, high] = self.score_interval_95;
        // A little above zero for certain is still about as most.
        if low > -MIDDLE && high < MIDDLE {
            AxisPlace::Middle
        } else if low > 0.0 {
            AxisPlace::High
        } else if high < 0.0 {
            AxisPlace::Low
        } else {
            AxisPlace::Unknown
        }
    }
}

/// A player's scores on both axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StyleAxes {
    /// −1 is the typical defensive player, +1 the typical attacking one.
    pub attacking: AxisScore,
    /// −1 is the typical simplifying player, +1 the typical complicating one; `None` if the model cannot tell.
    pub complicating: Option<AxisScore>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_whole_interval_shows_is_said() {
        for (low, high, expected) in [
            (0.1, 0.9, AxisPlace::High),
            (-0.9, -0.1, AxisPlace::Low),
            (-0.4, 0.4, AxisPlace::Middle),
            (0.1, 0.4, AxisPlace::Middle),
            (-0.4, -0.1, AxisPlace::Middle),
            (0.1, 0.6, AxisPlace::High),
            (-0.9, 0.4, AxisPlace::Unknown),
            (-1.9, 1.9, AxisPlace::Unknown),
        ] {
            let score = AxisScore {
                score: f64::midpoint(low, high),
                score_interval_95: [low, high],
            };
            assert_eq!(score.place(), expected, "{low} {high}");
        }
    }
}
