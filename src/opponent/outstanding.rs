//! Habits by which a remembered opponent stands out among their peers.

use std::fmt;

use serde::Serialize;

use super::memory::sign_values;
use crate::store::OpponentGame;
use crate::style::{HabitRecogniser, Sign, UsualSigns};

/// Standard errors from the usual at which a habit stands out. With 132 habits compared, two would not suffice.
const STANDARD_ERRORS: f64 = 3.0;

/// The least number of games in which a habit could occur for it to be judged.
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
    /// Number of games that were compared with those of peers.
    pub games: u32,
    /// How often it happened, and out of how many chances; for habits per game in how many games, and out of how many.
    pub counts: [u64; 2],
    /// The mean amount for each chance; `None` if the counts are a share.
    pub mean: Option<f64>,
    /// Distance from the usual, in standard errors.
    pub standard_errors: f64,
}

/// Writes `more than usual: moves that give check (12 of 340, in 9 games)`. Of amounts the mean is written.
impl fmt::Display for OutstandingHabit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [happened, chances] = self.counts;
        let usual = if self.more { "more" } else { "less" };
        write!(f, "{usual} than usual: {} (", self.question)?;
        match self.mean {
            Some(mean) => write!(f, "{mean:.1} on average")?,
            None => write!(f, "{happened} of {chances}")?,
        }
        write!(f, ", in {} games)", self.games)
    }
}

/// Sums of one sign over the remembered games.
#[derive(Clone, Copy, Debug, Default)]
struct HabitSums {
    games: u32,
    sum: f64,
    squares: f64,
    counts: [u64; 2],
    /// Number of games in which the habit could occur.
    games_with_chances: u32,
    /// The part of `sum` that comes from these games.
    sum_with_chances: f64,
}

impl HabitSums {
    /// Adds a game: its difference from the usual value, and what was counted in it.
    fn add(&mut self, difference: f64, counts: [u32; 2]) {
        self.games += 1;
        self.sum += difference;
        self.squares += difference * difference;
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            *sum += u64::from(count);
        }
        if counts[1] > 0 {
            self.games_with_chances += 1;
            self.sum_with_chances += difference;
        }
    }
}

/// Returns the habits that stand out most, the strongest first.
pub fn outstanding_habits(
    games: &[OpponentGame],
    judge: &HabitRecogniser,
    usual: &UsualSigns,
) -> Vec<OutstandingHabit> {
    let sums = habit_sums(games, judge, usual);
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

/// Returns the sums of every sign, in the order of [`Sign::all`].
///
/// Games without a chance count as well, since the frequencies among peers come from all their games. Without them, a
/// habit would be compared only in games that favour it.
fn habit_sums(
    games: &[OpponentGame],
    judge: &HabitRecogniser,
    usual: &UsualSigns,
) -> Vec<HabitSums> {
    let mut sums = vec![HabitSums::default(); Sign::COUNT];
    for game in games.iter().filter(|game| game.is_from_initial_position()) {
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
            sums.add(value as f64 - mean, counts);
        }
    }
    sums
}

/// Returns how often a sign's habit happened in a game, and out of how many chances; `None` for signs of a game's end.
fn counts(game: &OpponentGame, sign: Sign) -> Option<[u32; 2]> {
    let (habit, tallies) = match sign {
        Sign::Own(habit) => (habit, &game.habits.own),
        Sign::Opponent(habit) => (habit, &game.habits.other),
        Sign::Ending | Sign::MenAtEnd => return None,
    };
    // Habits that neither happened nor had a chance are not stored.
    let [happened, chances] = tallies.get(habit.name()).copied().unwrap_or_default();
    Some(if habit.is_per_game() {
        [happened.min(1), 1]
    } else {
        [happened, chances]
    })
}

fn outstanding(sign: Sign, sums: &HabitSums) -> Option<OutstandingHabit> {
    if sums.games_with_chances < LEAST_GAMES {
        return None;
    }
    let games = f64::from(sums.games);
    let mean = sums.sum / games;
    // At least half a value, in case all games show the same one.
    let variance = (sums.squares / games - mean * mean).max(0.25);
    let standard_errors = mean / (variance / games).sqrt();
    // Games without a chance have the value of the usual rate. They must not outvote those in which it could occur.
    let is_contradicted = mean * sums.sum_with_chances < 0.0;
    if standard_errors.abs() < STANDARD_ERRORS || is_contradicted {
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
    use proptest::prelude::*;
    use shakmaty::Color;

    use super::*;
    use crate::model::AnyStyleModel;
    use crate::opponent::memory::opening_moves;
    use crate::opponent::memory_tests::{game, judge};
    use crate::opponent::remembered_game;
    use crate::record::{Game, GameResult, Tags};
    use crate::store::MemorySource;
    use crate::style::habits::Habit;

    fn usual() -> UsualSigns {
        match AnyStyleModel::load("shipped").expect("it ships") {
            AnyStyleModel::Habits(model) => UsualSigns::new(model.knowledge()),
            AnyStyleModel::Classic(_) => panic!("the shipped model is by habits"),
        }
    }

    fn remembered(game: &Game) -> Option<OpponentGame> {
        remembered_game(game, Color::White, MemorySource::Learned, None)
    }

    /// A drawn game whose White castles to the king's side, or never; Black always does.
    fn game_with_castling(castles: bool) -> OpponentGame {
        let fourth = if castles { "O-O" } else { "Qe2" };
        let text = format!(
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {fourth} Nf6 5. d3 d6 6. h3 h6 7. a3 a6 8. Nc3 O-O 9. Be3 Be6 \
             10. Bb3 Bb6 11. Qd2 Qe7"
        );
        let game = Game {
            moves: opening_moves(&text, usize::MAX),
            result: Some(GameResult::Draw),
            ..Game::default()
        };
        assert_eq!(game.moves.len(), 22, "all moves are legal");
        remembered(&game).expect("eleven moves of each side")
    }

    #[test]
    fn games_without_castling_are_compared_as_those_with_it() {
        let (judge, usual) = (judge(), usual());
        for castled in [0, 6] {
            let games: Vec<OpponentGame> = (0..60)
                .map(|number| game_with_castling(number < castled))
                .collect();
            let sums = habit_sums(&games, &judge, &usual);
            let of = |sign: Sign| sums[sign.index()];
            let sign = Sign::Own(Habit::CastledKingside);
            let found = outstanding(sign, &of(sign)).expect("most peers castle more often");
            let expected = format!(
                "less than usual: games castled to the king's side ({castled} of 60, in 60 games)"
            );
            assert_eq!(found.to_string(), expected);
            assert_eq!(of(Sign::Opponent(Habit::CastledKingside)).counts, [60, 60]);
            assert_eq!(of(Sign::Own(Habit::CastledQueenside)).counts, [0, 60]);
            assert_eq!(of(Sign::Own(Habit::QueenTraded)).counts, [0, 60]);
        }
    }

    #[test]
    fn games_without_a_chance_do_not_decide_against_those_with_one() {
        let sums = |sum_with_chances| HabitSums {
            games: 100,
            sum: 50.0,
            squares: 100.0,
            counts: [0, 8],
            games_with_chances: 8,
            sum_with_chances,
        };
        let sign = Sign::Own(Habit::QueenAvoided);
        assert_eq!(outstanding(sign, &sums(-4.0)), None);
        assert!(outstanding(sign, &sums(4.0)).is_some_and(|habit| habit.more));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// Whether a game is compared must not depend on how much of a habit it shows.
        #[test]
        fn every_game_is_compared_in_every_habit(
            choices in prop::collection::vec(prop::collection::vec(any::<u16>(), 24..90), 4..9),
        ) {
            let games: Vec<OpponentGame> = choices
                .iter()
                .filter_map(|choices| remembered(&game(choices, Some(GameResult::Draw), Tags::new())))
                .collect();
            let all = u32::try_from(games.len()).expect("few");
            for (sign, sums) in Sign::all().zip(habit_sums(&games, &judge(), &usual())) {
                let (Sign::Own(habit) | Sign::Opponent(habit)) = sign else {
                    continue;
                };
                prop_assert_eq!(sums.games, all, "{}", sign);
                let [happened, chances] = sums.counts;
                prop_assert!(happened == 0 || chances > 0, "{sign}");
                prop_assert!(habit.is_amount() || happened <= chances, "{sign}");
                prop_assert!(!habit.is_per_game() || chances == u64::from(all), "{sign}");
            }
        }
    }

    #[test]
    fn amounts_have_a_mean_and_shares_do_not() {
        let sums = HabitSums {
            games: 9,
            sum: 9.0,
            squares: 9.0,
            counts: [185_601, 19_354],
            games_with_chances: 9,
            sum_with_chances: 9.0,
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
        let said = [([12, 340], None), ([3240, 340], Some(9.53))]
            .map(|(counts, mean)| habit(counts, mean).to_string());
        assert_eq!(
            said,
            [
                "less than usual: moves that give check (12 of 340, in 9 games)",
                "less than usual: moves that give check (9.5 on average, in 9 games)",
            ]
        );
    }
}
