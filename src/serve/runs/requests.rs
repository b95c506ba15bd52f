//! What the page asks of runs: recipes to be checked and saved, runs to be started, stopped and extended.

use std::num::NonZeroUsize;
use std::thread;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::started::{
    FormFault, MOST_AT_WORK, RunStarter, StartableKind, StartableRecipe, StartedRun,
};
use crate::serve::command::{Problem, ProblemCode};
use crate::train::recipe::PositionLearning;
use crate::train::recipe::keys::{RecipeKeys, RecipeTable};

/// A recipe that is being made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct DraftCommand {
    kind: StartableKind,
    recipe: Value,
}

/// Saves a recipe under a name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct SaveCommand {
    name: String,
    kind: StartableKind,
    recipe: Value,
}

/// Starts a run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct StartCommand {
    name: String,
    kind: StartableKind,
    recipe: Value,
    #[serde(default)]
    threads: Option<NonZeroUsize>,
}

/// Gives a run more games or generations.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct ExtendCommand {
    to: u32,
}

/// Begins a game against the model of a generation, by default the last.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct AgainstCommand {
    #[serde(default)]
    pub generation: Option<usize>,
}

/// A change of a run that needs nothing more.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct EmptyCommand {}

/// A change of a run that the page started.
#[derive(Clone, Copy, Debug)]
pub(in crate::serve) enum RunChange {
    Pause,
    GoOn,
    Extend(ExtendCommand),
}

/// All recipes that can be made.
#[derive(Debug, Serialize)]
struct RecipesJson {
    may_start: bool,
    most_at_work: usize,
    cores: usize,
    kinds: Vec<RecipeKindJson>,
}

/// A kind of recipe, with its keys and what they are by default.
#[derive(Debug, Serialize)]
struct RecipeKindJson {
    kind: StartableKind,
    tables: &'static [RecipeTable],
    values: Value,
    /// Values of the tables that may be left out.
    optional: Value,
}

/// What a recipe is, or why it is none.
#[derive(Debug, Serialize)]
struct DraftJson {
    toml: Option<String>,
    command: Option<String>,
    fault: Option<FormFault>,
}

/// Returns the kinds of recipes as JSON.
pub(super) fn recipes(starter: &RunStarter) -> String {
    let keys = RecipeKeys::all();
    let training = json!({
        "title": "My training", "start": "modern:initial", "seed": 1,
        "games": { "number": 2000, "nodes": 200 },
    });
    let optional = json!({
        "positions": PositionLearning::default(),
        "step": { "rule": "shrunk", "gain": 0.33, "most": 1.5 },
        "validation.sprt": { "elo0": 0.0, "elo1": 10.0, "games": 4000 },
        "objectives": { "games": 4000, "reach": 1.0 },
    });
    let kind = |kind, tables, values, optional| RecipeKindJson {
        kind,
        tables,
        values: values_of(kind, values),
        optional,
    };
    let all = RecipesJson {
        may_start: starter.is_allowed(),
        most_at_work: MOST_AT_WORK,
        cores: thread::available_parallelism().map_or(1, NonZeroUsize::get),
        kinds: vec![
            kind(StartableKind::Train, &*keys.train, training, optional),
            kind(
                StartableKind::Selfplay,
                &*keys.selfplay,
                json!({}),
                json!({}),
            ),
            kind(
                StartableKind::Match,
                &*keys.between,
                json!({}),
                json!({ "sprt": { "elo0": 0.0, "elo1": 10.0 } }),
            ),
        ],
    };
    serde_json::to_string(&all).unwrap_or_default()
}

/// Returns all values of a recipe of which some are given.
fn values_of(kind: StartableKind, values: Value) -> Value {
    StartableRecipe::read(kind, values).map_or(Value::Null, |recipe| recipe.values())
}

/// Returns a recipe as TOML, or its fault, as JSON.
pub(super) fn draft(command: DraftCommand) -> String {
    let draft = match StartableRecipe::read(command.kind, command.recipe) {
        Ok(recipe) => DraftJson {
            toml: Some(recipe.toml()),
            command: Some(format!("bayeschess {}", recipe.command("NAME").join(" "))),
            fault: None,
        },
        Err(fault) => DraftJson {
            toml: None,
            command: None,
            fault: Some(fault),
        },
    };
    serde_json::to_string(&draft).unwrap_or_default()
}

/// Saves a recipe of a training; returns the name of its file as JSON.
pub(super) fn save(starter: &RunStarter, command: SaveCommand) -> Result<String, Problem> {
    let recipe = StartableRecipe::read(command.kind, command.recipe).map_err(refused)?;
    if command.kind != StartableKind::Train {
        let sentence =
            "only a training has a recipe in a file; the others are options of a command";
        return Err(Problem::new(ProblemCode::BadRequest, sentence));
    }
    let file = starter.save(&command.name, &recipe)?;
    Ok(json!({ "file": file }).to_string())
}

/// Starts a run.
pub(super) fn start(starter: &RunStarter, command: StartCommand) -> Result<StartedRun, Problem> {
    let recipe = StartableRecipe::read(command.kind, command.recipe).map_err(refused)?;
    starter.start(&command.name, recipe, command.threads)
}

/// Changes a run.
pub(super) fn change(
    starter: &RunStarter,
    run: StartedRun,
    change: RunChange,
) -> Result<(), Problem> {
    match change {
        RunChange::Pause => starter.pause(&run),
        RunChange::GoOn => starter.go_on(&run),
        RunChange::Extend(ExtendCommand { to }) => starter.extend(run, to),
    }
}

fn refused(fault: FormFault) -> Problem {
    let sentence = match fault.key {
        Some(key) if !fault.problem.starts_with(&key) => format!("{key}: {}", fault.problem),
        _ => fault.problem,
    };
    Problem::new(ProblemCode::WrongRecipe, sentence)
}
