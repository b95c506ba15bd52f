//! The report of `lab adapt` as one self-contained HTML page.

use std::fmt::Write as _;

use super::text::{answers, elo, heading, summary};
use bayeschess::train::lab::adapt::{FIXED_POLICIES, TrialArm, TrialFigures};

const STYLE: &str = "\
body{font:16px/1.45 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
h2{border-bottom:1px solid #ccc;margin-top:1.6em}\
table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right;border-bottom:1px solid #eee;white-space:nowrap}\
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}.see{color:#555;font-size:.9em}";

/// Writes the page. It contains only the program's own words, so nothing is escaped.
///
/// # Errors
///
/// If a chart cannot be drawn.
pub(super) fn page(figures: &TrialFigures) -> anyhow::Result<String> {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>What adapting gains</title>\
         <style>{STYLE}</style></head><body>\n<h1>What adapting to the opponent gains</h1>\n<p>{}{}</p>\n<table>\n",
        heading(figures),
        if figures.complete {
            "."
        } else {
            "; stopped before its end."
        }
    );
    for (name, value) in summary(figures) {
        let _ = writeln!(page, "<tr><td>{name}</td><td>{value}</td></tr>");
    }
    page.push_str("</table>\n");
    if !figures.arms.is_empty() {
        page.push_str(&figures.chart().to_svg()?);
    }
    arms(&mut page, figures);
    opponents(&mut page, figures);
    if let Some(memory) = figures
        .memory
        .as_ref()
        .filter(|memory| !memory.regret.is_empty())
    {
        let _ = writeln!(page, "<h2>Memory</h2>\n{}", memory.chart().to_svg()?);
    }
    let _ = write!(
        page,
        "<p class=\"see\">Differences are taken on the same openings, colours and opponents; intervals are at \
         95&nbsp;%, by blocks of an opening and an opponent. The headroom is the best policy for each opponent less \
         the best for all, chosen on one half of the first fold and valued on the other. BayesChess {}, recipe {}.</p>\n\
         </body></html>\n",
        env!("CARGO_PKG_VERSION"),
        figures.recipe
    );
    Ok(page)
}

fn arms(page: &mut String, figures: &TrialFigures) {
    page.push_str(
        "<h2>Arms, second fold</h2>\n<table><tr><th>arm</th><th>games</th><th>score</th><th>Elo</th>\
         <th>less best fixed</th><th></th></tr>\n",
    );
    for arm in &figures.arms {
        let known = TrialArm::ALL
            .into_iter()
            .find(|known| known.name() == arm.name);
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{:.3}</td><td>{}</td><td>{}</td>\
             <td style=\"text-align:left\">{}</td></tr>",
            arm.name,
            arm.games,
            arm.score,
            elo(Some(arm.elo)),
            elo(Some(arm.minus_best_fixed)),
            known.map_or("", TrialArm::description)
        );
    }
    page.push_str("</table>\n");
}

fn opponents(page: &mut String, figures: &TrialFigures) {
    page.push_str("<h2>Fixed policies, first fold</h2>\n<table><tr><th>our Elo against</th>");
    for policy in &FIXED_POLICIES {
        let _ = write!(page, "<th>{}</th>", policy.name);
    }
    page.push_str("<th>adaptive's answers, second fold</th></tr>\n<tr><td>all</td>");
    for policy in &figures.policies {
        let _ = write!(page, "<td>{}</td>", elo(Some(policy.elo)));
    }
    page.push_str("<td></td></tr>\n");
    for opponent in &figures.opponents {
        let _ = write!(page, "<tr><td>{}</td>", opponent.name);
        for figure in &opponent.policies {
            let _ = write!(page, "<td>{}</td>", elo(Some(*figure)));
        }
        let _ = writeln!(page, "<td>{}</td></tr>", answers(&opponent.answers));
    }
    page.push_str("</table>\n");
}
