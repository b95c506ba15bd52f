//! Settings of the validation of a generation's model.

use serde::{Deserialize, Serialize};

/// Settings of the match of a generation's model against the heuristic that training began with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Validation {
    /// Number of games, even; 0 plays none.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Number of generations between validations; the last generation is always validated.
    pub every: u32,
    /// Test of each validated model against the best earlier one, `None` for no test. The schedule's patience then
    /// counts tests that found no gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<ValidationTest>,
}

/// A sequential test of a model against the last accepted one. The first opponent is the heuristic that training
/// began with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidationTest {
    /// Elo gain of the null hypothesis.
    pub elo0: f64,
    /// Elo gain of the alternative hypothesis.
    pub elo1: f64,
    /// Maximum number of games, even; the test is undecided if they do not suffice.
    pub games: u32,
}

impl Default for Validation {
    fn default() -> Self {
        Self {
            games: 1000,
            nodes: 200,
            every: 1,
            sprt: None,
        }
    }
}

impl Validation {
    /// Returns the conditions of validation and test in words, which also identify them in curves.
    pub fn description(&self) -> String {
        let match_of = format!("{} games of {} nodes a move", self.games, self.nodes);
        match self.sprt {
            None => match_of,
            Some(ValidationTest { elo0, elo1, games }) => {
                format!("{match_of}, tested between {elo0} and {elo1} Elo in {games} games")
            }
        }
    }
}
