//! Recipes of trainings, as TOML files in which every key is checked.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod checks;
mod fault;
mod generations;
pub mod keys;
mod method;
mod read;
mod schedule;
pub(in crate::train) mod template;
mod validation;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::heuristic::{Heuristic, LevelDesign, Term};
use crate::learn::positions::{PositionSampling, SearchTeaching, bounds};
use crate::learn::trial::UpdateRule;
use crate::units::Ply;

pub(super) use fault::line_of;
pub use fault::{RecipeFault, ValueFault};
pub use method::Method;
pub use schedule::Schedule;
pub use template::new_recipe;
pub use validation::{Validation, ValidationTest};

/// Maximum length of a game in plies, as on the command line.
pub const MAX_PLIES: Ply = Ply(400);

/// A recipe of a training: games, learning method, schedule and validation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecipe {
    /// Heading of the report.
    pub title: String,
    /// Learning method, applied to each generation's games.
    #[serde(default)]
    pub method: Method,
    /// Heuristic that training begins with: `initial`, `modern:initial`, or a table with an objective.
    pub start: String,
    /// Seed of all random draws.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Settings of the games.
    pub games: GamesRecipe,
    /// Design by which levels are drawn.
    #[serde(default)]
    pub design: LevelDesign,
    /// Distances between levels.
    #[serde(default)]
    pub widths: LevelWidths,
    /// Settings for learning from positions. With the method `trial`, weights are fitted before the first generation,
    /// and the levels of the first ones lie along the direction from the start to the fit.
    pub positions: Option<PositionLearning>,
    /// Rule by which the centre follows the counts; `None` for the method's default.
    pub step: Option<UpdateRule>,
    /// Number of generations and changes from one to the next.
    #[serde(default)]
    pub schedule: Schedule,
    /// Match that validates a generation's model.
    #[serde(default)]
    pub validation: Validation,
    /// Games at the end from which a heuristic for each objective is learned; without them one heuristic serves all
    /// objectives.
    pub objectives: Option<ObjectiveGames>,
}

/// The seed of a recipe that names none.
const fn first_seed() -> u64 {
    1
}

/// Settings of the games at the end of a training, around the model, from which objectives are learned. The levels of
/// each side are drawn independently, so that wins, losses and draws can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveGames {
    /// Number of games, even.
    pub games: u32,
    /// Distance of an objective from the model, in levels per standard error.
    pub reach: f64,
}

/// Settings for learning from the positions of self-play games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PositionLearning {
    /// Number of games before a trial; the method `positions` uses those of a generation.
    pub games: u32,
    /// Nodes searched for each move of these games.
    pub nodes: u64,
    /// Maximum number of positions of each game.
    pub per_game: u32,
    /// Bound on the evaluation in centipawns; positions beyond it are left out.
    pub most: f64,
    /// Node limit of the search that scores each position; without it, only results are learned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<u64>,
    /// Weight of the search score in the learning target, 0 to 1; the result has the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<f64>,
    /// Heuristic that evaluates in these searches, of any family; by default the one that learns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taught_by: Option<String>,
    /// Standard deviation of the prior around the starting weights, in tenths of the weight.
    pub prior: f64,
    /// Effective number of independent observations per game (positions of one game share its result).
    pub evidence: f64,
    /// Share of the way to the fit that the centre moves at once, from 0 to 1.
    pub share: f64,
    /// Number of trial generations that find how far each table of weights is followed. Later generations draw as the
    /// design says.
    pub follow: u32,
    /// Distance between the levels of these generations, as a share of the way to the fit.
    pub rung: f64,
}

impl Default for PositionLearning {
    fn default() -> Self {
        let sampling = PositionSampling::default();
        Self {
            games: 20_000,
            nodes: 400,
            per_game: u32::try_from(sampling.per_game).unwrap_or(u32::MAX),
            most: sampling.most,
            teacher: None,
            trust: None,
            taught_by: None,
            prior: 3.0,
            evidence: 5.0,
            share: 0.5,
            follow: 3,
            rung: 0.25,
        }
    }
}

impl PositionLearning {
    /// Returns the settings for sampling positions.
    pub fn sampling(&self, seed: u64) -> PositionSampling {
        PositionSampling {
            per_game: usize::try_from(self.per_game).unwrap_or(usize::MAX),
            most: self.most,
            seed,
            ..PositionSampling::default()
        }
    }

    /// Returns the settings for searches that score positions, evaluated by `teacher` or else by the heuristic being
    /// fitted; `None` if only results are learned.
    pub fn teaching(&self, teacher: Option<&Heuristic>) -> Option<SearchTeaching> {
        let (nodes, trust) = self.teacher.zip(self.trust)?;
        Some(SearchTeaching {
            nodes,
            trust,
            by: teacher.cloned(),
        })
    }
}

/// Settings of a generation's games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesRecipe {
    /// Number of games, even.
    pub number: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Number of random plies of each opening.
    #[serde(default = "GamesRecipe::opening_plies")]
    pub opening_plies: u16,
    /// Opponent of the side with drawn levels.
    #[serde(default)]
    pub sides: DrawnOpponent,
    /// True if games whose levels are counted are played to their end. Adjudication halves their length, but biases
    /// learning towards the adjudicator's piece values; games for fits are always played out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played_out: bool,
}

impl GamesRecipe {
    const fn opening_plies() -> u16 {
        8
    }
}

/// Opponent of the side with drawn levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnOpponent {
    /// The mirrored draw (each level on the other side of its centre), which doubles the effect on the result.
    #[default]
    Opposed,
    /// An independent draw: less efficient, but it can tell winning from not losing.
    Apart,
    /// The centre.
    Centre,
}

/// The distance between levels: a share of a value, and a minimum in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelWidths {
    /// Distance as a share of the weight's absolute value.
    pub share: f64,
    /// Minimum distance, in centipawns.
    pub least: f64,
    /// Minimum distances of single terms, in centipawns. A weight that is counted twenty times in a position needs
    /// closer levels than one counted once.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<Term, f64>,
}

impl Default for LevelWidths {
    fn default() -> Self {
        Self {
            share: 0.08,
            least: 12.0,
            terms: BTreeMap::new(),
        }
    }
}

impl LevelWidths {
    /// Returns the distance between two levels around a weight of `term`, in centipawns.
    pub fn of(&self, term: Term, weight: i32) -> f64 {
        let least = self.terms.get(&term).unwrap_or(&self.least);
        (f64::from(weight.abs()) * self.share).max(*least)
    }
}

impl TrainingRecipe {
    /// Returns the settings of the fit before the first generation; `None` if the method has none.
    pub fn fit_before(&self) -> Option<&PositionLearning> {
        let positions = self.positions.as_ref();
        positions.filter(|_| !self.method.fits())
    }

    /// Returns the settings of the fits of generations, for methods that fit weights.
    pub fn fitting(&self) -> PositionLearning {
        let positions = self.positions.clone().unwrap_or_default();
        if self.method != Method::Texel {
            return positions;
        }
        PositionLearning {
            teacher: None,
            trust: None,
            taught_by: None,
            prior: *bounds::PRIOR.end(),
            share: 1.0,
            ..positions
        }
    }

    /// Returns the recipe as canonical TOML.
    pub fn canonical(&self) -> String {
        // Strings, numbers and tables of them can always be written as TOML.
        toml::to_string(self).unwrap_or_default()
    }

    /// Returns sixteen hexadecimal digits over everything that determines a generation. The number of generations,
    /// title, validation and objectives are left out, so that a training can be continued.
    pub fn hash(&self) -> String {
        let hash = blake3::hash(self.decisive().canonical().as_bytes()).to_hex();
        hash.as_str().chars().take(16).collect()
    }

    /// Returns the recipe with fixed values for all settings that may change while a training continues.
    pub(super) fn decisive(&self) -> Self {
        let mut decisive = self.clone();
        decisive.title = String::new();
        decisive.schedule.generations = 1;
        decisive.schedule.patience = 0;
        decisive.validation = Validation::default();
        decisive.objectives = None;
        decisive
    }
}

#[cfg(test)]
mod tests;
