//! Logistic regression on one number, with a weak prior.
//!
//! Newton's method on the penalised likelihood. Source: Hosmer and Lemeshow, *Applied Logistic Regression*, 3rd ed.
//! 2013, §1.2.

use crate::units::logistic;

/// Steps of Newton's method.
const STEPS: usize = 20;

/// Prior precision of the intercept, whose mean is 0: it stays finite if all outcomes are equal.
const INTERCEPT_PRECISION: f64 = 0.01;

/// A normal prior of the slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopePrior {
    /// Its mean, in log-odds for each unit of the regressor.
    pub mean: f64,
    /// The inverse of its variance.
    pub precision: f64,
}

/// A fitted logistic curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogisticCurve {
    /// Log-odds where the regressor is 0.
    pub intercept: f64,
    /// Change of the log-odds for each unit of the regressor.
    pub slope: f64,
    /// Standard error of the [point of even odds](Self::even_point).
    pub even_point_error: f64,
}

impl LogisticCurve {
    /// Fits the curve to points of a regressor and an outcome from 0 to 1; outcomes may be shares.
    pub fn fit(points: &[(f64, f64)], prior: SlopePrior) -> Self {
        let mut curve = Self {
            intercept: 0.0,
            slope: prior.mean,
            even_point_error: f64::INFINITY,
        };
        for _ in 0..STEPS {
            curve.step(points, prior);
        }
        curve
    }

    /// Returns the regressor at which both outcomes are equally likely.
    pub fn even_point(&self) -> f64 {
        -self.intercept / self.slope
    }

    fn step(&mut self, points: &[(f64, f64)], prior: SlopePrior) {
        // The information matrix: intercept, both, slope.
        let mut information = [INTERCEPT_PRECISION, 0.0, prior.precision];
        let mut gradient = [
            -INTERCEPT_PRECISION * self.intercept,
            prior.precision * (prior.mean - self.slope),
        ];
        for (x, outcome) in points {
            let expected = logistic(self.intercept + self.slope * x);
            let weight = expected * (1.0 - expected);
            information[0] += weight;
            information[1] += weight * x;
            information[2] += weight * x * x;
            gradient[0] += outcome - expected;
            gradient[1] += (outcome - expected) * x;
        }
        let [of_intercept, both, of_slope] = information;
        let determinant = of_intercept * of_slope - both * both;
        self.intercept += (of_slope * gradient[0] - both * gradient[1]) / determinant;
        self.slope += (of_intercept * gradient[1] - both * gradient[0]) / determinant;
        let even = self.even_point();
        let variance = of_slope - 2.0 * both * even + of_intercept * even * even;
        self.even_point_error = (variance / determinant).sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logistic_curve_comes_back() {
        let points: Vec<(f64, f64)> = (-20..=20)
            .map(|step| f64::from(step) / 20.0)
            .flat_map(|x| std::iter::repeat_n((x, logistic(0.3 - 0.8 * x)), 200))
            .collect();
        let prior = SlopePrior {
            mean: -1.15,
            precision: 16.0,
        };
        let found = LogisticCurve::fit(&points, prior);
        assert!((found.intercept - 0.3).abs() < 0.01 && (found.slope + 0.8).abs() < 0.02);
        assert!(found.even_point_error > 0.0 && found.even_point_error < 0.05);
        assert!((found.even_point() - 0.375).abs() < 0.02);
    }
}
