//! The report as a self-contained HTML page, for a browser or a printer.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::conclusions;
use super::over_time::over_time;
use super::peers::{self, Section};
use super::phrases::{by_rating, record, shown};
use super::summary::summary;
use super::{chart, style_sentences, text};
use bayeschess::learn::style_report::{ResultLine, StyleReason, StyleReport};

const STYLE: &str = "\
body{font:16px/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222}\
h1{margin-bottom:0}h2{border-bottom:1px solid #ccc;margin-top:1.6em}\
table{border-collapse:collapse;width:100%}td,th{padding:.25em .5em;vertical-align:top;text-align:left;\
border-bottom:1px solid #eee}svg{width:100%;font:13px sans-serif}svg.bar{width:120px;height:12px}\
.see{color:#555;font-size:.9em}.number{text-align:right;white-space:nowrap}\
@media print{body{margin:0;max-width:none}h2{page-break-after:avoid}tr{page-break-inside:avoid}}";

/// Writes the page; `model` is the checksum of the style model.
pub(super) fn page(report: &StyleReport, model: &str) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (report.player) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (report.player) }
                (sections(vec![summary(report)]))
                (sections(conclusions::first(report)))
                @for (title, lines) in [
                    ("Results", &report.records.all),
                    ("Openings with White", &report.records.white),
                    ("Openings with Black", &report.records.black),
                    ("The course of the games", &report.records.course),
                ] {
                    h2 { (title) }
                    (result_table(lines))
                }
                (sections(peers::results(report)))
                (sections(over_time(report)))
                (style(report))
                (sections(peers::standing(report)))
                (all_habits(report))
                (both_axes(report))
                (sections(vec![conclusions::limits(report)]))
                p.see {
                    "Reasons are log-odds of naive Bayes with their 95\u{a0}% intervals; those whose interval holds 0 \
                     are left out. Advice stands out among all choices that were looked at. What went with worse \
                     results need not have caused them. In the tables "
                    (text::RATINGS) ". Model " (model) ", BayesChess " (env!("CARGO_PKG_VERSION")) "."
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// Returns the parts that consist of statements.
fn sections(sections: Vec<Section>) -> Markup {
    html! {
        @for section in sections {
            h2 { (section.title) }
            ul {
                @for line in &section.lines {
                    li {
                        (line.statement)
                        @for detail in &line.details { br; span.see { (detail) } }
                    }
                }
            }
            @if !section.note.is_empty() { p.see { (section.note) "." } }
        }
    }
}

/// Returns the table of all habits that were compared with peers.
fn all_habits(report: &StyleReport) -> Markup {
    html! {
        @if !report.among_peers.habits.is_empty() {
            details {
                summary { "All habits compared with peers" }
                table {
                    @for habit in &report.among_peers.habits {
                        tr {
                            td { (habit.question) }
                            td.number {
                                (format!(
                                    "{:.0} in 100 ({:.0} to {:.0})",
                                    100.0 * habit.ahead,
                                    100.0 * habit.ahead_interval_95[0],
                                    100.0 * habit.ahead_interval_95[1]
                                ))
                            }
                            td { @if habit.is_trait { "trait" } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the section on both axes: scores, a typical game and the scores of single games.
fn style(report: &StyleReport) -> Markup {
    html! {
        h2 { "The style" }
        p { (style_sentences::sentence(report)) }
        (chart::scale(report))
        p.see {
            "−1 is the typical defensive player, +1 the typical attacking one; the bar is the 95\u{a0}% interval."
        }
        @for line in style_sentences::by_color(report) { p { (line) } }
        @if let Some(sentence) = style_sentences::exchanges(report) {
            p { (sentence) }
            p.see { (style_sentences::COMPLICATING_SCALE) "." }
        }
        p { "A typical game: " (shown(&report.typical)) }
        p { "Single games, from defensive to attacking (" (peers::games(report.games)) "):" }
        (chart::histogram(report))
    }
}

/// Returns the reasons for each end of each axis.
fn both_axes(report: &StyleReport) -> Markup {
    html! {
        @for pair in text::reasons(report).chunks(2) {
            @for (title, reasons) in pair {
                h2 { (title) }
                (reason_table(reasons, longest_bar(pair), report.games))
            }
        }
    }
}

/// Returns the length that fills half a bar: bars of both ends of one axis have one scale.
fn longest_bar(pair: &[(&str, &[StyleReason])]) -> f64 {
    pair.iter()
        .flat_map(|(_, reasons)| *reasons)
        .map(|reason| reason.weight.abs() + reason.error_95)
        .fold(0.0, f64::max)
}

fn reason_table(reasons: &[StyleReason], longest: f64, games: u64) -> Markup {
    html! {
        @if reasons.is_empty() {
            p { "Nothing beyond chance in " (peers::games(games)) "." }
        } @else {
            table {
                @for reason in reasons {
                    tr {
                        td.number {
                            (format!("{:+.3}\u{a0}±\u{a0}{:.3}", reason.weight, reason.error_95))
                            br;
                            (chart::weight(reason.weight, reason.error_95, longest))
                        }
                        td {
                            (text::reason_sentence(reason))
                            br;
                            span.see { "See " (shown(&reason.example)) }
                        }
                    }
                }
            }
        }
    }
}

fn result_table(lines: &[ResultLine]) -> Markup {
    html! {
        @if lines.is_empty() {
            p { "Too few games." }
        } @else {
            table {
                @for line in lines {
                    tr {
                        td { (line.name) }
                        td.number {
                            (peers::games(line.record.games()))
                            br;
                            (chart::results(&line.record))
                        }
                        td {
                            (record(&line.record))
                            @if let Some(found) = &line.by_rating { br; (by_rating(found)) }
                            br;
                            span.see { "Such as " (shown(&line.example)) }
                        }
                    }
                }
            }
        }
    }
}
