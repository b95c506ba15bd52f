//! Naive Bayes over counted cases, without a word of chess.
//!
//! A case is a class and one small number for each feature. [`Counts`] hold how often each value
//! came with each class: integers that merge and subtract exactly, so that learning in parts, in
//! any order, on any number of machines gives the same table. [`Tally`] counts many cases fast;
//! [`Smoothing`] turns counts into probabilities; [`Classifier`] multiplies them, in log space.
//!
//! Sources: Fernández, *BayesChess* (2005), §2.3.2; Bishop, *Pattern Recognition and Machine
//! Learning* (2006), §2.2.1 (Dirichlet) and §4.2 (naive Bayes).
//!
//! May use: `units`.

pub mod calibration;
pub mod certainty;
pub mod classifier;
pub mod counts;
pub mod descent;
pub mod effect;
pub mod linear;
pub mod ordered;
pub mod ranking;
pub mod reliability;
pub mod shape;
pub mod smoothing;
pub mod tally;

pub use classifier::{Classifier, Prior, normalise};
pub use counts::{Counts, CountsError};
pub use descent::{Lowest, descend};
pub use linear::solve_symmetric;
pub use ordered::{Grade, Ordered};
pub use shape::{CaseError, Shape, ShapeError};
pub use smoothing::{Interval, Smoothing, SmoothingError};
pub use tally::Tally;

#[cfg(test)]
mod tests;
