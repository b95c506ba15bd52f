//! Proper scoring rules for forecasts: log-loss and Brier score.
//!
//! With a proper score the best forecast is the probability that the forecaster believes.
//! Sources: Brier, "Verification of forecasts expressed in terms of probability" (1950); Gneiting
//! and Raftery, "Strictly proper scoring rules" (2007).

/// Returns the mean of −ln P(what happened), in nats: 0 at best, ln k for k classes held equally likely.
///
/// `outcomes` pairs a forecast, one probability for each class, with the class that came true. If
/// that class had probability zero, the smallest positive number is used instead. `None` without
/// outcomes, or if a class is out of range.
pub fn log_loss<'a>(outcomes: impl IntoIterator<Item = (&'a [f64], usize)>) -> Option<f64> {
    mean(outcomes, |forecast, truth| {
        Some(-forecast.get(truth)?.max(f64::MIN_POSITIVE).ln())
    })
}

/// Returns the Brier score: the mean squared distance between forecast and outcome, summed over classes.
///
/// It is 0 at best, 2 at worst, and (k − 1) / k for k classes held equally likely.
///
/// `outcomes` and `None` as for [`log_loss`].
pub fn brier<'a>(outcomes: impl IntoIterator<Item = (&'a [f64], usize)>) -> Option<f64> {
    mean(outcomes, |forecast, truth| {
        (truth < forecast.len()).then(|| {
            forecast
                .iter()
                .enumerate()
                .map(|(class, probability)| {
                    let happened = f64::from(u8::from(class == truth));
                    (probability - happened).powi(2)
                })
                .sum()
        })
    })
}

fn mean<'a>(
    outcomes: impl IntoIterator<Item = (&'a [f64], usize)>,
    score: impl Fn(&[f64], usize) -> Option<f64>,
) -> Option<f64> {
    let mut sum = 0.0;
    let mut count = 0_u64;
    for (forecast, truth) in outcomes {
        sum += score(forecast, truth)?;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_and_ignorance_score_as_the_formulas_say() {
        let certain: &[f64] = &[0.0, 1.0, 0.0];
        let ignorant: &[f64] = &[1.0 / 3.0; 3];
        assert!(log_loss([(certain, 1)]).expect("a score").abs() < 1e-15);
        assert!(brier([(certain, 1)]).expect("a score").abs() < 1e-15);
        assert!((brier([(certain, 0)]).expect("a score") - 2.0).abs() < 1e-15);
        let loss = log_loss([(ignorant, 0), (ignorant, 2)]).expect("a score");
        assert!((loss - 3.0_f64.ln()).abs() < 1e-12);
        let score = brier([(ignorant, 0), (ignorant, 2)]).expect("a score");
        assert!((score - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_was_called_impossible_costs_much_but_not_infinitely() {
        let wrong: &[f64] = &[0.0, 1.0];
        assert!(log_loss([(wrong, 0)]).expect("a score").is_finite());
        assert_eq!(log_loss([(wrong, 2)]), None);
        assert_eq!(brier([]), None);
    }
}
