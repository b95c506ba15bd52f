//! `bayeschess model show` for a style model: its players.

use std::fmt::Write as _;

use bayeschess::model::{StyleModel, StyleSource};
use bayeschess::style::habits::Habit;
use bayeschess::style::{HabitRecogniser, Sign};
use serde::Serialize;

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::style::norms::{PopulationJson, populations, populations_text};
use crate::cli::text_table::TextTable;

#[derive(Serialize)]
struct StyleModelJson<'a> {
    model: &'a str,
    schema: &'a str,
    version: &'a str,
    games: u64,
    sources: &'a [StyleSource],
    /// The habits of the second axis, by descending weight; empty if too few players were labelled.
    complicating: Vec<HabitWeightJson>,
    /// The norms of populations other than masters, if they were counted.
    norms: Vec<PopulationJson>,
}

/// A habit and its weight.
#[derive(Serialize)]
struct HabitWeightJson {
    habit: &'static str,
    question: &'static str,
    /// In standard deviations of one game; positive if more of it is complicating.
    weight: f64,
}

/// Lists the habits that tell complicating from simplifying players.
fn complicating(model: &StyleModel) -> Vec<HabitWeightJson> {
    // A model of norms alone has no recogniser.
    let judge = HabitRecogniser::learn(model.knowledge()).ok();
    let Some(axis) = judge.as_ref().and_then(HabitRecogniser::complicating) else {
        return Vec::new();
    };
    let habits = Habit::ALL.iter().map(|habit| HabitWeightJson {
        habit: habit.name(),
        question: habit.question(),
        weight: axis.weights().signs()[Sign::Own(*habit).index()],
    });
    let mut habits: Vec<HabitWeightJson> = habits
        .filter(|habit| habit.weight.abs() > f64::EPSILON)
        .collect();
    habits.sort_by(|one, other| other.weight.abs().total_cmp(&one.weight.abs()));
    habits
}

/// Shows the players that a style model was trained on.
pub(super) fn show(model: &StyleModel, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let card = model.card();
    let shown = StyleModelJson {
        model: model.checksum(),
        schema: &card.schema,
        version: &card.version,
        games: card.games,
        sources: &card.sources,
        complicating: complicating(model),
        norms: populations(model.knowledge().norms()),
    };
    if json.json {
        print_json(&shown)?;
    } else {
        print(&text(&shown))?;
    }
    Ok(RunStatus::Success)
}

fn text(shown: &StyleModelJson<'_>) -> String {
    let mut text = format!(
        "style model {} ({}), trained on {} games of {} players with version {}\n\n",
        shown.model,
        shown.schema,
        shown.games,
        shown.sources.len(),
        shown.version
    );
    let mut table = TextTable::new(&["file", "style"], &["games", "halved"]);
    for source in shown.sources {
        table.row(&[&source.file, &source.style, &source.games, &source.halved]);
    }
    text += &table.to_string();
    if !shown.complicating.is_empty() {
        text += "\nwhat complicates (+) or simplifies (-) a game, by weight:\n";
    }
    for habit in &shown.complicating {
        let _ = writeln!(text, "  {:+.2}  {}", habit.weight, habit.question);
    }
    if !shown.norms.is_empty() {
        text += "\ncompared with their peers:\n";
        text += &populations_text(&shown.norms);
    }
    text
}
