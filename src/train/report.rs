//! The report of a training: one page of HTML that needs nothing beside it, written after every
//! generation.
//!
//! May use: L0, `bayes`, `plot`, `heuristic`, `model`, `learn`, `arena`.

use std::fmt::Write as _;
use std::path::Path;

use super::curve::{self, Over, Point};
use super::error::TrainError;
use super::fit::Summary;
use super::heat;
use super::recipe::Recipe;
use crate::arena::elo::plus_minus;
use crate::bayes::effect::Effect;
use crate::files::{self, Existing};
use crate::heuristic::Heuristic;
use crate::heuristic::kinship::{Kinship, Twins};
use crate::learn::trial::score_effects;
use crate::model::HeuristicTable;
use crate::phase::Phase;

/// How many parameters are listed before the rest is folded away.
const FIRST: usize = 25;

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
pub fn write(
    recipe: &Recipe,
    folder: &Path,
    start: &Heuristic,
    model: &Heuristic,
    tables: &[HeuristicTable],
    fits: &[Summary],
    points: &[Point],
) -> Result<(), TrainError> {
    let validated = points.iter().any(|point| point.elo.is_some());
    let mut charts = String::new();
    if validated {
        for over in [Over::Games, Over::CoreHours] {
            let svg =
                curve::chart(&recipe.title, points, recipe.validation.nodes, over).to_svg()?;
            charts.push_str(&svg);
            if over == Over::Games {
                files::write_whole(&folder.join("curve.svg"), Existing::Replace, |out| {
                    out.write_all(svg.as_bytes())
                })?;
            }
        }
    }
    let page = page(recipe, start, model, tables, fits, points, &charts);
    files::write_whole(&folder.join("report.html"), Existing::Replace, |out| {
        out.write_all(page.as_bytes())
    })?;
    Ok(())
}

fn page(
    recipe: &Recipe,
    start: &Heuristic,
    model: &Heuristic,
    tables: &[HeuristicTable],
    fits: &[Summary],
    points: &[Point],
    charts: &str,
) -> String {
    let title = escaped(&recipe.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
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
        "<p class=\"see\">z&sup2;: the mean square of all effects in standard errors; 1 is chance alone. \
         Won, drawn and lost as the drawn side saw it. The model is the mean of the last {} centres.</p>\n{}\
         <h2>Tables of squares</h2>\n<p class=\"see\">The numbers are learned values in centipawns, seen \
         from White; blue squares lost worth since the start, orange ones gained.</p>\n{}",
        recipe.schedule.average,
        forecasts(fits),
        heat::boards(start, model)
    );
    if let Some(last) = tables.last() {
        let rows = parameters(start, model, last);
        let (first, rest) = rows.split_at(rows.len().min(FIRST));
        let _ = write!(
            page,
            "<h2>Parameters</h2>\n<p class=\"see\">In the order of how far they were moved. The effect is \
             that of one level in the last generation, in hundredths of a point, with its 95&nbsp;% \
             interval.</p>\n{}<details><summary>the other {}</summary>\n{}</details>\n",
            table_of(first),
            rest.len(),
            table_of(rest)
        );
    }
    let _ = write!(
        page,
        "<p class=\"see\">BayesChess {}, recipe {}.</p>\n</body></html>\n",
        env!("CARGO_PKG_VERSION"),
        recipe.hash()
    );
    page
}

/// How well the fits predict results, beside what they started from.
fn forecasts(fits: &[Summary]) -> String {
    let held_out: Vec<_> = fits
        .iter()
        .filter_map(|fit| Some((fit, fit.held_out?)))
        .collect();
    if held_out.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<h2>Forecasts</h2>\n<p class=\"see\">How well evaluations foretell results on positions of games \
         that no weight was fitted to.</p>\n<table><tr><th>fit</th><th>positions</th><th>games</th>\
         <th>forecast by</th><th>log-loss</th><th>Brier</th><th>right</th><th>calibration error</th></tr>\n",
    );
    let mut distances = String::new();
    for (number, (fit, quality)) in held_out.into_iter().enumerate() {
        if let Some(from) = quality.from_searches {
            let _ = writeln!(
                distances,
                "<p>Fit {}: from what searches of these positions foretell, where it began is {:.4} and \
                 the fit {:.4} points of a game away (root of the mean square).</p>",
                number + 1,
                from.start,
                from.fitted
            );
        }
        for (name, measures) in [
            ("results alone", quality.shares),
            ("where it began", quality.start),
            ("naive Bayes", quality.naive),
            ("fitted", quality.fitted),
        ] {
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{name}</td><td>{:.4}</td><td>{:.4}</td>\
                 <td>{:.1}&nbsp;%</td><td>{:.4}</td></tr>",
                number + 1,
                fit.positions[1],
                fit.games[1],
                measures.log_loss,
                measures.brier,
                100.0 * measures.accuracy,
                measures.calibration_error
            );
        }
    }
    html.push_str("</table>\n");
    html.push_str(&distances);
    html
}

fn generations(points: &[Point]) -> String {
    let mut html = String::from(
        "<table><tr><th>generation</th><th>games</th><th>core-hours</th><th>won</th><th>drawn</th>\
         <th>lost</th><th>z&sup2; opening</th><th>middlegame</th><th>endgame</th><th>moved, cp</th>\
         <th>Elo (95&nbsp;%)</th></tr>\n",
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
             <td>{}</td><td>{}</td><td>{:.1}</td><td>{}{test}</td></tr>",
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
            elo.map_or_else(String::new, |(elo, error)| plus_minus(elo, error))
        );
    }
    html.push_str("</table>\n");
    html
}

/// A parameter in a phase: name, phase, start, learned, last effect.
type ParameterRow<'a> = (&'a str, Phase, i32, i32, Option<Effect>);

/// One row for each unit and phase, the furthest moved first.
fn parameters<'a>(
    start: &'a Heuristic,
    model: &Heuristic,
    last: &HeuristicTable,
) -> Vec<ParameterRow<'a>> {
    let kinship = Kinship::of(start.schema(), Twins::Tied);
    let effects = score_effects(last);
    let mut seen = vec![false; kinship.units()];
    let mut rows = Vec::new();
    for (place, parameter) in start.schema().parameters().iter().enumerate() {
        if std::mem::replace(&mut seen[kinship.unit_of()[place]], true) {
            continue;
        }
        for phase in Phase::ALL {
            rows.push((
                parameter.name.as_str(),
                phase,
                start.weights()[phase][place],
                model.weights()[phase][place],
                effects[phase][place],
            ));
        }
    }
    rows.sort_by_key(|(_, _, before, after, _)| std::cmp::Reverse((after - before).abs()));
    rows
}

fn table_of(rows: &[ParameterRow<'_>]) -> String {
    let mut html = String::from(
        "<table><tr><th>parameter</th><th>phase</th><th>start</th><th>learned</th><th>moved</th>\
         <th>effect</th></tr>\n",
    );
    for (name, phase, before, after, effect) in rows {
        let effect = effect.map_or_else(String::new, |effect| {
            let hundredths = |value: f64| 100.0 * value;
            format!(
                "{:+.2} &plusmn; {:.2}",
                hundredths(effect.slope),
                hundredths(1.96 * effect.error)
            )
        });
        let _ = writeln!(
            html,
            "<tr><td>{name}</td><td>{phase}</td><td>{before}</td><td>{after}</td><td>{:+}</td><td>{effect}</td></tr>",
            after - before
        );
    }
    html.push_str("</table>\n");
    html
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
