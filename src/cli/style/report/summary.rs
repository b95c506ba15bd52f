//! The summary at the beginning of the report, of statements that its parts give with all their figures.

use bayeschess::learn::style_report::{
    PlayerTrait, PointsDifference, PointsFinding, StyleReport, TraitDirection,
};

use super::conclusions::{finding_subject, training_subject};
use super::peers::{Section, SectionLine, games, no_traits};
use super::phrases::{by_rating, record};
use super::style_sentences::short_sentence;

/// Maximum number of traits that the summary names.
const MOST_TRAITS: usize = 3;

/// Returns the summary.
pub(super) fn summary(report: &StyleReport) -> Section {
    let sentences = [
        base(report),
        expectation(report),
        short_sentence(report),
        traits(report),
        points(report),
        train(report),
    ];
    Section {
        title: "Summary",
        lines: sentences.into_iter().map(SectionLine::new).collect(),
        note: String::new(),
    }
}

/// Writes which games the report is based on, and their results.
fn base(report: &StyleReport) -> String {
    let years = match report.years {
        Some([first, last]) if first == last => format!(" of {first}"),
        Some([first, last]) => format!(" from {first} to {last}"),
        None => String::new(),
    };
    format!(
        "{} with a result{years}: {}.",
        games(report.games),
        record(&report.results)
    )
}

/// Writes the results against the expectation from ratings.
fn expectation(report: &StyleReport) -> String {
    let all = report.records.all.first();
    all.and_then(|line| line.by_rating.as_ref()).map_or_else(
        || {
            "Against expectation: not known, since fewer than 30 games have both ratings."
                .to_owned()
        },
        |found| {
            let doubt = if found.is_beyond_chance() {
                "which is beyond chance"
            } else {
                "which may be chance"
            };
            format!("Against expectation: {}, {doubt}.", by_rating(found))
        },
    )
}

/// Writes the greatest traits.
fn traits(report: &StyleReport) -> String {
    let among = &report.among_peers;
    if among.traits.is_empty() {
        return format!("Traits: {}.", no_traits(among.habits.len()));
    }
    let name = |found: &PlayerTrait| {
        let more = match found.comparison.direction {
            TraitDirection::More => "more than peers",
            TraitDirection::Less => "less than peers",
        };
        format!("{more}: {}", found.comparison.question)
    };
    let mut named: Vec<String> = among.traits.iter().take(MOST_TRAITS).map(name).collect();
    if among.traits.len() > MOST_TRAITS {
        named.push(format!("and {} more", among.traits.len() - MOST_TRAITS));
    }
    format!("Traits: {}.", named.join("; "))
}

/// Writes what brings most points, and what costs most.
fn points(report: &StyleReport) -> String {
    let among = &report.among_peers;
    let name = |verb: &str, found: &PointsFinding| {
        let subject = finding_subject(found.subject);
        format!("{verb} most points: {subject} ({})", short(&found.points))
    };
    match (among.strengths.first(), among.weaknesses.first()) {
        (None, None) => format!(
            "Nothing brings or costs points beyond chance in {}.",
            games(report.games)
        ),
        (Some(brings), None) => format!(
            "{}; nothing costs points beyond chance.",
            name("Brings", brings)
        ),
        (None, Some(costs)) => format!(
            "{}; nothing brings points beyond chance.",
            name("Costs", costs)
        ),
        (Some(brings), Some(costs)) => {
            format!("{}; {}.", name("Brings", brings), name("costs", costs))
        }
    }
}

/// Writes the first thing to train.
fn train(report: &StyleReport) -> String {
    let Some(item) = report.among_peers.training.first() else {
        return "To train first: too few games to compare.".to_owned();
    };
    let (subject, points) = training_subject(item);
    let doubt = if item.is_proven {
        ""
    } else {
        ", which may be chance"
    };
    format!("To train first: {subject} ({}){doubt}.", short(&points))
}

/// `-8.1 ± 5.2 in 100 games`.
fn short(points: &PointsDifference) -> String {
    format!(
        "{:+.1} ± {:.1} in 100 games",
        100.0 * points.difference,
        100.0 * points.error_95
    )
}
