//! Quality of predictions of results, on positions that they were not fitted to.

use serde::{Deserialize, Serialize};

use super::design::DesignMatrix;
use crate::bayes::reliability::Reliability;
use crate::bayes::scoring_rules::{brier, log_loss};
use crate::bayes::{OrderedLogit, OrderedOutcome};

/// Maximum number of rows for fitting scale and margin: two numbers need no more.
const ROWS_FOR_A_SCALE: usize = 400_000;

/// Quality of predicted probabilities of win, draw and loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForecastQuality {
    /// Log-loss: the mean of −ln P(outcome), in nats.
    pub log_loss: f64,
    /// Brier score: the mean squared distance between prediction and outcome, 0 to 2.
    pub brier: f64,
    /// Share of positions whose outcome was predicted as most likely, 0 to 1.
    pub accuracy: f64,
    /// Expected calibration error: the mean difference between predicted probability and observed frequency.
    pub calibration_error: f64,
}

/// Returns quality and reliability bins of the predictions (low, middle, high) for a design's rows; `None` without
/// rows.
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

/// Returns the reliability bins of all predicted probabilities.
fn reliability(forecasts: &[[f64; 3]], grades: &[OrderedOutcome]) -> Reliability {
    let mut reliability = Reliability::default();
    for (forecast, came) in forecasts.iter().zip(grades) {
        for (grade, probability) in OrderedOutcome::ALL.into_iter().zip(forecast) {
            reliability.add(*probability, grade == *came);
        }
    }
    reliability
}

/// Returns the predictions that follow from evaluations.
pub(super) fn forecasts(values: &[f64], link: OrderedLogit) -> Vec<[f64; 3]> {
    let values = values.iter();
    values.map(|value| link.probabilities(*value)).collect()
}

/// Returns the root mean square difference of the expected points by evaluations and by searches, each with its own
/// link.
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

/// Returns the scale and margin with which the evaluations of a design's rows predict best.
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
