//! Recipes of trainings, as TOML files that are checked to the last key.
//!
//! May use: L0, `heuristic`, `model`, `learn`, `selfplay`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::TrainError;
use crate::heuristic::Design;
use crate::learn::trial::Rule;
use crate::model::HeuristicSpec;
use crate::units::Ply;

/// The longest game, in plies; the same as on the command line.
pub const MAX_PLIES: Ply = Ply(400);

/// A training: what is played, how it is learned from, how often, and how it is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
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
    pub games: Games,
    /// Which levels are drawn.
    #[serde(default)]
    pub design: Design,
    /// How far levels lie apart.
    #[serde(default)]
    pub widths: Widths,
    /// How far a generation's centre follows its counts; what the method takes where it is left out.
    pub step: Option<Rule>,
    /// How generations follow each other.
    #[serde(default)]
    pub schedule: Schedule,
    /// How a generation is judged.
    #[serde(default)]
    pub validation: Validation,
    /// What is played in the end, so that the model has a heuristic for each objective; without it
    /// one serves them all.
    pub objectives: Option<Objectives>,
}

/// The last games of all: around the model, with each side's levels drawn by itself, so that they
/// tell apart what wins, what does not lose and what draws.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objectives {
    /// How many; an even number.
    pub games: u32,
    /// How far an objective leans from the model: levels for each standard error.
    pub reach: f64,
}

/// Where the next centre comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// A randomised trial by design: naive Bayes counts of levels by result.
    #[default]
    Trial,
    /// Simultaneous perturbation: signs drawn for each pair of games, steps that fade.
    Spsa,
    /// One random change a generation, kept if it won.
    RandomSearch,
}

impl Method {
    /// As recipes and the command line write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Spsa => "spsa",
            Self::RandomSearch => "random-search",
        }
    }
}

/// The games of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// How many; an even number.
    pub number: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Random plies of each opening.
    #[serde(default = "Games::opening_plies")]
    pub opening_plies: u16,
    /// Who plays whom.
    #[serde(default)]
    pub sides: Sides,
}

impl Games {
    const fn opening_plies() -> u16 {
        8
    }
}

/// What a drawn side plays against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// The same draw turned round: both sides' changes pull at one result, and twice as hard.
    #[default]
    Opposed,
    /// A draw of its own: slower, but it tells winning from not losing.
    Apart,
    /// The centre itself.
    Centre,
}

/// How far levels lie apart: a share of a value, and at least so many centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Widths {
    /// The share of a weight's size.
    pub share: f64,
    /// The least, in centipawns.
    pub least: f64,
}

impl Default for Widths {
    fn default() -> Self {
        Self {
            share: 0.08,
            least: 12.0,
        }
    }
}

/// How generations follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Schedule {
    /// How many there are.
    pub generations: u32,
    /// What the widths are multiplied by from one to the next.
    pub widths: f64,
    /// What the steps are multiplied by from one to the next.
    pub steps: f64,
    /// The model is the mean of the centres after so many of the last generations.
    pub average: u32,
    /// Training stops when so many validations in a row were no better than the best before them;
    /// nought never stops early.
    pub patience: u32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            generations: 6,
            widths: 1.0,
            steps: 0.85,
            average: 3,
            patience: 0,
        }
    }
}

/// The match of a generation's model against the heuristic that training began with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Validation {
    /// How many games; an even number, nought plays none.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// After how many generations each; the last is always validated.
    pub every: u32,
}

impl Default for Validation {
    fn default() -> Self {
        Self {
            games: 1000,
            nodes: 200,
            every: 1,
        }
    }
}

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    ///
    /// [`TrainError::Recipe`] and [`TrainError::Syntax`]: a file that cannot be read, an unknown
    /// key, a value that makes no sense, each with its line.
    pub fn read(file: &Path) -> Result<Self, TrainError> {
        let text = fs::read_to_string(file).map_err(|source| TrainError::Recipe {
            file: file.to_owned(),
            source,
        })?;
        Self::parse(file, &text)
    }

    /// Reads a recipe from text; `file` names it in errors.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn parse(file: &Path, text: &str) -> Result<Self, TrainError> {
        let wrong = |line: usize, what: String| TrainError::Syntax {
            file: file.to_owned(),
            line,
            what,
        };
        let recipe: Self = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| 1 + before.matches('\n').count());
            wrong(line, error.message().replace('\n', ", "))
        })?;
        match recipe.fault() {
            None => Ok(recipe),
            Some((key, what)) => Err(wrong(line_of(text, key), what)),
        }
    }

    /// The first value that makes no training: its key and what is wrong.
    fn fault(&self) -> Option<(&'static str, String)> {
        let schedule = &self.schedule;
        let share = |value: f64| value > 0.0 && value <= 1.0;
        if let Err(error) = self.design.check() {
            return Some((error.key, error.to_string()));
        }
        if let Err(error) = self.start.parse::<HeuristicSpec>() {
            return Some(("start", error.to_string()));
        }
        if self.games.number == 0 || !self.games.number.is_multiple_of(2) {
            let what = "games come in pairs, so give an even number above nought";
            return Some(("number", format!("number = {}: {what}", self.games.number)));
        }
        if self.games.nodes == 0 || self.validation.nodes == 0 {
            return Some(("nodes", "nodes = 0: search at least one node".to_owned()));
        }
        if !self.validation.games.is_multiple_of(2) {
            return Some((
                "games",
                format!(
                    "games = {}: games come in pairs, so give an even number",
                    self.validation.games
                ),
            ));
        }
        if schedule.generations == 0 || schedule.average == 0 || self.validation.every == 0 {
            return Some((
                "generations",
                "generations, average and every are at least 1".to_owned(),
            ));
        }
        if !share(schedule.widths) || !share(schedule.steps) {
            return Some((
                "schedule",
                "widths and steps of a schedule shrink: give numbers above 0 and up to 1"
                    .to_owned(),
            ));
        }
        if !(0.0..=1.0).contains(&self.widths.share) || !(1.0..=1000.0).contains(&self.widths.least)
        {
            return Some((
                "widths",
                "a share from 0 to 1, and at least 1 centipawn up to 1000".to_owned(),
            ));
        }
        if let Some(Objectives { games, reach }) = self.objectives {
            if games == 0 || !games.is_multiple_of(2) {
                let what = "games come in pairs, so give an even number above nought";
                return Some(("objectives", format!("games = {games}: {what}")));
            }
            if !(0.0..=2.0).contains(&reach) {
                let what = "expected 0 to 2 levels for each standard error";
                return Some(("reach", format!("reach = {reach}: {what}")));
            }
        }
        self.step.and_then(fault_of_step)
    }

    /// The rule of the generation of that number, from 0.
    pub fn rule(&self, generation: u32) -> Rule {
        let fade = power(self.schedule.steps, generation);
        let rule = self.step.unwrap_or(match self.method {
            Method::Trial => Rule::Shrunk {
                gain: 0.33,
                most: 1.5,
            },
            Method::Spsa => Rule::Spsa { rate: 0.002 },
            Method::RandomSearch => Rule::Accept,
        });
        match rule {
            Rule::Shrunk { gain, most } => Rule::Shrunk {
                gain: gain * fade,
                most: most * fade,
            },
            Rule::Thompson { gain, most, seed } => Rule::Thompson {
                gain: gain * fade,
                most: most * fade,
                seed: seed.wrapping_add(u64::from(generation)),
            },
            Rule::Spsa { rate } => Rule::Spsa { rate: rate * fade },
            Rule::ArgMax | Rule::PosteriorMean | Rule::Accept => rule,
        }
    }

    /// What the widths of that generation are multiplied by.
    pub fn width_factor(&self, generation: u32) -> f64 {
        power(self.schedule.widths, generation)
    }

    /// Whether the model after that generation, from 0, is validated.
    pub const fn validates(&self, generation: u32) -> bool {
        let last = generation + 1 == self.schedule.generations;
        self.validation.games > 0 && (last || (generation + 1) % self.validation.every == 0)
    }

    /// The recipe as canonical TOML.
    pub fn canonical(&self) -> String {
        // Strings, numbers and tables of them: TOML can hold all of it.
        toml::to_string(self).unwrap_or_default()
    }

    /// Sixteen hexadecimal digits over all that decides a generation: not over how many there are,
    /// so that a training can be gone on with, nor over title, validation and objectives.
    pub fn hash(&self) -> String {
        let mut decisive = self.clone();
        decisive.title = String::new();
        decisive.schedule.generations = 1;
        decisive.schedule.patience = 0;
        decisive.validation = Validation::default();
        decisive.objectives = None;
        let hash = blake3::hash(decisive.canonical().as_bytes()).to_hex();
        hash.as_str().chars().take(16).collect()
    }
}

fn power(factor: f64, times: u32) -> f64 {
    factor.powi(i32::try_from(times).unwrap_or(i32::MAX))
}

fn fault_of_step(rule: Rule) -> Option<(&'static str, String)> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    match rule {
        Rule::Shrunk { gain, most } | Rule::Thompson { gain, most, .. } => {
            if !positive(gain) {
                return Some(("gain", format!("gain = {gain}: expected a number above 0")));
            }
            let inside = most > 0.0 && most <= 2.0;
            (!inside).then(|| {
                let what = "the trust region ends where the levels do: expected above 0, up to 2";
                ("most", format!("most = {most}: {what}"))
            })
        }
        Rule::Spsa { rate } if !positive(rate) => {
            Some(("rate", format!("rate = {rate}: expected a number above 0")))
        }
        Rule::Spsa { .. } | Rule::ArgMax | Rule::PosteriorMean | Rule::Accept => None,
    }
}

/// The line on which a key or a table of that name stands, from 1; the first where it is left out.
fn line_of(text: &str, key: &str) -> usize {
    let begins = |line: &str| {
        let line = line.trim_start().trim_start_matches('[');
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with(['=', ']']))
    };
    text.lines().position(begins).map_or(1, |line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str =
        "title = \"x\"\nstart = \"initial\"\nseed = 1\n\n[games]\nnumber = 20\nnodes = 10\n";

    fn refused(text: &str) -> String {
        Recipe::parse(Path::new("r.toml"), text)
            .expect_err("refused")
            .to_string()
    }

    #[test]
    fn what_is_left_out_has_a_default_and_canonical_text_reads_back() {
        let recipe = Recipe::parse(Path::new("r.toml"), SMALL).expect("a recipe");
        assert_eq!(recipe.method, Method::Trial);
        let again = Recipe::parse(Path::new("r.toml"), &recipe.canonical()).expect("a recipe");
        assert_eq!(again, recipe);
        let mut longer = recipe.clone();
        longer.schedule.generations += 5;
        assert_eq!(longer.hash(), recipe.hash());
        longer.games.nodes += 1;
        assert_ne!(longer.hash(), recipe.hash());
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let misspelt = refused(&SMALL.replace("nodes", "noods"));
        assert!(
            misspelt.contains("line 7") && misspelt.contains("noods"),
            "{misspelt}"
        );
        let odd = refused(&SMALL.replace("20", "21"));
        assert!(odd.contains("line 6: number = 21"), "{odd}");
        let far = refused(&format!(
            "{SMALL}[step]\nrule = \"shrunk\"\ngain = 0.3\nmost = 9.0\n"
        ));
        assert!(far.contains("line 11: most = 9: the trust region"), "{far}");
        let design = refused(&format!("{SMALL}[design]\nphases = 2.0\n"));
        assert!(design.contains("line 9: phases = 2"), "{design}");
        assert!(refused(&SMALL.replace("initial", "nonsense")).contains("line 2"));
    }

    #[test]
    fn steps_and_widths_fade() {
        let mut recipe = Recipe::parse(Path::new("r.toml"), SMALL).expect("a recipe");
        recipe.schedule.steps = 0.5;
        recipe.schedule.widths = 0.5;
        let Rule::Shrunk { gain, most } = recipe.rule(2) else {
            panic!("the default of a trial");
        };
        assert!((gain - 0.33 / 4.0).abs() < 1e-12 && (most - 1.5 / 4.0).abs() < 1e-12);
        assert!((recipe.width_factor(1) - 0.5).abs() < 1e-12);
    }
}
