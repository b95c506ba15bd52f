//! The report as text.

use std::fmt::Write as _;

use bayeschess::learn::style_report::{ResultLine, StyleReason, StyleReport};

use super::conclusions;
use super::over_time::over_time;
use super::peers::{self, Section};
use super::phrases::{by_rating, record, shown};
use super::style_sentences::{COMPLICATING_SCALE, by_color, exchanges, sentence};
use super::summary::summary;

/// The note on results by rating.
pub(super) const RATINGS: &str = "what was to be expected follows from both ratings alone, 400 points \
    for ten points of eleven; ratings do not know that White has the first move";

/// Writes the report for a terminal.
pub(super) fn text(report: &StyleReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", report.player);
    write_sections(&mut text, vec![summary(report)]);
    write_sections(&mut text, conclusions::first(report));
    write_results(&mut text, report);
    write_sections(&mut text, peers::results(report));
    write_sections(&mut text, over_time(report));
    write_style(&mut text, report);
    write_sections(&mut text, peers::standing(report));
    for (title, reasons) in reasons(report) {
        let _ = writeln!(text, "\n{title}");
        if reasons.is_empty() {
            let games = peers::games(report.games);
            let _ = writeln!(text, "  nothing beyond chance in {games}");
        }
        for reason in reasons {
            write_reason(&mut text, reason);
        }
    }
    write_sections(&mut text, vec![conclusions::limits(report)]);
    text
}

/// Writes the verdict on both axes.
fn write_style(text: &mut String, report: &StyleReport) {
    let _ = writeln!(text, "\nThe style\n  {}", sentence(report));
    for line in by_color(report) {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "  a typical game: {}", shown(&report.typical));
    let _ = writeln!(
        text,
        "  (-1 is the typical defensive player, +1 the typical attacking one)"
    );
    if let Some(sentence) = exchanges(report) {
        let _ = writeln!(text, "  {sentence}\n  ({COMPLICATING_SCALE})");
    }
}

/// Writes the results, by colour, opening and course of the game.
fn write_results(text: &mut String, report: &StyleReport) {
    for (title, lines) in [
        ("Results", &report.records.all),
        ("Openings with White", &report.records.white),
        ("Openings with Black", &report.records.black),
        ("The course of the games", &report.records.course),
    ] {
        let _ = writeln!(text, "\n{title}");
        if lines.is_empty() {
            let _ = writeln!(text, "  too few games");
        }
        for line in lines {
            write_line(text, line);
        }
    }
    if report
        .records
        .all
        .iter()
        .any(|line| line.by_rating.is_some())
    {
        let _ = writeln!(text, "\n  ({RATINGS})");
    }
}

fn write_sections(text: &mut String, sections: Vec<Section>) {
    for section in sections {
        let _ = writeln!(text, "\n{}", section.title);
        for line in section.lines {
            let _ = writeln!(text, "  {}", line.statement);
            for detail in line.details {
                let _ = writeln!(text, "    {detail}");
            }
        }
        if !section.note.is_empty() {
            let _ = writeln!(text, "  ({})", section.note);
        }
    }
}

/// The reasons for each end of both axes, with their titles.
pub(super) fn reasons(report: &StyleReport) -> Vec<(&'static str, &[StyleReason])> {
    let mut all: Vec<(&str, &[StyleReason])> = vec![
        ("What speaks for attacking", &report.attacking),
        ("What speaks for defensive", &report.defensive),
    ];
    if report.verdict.axes.complicating.is_some() {
        all.extend([
            (
                "What keeps the game complicated",
                report.complicating.as_slice(),
            ),
            ("What makes it simple", report.simplifying.as_slice()),
        ]);
    }
    all
}

/// A reason in a sentence.
pub(super) fn reason_sentence(reason: &StyleReason) -> String {
    format!(
        "{}: {} in {:.0} % of {}, where {:.0} % is usual",
        reason.question,
        reason.value,
        100.0 * reason.share,
        peers::games(reason.games),
        100.0 * reason.usual
    )
}

fn write_reason(text: &mut String, reason: &StyleReason) {
    let _ = writeln!(
        text,
        "  {:+.3} ± {:.3}  {}\n                  see {}",
        reason.weight,
        reason.error_95,
        reason_sentence(reason),
        shown(&reason.example)
    );
}

fn write_line(text: &mut String, line: &ResultLine) {
    let _ = writeln!(
        text,
        "  {:<30} {:>5} {:<5}  {}",
        line.name,
        line.record.games(),
        if line.record.games() == 1 {
            "game"
        } else {
            "games"
        },
        record(&line.record)
    );
    if let Some(expectation) = &line.by_rating {
        let _ = writeln!(text, "    {}", by_rating(expectation));
    }
    let _ = writeln!(text, "    such as {}", shown(&line.example));
}
