//! Faults of recipes that the page makes: a key, a code with values, which the page says in its language, and a sentence.

use serde::Serialize;

use crate::model::HeuristicSpec;
use crate::train::TrainingRecipe;
use crate::train::recipe::{RecipeFault, ValueFault};

/// The most games of a run.
const MOST_GAMES: u32 = 1_000_000_000;

pub(super) const NO_FILE: &str =
    "the page starts no run from a file of your disk; use the command line for that";

/// Why a recipe cannot be used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::serve::runs) struct FormFault {
    /// The key with its tables, if it is known.
    pub key: Option<String>,
    /// What is wrong, as a code with values.
    #[serde(flatten)]
    pub fault: ValueFault,
    /// The same as a sentence in English.
    pub text: String,
}

impl From<RecipeFault> for FormFault {
    fn from(fault: RecipeFault) -> Self {
        Self {
            key: Some(fault.key),
            fault: fault.fault,
            text: fault.what,
        }
    }
}

/// Returns a fault that only its sentence tells.
pub(super) fn of(key: &str, text: impl Into<String>) -> FormFault {
    coded(key, ValueFault::Other, text)
}

pub(super) fn coded(key: &str, fault: ValueFault, text: impl Into<String>) -> FormFault {
    FormFault {
        key: Some(key.to_owned()),
        fault,
        text: text.into(),
    }
}

/// Checks that a number is not out of range.
pub(super) fn within(key: &str, value: impl Into<f64>, least: u32, most: u32) -> Option<FormFault> {
    let (value, least, most) = (value.into(), f64::from(least), f64::from(most));
    let is_within = (least..=most).contains(&value);
    let fault = ValueFault::OutOfRange { value, least, most };
    let text = || format!("{key} = {value}: expected {least} to {most}");
    (!is_within).then(|| coded(key, fault, text()))
}

/// Checks a number of games, which is a multiple of `step`.
pub(super) fn games(key: &str, games: u32, step: u32) -> Option<FormFault> {
    let is_even = games.is_multiple_of(step);
    let odd = || {
        let text = "games come in pairs, so give an even number";
        coded(key, ValueFault::Odd { value: games }, text)
    };
    within(key, games, step, MOST_GAMES).or_else(|| (!is_even).then(odd))
}

pub(super) fn nodes(nodes: u64) -> Option<FormFault> {
    at_least_one("nodes", nodes)
}

/// Checks that a number is not 0.
pub(super) fn at_least_one(key: &str, value: u64) -> Option<FormFault> {
    let (zero, least) = (0.0, 1.0);
    let fault = ValueFault::TooSmall { value: zero, least };
    (value == 0).then(|| coded(key, fault, format!("{key} = 0: give at least 1")))
}

/// Checks that a text names a heuristic and no file.
pub(super) fn player(key: &str, name: &str) -> Option<FormFault> {
    match name.parse::<HeuristicSpec>() {
        // The words of a command are parted by blanks.
        _ if name.contains(char::is_whitespace) => Some(of(key, "a heuristic has no blanks")),
        Err(error) => {
            let name = name.to_owned();
            let fault = ValueFault::UnknownHeuristic { name };
            Some(coded(key, fault, error.to_string()))
        }
        Ok(spec) => {
            let refused = || coded(key, ValueFault::NamesFile, NO_FILE);
            spec.file().map(|_| refused())
        }
    }
}

/// Checks that a training names no file.
pub(super) fn files_of(recipe: &TrainingRecipe) -> Option<FormFault> {
    let teacher = recipe.positions.as_ref();
    let teacher = teacher.and_then(|positions| positions.taught_by.as_deref());
    player("start", &recipe.start).or_else(|| player("positions.taught_by", teacher?))
}
