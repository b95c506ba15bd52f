//! The report of a training: one self-contained HTML page, written after every generation and once more at the end.

mod data;
mod forecasts;
mod heat;
mod parameters;

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::curve::{self, CurveScale, TrainingPoint};
use super::error::TrainError;
use super::folder::{CURVE_CHART, REPORT};
pub use data::ReportData;

use crate::arena::elo::plus_minus;
use crate::files::{self, Existing};
use crate::heuristic::Heuristic;
use crate::model::{HeuristicTable, Objective};

/// Seconds after which the browser reloads the page of an unfinished training.
const REFRESH: u32 = 30;

/// Opens again, after a reload, what was unfolded before. Browsers keep the scroll position by themselves, but a page
/// that folds itself is too short for it.
const KEEP_UNFOLDED: &str = "\
const folds=[...document.querySelectorAll('details')],open=history.state||[];\
folds.forEach((fold,place)=>{fold.open=open.includes(place);\
fold.ontoggle=()=>history.replaceState(folds.flatMap((fold,place)=>fold.open?[place]:[]),'')})";

const STYLE: &str = "\
body{font:16px/1.45 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
h2{border-bottom:1px solid #ccc;margin-top:1.6em}h3{margin-bottom:.3em}\
table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right;border-bottom:1px solid #eee;white-space:nowrap}\
td:first-child,th:first-child{text-align:left}.boards{display:flex;flex-wrap:wrap;gap:1em}\
figure{margin:0}figcaption{text-align:center;color:#555}svg{max-width:100%;height:auto}\
.boards rect{stroke:#ddd}.boards text{font:10px sans-serif;text-anchor:middle;fill:#222}\
.see{color:#555;font-size:.9em}";

/// Writes `report.html` and `curve.svg` into the folder.
///
/// # Errors
///
/// [`TrainError`] for charts that cannot be drawn or files that cannot be written.
pub fn write(story: &ReportData<'_>, folder: &Path) -> Result<(), TrainError> {
    let mut charts = String::new();
    if story.points.iter().any(|point| point.elo.is_some()) {
        for over in [CurveScale::Games, CurveScale::CoreHours] {
            let (title, nodes) = (&story.recipe.title, story.recipe.validation.nodes);
            let svg = curve::chart(title, story.points, nodes, over).to_svg()?;
            charts.push_str(&svg);
            if over == CurveScale::Games {
                files::write_whole(&folder.join(CURVE_CHART), Existing::Replace, |out| {
                    out.write_all(svg.as_bytes())
                })?;
            }
        }
    }
    let page = page(story, charts)?.into_string();
    files::write_whole(&folder.join(REPORT), Existing::Replace, |out| {
        out.write_all(page.as_bytes())
    })?;
    Ok(())
}

fn page(story: &ReportData<'_>, charts: String) -> Result<Markup, TrainError> {
    let ReportData {
        recipe,
        start,
        model,
        points,
        ..
    } = *story;
    let forecasts = forecasts::section(story.fits)?;
    let parameters = parameters::section(story)?;
    Ok(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                @if !story.complete { meta http-equiv="refresh" content=(REFRESH); }
                meta name="viewport" content="width=device-width";
                title { (recipe.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (recipe.title) }
                p { (summary(story)) }
                (PreEscaped(charts))
                h2 { "Generations" }
                (generations(points))
                p.see {
                    "Won, drawn and lost from the drawn side's point of view. z²: the mean square of all effects in \
                     standard errors; chance alone gives 1. The model is the mean of the last "
                    (recipe.schedule.average)
                    " centres; validation: the model's games won, drawn and lost against the start."
                }
                (forecasts)
                h2 { "Tables of squares" }
                p.see {
                    "The numbers are learned values in centipawns, from White's point of view. Blue squares lost \
                     value since the start, orange ones gained."
                }
                (heat::boards(start, model))
                @if let Some(table) = story.objectives { (objectives(model, table)) }
                (parameters)
                p.see { "BayesChess " (env!("CARGO_PKG_VERSION")) ", recipe " (recipe.hash()) "." }
                @if !story.complete { script { (PreEscaped(KEEP_UNFOLDED)) } }
            }
        }
    })
}

/// Returns the progress of the training in one sentence.
fn summary(story: &ReportData<'_>) -> String {
    let recipe = story.recipe;
    let generations = recipe.schedule.generations;
    format!(
        "{} generations of {generations} by {}, from {}: {} games of {} nodes a move in all.",
        story.points.len(),
        recipe.method.name(),
        recipe.start,
        recipe.games_of_first(generations),
        recipe.games.nodes,
    )
}

/// Returns the section on objectives: the differences of each from the model.
fn objectives(model: &Heuristic, table: &HeuristicTable) -> Markup {
    html! {
        h2 { "Objectives" }
        p.see { "The same tables for each objective; colours show how far they differ from the model." }
        @for objective in Objective::ALL {
            details {
                summary { (objective) }
                (heat::boards(model, &table.heuristic(objective)))
            }
        }
    }
}

const GENERATION_COLUMNS: [&str; 12] = [
    "generation",
    "games",
    "core-hours",
    "won",
    "drawn",
    "lost",
    "z² opening",
    "middlegame",
    "endgame",
    "moved, cp",
    "validation",
    "Elo (95\u{a0}%)",
];

fn generations(points: &[TrainingPoint]) -> Markup {
    let z2 = |value: Option<f64>| value.map(|value| format!("{value:.2}"));
    html! {
        table {
            tr { @for column in GENERATION_COLUMNS { th { (column) } } }
            @for point in points {
                tr {
                    td { (point.generation) }
                    td { (point.games) }
                    td { (format!("{:.2}", point.core_hours)) }
                    td { (point.wins) }
                    td { (point.draws) }
                    td { (point.losses) }
                    @for value in [point.z2_opening, point.z2_middlegame, point.z2_endgame] {
                        td { (z2(value).unwrap_or_default()) }
                    }
                    td { (format!("{:.1}", point.moved_cp)) }
                    td { (point.validation_results.as_deref().unwrap_or_default()) }
                    td {
                        @if let Some((elo, error)) = point.elo.zip(point.elo_error_95) { (plus_minus(elo, error)) }
                        @if let Some(words) = point.test_in_words() { ", " (words) }
                    }
                }
            }
        }
    }
}
