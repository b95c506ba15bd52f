//! Parts of the report that follow from the others: strengths and weaknesses, what to train, advice, and what cannot be said.

use bayeschess::learn::style_report::{
    Advice, OpeningLine, PointsDifference, PointsFinding, ReportLimit, StyleReport, TrainingItem,
    TrainingSubject, TraitDirection,
};

use super::peers::{Section, SectionLine, difference, games, or_none, some};
use super::phrases::{agreeing, by_rating, record, shown};
use super::positions::{
    MOST_FINDINGS, STRENGTHS, TRAINING, WEAKNESSES, positions, positions_of_finding,
};

/// Maximum number of openings of each colour to prepare for.
const MOST_TO_PREPARE: usize = 3;

/// How strengths and weaknesses were found.
const FINDINGS_NOTE: &str = "with more, or fewer, points than in the player's other games. Points are those beyond expectation by \
    rating, in 100 games. Openings, kinds of games and habits are tested together, at a false-discovery rate of 10 %; of \
    all games the 95 % interval must exclude 0. This shows no cause: whoever stands better gives more checks";

/// How the things to train were chosen.
const TRAINING_NOTE: &str = "chosen among openings, kinds of games, and habits that a player can choose; habits that follow from \
    how a game goes, as checks given, are left out, whatever their figures. What is beyond chance comes first, then the \
    surest difference, which need not be the largest. It is tested as under Strengths and Weaknesses";

/// Returns the parts behind the summary: the names, and what a coach or an opponent uses.
pub(super) fn first(report: &StyleReport) -> Vec<Section> {
    let among = &report.among_peers;
    let spellings = report.spellings.iter();
    let spellings =
        spellings.map(|(name, count)| SectionLine::new(format!("{name}: {}", games(*count))));
    vec![
        Section {
            title: "Spellings found",
            lines: spellings.collect(),
            note: String::new(),
        },
        Section {
            title: STRENGTHS,
            lines: findings(report, &among.strengths, Side::Above),
            note: String::new(),
        },
        Section {
            title: WEAKNESSES,
            lines: findings(report, &among.weaknesses, Side::Below),
            note: FINDINGS_NOTE.to_owned(),
        },
        Section {
            title: TRAINING,
            lines: or_none(
                among.training.iter().map(training).collect(),
                "too few games to compare",
            ),
            note: TRAINING_NOTE.to_owned(),
        },
        advice(report),
    ]
}

/// Returns the last part.
pub(super) fn limits(report: &StyleReport) -> Section {
    let limits = report.among_peers.limits.iter();
    Section {
        title: "What this report cannot say",
        lines: limits.map(|one| SectionLine::new(limit(*one))).collect(),
        note: String::new(),
    }
}

/// The side of the expectation on which results lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// Returns the strengths or the weaknesses, the results of all games first.
fn findings(report: &StyleReport, found: &[PointsFinding], side: Side) -> Vec<SectionLine> {
    let all = report.records.all.first();
    let results = all
        .and_then(|line| line.by_rating.as_ref())
        .filter(|all| all.is_beyond_chance() && (all.difference > 0.0) == (side == Side::Above))
        .map(|all| SectionLine::new(format!("all games: {}", by_rating(all))));
    let others = found.iter().map(|one| {
        let subject = finding_subject(one.subject);
        SectionLine::new(format!("{subject}: {}", difference(&one.points)))
            .with(positions_of_finding(one, &report.among_peers))
    });
    let mut lines: Vec<SectionLine> = results.into_iter().collect();
    lines.extend(some(others, MOST_FINDINGS));
    let verb = match side {
        Side::Above => "brings",
        Side::Below => "costs",
    };
    let none = format!(
        "nothing {verb} points beyond chance in {}",
        games(report.games)
    );
    or_none(lines, &none)
}

/// Names an opening, a kind of games or a habit.
pub(super) fn finding_subject(subject: TrainingSubject) -> String {
    match subject {
        TrainingSubject::Opening { color, name } => {
            let color = if color == "white" { "White" } else { "Black" };
            format!("the {name} with {color}")
        }
        TrainingSubject::Course { name } => format!("games: {name}"),
        TrainingSubject::Habit { question, .. } => format!("more of it: {question}"),
    }
}

/// Names what to train, with the points that it brings or costs.
pub(super) fn training_subject(item: &TrainingItem) -> (String, PointsDifference) {
    let TrainingSubject::Habit {
        question,
        direction,
        ..
    } = item.subject
    else {
        return (finding_subject(item.subject), item.points);
    };
    match direction {
        // The points are those of the games with fewer of them: of less of the habit, where more of it helps.
        TraitDirection::More => (format!("do it more: {question}"), item.points.reversed()),
        TraitDirection::Less => (format!("do it less: {question}"), item.points),
    }
}

fn training(item: &TrainingItem) -> SectionLine {
    let (subject, points) = training_subject(item);
    let doubt = if item.is_proven {
        ""
    } else {
        "; this may be chance"
    };
    SectionLine::new(format!("{subject}: {}{doubt}", difference(&points)))
        .with(positions(&item.positions))
}

/// Returns the advice, or without any the openings to prepare for.
fn advice(report: &StyleReport) -> Section {
    let mut section = Section {
        title: "Advice to an opponent",
        lines: report.advice.iter().map(advised).collect(),
        note: String::new(),
    };
    if section.lines.is_empty() {
        section.lines = to_prepare(report);
        "shares are of all games with that colour. Results in an opening are beyond chance only where it stands under \
         Strengths or Weaknesses"
            .clone_into(&mut section.note);
    }
    section
}

fn advised(advice: &Advice) -> SectionLine {
    SectionLine::new(format!(
        "{}: they scored {:.1} % in {}, otherwise {:.1} % in {} ({:.1} ± {:.1} points less)",
        advice.choice,
        100.0 * advice.then.score(),
        games(advice.then.games()),
        100.0 * advice.otherwise.score(),
        advice.otherwise.games(),
        100.0 * advice.difference,
        100.0 * advice.error
    ))
    .with([format!("see {}", shown(&advice.example))])
}

/// Returns the openings that the player plays most with each colour.
fn to_prepare(report: &StyleReport) -> Vec<SectionLine> {
    let nothing = format!(
        "In {} no opening, exchange of queens or side of the king went worse for the player than chance allows. \
         Prepare for the openings that they play most:",
        games(report.games)
    );
    let mut lines = vec![SectionLine::new(nothing)];
    for (color, found) in ["White", "Black"].into_iter().zip(&report.by_color) {
        let Some(found) = found else { continue };
        let openings = report.among_peers.openings.iter();
        let expected: Vec<String> = openings
            .filter(|line| line.color.eq_ignore_ascii_case(color))
            .take(MOST_TO_PREPARE)
            .map(|line| expected(line, found.games))
            .collect();
        let most = if expected.is_empty() {
            "no opening with a name"
        } else {
            "most often"
        };
        let of_color = format!("with {color}, {}: {most}", games(found.games));
        lines.push(SectionLine::new(of_color).with(expected));
    }
    lines
}

/// Writes how often an opening is played, and with which results.
fn expected(line: &OpeningLine, games_of_color: u64) -> String {
    let count = line.record.games();
    let variation = line.variation.map(|name| format!(", most often {name}"));
    format!(
        "{}{}: {} ({:.0} %), {}",
        line.name,
        variation.unwrap_or_default(),
        games(count),
        100.0 * count as f64 / games_of_color.max(1) as f64,
        record(&line.record)
    )
}

fn limit(limit: ReportLimit) -> String {
    match limit {
        ReportLimit::FewGames { games, enough } => format!(
            "{} few: from {enough} on, habits and openings are told with some certainty",
            agreeing(games, "game is", "games are")
        ),
        ReportLimit::NotCompared { games: count } => format!(
            "{} cannot be compared with peers: the tags name no known kind of play or no rating, or few such \
             players were counted",
            games(count)
        ),
        ReportLimit::PaceUnknown { games } => format!(
            "{} pace was not measured",
            agreeing(
                games,
                "game is compared with players of all paces: its own",
                "games are compared with players of all paces: their own"
            )
        ),
        ReportLimit::Unrated { games } => format!(
            "{} compared with the player's own mean",
            agreeing(
                games,
                "game lacks a rating, so its result is",
                "games lack a rating, so their results are"
            )
        ),
        ReportLimit::Undated { games } => format!(
            "{} left out of what changed over time",
            agreeing(
                games,
                "game lacks a date, so it is",
                "games lack a date, so they are"
            )
        ),
        ReportLimit::VagueDate { games } => format!(
            "{} left out of what changed over time, since other games of that time are told apart",
            agreeing(
                games,
                "game has a date without a day, so it is",
                "games have dates without a day, so they are"
            )
        ),
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

    #[test]
    fn one_game_is_told_as_one() {
        let said = |games| {
            let limits = [
                ReportLimit::FewGames { games, enough: 100 },
                ReportLimit::PaceUnknown { games },
                ReportLimit::Unrated { games },
                ReportLimit::Undated { games },
                ReportLimit::VagueDate { games },
            ];
            limits.map(limit)
        };
        assert_eq!(
            said(1),
            [
                "1 game is few: from 100 on, habits and openings are told with some certainty",
                "1 game is compared with players of all paces: its own pace was not measured",
                "1 game lacks a rating, so its result is compared with the player's own mean",
                "1 game lacks a date, so it is left out of what changed over time",
                "1 game has a date without a day, so it is left out of what changed over time, since other games of that \
                 time are told apart",
            ]
        );
        assert!(said(2).iter().all(|words| words.starts_with("2 games ")));
    }

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
