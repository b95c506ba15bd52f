//! Strengths and weaknesses: openings, kinds of games and habits with which the player scores more, or less, than in
//! other games, beyond chance.
//!
//! Nothing is tested here: these are the comparisons of [training](super::training), which tests openings, kinds of
//! games and all habits ([`HabitPoints`]) together, that survive a false-discovery rate of 10 %.

use serde::Serialize;

use super::direction::TraitDirection;
use super::habit_points::HabitPoints;
use super::positions::ReportPosition;
use super::surplus::PointsDifference;
use super::training::{ComparedSubject, TrainingData, TrainingSubject};
use crate::record::SideResult;

/// An opening, a kind of games or a habit with which the player's points differ beyond chance. This shows no cause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointsFinding {
    /// The opening, the kind of games or the habit.
    #[serde(flatten)]
    pub subject: TrainingSubject,
    /// The points in these games, or in those with more of the habit than most peers show, compared with the others.
    pub points: PointsDifference,
    /// p-value of the difference, adjusted for all comparisons of points in the report.
    pub adjusted_p: f64,
    /// Positions of such games, to be played on: of won ones for a strength and lost ones for a weakness, else of drawn ones.
    pub positions: Vec<ReportPosition>,
}

/// Returns strengths and weaknesses, the greatest difference first; `habits` holds those beyond chance.
///
/// `positions` gives the positions of each, in this order.
pub(super) fn findings(
    subjects: &[ComparedSubject],
    habits: &[HabitPoints],
    mut positions: impl FnMut(&PointsFinding) -> Vec<ReportPosition>,
) -> (Vec<PointsFinding>, Vec<PointsFinding>) {
    let mut found: Vec<PointsFinding> = Vec::new();
    for finding in subjects
        .iter()
        .filter(|one| one.is_proven())
        .map(of_subject)
    {
        if !found.iter().any(|earlier| is_complement(earlier, &finding)) {
            found.push(finding);
        }
    }
    for finding in habits.iter().map(of_habit) {
        if !found
            .iter()
            .any(|earlier| earlier.subject == finding.subject)
        {
            found.push(finding);
        }
    }
    let size = |one: &PointsFinding| one.points.difference.abs();
    found.sort_by(|one, other| size(other).total_cmp(&size(one)));
    for one in &mut found {
        one.positions = positions(one);
    }
    found
        .into_iter()
        .partition(|finding| finding.points.difference > 0.0)
}

/// Returns positions that show a finding: of won games for a strength, of lost ones for a weakness.
pub(super) fn positions<'a>(
    found: &PointsFinding,
    data: &'a TrainingData<'_>,
) -> Box<dyn Iterator<Item = ReportPosition> + 'a> {
    let result = if found.points.difference > 0.0 {
        SideResult::Win
    } else {
        SideResult::Loss
    };
    data.positions(found.subject, TraitDirection::More, result)
}

fn of_subject(one: &ComparedSubject) -> PointsFinding {
    // A habit that helps is compared by the games with less of it.
    let points = match one.subject {
        TrainingSubject::Habit {
            direction: TraitDirection::More,
            ..
        } => one.points.reversed(),
        _ => one.points,
    };
    PointsFinding {
        subject: one.subject,
        points,
        adjusted_p: one.adjusted_p,
        positions: Vec::new(),
    }
}

fn of_habit(one: &HabitPoints) -> PointsFinding {
    PointsFinding {
        subject: TrainingSubject::Habit {
            habit: one.habit,
            question: one.question,
            direction: if one.points.difference < 0.0 {
                TraitDirection::Less
            } else {
                TraitDirection::More
            },
        },
        points: one.points,
        adjusted_p: one.adjusted_p,
        positions: Vec::new(),
    }
}

/// Returns true for two kinds of games that divide all games: they are one comparison, seen from both sides.
fn is_complement(one: &PointsFinding, other: &PointsFinding) -> bool {
    let reversed = other.points.reversed();
    let is_course =
        |finding: &PointsFinding| matches!(finding.subject, TrainingSubject::Course { .. });
    is_course(one)
        && is_course(other)
        && one.points.games == reversed.games
        && one.points.other_games == reversed.other_games
        && (one.points.difference - reversed.difference).abs() < 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(games: u64, difference: f64) -> PointsDifference {
        PointsDifference {
            games,
            other_games: 100 - games,
            beyond: difference / 2.0,
            other_beyond: -difference / 2.0,
            difference,
            error_95: 0.02,
        }
    }

    fn compared(subject: TrainingSubject, points: PointsDifference, p: f64) -> ComparedSubject {
        ComparedSubject {
            adjusted_p: p,
            ..ComparedSubject::new(subject, points)
        }
    }

    const fn habit(direction: TraitDirection) -> TrainingSubject {
        TrainingSubject::Habit {
            habit: "storm",
            question: "pawn moves",
            direction,
        }
    }

    #[test]
    fn what_is_beyond_chance_is_told_once_by_the_side_that_it_is_on() {
        let course = |name| TrainingSubject::Course { name };
        let opening = |name| TrainingSubject::Opening {
            color: "white",
            name,
        };
        let subjects = [
            compared(
                course("down to four pieces or fewer"),
                points(40, -0.2),
                0.01,
            ),
            compared(course("over before that"), points(60, 0.2), 0.01),
            compared(opening("Ruy Lopez"), points(30, 0.1), 0.1),
            compared(opening("Dutch Defense"), points(30, -0.3), 0.11),
            // More of it helps, so the points are those of the games with less of it.
            compared(habit(TraitDirection::More), points(45, -0.15), 0.02),
        ];
        let habits = [HabitPoints {
            habit: "storm",
            question: "pawn moves",
            points: points(55, 0.15),
            adjusted_p: 0.05,
        }];
        let (strengths, weaknesses) = findings(&subjects, &habits, |_| Vec::new());
        let told = |findings: &[PointsFinding]| -> Vec<(TrainingSubject, f64)> {
            let one = |found: &PointsFinding| (found.subject, found.points.difference);
            findings.iter().map(one).collect()
        };
        assert_eq!(
            told(&strengths),
            [
                (habit(TraitDirection::More), 0.15),
                (opening("Ruy Lopez"), 0.1)
            ]
        );
        assert_eq!(
            told(&weaknesses),
            [(course("down to four pieces or fewer"), -0.2)]
        );
        let (none, costs) = findings(
            &[],
            &[HabitPoints {
                points: points(55, -0.15),
                ..habits[0].clone()
            }],
            |_| Vec::new(),
        );
        assert!(none.is_empty());
        assert_eq!(told(&costs), [(habit(TraitDirection::Less), -0.15)]);
    }
}
