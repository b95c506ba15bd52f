//! The report of a training: one page of HTML that needs nothing beside it, written after every
//! generation and once more at the end.

mod data;
mod forecasts;
mod heat;
mod parameters;

use std::fmt::Write as _;
use std::path::Path;

use super::curve::{self, CurveScale, TrainingPoint};
use super::error::TrainError;
use super::folder::{CURVE_CHART, REPORT};
pub use data::ReportData;

use crate::arena::elo::plus_minus;
use crate::files::{self, Existing};
use crate::heuristic::Heuristic;
use crate::model::{HeuristicTable, Objective};

/// After so many seconds the page of a training that goes on is read again.
const REFRESH: u32 = 30;

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
/// Charts that cannot be drawn, files that cannot be written.
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
    let page = page(story, &charts)?;
    files::write_whole(&folder.join(REPORT), Existing::Replace, |out| {
        out.write_all(page.as_bytes())
    })?;
    Ok(())
}

fn page(story: &ReportData<'_>, charts: &str) -> Result<String, TrainError> {
    let ReportData {
        recipe,
        start,
        model,
        points,
        ..
    } = *story;
    let title = escaped(&recipe.title);
    let refresh = if story.complete {
        String::new()
    } else {
        format!("<meta http-equiv=\"refresh\" content=\"{REFRESH}\">")
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{refresh}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{} generations of {} by {}, from {}: \
         {} games of {} nodes a move in all.</p>\n{charts}\n<h2>Generations</h2>\n{}",
        points.len(),
        recipe.schedule.generations,
        recipe.method.name(),
        escaped(&recipe.start),
        recipe.games_of_first(recipe.schedule.generations),
        recipe.games.nodes,
        generations(points)
    );
    let _ = write!(
        page,
        "<p class=\"see\">Won, drawn and lost as the drawn side saw it. z&sup2;: the mean square of all effects \
         in standard errors; 1 is chance alone. The model is the mean of the last {} centres; validation: its own \
         games won, drawn and lost against where it began.</p>\n{}\
         <h2>Tables of squares</h2>\n<p class=\"see\">The numbers are learned values in centipawns, seen \
         from White; blue squares lost worth since the start, orange ones gained.</p>\n{}",
        recipe.schedule.average,
        forecasts::section(story.fits)?,
        heat::boards(start, model)
    );
    if let Some(table) = story.objectives {
        page.push_str(&objectives(model, table));
    }
    page.push_str(&parameters::section(story)?);
    let _ = write!(
        page,
        "<p class=\"see\">BayesChess {}, recipe {}.</p>\n</body></html>\n",
        env!("CARGO_PKG_VERSION"),
        recipe.hash()
    );
    Ok(page)
}

/// Where each objective leans to from the model.
fn objectives(model: &Heuristic, table: &HeuristicTable) -> String {
    let mut html = String::from(
        "<h2>Objectives</h2>\n<p class=\"see\">The same tables for each objective; colours show how far they \
         lean away from the model.</p>\n",
    );
    for objective in Objective::ALL {
        let _ = write!(
            html,
            "<details><summary>{}</summary>\n{}</details>\n",
            objective.name(),
            heat::boards(model, &table.heuristic(objective))
        );
    }
    html
}

fn generations(points: &[TrainingPoint]) -> String {
    let mut html = String::from(
        "<table><tr><th>generation</th><th>games</th><th>core-hours</th><th>won</th><th>drawn</th>\
         <th>lost</th><th>z&sup2; opening</th><th>middlegame</th><th>endgame</th><th>moved, cp</th>\
         <th>validation</th><th>Elo (95&nbsp;%)</th></tr>\n",
    );
    for point in points {
        let z2 = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.2}"));
        let elo = point.elo.zip(point.elo_error_95);
        let test = point
            .test_in_words()
            .map_or_else(String::new, |words| format!(", {words}"));
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td><td>{:.1}</td><td>{}</td><td>{}{test}</td></tr>",
            point.generation,
            point.games,
            point.core_hours,
            point.wins,
            point.draws,
            point.losses,
            z2(point.z2_opening),
            z2(point.z2_middlegame),
            z2(point.z2_endgame),
            point.moved_cp,
            point.validation_results.as_deref().unwrap_or_default(),
            elo.map_or_else(String::new, |(elo, error)| plus_minus(elo, error))
        );
    }
    html.push_str("</table>\n");
    html
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
