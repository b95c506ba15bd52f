//! Habits by which a remembered opponent stands out among their peers.

use std::fmt;

use serde::Serialize;

use super::memory::sign_values;
use crate::store::OpponentGame;
use crate::style::{HabitRecogniser, Sign, UsualSigns};

/// Standard errors from the usual at which a habit stands out. With 132 habits compared, two would not suffice.
const STANDARD_ERRORS: f64 = 3.0;

/// The least number of games that show a habit for it to be judged.
const LEAST_GAMES: u32 = 5;

/// The most habits that are listed.
const MOST_HABITS: usize = 8;

/// A habit that an opponent shows more or less often than their peers do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutstandingHabit {
    /// The sign's name in tables.
    pub sign: String,
    /// What is counted, in words.
    pub question: String,
    /// True if it is more than usual.
    pub more: bool,
    /// Number of games in which it could occur.
    pub games: u32,
    /// How often it happened, and out of how many chances, in these games.
    pub counts: [u64; 2],
    /// Distance from the usual, in standard errors.
    pub standard_errors: f64,
}

/// Writes `more than usual: moves that give check (12 of 340, in 9 games)`; habits without chances are only counted.
impl fmt::Display for OutstandingHabit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [happened, chances] = self.counts;
        let usual = if self.more { "more" } else { "less" };
        write!(f, "{usual} than usual: {} ({happened}", self.question)?;
        if chances > 0 {
            write!(f, " of {chances}")?;
        }
        write!(f, ", in {} games)", self.games)
    }
}

/// Sums over the games in which a habit could occur.
#[derive(Clone, Copy, Debug, Default)]
struct HabitSums {
    games: u32,
    sum: f64,
    squares: f64,
    counts: [u64; 2],
}

/// Returns the habits that stand out most, the strongest first.
pub fn outstanding_habits(
    games: &[OpponentGame],
    judge: &HabitRecogniser,
    usual: &UsualSigns,
) -> Vec<OutstandingHabit> {
    let mut sums = vec![HabitSums::default(); Sign::COUNT];
    for game in games {
        let values = sign_values(game, judge.borders());
        let expected = usual.of(values.cell);
        for (sign, sums) in Sign::all().zip(&mut sums) {
            let (Some(value), Some(counts)) = (values.value(sign), counts(game, sign)) else {
                continue;
            };
            let own = expected
                .get(judge.layout().values(sign))
                .unwrap_or_default();
            let mean: f64 = own
                .iter()
                .zip(0_u32..)
                .map(|(share, place)| share * f64::from(place))
                .sum();
            let difference = value as f64 - mean;
            sums.games += 1;
            sums.sum += difference;
            sums.squares += difference * difference;
            for (sum, count) in sums.counts.iter_mut().zip(counts) {
                *sum += u64::from(count);
            }
        }
    }
    let mut found: Vec<OutstandingHabit> = Sign::all()
        .zip(&sums)
        .filter_map(|(sign, sums)| outstanding(sign, sums))
        .collect();
    found.sort_by(|one, two| {
        let distance = |habit: &OutstandingHabit| habit.standard_errors.abs();
        distance(two).total_cmp(&distance(one))
    });
    found.truncate(MOST_HABITS);
    found
}

/// Returns the counts of a sign in a game.
fn counts(game: &OpponentGame, sign: Sign) -> Option<[u32; 2]> {
    let (habit, tallies) = match sign {
        Sign::Own(habit) => (habit, &game.habits.own),
        Sign::Opponent(habit) => (habit, &game.habits.other),
        Sign::Ending | Sign::MenAtEnd => return None,
    };
    tallies.get(habit.name()).copied()
}

fn outstanding(sign: Sign, sums: &HabitSums) -> Option<OutstandingHabit> {
    if sums.games < LEAST_GAMES {
        return None;
    }
    let games = f64::from(sums.games);
    let mean = sums.sum / games;
    // At least half a value, in case all games show the same one.
    let variance = (sums.squares / games - mean * mean).max(0.25);
    let standard_errors = mean / (variance / games).sqrt();
    if standard_errors.abs() < STANDARD_ERRORS {
        return None;
    }
    let question = match sign {
        Sign::Own(habit) => habit.question().to_owned(),
        Sign::Opponent(habit) => format!("by the other side, {}", habit.question()),
        Sign::Ending | Sign::MenAtEnd => return None,
    };
    Some(OutstandingHabit {
        sign: sign.to_string(),
        question,
        more: mean > 0.0,
        games: sums.games,
        counts: sums.counts,
        standard_errors,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_habit_without_chances_is_only_counted() {
        let habit = |counts| OutstandingHabit {
            sign: "own_checks".to_owned(),
            question: "moves that give check".to_owned(),
            more: false,
            games: 9,
            counts,
            standard_errors: -3.0,
        };
        let said = [[12, 340], [12, 0]].map(|counts| habit(counts).to_string());
        assert_eq!(
            said,
            [
                "less than usual: moves that give check (12 of 340, in 9 games)",
                "less than usual: moves that give check (12, in 9 games)",
            ]
        );
    }
}
