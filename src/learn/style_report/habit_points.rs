//! Which habits go with more or fewer points. This shows no cause: a won attack gives many checks.

use serde::Serialize;

use super::lead::ComparedGame;
use super::surplus::PointsDifference;
use super::traits::FALSE_DISCOVERY_RATE;
use crate::bayes::{TestDependence, adjusted_p_values};
use crate::style::habits::Habit;

/// The points in games with much of a habit, compared with games with little of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HabitPoints {
    /// Name of the habit in tables.
    pub habit: &'static str,
    /// What is counted, in words.
    pub question: &'static str,
    /// Games with more of the habit than most peers show, compared with the others.
    #[serde(flatten)]
    pub points: PointsDifference,
    /// p-value of the difference, adjusted for the number of habits tested.
    pub adjusted_p: f64,
}

/// Returns the points by habit, for every habit that varies enough, in the order of [`Habit::ALL`].
pub(super) fn by_habit(compared: &[ComparedGame], surplus: &[f64]) -> Vec<(Habit, HabitPoints)> {
    let found: Vec<(Habit, PointsDifference)> = Habit::ALL
        .iter()
        .enumerate()
        .filter_map(|(index, habit)| {
            let games = compared
                .iter()
                .map(|game| (game.ranks[index].lead > 0.0, surplus[game.game]));
            PointsDifference::of(games).map(|points| (*habit, points))
        })
        .collect();
    let p_values: Vec<f64> = found.iter().map(|(_, points)| points.p_value()).collect();
    let adjusted = adjusted_p_values(&p_values, TestDependence::Any);
    found
        .into_iter()
        .zip(adjusted)
        .map(|((habit, points), adjusted_p)| {
            let found = HabitPoints {
                habit: habit.name(),
                question: habit.question(),
                points,
                adjusted_p,
            };
            (habit, found)
        })
        .collect()
}

/// Returns those that survive a false-discovery rate of 10 %, the greatest difference first.
pub(super) fn beyond_chance(all: &[(Habit, HabitPoints)]) -> Vec<HabitPoints> {
    let mut found: Vec<HabitPoints> = all
        .iter()
        .map(|(_, points)| points.clone())
        .filter(|points| points.adjusted_p <= FALSE_DISCOVERY_RATE)
        .collect();
    let size = |one: &HabitPoints| one.points.difference.abs();
    found.sort_by(|one, other| size(other).total_cmp(&size(one)));
    found
}
