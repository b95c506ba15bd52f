//! The report of `lab adapt` as one self-contained HTML page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::text::{answers, elo, heading, summary};
use bayeschess::train::lab::adapt::{FIXED_POLICIES, TrialArm, TrialFigures};

const STYLE: &str = "\
body{font:16px/1.45 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
h2{border-bottom:1px solid #ccc;margin-top:1.6em}\
table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right;border-bottom:1px solid #eee;white-space:nowrap}\
td:first-child,th:first-child,.words{text-align:left}svg{max-width:100%;height:auto}.see{color:#555;font-size:.9em}";

/// Writes the page.
pub(super) fn page(figures: &TrialFigures) -> anyhow::Result<String> {
    let chart = if figures.arms.is_empty() {
        None
    } else {
        Some(figures.chart().to_svg()?)
    };
    let memory = figures.memory.as_ref();
    let memory = memory.filter(|memory| !memory.regret.is_empty());
    let memory = memory.map(|memory| memory.chart().to_svg()).transpose()?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "What adapting gains" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "What adapting to the opponent gains" }
                p { (heading(figures)) @if figures.complete { "." } @else { "; stopped before its end." } }
                table {
                    @for (name, value) in summary(figures) { tr { td { (name) } td { (value) } } }
                }
                @if let Some(chart) = chart { (PreEscaped(chart)) }
                (arms(figures))
                (opponents(figures))
                @if let Some(memory) = memory { h2 { "Memory" } (PreEscaped(memory)) }
                p.see {
                    "Differences are taken on the same openings, colours and opponents; intervals are at 95\u{a0}%, \
                     by blocks of an opening and an opponent. The headroom is the best policy for each opponent less \
                     the best for all, chosen on one half of the first fold and valued on the other. BayesChess "
                    (env!("CARGO_PKG_VERSION")) ", recipe " (figures.recipe) "."
                }
            }
        }
    };
    Ok(page.into_string() + "\n")
}

/// Returns the table of the arms.
fn arms(figures: &TrialFigures) -> Markup {
    let description = |name: &str| {
        let known = TrialArm::ALL.into_iter().find(|arm| arm.name() == name);
        known.map_or("", TrialArm::description)
    };
    html! {
        h2 { "Arms, second fold" }
        table {
            tr {
                @for title in ["arm", "games", "score", "Elo", "less best fixed", ""] { th { (title) } }
            }
            @for arm in &figures.arms {
                tr {
                    td { (arm.name) }
                    td { (arm.games) }
                    td { (format!("{:.3}", arm.score)) }
                    td { (elo(Some(arm.elo))) }
                    td { (elo(Some(arm.minus_best_fixed))) }
                    td.words { (description(arm.name)) }
                }
            }
        }
    }
}

/// Returns the table of the fixed policies against each opponent.
fn opponents(figures: &TrialFigures) -> Markup {
    html! {
        h2 { "Fixed policies, first fold" }
        table {
            tr {
                th { "our Elo against" }
                @for policy in &FIXED_POLICIES { th { (policy.name) } }
                th { "adaptive's answers, second fold" }
            }
            tr {
                td { "all" }
                @for policy in &figures.policies { td { (elo(Some(policy.elo))) } }
                td {}
            }
            @for opponent in &figures.opponents {
                tr {
                    td { (opponent.name) }
                    @for figure in &opponent.policies { td { (elo(Some(*figure))) } }
                    td { (answers(&opponent.answers)) }
                }
            }
        }
    }
}
