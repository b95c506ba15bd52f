//! Three outcomes in an order, predicted by one number: the ordered logit model.
//!
//! With a value v, P(high) = σ((v − m) / s) and P(low) = σ((−v − m) / s); the middle has the rest.
//! Here s is the *scale* and m the *margin*, in the units of v, and σ(x) = 1 / (1 + e⁻ˣ). Source:
//! McCullagh, "Regression models for ordinal data" (1980); for games, Rao and Kupper, "Ties in
//! paired-comparison experiments" (1967). The logarithm of each probability is concave in v, and in
//! (1 / s, m / s), so every fit has a single optimum.

use crate::units::logistic;

/// One of three outcomes that have an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OrderedOutcome {
    /// The lowest.
    Low,
    /// The middle one.
    Middle,
    /// The highest.
    High,
}

impl OrderedOutcome {
    /// All three, the lowest first; the order of probabilities in forecasts.
    pub const ALL: [Self; 3] = [Self::Low, Self::Middle, Self::High];
}

/// A model that turns values into probabilities of [`OrderedOutcome`]s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderedLogit {
    /// The scale s: the increase of a value that multiplies the odds by e.
    pub scale: f64,
    /// The margin m, at which the high outcome is as likely as both others together.
    pub margin: f64,
}

/// The most steps of Newton's method for scale and margin.
const STEPS: usize = 60;

impl OrderedLogit {
    /// The probabilities of low, middle and high.
    pub fn probabilities(self, value: f64) -> [f64; 3] {
        let (low, high) = self.outer(value);
        [low, 1.0 - low - high, high]
    }

    /// −ln P(outcome), in nats.
    pub fn loss(self, value: f64, outcome: OrderedOutcome) -> f64 {
        let (up, down) = (
            (value - self.margin) / self.scale,
            (-value - self.margin) / self.scale,
        );
        match outcome {
            OrderedOutcome::High => softplus(-up),
            OrderedOutcome::Low => softplus(-down),
            // The middle is σ(−up) σ(−down) (1 − e^(−2 m / s)).
            OrderedOutcome::Middle => {
                let within = -(-2.0 * self.margin / self.scale).exp_m1();
                softplus(up) + softplus(down) - within.ln()
            }
        }
    }

    /// The derivative of ln P(outcome) by the value.
    pub fn score_function(self, value: f64, outcome: OrderedOutcome) -> f64 {
        let (low, high) = self.outer(value);
        let derivative = match outcome {
            OrderedOutcome::High => 1.0 - high,
            OrderedOutcome::Low => low - 1.0,
            OrderedOutcome::Middle => low - high,
        };
        derivative / self.scale
    }

    /// Fisher's information about the value in one outcome: the expected square of the score
    /// function.
    pub fn information(self, value: f64) -> f64 {
        let (low, high) = self.outer(value);
        let middle = 1.0 - low - high;
        let squares =
            high * (1.0 - high).powi(2) + low * (1.0 - low).powi(2) + middle * (low - high).powi(2);
        squares / self.scale.powi(2)
    }

    fn outer(self, value: f64) -> (f64, f64) {
        (
            logistic((-value - self.margin) / self.scale),
            logistic((value - self.margin) / self.scale),
        )
    }

    /// Fits the scale and margin that make the outcomes most likely, by Newton's method with halved
    /// steps.
    ///
    /// `None` if there is no finite optimum: without outcomes, without a middle outcome, or if
    /// values predict outcomes not at all or perfectly.
    pub fn fit(outcomes: &[(f64, OrderedOutcome)]) -> Option<Self> {
        let spread = (outcomes.iter().map(|(value, _)| value * value).sum::<f64>()
            / outcomes.len() as f64)
            .sqrt();
        let has = |outcome| outcomes.iter().any(|(_, other)| *other == outcome);
        if !OrderedOutcome::ALL.into_iter().all(has) || spread.is_nan() || spread <= 0.0 {
            return None;
        }
        // In units of the values' spread: the slope 1 / s and the cut m / s.
        let mut at = [1.0, 0.5];
        let of = |at: [f64; 2]| Self {
            scale: spread / at[0],
            margin: spread * at[1] / at[0],
        };
        let loss = |at: [f64; 2]| -> f64 {
            if at[1] <= 0.0 || at[0] <= 0.0 {
                return f64::INFINITY;
            }
            let model = of(at);
            outcomes
                .iter()
                .map(|(v, outcome)| model.loss(*v, *outcome))
                .sum()
        };
        let mut now = loss(at);
        for _ in 0..STEPS {
            let step = newton_step(outcomes, spread, at)?;
            let tried = (0..40).map(|halvings| {
                let by = 0.5_f64.powi(halvings);
                let there = [at[0] + by * step[0], at[1] + by * step[1]];
                (there, loss(there))
            });
            let Some((there, then)) = tried.into_iter().find(|(_, then)| *then <= now) else {
                break;
            };
            let done = now - then <= 1e-12 * now;
            (at, now) = (there, then);
            if done {
                break;
            }
        }
        let fitted = of(at);
        // Perfectly predictive values drive the slope to infinity, useless or misleading ones to
        // zero.
        ((1e-3..1e3).contains(&at[0]) && fitted.scale.is_finite()).then_some(fitted)
    }
}

/// Newton's step for the slope (in units of the spread) and the cut.
fn newton_step(
    outcomes: &[(f64, OrderedOutcome)],
    spread: f64,
    [slope, cut]: [f64; 2],
) -> Option<[f64; 2]> {
    let (mut gradient, mut hessian) = ([0.0; 2], [0.0; 3]);
    let double = (2.0 * cut).exp_m1();
    for (value, outcome) in outcomes {
        let value = value / spread;
        let high = logistic(slope * value - cut);
        let low = logistic(-slope * value - cut);
        let (of_high, of_low) = (high * (1.0 - high), low * (1.0 - low));
        let mut bend = |weight: f64, cross: f64| {
            hessian[0] -= weight * value * value;
            hessian[1] += cross * value;
            hessian[2] -= weight;
        };
        match outcome {
            OrderedOutcome::High => {
                gradient[0] += (1.0 - high) * value;
                gradient[1] -= 1.0 - high;
                bend(of_high, of_high);
            }
            OrderedOutcome::Low => {
                gradient[0] -= (1.0 - low) * value;
                gradient[1] -= 1.0 - low;
                bend(of_low, -of_low);
            }
            OrderedOutcome::Middle => {
                gradient[0] += (low - high) * value;
                gradient[1] += low + high + 2.0 / double;
                bend(of_high + of_low, of_high - of_low);
                hessian[2] -= 4.0 * (2.0 * cut).exp() / (double * double);
            }
        }
    }
    let determinant = hessian[0] * hessian[2] - hessian[1] * hessian[1];
    (determinant > 0.0 && determinant.is_finite()).then(|| {
        [
            (hessian[1] * gradient[1] - hessian[2] * gradient[0]) / determinant,
            (hessian[1] * gradient[0] - hessian[0] * gradient[1]) / determinant,
        ]
    })
}

/// ln(1 + eˣ), which is −ln σ(−x), without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_known_model_is_found_again() {
        let truth = OrderedLogit {
            scale: 120.0,
            margin: 70.0,
        };
        // Each value as often with each outcome as its probability says.
        let mut outcomes = Vec::new();
        for value in (-60..=60).map(|step| 5.0 * f64::from(step)) {
            for (outcome, probability) in OrderedOutcome::ALL
                .into_iter()
                .zip(truth.probabilities(value))
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a small count"
                )]
                let times = (probability * 1000.0).round() as usize;
                outcomes.extend(std::iter::repeat_n((value, outcome), times));
            }
        }
        let found = OrderedLogit::fit(&outcomes).expect("a fit");
        assert!((found.scale - 120.0).abs() < 0.3 && (found.margin - 70.0).abs() < 0.3);
        assert_eq!(
            OrderedLogit::fit(&[(1.0, OrderedOutcome::High), (2.0, OrderedOutcome::Low)]),
            None
        );
        assert_eq!(OrderedLogit::fit(&[]), None);
        // Values that say the contrary of what happened have no scale.
        let contrary: Vec<_> = outcomes
            .iter()
            .map(|(value, outcome)| (-value, *outcome))
            .collect();
        assert_eq!(OrderedLogit::fit(&contrary), None);
    }

    proptest! {
        #[test]
        fn loss_pull_and_probabilities_agree(value in -900.0..900.0_f64, margin in 1.0..300.0_f64) {
            let model = OrderedLogit { scale: 150.0, margin };
            let probabilities = model.probabilities(value);
            prop_assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mut information = 0.0;
            for (outcome, probability) in OrderedOutcome::ALL.into_iter().zip(probabilities) {
                prop_assert!((model.loss(value, outcome) + probability.ln()).abs() < 1e-6);
                let slope = (model.loss(value - 0.01, outcome) - model.loss(value + 0.01, outcome)) / 0.02;
                prop_assert!((model.score_function(value, outcome) - slope).abs() < 1e-6);
                information += probability * model.score_function(value, outcome).powi(2);
            }
            prop_assert!((model.information(value) - information).abs() < 1e-12);
        }
    }
}
