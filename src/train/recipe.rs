//! Recipes of trainings, as TOML files that are checked to the last key.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod checks;
mod fault;
mod generations;
mod method;
mod read;
mod schedule;
mod validation;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::heuristic::{Heuristic, LevelDesign, Term};
use crate::learn::positions::{PositionSampling, SearchTeaching, bounds};
use crate::learn::trial::UpdateRule;
use crate::units::Ply;

pub use fault::RecipeFault;
pub use method::Method;
pub use schedule::Schedule;
pub use validation::{Validation, ValidationTest};

/// The longest game, in plies; the same as on the command line.
pub const MAX_PLIES: Ply = Ply(400);

/// A training: what is played, how it is learned from, how often, and how it is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecipe {
    /// The heading of the report.
    pub title: String,
    /// What is done with a generation's games.
    #[serde(default)]
    pub method: Method,
    /// The heuristic that training begins with: `initial`, `modern:initial`, or a table with an
    /// objective.
    pub start: String,
    /// The seed of every draw.
    pub seed: u64,
    /// What is played.
    pub games: GamesRecipe,
    /// Which levels are drawn.
    #[serde(default)]
    pub design: LevelDesign,
    /// How far levels lie apart.
    #[serde(default)]
    pub widths: LevelWidths,
    /// How positions are learned from. With the trial, weights are fitted before the first
    /// generation, and the levels of the first ones lie along the way from the start to the fit.
    pub positions: Option<PositionLearning>,
    /// How far a generation's centre follows its counts; what the method takes where it is left out.
    pub step: Option<UpdateRule>,
    /// How generations follow each other.
    #[serde(default)]
    pub schedule: Schedule,
    /// How a generation is judged.
    #[serde(default)]
    pub validation: Validation,
    /// What is played in the end, so that the model has a heuristic for each objective; without it
    /// one serves them all.
    pub objectives: Option<ObjectiveGames>,
}

/// The last games of a training, around the model, from which objectives are learned. Each side's levels are drawn by
/// themselves, so that they tell apart wins, losses and draws.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveGames {
    /// How many; an even number.
    pub games: u32,
    /// How far an objective leans from the model: levels for each standard error.
    pub reach: f64,
}

/// Learning from the positions of games that a heuristic plays against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PositionLearning {
    /// Games before a trial; the method `positions` takes those of a generation.
    pub games: u32,
    /// Nodes searched for each of their moves.
    pub nodes: u64,
    /// Positions of each game at the most.
    pub per_game: u32,
    /// Positions beyond this evaluation are left out, in centipawns.
    pub most: f64,
    /// Node limit of the search that scores each position; without it, only results teach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<u64>,
    /// The share of searches in what is learned; results have the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<f64>,
    /// The heuristic that the searches evaluate by, of any family; left out, it is the one that learns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taught_by: Option<String>,
    /// How far from where it began a weight may lie: one standard deviation, in tenths of the weight.
    pub prior: f64,
    /// As how many independent results the positions of a game count.
    pub evidence: f64,
    /// How far to go at once, from 0 (not at all) to 1 (to the fit).
    pub share: f64,
    /// Number of trial generations that find how far each table of weights is followed. Later generations draw as the
    /// design says.
    pub follow: u32,
    /// Their levels are so much of the way apart.
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
    /// Which positions are taken.
    pub fn sampling(&self, seed: u64) -> PositionSampling {
        PositionSampling {
            per_game: usize::try_from(self.per_game).unwrap_or(usize::MAX),
            most: self.most,
            seed,
            ..PositionSampling::default()
        }
    }

    /// How searches teach, where they do: evaluating by `teacher`, or by the learner.
    pub fn teaching(&self, teacher: Option<&Heuristic>) -> Option<SearchTeaching> {
        let (nodes, trust) = self.teacher.zip(self.trust)?;
        Some(SearchTeaching {
            nodes,
            trust,
            by: teacher.cloned(),
        })
    }
}

/// The games of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesRecipe {
    /// How many; an even number.
    pub number: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Random plies of each opening.
    #[serde(default = "GamesRecipe::opening_plies")]
    pub opening_plies: u16,
    /// Who plays whom.
    #[serde(default)]
    pub sides: DrawnOpponent,
    /// Whether games whose levels are counted go on to their end on the board. A neutral adjudicator halves
    /// them, and its word teaches its own piece values; games whose positions are fitted always go on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played_out: bool,
}

impl GamesRecipe {
    const fn opening_plies() -> u16 {
        8
    }
}

/// What a drawn side plays against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawnOpponent {
    /// The same draw turned round: both sides' changes pull at one result, and twice as hard.
    #[default]
    Opposed,
    /// A draw of its own: slower, but it tells winning from not losing.
    Apart,
    /// The centre itself.
    Centre,
}

/// The distance between levels: a share of a value, and a minimum in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelWidths {
    /// The share of a weight's size.
    pub share: f64,
    /// The least, in centipawns.
    pub least: f64,
    /// The least of single terms: what is counted twenty times in a position must lie closer together than
    /// what is counted once.
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
    /// The distance between two levels around a weight of that term, in centipawns.
    pub fn of(&self, term: Term, weight: i32) -> f64 {
        let least = self.terms.get(&term).unwrap_or(&self.least);
        (f64::from(weight.abs()) * self.share).max(*least)
    }
}

impl TrainingRecipe {
    /// How weights are fitted before the first generation, where the others follow that fit.
    pub fn fit_before(&self) -> Option<&PositionLearning> {
        let positions = self.positions.as_ref();
        positions.filter(|_| !self.method.fits())
    }

    /// How a generation that fits weights learns from its positions.
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

    /// The recipe as canonical TOML.
    pub fn canonical(&self) -> String {
        // Strings, numbers and tables of them: TOML can hold all of it.
        toml::to_string(self).unwrap_or_default()
    }

    /// Returns sixteen hexadecimal digits over everything that determines a generation. The number of generations,
    /// title, validation and objectives are left out, so that a training can be continued.
    pub fn hash(&self) -> String {
        let hash = blake3::hash(self.decisive().canonical().as_bytes()).to_hex();
        hash.as_str().chars().take(16).collect()
    }

    /// The recipe with the same in place of whatever may change while a training goes on.
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
