//! Calibration: whether stated probabilities come true as often as they say.
//!
//! Forecasts are sorted into bins by the probability that they state; a bin's gap is the distance
//! between the mean probability and how often it came true. The expected calibration error is the
//! mean gap, bins weighted by their forecasts (Naeini, Cooper and Hauskrecht, "Obtaining well
//! calibrated probabilities using Bayesian binning", 2015). Sums merge, so that resampling is
//! cheap.

use serde::{Deserialize, Serialize};

use super::half_width_95;

/// The number of bins, all of one width.
const BINS: usize = 10;

/// How often forecasts of about one probability came true.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ReliabilityPoint {
    /// Mean of the stated probabilities.
    pub stated: f64,
    /// Share of the forecasts that came true.
    pub came_true: f64,
    /// Half the width of its 95 % interval, as if forecasts were independent.
    pub error_95: f64,
    /// Number of forecasts.
    pub forecasts: f64,
}

/// The forecasts of one bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReliabilityBin {
    /// The number of forecasts.
    pub forecasts: f64,
    /// The sum of the stated probabilities.
    pub stated: f64,
    /// The number of those that came true.
    pub true_ones: f64,
}

/// Forecasts by bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reliability([ReliabilityBin; BINS]);

impl Reliability {
    /// Counts a forecast.
    pub fn add(&mut self, probability: f64, came_true: bool) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small number of bins"
        )]
        let bin = ((probability * BINS as f64) as usize).min(BINS - 1);
        let bin = &mut self.0[bin];
        bin.forecasts += 1.0;
        bin.stated += probability;
        bin.true_ones += f64::from(u8::from(came_true));
    }

    /// Adds the forecasts of `other`, each `times` times.
    pub fn merge(&mut self, other: &Self, times: f64) {
        for (own, others) in self.0.iter_mut().zip(other.0) {
            own.forecasts += times * others.forecasts;
            own.stated += times * others.stated;
            own.true_ones += times * others.true_ones;
        }
    }

    /// The bins, by rising probability.
    pub const fn bins(&self) -> &[ReliabilityBin; BINS] {
        &self.0
    }

    /// Returns a point of the reliability diagram for each bin with at least `fewest` forecasts, by rising probability.
    pub fn points(&self, fewest: f64) -> Vec<ReliabilityPoint> {
        let bins = self.0.iter().filter(|bin| bin.forecasts >= fewest.max(1.0));
        bins.map(|bin| {
            let came_true = bin.true_ones / bin.forecasts;
            let deviation = (came_true * (1.0 - came_true) / bin.forecasts).sqrt();
            ReliabilityPoint {
                stated: bin.stated / bin.forecasts,
                came_true,
                error_95: half_width_95(deviation),
                forecasts: bin.forecasts,
            }
        })
        .collect()
    }

    /// The expected calibration error; `None` without forecasts.
    pub fn expected_error(&self) -> Option<f64> {
        let all: f64 = self.0.iter().map(|bin| bin.forecasts).sum();
        let gaps: f64 = self
            .0
            .iter()
            .map(|bin| (bin.stated - bin.true_ones).abs())
            .sum();
        (all > 0.0).then(|| gaps / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_the_mean_gap() {
        let mut forecasts = Reliability::default();
        assert_eq!(forecasts.expected_error(), None);
        for came_true in [true, true, true, false] {
            forecasts.add(0.75, came_true);
        }
        assert!(forecasts.expected_error().expect("an error") < 1e-12);
        // Four more that say 1 and of which half come true: (0 + 2) / 8.
        for came_true in [true, true, false, false] {
            forecasts.add(1.0, came_true);
        }
        assert!((forecasts.expected_error().expect("an error") - 0.25).abs() < 1e-12);
        let points = forecasts.points(4.0);
        assert_eq!(points.len(), 2);
        assert!(
            (points[0].stated - 0.75).abs() < 1e-12 && (points[0].came_true - 0.75).abs() < 1e-12
        );
        assert!((points[1].error_95 - half_width_95(0.25)).abs() < 1e-12);
        assert_eq!(forecasts.points(5.0), []);
        let mut twice = Reliability::default();
        twice.merge(&forecasts, 2.0);
        assert_eq!(twice.expected_error(), forecasts.expected_error());
    }
}
