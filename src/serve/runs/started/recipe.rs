//! Recipes of runs that the page asks for, checked before anything touches the disk.
//!
//! A recipe names no file: heuristics are words, openings are `random` or `shipped`, and the engine that is tuned is
//! this program.

use std::io;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::wire::RunUnitJson;
use super::fault::{FormFault, files_of, games, nodes, of, player, within};
use super::form_value::parse;
use super::own_engine;
use crate::arena::Sprt;
use crate::train::TrainingRecipe;
use crate::train::tune::TuneRecipe;

/// Name of the recipe's file in the folder of a training or tuning.
pub(super) const RECIPE: &str = "page.toml";

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::serve::runs) enum StartableKind {
    Selfplay,
    Train,
    Match,
    Tune,
}

/// The recipe of a run.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::serve::runs) enum StartableRecipe {
    Selfplay(SelfplayForm),
    Train(Box<TrainingRecipe>),
    Match(MatchForm),
    Tune(Box<TuneRecipe>),
}

/// The options of `selfplay`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::serve::runs) struct SelfplayForm {
    pub games: u32,
    pub white: String,
    pub black: String,
    pub alternate: bool,
    pub nodes: u64,
    pub seed: u64,
    pub openings: OpeningWord,
    pub opening_plies: u16,
    pub adjudicate: bool,
    pub play_through: f64,
    pub max_plies: u16,
}

/// The options of `match`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::serve::runs) struct MatchForm {
    pub first: String,
    pub second: String,
    pub games: u32,
    pub nodes: u64,
    pub seed: u64,
    pub openings: OpeningWord,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<TestForm>,
}

/// The hypotheses of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::serve::runs) struct TestForm {
    pub elo0: f64,
    pub elo1: f64,
}

/// Openings that need no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(in crate::serve::runs) enum OpeningWord {
    #[default]
    Random,
    Shipped,
}

impl Default for SelfplayForm {
    fn default() -> Self {
        Self {
            games: 1000,
            white: "initial".to_owned(),
            black: "random".to_owned(),
            alternate: false,
            nodes: 200,
            seed: 1,
            openings: OpeningWord::Random,
            opening_plies: 8,
            adjudicate: true,
            play_through: 0.05,
            max_plies: 400,
        }
    }
}

impl Default for MatchForm {
    fn default() -> Self {
        Self {
            first: "learned".to_owned(),
            second: "initial".to_owned(),
            games: 1000,
            nodes: 200,
            seed: 1,
            openings: OpeningWord::Random,
            sprt: None,
        }
    }
}

impl Default for TestForm {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 10.0,
        }
    }
}

impl StartableRecipe {
    /// Reads a recipe from the values of a form.
    pub fn read(kind: StartableKind, values: Value) -> Result<Self, FormFault> {
        let recipe = match kind {
            StartableKind::Selfplay => Self::Selfplay(parse(values)?),
            StartableKind::Train => Self::Train(Box::new(parse(values)?)),
            StartableKind::Match => Self::Match(parse(values)?),
            StartableKind::Tune => Self::Tune(Box::new(parse(values)?)),
        };
        recipe.fault().map_or(Ok(recipe), Err)
    }

    pub const fn kind(&self) -> StartableKind {
        match self {
            Self::Selfplay(_) => StartableKind::Selfplay,
            Self::Train(_) => StartableKind::Train,
            Self::Match(_) => StartableKind::Match,
            Self::Tune(_) => StartableKind::Tune,
        }
    }

    fn fault(&self) -> Option<FormFault> {
        match self {
            Self::Selfplay(form) => form.fault(),
            Self::Match(form) => form.fault(),
            Self::Tune(recipe) => own_engine::fault(recipe),
            Self::Train(recipe) => {
                let fault = recipe.fault().map(FormFault::from);
                fault.or_else(|| files_of(recipe))
            }
        }
    }

    /// Returns the recipe as TOML.
    pub fn toml(&self) -> String {
        // Strings, numbers and tables of them can always be written as TOML.
        match self {
            Self::Selfplay(form) => toml::to_string(form).unwrap_or_default(),
            Self::Train(recipe) => recipe.canonical(),
            Self::Match(form) => toml::to_string(form).unwrap_or_default(),
            Self::Tune(recipe) => recipe.canonical(),
        }
    }

    /// Returns the recipe as the command reads it from its file, with the path of this program; an error if that is
    /// not known.
    pub fn file_text(&self) -> io::Result<String> {
        match self {
            Self::Tune(recipe) => Ok(own_engine::with_path(recipe)?.canonical()),
            _ => Ok(self.toml()),
        }
    }

    /// Returns the values as a form has them.
    pub fn values(&self) -> Value {
        match self {
            Self::Selfplay(form) => serde_json::to_value(form),
            Self::Train(recipe) => serde_json::to_value(recipe),
            Self::Match(form) => serde_json::to_value(form),
            Self::Tune(recipe) => serde_json::to_value(recipe),
        }
        .unwrap_or_default()
    }

    pub const fn unit(&self) -> RunUnitJson {
        match self {
            Self::Train(_) => RunUnitJson::Generations,
            Self::Selfplay(_) | Self::Match(_) => RunUnitJson::Games,
            Self::Tune(_) => RunUnitJson::DrawnGames,
        }
    }

    /// Returns how many games or generations the run will have.
    pub fn size(&self) -> u32 {
        match self {
            Self::Selfplay(form) => form.games,
            Self::Train(recipe) => recipe.schedule.generations,
            Self::Match(form) => form.games,
            Self::Tune(recipe) => recipe.games,
        }
    }

    /// Returns the recipe of the same run with more games or generations.
    pub fn extended(mut self, to: u32) -> Result<Self, FormFault> {
        match &mut self {
            Self::Selfplay(form) => form.games = to,
            Self::Train(recipe) => recipe.schedule.generations = to,
            Self::Match(form) => form.games = to,
            Self::Tune(recipe) => recipe.games = to,
        }
        self.fault().map_or(Ok(self), Err)
    }

    /// Returns the words of the command that does this in the folder `name`.
    pub fn command(&self, name: &str) -> Vec<String> {
        match self {
            Self::Train(_) => words(&format!("train {name}/{RECIPE} --out {name}")),
            Self::Selfplay(form) => form.words(name),
            Self::Match(form) => form.words(name),
            Self::Tune(_) => words(&format!("tune {name}/{RECIPE} --out {name}")),
        }
    }
}

impl StartableKind {
    /// Returns true if the command reads its recipe from a file; the others have options alone.
    pub const fn has_file(self) -> bool {
        matches!(self, Self::Train | Self::Tune)
    }
}

impl SelfplayForm {
    fn fault(&self) -> Option<FormFault> {
        games("games", self.games, 1)
            .or_else(|| player("white", &self.white))
            .or_else(|| player("black", &self.black))
            .or_else(|| nodes(self.nodes))
            .or_else(|| within("opening_plies", self.opening_plies, 0, 100))
            .or_else(|| within("max_plies", self.max_plies, 1, 2000))
            .or_else(|| within("play_through", self.play_through, 0, 1))
    }

    fn words(&self, name: &str) -> Vec<String> {
        let mut found = words(&format!(
            "selfplay --db {name}/games.db --games {} --white {} --black {} --nodes {} --seed {} --openings {} \
             --opening-plies {} --adjudicate {} --play-through {} --max-plies {}",
            self.games,
            self.white,
            self.black,
            self.nodes,
            self.seed,
            self.openings,
            self.opening_plies,
            if self.adjudicate { "on" } else { "off" },
            self.play_through,
            self.max_plies,
        ));
        if self.alternate {
            found.push("--alternate".to_owned());
        }
        found
    }
}

impl MatchForm {
    fn fault(&self) -> Option<FormFault> {
        let test = || {
            let test = self.sprt?;
            let error = Sprt::new(test.elo0, test.elo1).err()?;
            Some(of("sprt.elo1", error.to_string()))
        };
        games("games", self.games, 2)
            .or_else(|| player("first", &self.first))
            .or_else(|| player("second", &self.second))
            .or_else(|| nodes(self.nodes))
            .or_else(test)
    }

    fn words(&self, name: &str) -> Vec<String> {
        let mut found = words(&format!(
            "match {} {} --journal {name}/match.journal --games {} --nodes {} --seed {} --openings {}",
            self.first, self.second, self.games, self.nodes, self.seed, self.openings,
        ));
        if let Some(test) = self.sprt {
            found.extend(words(&format!("--sprt {} {}", test.elo0, test.elo1)));
        }
        found
    }
}

/// No word has a blank: names, heuristics and numbers.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
