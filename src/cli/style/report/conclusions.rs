//! The last parts of the report: what to train, and what cannot be said.

use bayeschess::learn::style_report::{
    ReportLimit, StyleReport, TrainingItem, TrainingSubject, TraitDirection,
};

use super::peers::{Section, SectionLine, difference, games, or_none, positions};

/// Returns the last parts.
pub(super) fn conclusions(report: &StyleReport) -> Vec<Section> {
    let among = &report.among_peers;
    let limits = among.limits.iter().map(|one| SectionLine::new(limit(*one)));
    vec![
        Section {
            title: "Three things to train",
            lines: or_none(among.training.iter().map(training).collect(), "too few games to compare"),
            note: "points are those beyond expectation by rating, in 100 games, compared with the player's \
                   other games"
                .to_owned(),
        },
        Section {
            title: "What this report cannot say",
            lines: limits.collect(),
            note: String::new(),
        },
    ]
}

fn training(item: &TrainingItem) -> SectionLine {
    let what = match item.subject {
        TrainingSubject::Opening { color, name } => {
            format!(
                "the {name} with {}",
                if color == "white" { "White" } else { "Black" }
            )
        }
        TrainingSubject::Course { name } => format!("games: {name}"),
        TrainingSubject::Habit {
            question,
            direction,
            ..
        } => match direction {
            TraitDirection::More => format!("more of this: {question}"),
            TraitDirection::Less => format!("less of this: {question}"),
        },
    };
    let doubt = if item.is_proven {
        ""
    } else {
        "; this may be chance"
    };
    SectionLine::new(format!("{what}: {}{doubt}", difference(&item.points)))
        .with(positions(&item.positions))
}

fn limit(limit: ReportLimit) -> String {
    match limit {
        ReportLimit::FewGames { games, enough } => {
            format!(
                "{games} games are few: from {enough} on, habits and openings are told with some certainty"
            )
        }
        ReportLimit::NotCompared { games: count } => format!(
            "{} cannot be compared with peers: the tags name no known kind of play or no rating, or few such \
             players were counted",
            games(count)
        ),
        ReportLimit::PaceUnknown { games: count } => {
            format!(
                "{} are compared with players of all paces: their own pace was not measured",
                games(count)
            )
        }
        ReportLimit::Unrated { games: count } => format!(
            "{} lack a rating, so their results are compared with the player's own mean",
            games(count)
        ),
        ReportLimit::Undated { games: count } => {
            format!(
                "{} lack a date, so what changed over time is uncertain",
                games(count)
            )
        }
        ReportLimit::OneColor { games: count } => {
            format!("only {} with one of the colours", games(count))
        }
        ReportLimit::NotJudged => {
            "moves are not judged by an engine: a trait may be good or bad, and what \
                                   goes with points need not cause them"
                .to_owned()
        }
    }
}
