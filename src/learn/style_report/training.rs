//! Three things to train: where the player scores less than in their other games.
//!
//! Openings, kinds of games, and habits that are a choice are compared. Those that survive a false-discovery rate of
//! 10 % come first; if they are fewer than three, the largest of the others follow and are marked as unproven.

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
    /// p-value of the difference, adjusted for the number of subjects compared.
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
    pub(super) habits: &'a [(Habit, HabitPoints)],
    pub(super) openings: &'a [OpeningLine],
}

/// A subject that was compared; a habit by the games in which fewer points were made.
pub(super) struct ComparedSubject {
    pub(super) subject: TrainingSubject,
    /// In these games minus in the others.
    pub(super) points: PointsDifference,
    /// p-value of the difference, adjusted for the number of subjects compared.
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

impl TrainingData<'_> {
    /// Returns all subjects that enough games allow to compare.
    pub(super) fn subjects(&self) -> Vec<ComparedSubject> {
        let mut subjects = self.courses();
        subjects.extend(self.named_openings());
        subjects.extend(self.choices());
        let p_values: Vec<f64> = subjects.iter().map(|one| one.points.p_value()).collect();
        let adjusted = adjusted_p_values(&p_values, TestDependence::Any);
        for (subject, adjusted_p) in subjects.iter_mut().zip(adjusted) {
            subject.adjusted_p = adjusted_p;
        }
        subjects
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

    /// Returns the habits that a player can choose, in the direction in which the points are fewer.
    fn choices(&self) -> Vec<ComparedSubject> {
        self.habits
            .iter()
            .filter(|(habit, _)| is_choice(*habit))
            .map(|(habit, found)| {
                let points = found.points;
                let (direction, points) = if points.difference < 0.0 {
                    (TraitDirection::Less, points)
                } else {
                    (TraitDirection::More, points.reversed())
                };
                let subject = TrainingSubject::Habit {
                    habit: habit.name(),
                    question: habit.question(),
                    direction,
                };
                ComparedSubject::new(subject, points)
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
                let Some((habit, _)) = self.habits.iter().find(|(_, one)| one.habit == habit)
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
