//! What the page asks of runs: recipes to be checked and saved, runs to be started, stopped and extended.

use std::num::NonZeroUsize;
use std::thread;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::started::{
    FormFault, MOST_AT_WORK, OWN_ENGINE, RunStarter, StartableKind, StartableRecipe, StartedRun,
    own_options,
};
use crate::arena::external::engine_line::DeclaredOption;
use crate::serve::command::{Problem, ProblemCode};
use crate::train::recipe::keys::{RecipeKeys, RecipeTable};
use crate::train::recipe::{Method, PositionLearning};

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
    /// True if the recipe is a file that can be saved; else it is options of a command.
    has_file: bool,
    tables: &'static [RecipeTable],
    values: Value,
    /// Values of the tables that may be left out.
    optional: Value,
    /// Options of this program that can be tuned.
    options: Vec<EngineOptionJson>,
}

/// An option of this program.
#[derive(Debug, Serialize)]
struct EngineOptionJson {
    name: &'static str,
    default: Option<&'static str>,
    /// Least and greatest value of a number.
    least: Option<i64>,
    most: Option<i64>,
    /// The values of a check or a choice.
    values: Vec<&'static str>,
}

impl EngineOptionJson {
    /// Returns an option as JSON, `None` if its kind cannot be tuned.
    fn of(option: &'static DeclaredOption) -> Option<Self> {
        let values = match &*option.kind {
            "spin" => Vec::new(),
            "check" => vec!["false", "true"],
            "combo" => option.values.iter().map(String::as_str).collect(),
            _ => return None,
        };
        Some(Self {
            name: &option.name,
            default: option.default.as_deref(),
            least: option.min,
            most: option.max,
            values,
        })
    }
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
        "step": Method::default().usual_step(),
        "validation.sprt": { "elo0": 0.0, "elo1": 10.0, "games": 4000 },
        "objectives": { "games": 4000, "reach": 1.0 },
    });
    let tuning = json!({
        "engine": format!("{OWN_ENGINE};Adaptation=false"), "games": 20_000, "nodes": 1000, "adjudicate": true,
        "options": { "Contempt": { "from": -40, "to": 40, "levels": 5 } },
    });
    let kind = |kind: StartableKind, tables, values, optional| RecipeKindJson {
        kind,
        has_file: kind.has_file(),
        tables,
        values: values_of(kind, values),
        optional,
        options: match kind {
            StartableKind::Tune => own_options()
                .iter()
                .filter_map(EngineOptionJson::of)
                .collect(),
            _ => Vec::new(),
        },
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
            kind(StartableKind::Tune, &*keys.tune, tuning, json!({})),
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

/// Saves a recipe of a training or tuning; returns the name of its file as JSON.
pub(super) fn save(starter: &RunStarter, command: SaveCommand) -> Result<String, Problem> {
    let recipe = StartableRecipe::read(command.kind, command.recipe).map_err(refused)?;
    if !command.kind.has_file() {
        let sentence = "only a training and a tuning have a recipe in a file; the others are options of a command";
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
        Some(key) if !fault.text.starts_with(&key) => format!("{key}: {}", fault.text),
        _ => fault.text,
    };
    Problem::new(ProblemCode::WrongRecipe, sentence)
}
