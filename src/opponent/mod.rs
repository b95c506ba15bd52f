//! The opponent: their style as observed, the answer to it, and the reason.
//!
//! Start at [`Decision`]. [`OpponentTracker`] observes their moves and gives a posterior over styles
//! ([`StylePosteriors`]). [`StrengthEvidence`] gives the expected difference in strength. An [`AnswerPolicy`] chooses
//! an [`Answer`] from both: by what each was measured to gain ([`AnswerTable`], [`AnswerSelector`]), or by the rule
//! of 2005 ([`ObjectiveSelector`]). [`Decision`] holds the answer with the reason, and `words` says it to people.
//! Earlier games come back as counts ([`remembered_game`], [`recall`]); the database keeps them.
//!
//! May use: L0, L1, `book`, `style`, `model`, `store`.

mod ageing;
mod answer;
mod answer_selector;
mod answer_table;
mod card;
mod decision;
mod learned_openings;
mod measured_losses;
mod memory;
#[cfg(test)]
mod memory_tests;
mod objective;
mod opening_results;
mod outstanding;
mod remembered_strength;
mod strength;
mod style_estimate;
mod style_model;
mod tracker;
mod words;

pub use ageing::{HALF_LIFE_DAYS, MemoryAgeing};
pub use answer::Answer;
pub use answer_selector::{ANSWER_MARGIN, AnswerSelector};
pub use answer_table::{AnswerTable, AnswerTableError, ExpectedAnswer};
pub use card::{OpponentCard, OpponentDetails, RememberedGameInShort, ResultsAgainst};
pub use decision::{AnswerExpectation, AnswerPolicy, AnswerReason, Decision, DecisionContext};
pub use learned_openings::{LearnedOpenings, OpeningSide};
pub use measured_losses::{LossRecord, MeasuredLosses};
pub use memory::{
    LEAST_MOVES, RecalledOpponent, game_evidence, recall, remember_older_games, remembered_game,
    remembers_all, sign_values,
};
pub use objective::{
    CONSIDERABLE, NEUTRAL, OBJECTIVE_CONTEMPT, ObjectiveChoice, ObjectiveReason, ObjectiveSelector,
};
pub use opening_results::OpeningResults;
pub use outstanding::{OutstandingHabit, outstanding_habits};
pub use remembered_strength::{RememberedStrength, StrengthJudge};
pub use strength::{AgedResults, ResultsByLimit, StrengthDifference, StrengthEvidence};
pub use style_estimate::StyleEstimate;
pub use style_model::{load_styles, shipped_strength};
pub use tracker::{OpponentTracker, StylePosteriors};
