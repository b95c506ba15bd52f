//! How good forecasts of results are, on positions that they were not learned from.

use serde::{Deserialize, Serialize};

use super::design::DesignMatrix;
use crate::bayes::calibration::{brier, log_loss};
use crate::bayes::reliability::Reliability;
use crate::bayes::{OrderedLogit, OrderedOutcome};

/// At most so many rows decide on scale and margin: two numbers need no more.
const ROWS_FOR_A_SCALE: usize = 400_000;

/// The quality of forecasts of won, drawn and lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForecastQuality {
    /// The mean of −ln P(what happened), in nats.
    pub log_loss: f64,
    /// The mean squared distance of forecast and result, 0 to 2.
    pub brier: f64,
    /// The share of positions whose result was held most likely.
    pub accuracy: f64,
    /// The expected calibration error: the mean gap between a stated probability and how often it
    /// came true.
    pub calibration_error: f64,
}

/// The measures of forecasts (low, middle, high) of a design's rows, and their bins; none without rows.
pub(super) fn measure(
    forecasts: &[[f64; 3]],
    grades: &[OrderedOutcome],
) -> Option<(ForecastQuality, Reliability)> {
    let outcomes = || {
        let pairs = forecasts.iter().zip(grades);
        pairs.map(|(forecast, grade)| (forecast.as_slice(), *grade as usize))
    };
    let mut right = 0_u64;
    for (forecast, truth) in outcomes() {
        let best = (0..3).max_by(|one, two| forecast[*one].total_cmp(&forecast[*two]));
        right += u64::from(best == Some(truth));
    }
    let reliability = reliability(forecasts, grades);
    let measures = ForecastQuality {
        log_loss: log_loss(outcomes())?,
        brier: brier(outcomes())?,
        accuracy: right as f64 / forecasts.len() as f64,
        calibration_error: reliability.expected_error()?,
    };
    Some((measures, reliability))
}

/// The stated probability of every result, by how often it came.
fn reliability(forecasts: &[[f64; 3]], grades: &[OrderedOutcome]) -> Reliability {
    let mut reliability = Reliability::default();
    for (forecast, came) in forecasts.iter().zip(grades) {
        for (grade, probability) in OrderedOutcome::ALL.into_iter().zip(forecast) {
            reliability.add(*probability, grade == *came);
        }
    }
    reliability
}

/// The forecasts that follow from evaluations.
pub(super) fn forecasts(values: &[f64], link: OrderedLogit) -> Vec<[f64; 3]> {
    let values = values.iter();
    values.map(|value| link.probabilities(*value)).collect()
}

/// The root of the mean squared distance between the points that evaluations and searches foretell,
/// each by its own link.
pub(super) fn root_mean_square_distance(
    (values, link): (&[f64], OrderedLogit),
    (searched, searches): (&[f32], OrderedLogit),
) -> f64 {
    let points = |link: OrderedLogit, value: f64| {
        let [_, middle, high] = link.probabilities(value);
        high + middle / 2.0
    };
    let pairs = values.iter().zip(searched);
    let sum: f64 = pairs
        .map(|(value, found)| points(link, *value) - points(searches, f64::from(*found)))
        .map(|apart| apart.powi(2))
        .sum();
    (sum / values.len() as f64).sqrt()
}

/// The scale and margin by which the evaluations of a design's rows predict best.
pub(super) fn best_link(design: &DesignMatrix, values: &[f64]) -> Option<OrderedLogit> {
    let step = design.rows().div_ceil(ROWS_FOR_A_SCALE).max(1);
    let outcomes: Vec<(f64, OrderedOutcome)> = values
        .iter()
        .copied()
        .zip(design.grades().iter().copied())
        .step_by(step)
        .collect();
    OrderedLogit::fit(&outcomes)
}
