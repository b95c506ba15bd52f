//! The last parts of the report: what to train, and what cannot be said.

use bayeschess::learn::style_report::{
    ReportLimit, StyleReport, TrainingItem, TrainingSubject, TraitDirection,
};

use super::peers::{Section, SectionLine, difference, games, or_none, positions};

/// How the things to train were chosen.
const TRAINING: &str = "chosen among openings, kinds of games, and habits that a player can choose; habits that follow from \
    how a game goes, as checks given, are left out, whatever their figures. What is beyond chance comes first, then the \
    surest difference, which need not be the largest. Points are those beyond expectation by rating, in 100 games, \
    compared with the player's other games";

/// Returns the last parts.
pub(super) fn conclusions(report: &StyleReport) -> Vec<Section> {
    let among = &report.among_peers;
    let limits = among.limits.iter().map(|one| SectionLine::new(limit(*one)));
    vec![
        Section {
            title: "Three things to train",
            lines: or_none(
                among.training.iter().map(training).collect(),
                "too few games to compare",
            ),
            note: TRAINING.to_owned(),
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
            TraitDirection::More => format!("do it more: {question}"),
            TraitDirection::Less => format!("do it less: {question}"),
        },
    };
    let doubt = if item.is_proven {
        ""
    } else {
        "; this may be chance"
    };
    // The points are those of the games with fewer of them: of less of a habit, where more of it helps.
    let points = match item.subject {
        TrainingSubject::Habit {
            direction: TraitDirection::More,
            ..
        } => item.points.reversed(),
        _ => item.points,
    };
    SectionLine::new(format!("{what}: {}{doubt}", difference(&points)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::learn::style_report::PointsDifference;

    #[test]
    fn what_to_train_says_which_way_helps() {
        let said = |direction| {
            let item = TrainingItem {
                subject: TrainingSubject::Habit {
                    habit: "storm",
                    question: "pawn storms",
                    direction,
                },
                points: PointsDifference {
                    games: 40,
                    other_games: 60,
                    beyond: -0.07,
                    other_beyond: 0.04,
                    difference: -0.11,
                    error_95: 0.05,
                },
                adjusted_p: 0.01,
                is_proven: true,
                positions: Vec::new(),
            };
            training(&item).statement
        };
        assert_eq!(
            said(TraitDirection::Less),
            "do it less: pawn storms: costs about 11.0 ± 5.0 points in 100 games (-7.0 in 40 games, +4.0 in 60 others)"
        );
        assert_eq!(
            said(TraitDirection::More),
            "do it more: pawn storms: brings about 11.0 ± 5.0 points in 100 games (+4.0 in 60 games, -7.0 in 40 others)"
        );
    }
}
