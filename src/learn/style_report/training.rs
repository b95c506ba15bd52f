//! Three things to train: where the player scores less than in their other games.
//!
//! Openings, kinds of games, and habits that are a choice are compared. Those that survive a false-discovery rate of
//! 10 % come first; if they are fewer than three, the largest of the others follow and are marked as unproven.
//!
//! All comparisons of points are adjusted together, with those of the habits that are no choice: a difference is proven
//! or not in all parts of the report.

use std::iter;

use serde::Serialize;

use super::direction::TraitDirection;
use super::game::PlayerGame;
use super::habit_points::HabitPoints;
use super::lead::ComparedGame;
use super::openings::{OpeningLine, family};
use super::positions::{
    ReportPosition, color_name, first_different, positions_after, positions_of_habit,
};
use super::results::COURSES;
use super::surplus::PointsDifference;
use super::traits::FALSE_DISCOVERY_RATE;
use crate::bayes::{TestDependence, adjusted_p_values};
use crate::record::SideResult;
use crate::style::habits::Habit;

/// Number of things to train.
const ITEMS: usize = 3;

/// What a player can train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TrainingSubject {
    /// An opening.
    Opening {
        /// The player's colour: `white` or `black`.
        color: &'static str,
        /// Name of the opening.
        name: &'static str,
    },
    /// A kind of games, as in the table of results.
    Course {
        /// Name of the group.
        name: &'static str,
    },
    /// A habit, to be shown more or less often.
    Habit {
        /// Name of the habit in tables.
        habit: &'static str,
        /// What is counted, in words.
        question: &'static str,
        /// The direction that goes with more points.
        direction: TraitDirection,
    },
}

/// One thing to train.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingItem {
    /// What to train.
    #[serde(flatten)]
    pub subject: TrainingSubject,
    /// The points in these games, compared with the others.
    pub points: PointsDifference,
    /// p-value of the difference, adjusted for all comparisons of points in the report.
    pub adjusted_p: f64,
    /// True if the difference survives the false-discovery rate of 10 %.
    pub is_proven: bool,
    /// Positions of such games, to be played on.
    pub positions: Vec<ReportPosition>,
}

/// The games of a report, prepared for comparisons.
pub(super) struct TrainingData<'a> {
    pub(super) games: &'a [PlayerGame],
    /// Indices of the games by date.
    pub(super) order: &'a [usize],
    pub(super) surplus: &'a [f64],
    pub(super) compared: &'a [ComparedGame],
    pub(super) habits: &'a [(Habit, PointsDifference)],
    pub(super) openings: &'a [OpeningLine],
}

/// A subject that was compared; a habit by the games in which fewer points were made.
pub(super) struct ComparedSubject {
    pub(super) subject: TrainingSubject,
    /// In these games minus in the others.
    pub(super) points: PointsDifference,
    /// p-value of the difference, adjusted for all comparisons of points in the report.
    pub(super) adjusted_p: f64,
}

impl ComparedSubject {
    pub(super) const fn new(subject: TrainingSubject, points: PointsDifference) -> Self {
        Self {
            subject,
            points,
            adjusted_p: 1.0,
        }
    }

    /// Returns true if the difference survives the false-discovery rate of 10 %.
    pub(super) fn is_proven(&self) -> bool {
        self.adjusted_p <= FALSE_DISCOVERY_RATE
    }
}

/// All comparisons of points in a report, their p-values adjusted together.
pub(super) struct PointsComparisons {
    /// Openings, kinds of games, and habits that are a choice.
    pub(super) subjects: Vec<ComparedSubject>,
    /// All habits, in the order of [`Habit::ALL`].
    pub(super) habits: Vec<HabitPoints>,
}

impl TrainingData<'_> {
    /// Returns the comparisons of all that enough games allow to compare.
    pub(super) fn comparisons(&self) -> PointsComparisons {
        let mut subjects = self.courses();
        subjects.extend(self.named_openings());
        let of_subjects = subjects.iter().map(|one| one.points.p_value());
        let of_habits = self.habits.iter().map(|(_, points)| points.p_value());
        let p_values: Vec<f64> = of_subjects.chain(of_habits).collect();
        let mut adjusted = adjusted_p_values(&p_values, TestDependence::Any).into_iter();
        for (subject, adjusted_p) in subjects.iter_mut().zip(&mut adjusted) {
            subject.adjusted_p = adjusted_p;
        }
        let mut habits = Vec::with_capacity(self.habits.len());
        for ((habit, points), adjusted_p) in self.habits.iter().zip(adjusted) {
            let found = HabitPoints {
                habit: habit.name(),
                question: habit.question(),
                points: *points,
                adjusted_p,
            };
            if is_choice(*habit) {
                subjects.push(choice(&found));
            }
            habits.push(found);
        }
        PointsComparisons { subjects, habits }
    }

    /// Returns up to three things to train, the proven ones first.
    pub(super) fn items(&self, subjects: &[ComparedSubject]) -> Vec<TrainingItem> {
        let mut found: Vec<&ComparedSubject> = subjects
            .iter()
            .filter(|subject| subject.points.difference < 0.0)
            .collect();
        found.sort_by(|one, other| {
            let surest = one.points.z().total_cmp(&other.points.z());
            other.is_proven().cmp(&one.is_proven()).then(surest)
        });
        found
            .into_iter()
            .take(ITEMS)
            .map(|one| TrainingItem {
                positions: first_different(self.positions_to_train(one.subject), &[]),
                subject: one.subject,
                points: one.points,
                adjusted_p: one.adjusted_p,
                is_proven: one.is_proven(),
            })
            .collect()
    }

    fn compare(&self, is_in: impl Fn(&PlayerGame) -> bool) -> Option<PointsDifference> {
        PointsDifference::of(
            self.games
                .iter()
                .map(is_in)
                .zip(self.surplus.iter().copied()),
        )
    }

    fn courses(&self) -> Vec<ComparedSubject> {
        COURSES
            .iter()
            .filter_map(|course| {
                let subject = TrainingSubject::Course { name: course.name };
                Some(ComparedSubject::new(subject, self.compare(course.is_so)?))
            })
            .collect()
    }

    fn named_openings(&self) -> Vec<ComparedSubject> {
        self.openings
            .iter()
            .filter_map(|line| {
                let points = self.compare(|game| is_of(game, line.color, line.name))?;
                let subject = TrainingSubject::Opening {
                    color: line.color,
                    name: line.name,
                };
                Some(ComparedSubject::new(subject, points))
            })
            .collect()
    }

    /// Returns positions of what is to be trained: a habit in the direction that goes with fewer points.
    fn positions_to_train(
        &self,
        subject: TrainingSubject,
    ) -> Box<dyn Iterator<Item = ReportPosition> + '_> {
        let shown = match subject {
            TrainingSubject::Habit {
                direction: TraitDirection::More,
                ..
            } => TraitDirection::Less,
            _ => TraitDirection::More,
        };
        self.positions(subject, shown, SideResult::Loss)
    }

    /// Returns positions of a subject from games with this result, then from drawn ones; a habit shows `direction`.
    pub(super) fn positions(
        &self,
        subject: TrainingSubject,
        direction: TraitDirection,
        result: SideResult,
    ) -> Box<dyn Iterator<Item = ReportPosition> + '_> {
        // A won game shows no weakness, and a lost one no strength.
        let is_shown = move |game: &PlayerGame| game.half_points_from(result) < 2;
        let games = self.order.iter().map(|number| &self.games[*number]);
        let games = games.filter(move |game| is_shown(game));
        match subject {
            TrainingSubject::Opening { color, name } => {
                let games = games.filter(move |game| is_of(game, color, name));
                Box::new(positions_after(games, result, |game| game.named_plies))
            }
            TrainingSubject::Course { name } => {
                let Some(course) = COURSES.iter().find(|course| course.name == name) else {
                    return Box::new(iter::empty());
                };
                let games = games.filter(move |game| (course.is_so)(game));
                Box::new(positions_after(games, result, course.shown_after))
            }
            TrainingSubject::Habit { habit, .. } => {
                let Some((habit, _)) = self.habits.iter().find(|(one, _)| one.name() == habit)
                else {
                    return Box::new(iter::empty());
                };
                let compared = self.compared.iter();
                let compared = compared.filter(move |game| is_shown(&self.games[game.game]));
                let result = Some(result);
                let of = positions_of_habit(compared, *habit, direction, result, self.games);
                Box::new(of)
            }
        }
    }
}

/// Returns a habit that a player can choose, in the direction in which the points are fewer.
fn choice(found: &HabitPoints) -> ComparedSubject {
    let points = found.points;
    let (direction, points) = if points.difference < 0.0 {
        (TraitDirection::Less, points)
    } else {
        (TraitDirection::More, points.reversed())
    };
    let subject = TrainingSubject::Habit {
        habit: found.habit,
        question: found.question,
        direction,
    };
    ComparedSubject {
        adjusted_p: found.adjusted_p,
        ..ComparedSubject::new(subject, points)
    }
}

fn is_of(game: &PlayerGame, color: &str, name: &str) -> bool {
    color_name(game.side) == color && game.named.is_some_and(|named| family(named.name) == name)
}

/// Returns true for habits that a player chooses, rather than results of how a game went.
const fn is_choice(habit: Habit) -> bool {
    matches!(
        habit,
        Habit::EvenTrade
            | Habit::TradeOffered
            | Habit::TradeAvoided
            | Habit::TensionKept
            | Habit::TensionMade
            | Habit::LeftHanging
            | Habit::Storm
            | Habit::StormWithQueens
            | Habit::OwnShield
            | Habit::WingPush
            | Habit::SmallPawn
            | Habit::Backward
            | Habit::OntoAttacked
            | Habit::SameAgain
            | Habit::CastledKingside
            | Habit::CastledQueenside
            | Habit::CastlingTime
            | Habit::KingSteps
            | Habit::EarlyQueen
            | Habit::QueenOffered
            | Habit::QueenAvoided
            | Habit::Loose
            | Habit::Undeveloped
            | Habit::Retreat
            | Habit::Undo
            | Habit::Isolated
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bayes::half_width_95;
    use crate::learn::style_report::{findings, habit_points};

    /// The points of a habit, with the difference in standard errors.
    fn points(z: f64) -> PointsDifference {
        let difference = 0.05 * z;
        PointsDifference {
            games: 100,
            other_games: 190,
            beyond: difference / 2.0,
            other_beyond: -difference / 2.0,
            difference,
            error_95: half_width_95(0.05),
        }
    }

    #[test]
    fn a_habit_has_one_verdict_in_all_parts() {
        // From 4.6 standard errors down to 0, with both signs: some are beyond chance, and some are not.
        let habits: Vec<(Habit, PointsDifference)> = Habit::ALL
            .iter()
            .enumerate()
            .map(|(place, habit)| {
                let z = 4.6 - 4.6 * place as f64 / Habit::ALL.len() as f64;
                (*habit, points(if place % 2 == 0 { -z } else { z }))
            })
            .collect();
        let data = TrainingData {
            games: &[],
            order: &[],
            surplus: &[],
            compared: &[],
            habits: &habits,
            openings: &[],
        };
        let PointsComparisons { subjects, habits } = data.comparisons();
        let items = data.items(&subjects);
        let beyond = habit_points::beyond_chance(habits.clone());
        assert!(!beyond.is_empty() && beyond.len() < habits.len());
        let (strengths, weaknesses) = findings::findings(&subjects, &beyond, |_| Vec::new());
        assert_eq!(strengths.len() + weaknesses.len(), beyond.len());
        let mut choices = 0;
        for one in &subjects {
            let TrainingSubject::Habit { habit, .. } = one.subject else {
                panic!("no games, so no openings and kinds of games");
            };
            choices += 1;
            let of_habit = habits.iter().find(|found| found.habit == habit);
            let of_habit = of_habit.expect("every choice is a habit");
            assert!(
                (one.adjusted_p - of_habit.adjusted_p).abs() < 1e-12,
                "{habit}"
            );
            let is_told = strengths
                .iter()
                .chain(&weaknesses)
                .any(|found| found.subject == one.subject);
            assert_eq!(one.is_proven(), is_told, "{habit}");
        }
        assert!(choices > 20, "{choices}");
        assert_eq!(items.len(), ITEMS);
        for item in items {
            let mut told = strengths.iter().chain(&weaknesses);
            let is_told = told.any(|found| found.subject == item.subject);
            assert_eq!(item.is_proven, is_told, "{:?}", item.subject);
        }
    }
}
