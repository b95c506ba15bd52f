//! The report as text.

use std::fmt::Write as _;

use bayeschess::learn::style_report::{Advice, ResultLine, StyleReason, StyleReport};
use bayeschess::style::{AxisPlace, Style, StyleVerdict};

use super::conclusions;
use super::peers::{self, Section};
use super::phrases::{by_rating, record, shown};

/// The note on results by rating.
pub(super) const RATINGS: &str = "what was to be expected follows from both ratings alone, 400 points \
    for ten points of eleven; ratings do not know that White has the first move";

/// Writes the report for a terminal.
pub(super) fn text(report: &StyleReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}\n", report.player);
    let _ = writeln!(text, "{}", base(report));
    for (name, games) in &report.spellings {
        let _ = writeln!(text, "  {games:>6}  {name}");
    }
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
    write_sections(&mut text, peers::standing(report));
    for (title, reasons) in reasons(report) {
        let _ = writeln!(text, "\n{title}");
        if reasons.is_empty() {
            let _ = writeln!(text, "  nothing beyond chance in {} games", report.games);
        }
        for reason in reasons {
            write_reason(&mut text, reason);
        }
    }
    write_results(&mut text, report);
    write_sections(&mut text, peers::results(report));
    let _ = writeln!(text, "\nAdvice to an opponent");
    if report.advice.is_empty() {
        let _ = writeln!(text, "  {}", no_advice(report));
    }
    for advice in &report.advice {
        write_advice(&mut text, advice);
    }
    write_sections(&mut text, conclusions::conclusions(report));
    text
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

/// The scale of the second axis.
pub(super) const COMPLICATING_SCALE: &str =
    "-1 is typical of players who exchange much, +1 of those who keep pieces and tension";

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

/// Writes whether the player complicates or simplifies; `None` if the model cannot tell.
pub(super) fn exchanges(report: &StyleReport) -> Option<String> {
    let found = report.verdict.axes.complicating?;
    let [low, high] = found.score_interval_95;
    let habit = exchanges_in_words(report.exchanges?);
    Some(format!(
        "{habit}: score {:+.2} (95 %: {low:+.2} to {high:+.2}).",
        found.score
    ))
}

/// The page says the same; a test compares the two.
const fn exchanges_in_words(place: AxisPlace) -> &'static str {
    match place {
        AxisPlace::High => "Keeps pieces and tension on the board more than peers",
        AxisPlace::Low => "Exchanges pieces and clears the tension more than peers",
        AxisPlace::Middle => "Exchanges and keeps pieces about as peers do",
        AxisPlace::Unknown => "Whether pieces are kept or exchanged does not stand out",
    }
}

/// Writes the games that the report is based on.
pub(super) fn base(report: &StyleReport) -> String {
    let years = match report.years {
        Some([first, last]) if first == last => format!(" of {first}"),
        Some([first, last]) => format!(" from {first} to {last}"),
        None => String::new(),
    };
    format!(
        "{} games with a result{years}: {}. Spellings found:",
        report.games,
        record(&report.results)
    )
}

/// The page says the same; a test compares the two.
const fn style_in_words(named: Option<Style>) -> &'static str {
    match named {
        Some(Style::Attacking) => "Attacks more than peers",
        Some(Style::Defensive) => "Defends more than peers",
        Some(Style::Mixed) => "Attacks about as much as peers",
        None => "No style stands out",
    }
}

/// Writes the style, by the same rule as everywhere.
pub(super) fn sentence(report: &StyleReport) -> String {
    let verdict = &report.verdict;
    let named = style_in_words(report.named_style);
    let others: Vec<String> = Style::ALL
        .into_iter()
        .map(|style| format!("{style} {:.0} %", 100.0 * verdict.posterior.of(style)))
        .collect();
    format!("{named} ({}): {}.", others.join(", "), score(verdict))
}

/// Writes the results with each colour.
pub(super) fn by_color(report: &StyleReport) -> Vec<String> {
    let both = ["White", "Black"].into_iter().zip(&report.by_color);
    both.filter_map(|(color, found)| {
        let found = found.as_ref()?;
        Some(format!(
            "with {color}, {} games: {}",
            found.games,
            score(&found.verdict)
        ))
    })
    .collect()
}

fn score(verdict: &StyleVerdict) -> String {
    let [low, high] = verdict.score_interval_95;
    format!(
        "score {:+.2} (95 %: {low:+.2} to {high:+.2})",
        verdict.score
    )
}

/// A reason in a sentence.
pub(super) fn reason_sentence(reason: &StyleReason) -> String {
    format!(
        "{}: {} in {:.0} % of {} games, where {:.0} % is usual",
        reason.question,
        reason.value,
        100.0 * reason.share,
        reason.games,
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
        "  {:<30} {:>5} games  {}",
        line.name,
        line.record.games(),
        record(&line.record)
    );
    if let Some(expectation) = &line.by_rating {
        let _ = writeln!(text, "    {}", by_rating(expectation));
    }
    let _ = writeln!(text, "    such as {}", shown(&line.example));
}

fn write_advice(text: &mut String, advice: &Advice) {
    let _ = writeln!(
        text,
        "  {}: {}\n    see {}",
        advice.choice,
        weighed(advice),
        shown(&advice.example)
    );
}

/// Explains why a choice is advised.
pub(super) fn weighed(advice: &Advice) -> String {
    format!(
        "they scored {:.1} % in {} games, otherwise {:.1} % in {} ({:.1} ± {:.1} points less)",
        100.0 * advice.then.score(),
        advice.then.games(),
        100.0 * advice.otherwise.score(),
        advice.otherwise.games(),
        100.0 * advice.difference,
        100.0 * advice.error
    )
}

/// The text if there is no advice.
pub(super) fn no_advice(report: &StyleReport) -> String {
    format!(
        "In {} games no opening, exchange of queens or side of the king went worse for the player than \
         chance allows.",
        report.games
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page says what the terminal says: its words are compared with those of this file.
    #[test]
    fn the_page_says_the_same_of_the_style() {
        const PAGE: &str = include_str!("../../../../web/src/i18n/me.en.ts");
        let styles = [
            ("attacking", Some(Style::Attacking)),
            ("defensive", Some(Style::Defensive)),
            ("mixed", Some(Style::Mixed)),
            ("none", None),
        ];
        let exchanges = [
            ("high", AxisPlace::High),
            ("low", AxisPlace::Low),
            ("middle", AxisPlace::Middle),
            ("unknown", AxisPlace::Unknown),
        ];
        let said = styles
            .map(|(key, named)| (key, style_in_words(named)))
            .into_iter()
            .chain(exchanges.map(|(key, place)| (key, exchanges_in_words(place))));
        for (key, words) in said {
            let line = format!("{key}: '{words}',");
            assert!(PAGE.contains(&line), "{line}");
        }
    }
}
