//! Naive Bayes over counted cases, and the statistics of the project; nothing here knows chess.
//!
//! Start at [`Counts`] for learning by counting, and at [`intervals`] and [`effect`] for errors of measurements.
//!
//! A case is a class and one small number for each feature. [`Counts`] hold how often each value
//! occurred with each class: integers that merge and subtract exactly, so that learning in parts,
//! in any order, on any number of machines gives the same table. [`CountsBuilder`] counts many
//! cases fast; [`Smoothing`] turns counts into probabilities; [`Classifier`] multiplies them, in
//! log space.
//!
//! Sources: Fernández, *BayesChess* (2005), §2.3.2; Bishop, *Pattern Recognition and Machine
//! Learning* (2006), §2.2.1 (Dirichlet) and §4.2 (naive Bayes).
//!
//! May use: `units`.

pub mod classifier;
pub mod count_text;
pub mod counts;
pub mod counts_builder;
pub mod dyadic_regression;
pub mod effect;
pub mod false_discovery;
pub mod interaction;
pub mod intervals;
pub mod lbfgs;
pub mod linear;
pub mod logistic_regression;
pub mod ordered_logit;
pub mod random_effect;
pub mod ranking;
pub mod reliability;
pub mod scoring_rules;
pub mod shape;
pub mod smoothing;
pub mod z_score;

pub use classifier::{ClassPrior, Classifier, normalise};
pub use count_text::{counts_from_text, counts_to_text};
pub use counts::{Counts, CountsError};
pub use counts_builder::CountsBuilder;
pub use dyadic_regression::{Coefficient, DyadicRow, fit_dyadic};
pub use false_discovery::{TestDependence, adjusted_p_values, bonferroni_bound};
pub use interaction::{InteractionTest, double_centred, first_singular_value, mean_row};
pub use intervals::{
    EstimateWithInterval, Interval, Z_95, half_width_95, mean_with_error_95, wilson_95,
};
pub use lbfgs::{Minimum, minimise};
pub use linear::{
    add_multiple, cholesky, dot, invert_symmetric, sandwich, solve_lower, solve_symmetric,
};
pub use logistic_regression::{LogisticCurve, SlopePrior};
pub use ordered_logit::{OrderedLogit, OrderedOutcome};
pub use random_effect::{GroupSum, RandomEffect};
pub use shape::{CaseError, Shape, ShapeError};
pub use smoothing::{Smoothing, SmoothingError};

#[cfg(test)]
mod tests;
