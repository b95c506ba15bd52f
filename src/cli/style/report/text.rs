//! The report as text.

use std::fmt::Write as _;

use bayeschess::learn::style_report::{
    Advice, RatingExpectation, ResultLine, StyleReason, StyleReport, WinDrawLoss,
};
use bayeschess::opponent::StyleEstimate;
use bayeschess::style::{AxisScore, Style, StyleVerdict};

use super::conclusions;
use super::peers::{self, Section};

/// The note on results by rating.
pub(super) const RATINGS: &str = "what was to be expected follows from both ratings alone, 400 points \
    for ten points of eleven; ratings do not know that White has the first move";

/// Writes the report for a terminal.
pub(super) fn text(portrait: &StyleReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}\n", portrait.player);
    let _ = writeln!(text, "{}", base(portrait));
    for (name, games) in &portrait.spellings {
        let _ = writeln!(text, "  {games:>6}  {name}");
    }
    let _ = writeln!(text, "\nThe style\n  {}", sentence(&portrait.verdict));
    for line in by_color(portrait) {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "  a typical game: {}", shown(&portrait.typical));
    let _ = writeln!(
        text,
        "  (-1 is the typical defensive player, +1 the typical attacking one)"
    );
    write_exchanges(&mut text, &portrait.verdict);
    write_sections(&mut text, peers::standing(portrait));
    for (title, reasons) in reasons(portrait) {
        let _ = writeln!(text, "\n{title}");
        if reasons.is_empty() {
            let _ = writeln!(text, "  nothing beyond chance in {} games", portrait.games);
        }
        for reason in reasons {
            write_reason(&mut text, reason);
        }
    }
    for (title, lines) in [
        ("Results", &portrait.records.all),
        ("Openings with White", &portrait.records.white),
        ("Openings with Black", &portrait.records.black),
        ("The course of the games", &portrait.records.course),
    ] {
        let _ = writeln!(text, "\n{title}");
        if lines.is_empty() {
            let _ = writeln!(text, "  too few games");
        }
        for line in lines {
            write_line(&mut text, line);
        }
    }
    if portrait
        .records
        .all
        .iter()
        .any(|line| line.by_rating.is_some())
    {
        let _ = writeln!(text, "\n  ({RATINGS})");
    }
    write_sections(&mut text, peers::results(portrait));
    let _ = writeln!(text, "\nAdvice to an opponent");
    if portrait.advice.is_empty() {
        let _ = writeln!(text, "  {}", no_advice(portrait));
    }
    for advice in &portrait.advice {
        write_advice(&mut text, advice);
    }
    write_sections(&mut text, conclusions::conclusions(portrait));
    text
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
pub(super) fn reasons(portrait: &StyleReport) -> Vec<(&'static str, &[StyleReason])> {
    let mut all: Vec<(&str, &[StyleReason])> = vec![
        ("What speaks for attacking", &portrait.attacking),
        ("What speaks for defensive", &portrait.defensive),
    ];
    if portrait.verdict.axes.complicating.is_some() {
        all.extend([
            (
                "What keeps the game complicated",
                portrait.complicating.as_slice(),
            ),
            ("What makes it simple", portrait.simplifying.as_slice()),
        ]);
    }
    all
}

/// Writes whether the player complicates or simplifies.
pub(super) fn exchanges(found: &AxisScore) -> String {
    let [low, high] = found.score_interval_95;
    let habit = if low > 0.0 {
        "Keeps pieces and tension on the board more than peers"
    } else if high < 0.0 {
        "Exchanges pieces and clears the tension more than peers"
    } else {
        "Exchanges and keeps pieces about as peers do"
    };
    format!(
        "{habit}: score {:+.2} (95 %: {low:+.2} to {high:+.2}).",
        found.score
    )
}

/// Writes the games that the report is based on.
pub(super) fn base(portrait: &StyleReport) -> String {
    let years = match portrait.years {
        Some([first, last]) if first == last => format!(" of {first}"),
        Some([first, last]) => format!(" from {first} to {last}"),
        None => String::new(),
    };
    format!(
        "{} games with a result{years}: {}. Spellings found:",
        portrait.games,
        record(&portrait.results)
    )
}

/// Probability from which a style is called almost certain.
const CERTAIN: f64 = 0.95;

/// Writes the style, by the same rule as everywhere: it is named if it stands out.
pub(super) fn sentence(verdict: &StyleVerdict) -> String {
    let estimate = StyleEstimate::of(&verdict.posterior);
    let article = match estimate.style {
        Style::Attacking => "an",
        Style::Defensive | Style::Mixed => "a",
    };
    let named = match estimate.probability {
        _ if !estimate.stands_out() => "No style stands out".to_owned(),
        probability => format!(
            "{} {article} {} player",
            if probability >= CERTAIN {
                "Almost certainly"
            } else {
                "Probably"
            },
            estimate.style
        ),
    };
    let others: Vec<String> = Style::ALL
        .into_iter()
        .map(|style| format!("{style} {:.0} %", 100.0 * verdict.posterior.of(style)))
        .collect();
    format!("{named} ({}): {}.", others.join(", "), score(verdict))
}

/// Writes the results with each colour.
pub(super) fn by_color(portrait: &StyleReport) -> Vec<String> {
    let both = ["White", "Black"].into_iter().zip(&portrait.by_color);
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

/// `won 12, drawn 8, lost 4 (66.7 % ± 14.2)`.
pub(super) fn record(record: &WinDrawLoss) -> String {
    format!(
        "won {}, drawn {}, lost {} ({:.1} % ± {:.1})",
        record.won,
        record.drawn,
        record.lost,
        100.0 * record.score(),
        100.0 * record.error_95()
    )
}

/// `in 812 with both ratings 57.3 %, where 54.2 % was to be expected: +3.1 ± 2.4 points in 100`.
pub(super) fn by_rating(expectation: &RatingExpectation) -> String {
    format!(
        "in {} with both ratings {:.1} %, where {:.1} % was to be expected: {:+.1} ± {:.1} points in 100",
        expectation.games,
        100.0 * expectation.score,
        100.0 * expectation.expected,
        100.0 * expectation.difference,
        100.0 * expectation.error_95
    )
}

/// A reason in a sentence.
pub(super) fn told(reason: &StyleReason) -> String {
    format!(
        "{}: {} in {:.0} % of {} games, where {:.0} % is usual",
        reason.question,
        reason.value,
        100.0 * reason.share,
        reason.games,
        100.0 * reason.usual
    )
}

/// Names the example game.
pub(super) fn shown(example: &bayeschess::learn::style_report::ExampleGame) -> String {
    let moves = if example.moves.is_empty() {
        String::new()
    } else {
        format!(": {}", example.moves.join(", "))
    };
    format!(
        "{}, {} ({}){moves}",
        example.game, example.outcome, example.place
    )
}

fn write_exchanges(text: &mut String, verdict: &StyleVerdict) {
    if let Some(complicating) = verdict.axes.complicating {
        let _ = writeln!(text, "  {}", exchanges(&complicating));
        let _ = writeln!(text, "  ({COMPLICATING_SCALE})");
    }
}

fn write_reason(text: &mut String, reason: &StyleReason) {
    let _ = writeln!(
        text,
        "  {:+.3} ± {:.3}  {}\n                  see {}",
        reason.weight,
        reason.error_95,
        told(reason),
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
pub(super) fn no_advice(portrait: &StyleReport) -> String {
    format!(
        "In {} games no opening, exchange of queens or side of the king went worse for the player than \
         chance allows.",
        portrait.games
    )
}
