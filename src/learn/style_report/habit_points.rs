//! Which habits go with more or fewer points. This shows no cause: a won attack gives many checks.

use serde::Serialize;

use super::lead::ComparedGame;
use super::surplus::PointsDifference;
use super::traits::FALSE_DISCOVERY_RATE;
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
    /// p-value of the difference, adjusted for all comparisons of points in the report.
    pub adjusted_p: f64,
}

impl HabitPoints {
    /// Returns true if the difference survives the false-discovery rate of 10 %.
    pub(super) fn is_proven(&self) -> bool {
        self.adjusted_p <= FALSE_DISCOVERY_RATE
    }
}

/// Returns the points by habit, for every habit that varies enough, in the order of [`Habit::ALL`].
pub(super) fn by_habit(
    compared: &[ComparedGame],
    surplus: &[f64],
) -> Vec<(Habit, PointsDifference)> {
    Habit::ALL
        .iter()
        .enumerate()
        .filter_map(|(index, habit)| {
            let games = compared
                .iter()
                .map(|game| (game.ranks[index].lead > 0.0, surplus[game.game]));
            PointsDifference::of(games).map(|points| (*habit, points))
        })
        .collect()
}

/// Returns those that survive a false-discovery rate of 10 %, the greatest difference first.
pub(super) fn beyond_chance(mut habits: Vec<HabitPoints>) -> Vec<HabitPoints> {
    habits.retain(HabitPoints::is_proven);
    let size = |one: &HabitPoints| one.points.difference.abs();
    habits.sort_by(|one, other| size(other).total_cmp(&size(one)));
    habits
}
