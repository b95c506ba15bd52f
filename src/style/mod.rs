//! A player's style, recognised from habits in their games.
//!
//! Start at [`GameObserver`], which follows one side of a game. There are two recognisers. [`classic`] is that of
//! 2005: four attributes of the current position. The newer one counts [`habits`]: 65 shares of chances taken
//! (exchanges, sacrifices, pieces and pawns against the king, retreats) of the player and of the opponent in the same
//! game, and how the game ended.
//!
//! A game's [`SignValues`] holds them as a few values each, with the [`Circumstance`] in which it was played.
//! [`HabitCounts`] counts these values for players of known style and their opponents, and the norms of each
//! [`Population`] by rating. A [`HabitRecogniser`] is learned from the counts. It places players on two axes
//! ([`StyleAxes`]): attacking or defensive, complicating or simplifying.
//!
//! [`SignWeights`] says how dependence between signs is treated.
//!
//! May use: L0, `board`, `bayes`.

mod axes;
mod axis_scorer;
mod circumstance;
pub mod classic;
mod complicating;
mod expectation;
mod habit_counts;
mod habit_recogniser;
pub mod habits;
mod peer_ranks;
mod percentile;
mod population;
mod posterior;
mod recogniser;
mod sign;
mod sign_values;
mod step_habits;
mod thresholds;
mod usual_signs;
mod usual_stages;
mod weights;

pub use axes::{AxisEvidence, AxisPlace, AxisScore, StyleAxes};
pub use axis_scorer::AxisScorer;
pub use circumstance::{
    Circumstance, EloBalance, Era, GameOccasion, OpeningClass, RelativeStrength, SideCircumstance,
};
pub use habit_counts::{
    AttributePairCounts, BackgroundCounts, HabitCounts, HabitCountsError, PlayerCounts,
    PopulationNorms, STAGES, StageCounts, UsualFrequencies,
};
pub use habit_recogniser::{HabitEvidence, HabitRecogniser, StyleVerdict};
pub use peer_ranks::{PeerRank, PeerRanks};
pub use percentile::{AxisPercentile, MeanScore, StyleAxis};
pub use population::{Peers, Population, RatingBand, UnknownPopulation, mean_rating};
pub use posterior::Posterior;
pub use recogniser::{GameObserver, Recogniser};
pub use sign::{Sign, SignLayout};
pub use sign_values::{GameHabits, SignValues};
pub use step_habits::{StepHabit, StepHabits};
pub use thresholds::{HabitThresholds, VALUES as HABIT_VALUES};
pub use usual_signs::UsualSigns;
pub use weights::{SignWeightFit, SignWeights};

use serde::{Deserialize, Serialize};

/// How a player plays: the class that the classifier predicts (§5.1).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownStyle, parse_err_fn = UnknownStyle::new)]
pub enum Style {
    /// Plays for the attack from the beginning, like Fischer and Kasparov.
    Attacking,
    /// Prepares well and waits, like Karpov.
    Defensive,
    /// Something of both, like Illescas.
    Mixed,
}

impl Style {
    /// All styles in the order of the original's tables.
    pub const ALL: [Self; 3] = [Self::Attacking, Self::Defensive, Self::Mixed];

    /// Returns the name used in tables, labels and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the index in [`Style::ALL`], for arrays with one entry for each style.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The error for a word that is not a style's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a style: expected attacking, defensive or mixed")]
pub struct UnknownStyle(pub String);

impl UnknownStyle {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

#[cfg(test)]
mod population_tests;
#[cfg(test)]
mod tests;
