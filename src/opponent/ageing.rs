//! How much less old games of an opponent count.

use crate::identity::known_date;
use crate::store::OpponentGame;

/// Age in days, before the last game, at which a remembered game counts half.
pub const HALF_LIFE_DAYS: u32 = 730;

/// Number of days that a longer pause between two games counts as. Without it, the first game after some years would
/// take the place of everything that was known before.
const LONGEST_PAUSE_DAYS: u32 = 365;

/// By how much ageing must lower the number of games to be told of: a tenth.
const TOLD_OF: f64 = 0.9;

/// How much less old games count.
///
/// Age is measured from the opponent's last remembered game, and a pause of more than a year counts as a year, so that
/// a long absence changes little. A game without a date is as old as the oldest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAgeing {
    /// Number of days after which a game counts half; 0 for no ageing.
    pub half_life_days: u32,
}

impl Default for MemoryAgeing {
    fn default() -> Self {
        Self {
            half_life_days: HALF_LIFE_DAYS,
        }
    }
}

impl MemoryAgeing {
    /// Returns the weight of each game, in (0, 1].
    pub fn weights(self, games: &[OpponentGame]) -> Vec<f64> {
        if self.half_life_days == 0 {
            return vec![1.0; games.len()];
        }
        let days: Vec<Option<f64>> = games
            .iter()
            .map(|game| game.played_at.as_deref().and_then(day))
            .collect();
        let ages = Ages::new(days.iter().flatten().copied().collect());
        days.iter()
            .map(|day| (-ages.of(*day) / f64::from(self.half_life_days)).exp2())
            .collect()
    }

    /// Returns a sentence on how much less old games count; `None` if that hardly changes their number.
    pub fn sentence(self, games: &[OpponentGame]) -> Option<String> {
        let weight: f64 = self.weights(games).iter().sum();
        (weight < TOLD_OF * games.len() as f64).then(|| {
            format!(
                "older games count less, half for every {} days before the last game, with pauses of a year at most: \
                 the {} games count as {weight:.0}",
                self.half_life_days,
                games.len()
            )
        })
    }
}

/// The ages of games by their days.
#[derive(Debug)]
struct Ages {
    /// Days in ascending order, each with its age.
    by_day: Vec<(f64, f64)>,
}

impl Ages {
    fn new(mut days: Vec<f64>) -> Self {
        days.sort_by(f64::total_cmp);
        let mut by_day: Vec<(f64, f64)> = Vec::with_capacity(days.len());
        for day in days.into_iter().rev() {
            let age = by_day.last().map_or(0.0, |(next, age)| {
                age + (next - day).min(f64::from(LONGEST_PAUSE_DAYS))
            });
            by_day.push((day, age));
        }
        by_day.reverse();
        Self { by_day }
    }

    /// Returns the age of a game of this day in days; without one it is as old as the oldest.
    fn of(&self, day: Option<f64>) -> f64 {
        let place = day.map_or(0, |day| {
            self.by_day.partition_point(|(other, _)| *other < day)
        });
        self.by_day.get(place).map_or(0.0, |(_, age)| *age)
    }
}

/// Returns the day of a date, counted from an arbitrary one, to within two days.
fn day(date: &str) -> Option<f64> {
    let date = known_date(date.get(..10).unwrap_or(date));
    let part = |place: usize| date.get(place).copied().map(f64::from);
    let year = part(0)?;
    let month = part(1).unwrap_or(6.5);
    Some(year * 365.25 + (month - 1.0) * 30.44 + part(2).unwrap_or(15.0))
}
