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
    /// The mean amount for each chance; `None` if the counts are a share.
    pub mean: Option<f64>,
    /// Distance from the usual, in standard errors.
    pub standard_errors: f64,
}

/// Writes `more than usual: moves that give check (12 of 340, in 9 games)`. Habits without chances are only counted, and
/// of amounts the mean is written.
impl fmt::Display for OutstandingHabit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [happened, chances] = self.counts;
        let usual = if self.more { "more" } else { "less" };
        write!(f, "{usual} than usual: {} (", self.question)?;
        match (self.mean, chances) {
            (Some(mean), _) => write!(f, "{mean:.1} on average")?,
            (None, 0) => write!(f, "{happened}")?,
            (None, _) => write!(f, "{happened} of {chances}")?,
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
    let (habit, question) = match sign {
        Sign::Own(habit) => (habit, habit.question().to_owned()),
        Sign::Opponent(habit) => (habit, format!("by the other side, {}", habit.question())),
        Sign::Ending | Sign::MenAtEnd => return None,
    };
    Some(OutstandingHabit {
        sign: sign.to_string(),
        question,
        more: mean > 0.0,
        games: sums.games,
        counts: sums.counts,
        mean: (habit.is_amount() && sums.counts[1] > 0)
            .then(|| sums.counts[0] as f64 / sums.counts[1] as f64),
        standard_errors,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::habits::Habit;

    #[test]
    fn amounts_have_a_mean_and_shares_do_not() {
        let sums = HabitSums {
            games: 9,
            sum: 9.0,
            squares: 9.0,
            counts: [185_601, 19_354],
        };
        let mean = |habit| {
            outstanding(Sign::Own(habit), &sums)
                .expect("it stands out")
                .mean
        };
        assert!((mean(Habit::Space).expect("an amount") - 9.59).abs() < 0.01);
        assert_eq!(mean(Habit::Check), None);
        let said = outstanding(Sign::Opponent(Habit::Space), &sums).expect("it stands out");
        assert!(!said.to_string().contains("185601"), "{said}");
    }

    #[test]
    fn a_share_is_counted_and_an_amount_has_a_mean() {
        let habit = |counts, mean| OutstandingHabit {
            sign: "own_checks".to_owned(),
            question: "moves that give check".to_owned(),
            more: false,
            games: 9,
            counts,
            mean,
            standard_errors: -3.0,
        };
        let said = [
            ([12, 340], None),
            ([12, 0], None),
            ([3240, 340], Some(9.53)),
        ]
        .map(|(counts, mean)| habit(counts, mean).to_string());
        assert_eq!(
            said,
            [
                "less than usual: moves that give check (12 of 340, in 9 games)",
                "less than usual: moves that give check (12, in 9 games)",
                "less than usual: moves that give check (9.5 on average, in 9 games)",
            ]
        );
    }
}
