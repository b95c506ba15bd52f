//! The opponent: their style as observed, the objective against it, and the reason.
//!
//! [`OpponentTracker`] observes their moves and gives a posterior over styles ([`StylePosteriors`]).
//! [`ObjectiveSelector`] chooses the objective from it; [`Decision`] holds both with the reason.
//!
//! May use: L0, `board`, `style`, `model`.

mod decision;
mod objective;
mod style_estimate;
mod style_model;
mod tracker;

pub use decision::{Decision, ObjectivePolicy};
pub use objective::{
    CONSIDERABLE, NEUTRAL, OBJECTIVE_CONTEMPT, ObjectiveChoice, ObjectiveReason, ObjectiveSelector,
};
pub use style_estimate::StyleEstimate;
pub use style_model::load_styles;
pub use tracker::{OpponentTracker, StylePosteriors};
