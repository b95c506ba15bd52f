//! Reasons for a verdict on style: the signs that moved it most, with games that show them.

use serde::Serialize;
use shakmaty::Color;

use super::game::{ExampleGame, PlayerGame};
use super::subject::ReportSubject;
use crate::bayes::half_width_95;
use crate::record::SideResult;
use crate::style::habits::{Habit, HabitFamily, HabitObserver};
use crate::style::{AxisScorer, Sign, UsualSigns};

/// Maximum number of reasons of each kind.
const MOST_REASONS: usize = 6;

/// Smallest weight that is told: a lesser one is written as 0.000.
const LEAST_WEIGHT: f64 = 0.0005;

/// Maximum number of moves shown of a game.
const MOST_MOVES: usize = 4;

/// A sign that moved the verdict on the player, with its statistics.
#[derive(Clone, Debug, Serialize)]
pub struct StyleReason {
    /// Name of the sign in tables.
    pub sign: String,
    /// Meaning of the sign, in words.
    pub question: String,
    /// Value of the sign that is unusually frequent.
    pub value: &'static str,
    /// Share of the player's games with that value, 0 to 1.
    pub share: f64,
    /// Usual share for games of the same era, opening and colour, 0 to 1.
    pub usual: f64,
    /// Mean contribution of the sign to the score of a game; positive for attacking or complicating.
    pub weight: f64,
    /// Half the width of the 95 % interval of `weight`.
    pub error_95: f64,
    /// Number of games that have the sign.
    pub games: u64,
    /// Game in which the sign contributes most in this direction.
    ///
    /// For an attack or a sacrifice it is one that the player won, if there is any.
    pub example: ExampleGame,
}

/// The sums of a sign over all games.
#[derive(Clone, Debug)]
struct SignSums {
    games: u64,
    sum: f64,
    squares: f64,
    /// For each value, the number of games with it and the expected number.
    values: Vec<[f64; 2]>,
    /// Games with the largest contributions to either end of the axis, the positive end first, with these contributions.
    most: [Option<(usize, f64)>; 2],
    /// Won game with the largest contribution to the positive end.
    won: Option<(usize, f64)>,
}

impl SignSums {
    fn new(values: usize) -> Self {
        Self {
            games: 0,
            sum: 0.0,
            squares: 0.0,
            values: vec![[0.0; 2]; values],
            most: [None, None],
            won: None,
        }
    }

    fn add(&mut self, (game, was_won): (usize, bool), value: usize, says: f64, expected: &[f64]) {
        self.games += 1;
        self.sum += says;
        self.squares += says * says;
        for (place, (counts, expected)) in self.values.iter_mut().zip(expected).enumerate() {
            counts[0] += f64::from(u8::from(place == value));
            counts[1] += expected;
        }
        let keep = |most: &mut Option<(usize, f64)>, says: f64| {
            if says > 0.0 && most.is_none_or(|(_, before)| says > before) {
                *most = Some((game, says));
            }
        };
        for (most, says) in self.most.iter_mut().zip([says, -says]) {
            keep(most, says);
        }
        if was_won {
            keep(&mut self.won, says);
        }
    }

    /// Returns the game that shows the sign best. Won games come first for the positive end, since a lost attack would
    /// be a poor example.
    fn example(&self, sign: Sign, is_positive: bool) -> Option<usize> {
        let most = self.most[usize::from(!is_positive)];
        let won = self.won.filter(|_| is_positive && is_risk_of_theirs(sign));
        won.or(most).map(|(game, _)| game)
    }
}

/// Returns the reasons for the positive end of an axis and those for the other end, each the strongest first. Signs
/// whose interval contains 0, or whose weight is written as 0, are left out.
pub(super) fn reasons(
    subject: &ReportSubject<'_>,
    axis: &AxisScorer,
    games: &[PlayerGame],
) -> (Vec<StyleReason>, Vec<StyleReason>) {
    let layout = subject.judge.layout();
    let usual = UsualSigns::new(subject.knowledge);
    let mut sums: Vec<SignSums> = Sign::all()
        .map(|sign| SignSums::new(layout.values(sign).len()))
        .collect();
    for (number, game) in games.iter().enumerate() {
        let row = usual.of(game.reading.cell);
        let says = axis.contributions(&game.reading, &row);
        for (sign, says) in Sign::all().zip(says) {
            if let Some(value) = game.reading.value(sign) {
                let game = (number, game.outcome() == SideResult::Win);
                sums[sign.index()].add(game, value, says, &row[layout.values(sign)]);
            }
        }
    }
    let mut both = [Vec::new(), Vec::new()];
    for (sign, sums) in Sign::all().zip(&sums) {
        if let Some((is_positive, reason)) = reason(axis, games, sign, sums) {
            both[usize::from(!is_positive)].push(reason);
        }
    }
    for reasons in &mut both {
        reasons.sort_by(|one: &StyleReason, other| other.weight.abs().total_cmp(&one.weight.abs()));
        reasons.truncate(MOST_REASONS);
    }
    both.into()
}

/// Returns the reason that a sign gives, and whether it is for the positive end; `None` if its interval contains 0,
/// or its weight is written as 0.
fn reason(
    axis: &AxisScorer,
    games: &[PlayerGame],
    sign: Sign,
    sums: &SignSums,
) -> Option<(bool, StyleReason)> {
    let count = sums.games as f64;
    if sums.games < 2 {
        return None;
    }
    let mean = sums.sum / count;
    let variance = (sums.squares / count - mean * mean).max(0.0);
    let error = half_width_95((variance / count).sqrt());
    let weight = axis.scaled_step(mean);
    if mean.abs() <= error || weight.abs() < LEAST_WEIGHT {
        return None;
    }
    let is_positive = mean > 0.0;
    let weights = axis.weights_of(sign);
    // The value that moved the mean most in its direction, among those more frequent than usual.
    let moved = |place: usize| {
        let [seen, usual] = sums.values[place];
        let by = (seen - usual).max(0.0) * weights.get(place).copied().unwrap_or(0.0);
        if is_positive { by } else { -by }
    };
    let value = (0..sums.values.len())
        .filter(|value| moved(*value) > 0.0)
        .max_by(|one, other| moved(*one).total_cmp(&moved(*other)))?;
    let number = sums.example(sign, is_positive)?;
    let [seen, usual] = sums.values[value];
    let game = &games[number];
    // A habit that is rare in the player's games cannot be shown by moves.
    let is_much = 2 * value >= sums.values.len();
    let plies = if is_much {
        telling_plies(game, sign)
    } else {
        Vec::new()
    };
    Some((
        is_positive,
        StyleReason {
            sign: sign.to_string(),
            question: sign.question(),
            value: sign.value_name(value, sums.values.len()),
            share: seen / count,
            usual: usual / count,
            weight,
            error_95: axis.scaled_step(error),
            games: sums.games,
            example: game.example(&plies),
        },
    ))
}

/// Returns true for signs of the player's attacks and sacrifices, and of the end of games.
fn is_risk_of_theirs(sign: Sign) -> bool {
    match sign {
        Sign::Own(habit) => matches!(
            habit.family(),
            HabitFamily::Sacrifices | HabitFamily::Assault | HabitFamily::Storms
        ),
        Sign::Opponent(_) => false,
        Sign::Ending | Sign::MenAtEnd => true,
    }
}

/// Returns the plies at which a habit occurs most.
fn telling_plies(game: &PlayerGame, sign: Sign) -> Vec<usize> {
    let (habit, side): (Habit, Color) = match sign {
        Sign::Own(habit) => (habit, game.side),
        Sign::Opponent(habit) => (habit, !game.side),
        Sign::Ending | Sign::MenAtEnd => return Vec::new(),
    };
    let mut watch = HabitObserver::new(&game.game.start);
    let mut before = 0;
    let mut steps: Vec<(u32, usize)> = Vec::new();
    for (ply, m) in game.game.moves.iter().enumerate() {
        watch.play(*m);
        let now = watch.shares().get(side).of(habit).happened;
        if now > before {
            steps.push((now - before, ply));
        }
        before = now;
    }
    // A habit that occurs at many moves is shown without moves.
    if steps.len() > game.game.moves.len() / 3 {
        return Vec::new();
    }
    steps.sort_by_key(|(step, ply)| (std::cmp::Reverse(*step), *ply));
    let mut plies: Vec<usize> = steps
        .into_iter()
        .take(MOST_MOVES)
        .map(|(_, ply)| ply)
        .collect();
    plies.sort_unstable();
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_is_shown_by_a_game_that_was_won() {
        let mut sums = SignSums::new(1);
        for (game, was_won, says) in [
            (0, false, 0.9),
            (1, true, 0.2),
            (2, true, 0.4),
            (3, true, -0.8),
        ] {
            sums.add((game, was_won), 0, says, &[0.5]);
        }
        let sacrifice = Sign::Own(Habit::PieceOffer);
        assert_eq!(sums.example(sacrifice, true), Some(2));
        assert_eq!(sums.example(Sign::Own(Habit::QuietMove), true), Some(0));
        assert_eq!(sums.example(Sign::Opponent(Habit::Check), true), Some(0));
        assert_eq!(sums.example(sacrifice, false), Some(3));
        let mut lost = SignSums::new(1);
        lost.add((7, false), 0, 0.3, &[0.5]);
        assert_eq!(lost.example(sacrifice, true), Some(7));
    }
}
