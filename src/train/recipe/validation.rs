//! How a generation's model is judged.

use serde::{Deserialize, Serialize};

/// The match of a generation's model against the heuristic that training began with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Validation {
    /// Number of games, even; 0 plays none.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// After how many generations each; the last is always validated.
    pub every: u32,
    /// Whether each validated model is also tested against the best before it; the schedule's
    /// patience then counts tests that found no gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<ValidationTest>,
}

/// A sequential test of a model against the last accepted one. The first opponent is the heuristic that training
/// began with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidationTest {
    /// A gain of so much Elo is none.
    pub elo0: f64,
    /// A gain of so much is one.
    pub elo1: f64,
    /// Largest number of games, even; then the test stays undecided.
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
    /// What is played, and what is tested, in words by which it is told from another.
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
