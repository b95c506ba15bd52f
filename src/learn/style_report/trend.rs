//! How style and results changed over time.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::game::PlayerGame;
use super::subject::ReportSubject;
use crate::bayes::{half_width_95, mean_with_error_95};

/// Number of periods, with enough games.
const MOST_PERIODS: usize = 6;

/// Minimum number of games of a period.
const FEWEST_GAMES: usize = 20;

/// A period: games that follow each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrendPeriod {
    /// First and last year; `None` if no game is dated.
    pub years: Option<[u16; 2]>,
    /// Number of games.
    pub games: u64,
    /// Mean score from defensive (−1) to attacking (+1), less what is expected of peers.
    pub attacking: f64,
    /// Half the width of its 95 % interval.
    pub attacking_error_95: f64,
    /// Mean points beyond expectation, as a share of a game's points.
    pub beyond: f64,
    /// Half the width of its 95 % interval.
    pub beyond_error_95: f64,
}

/// A change from the first game to the last, by linear regression on the games in order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrendChange {
    /// Change over all games.
    pub change: f64,
    /// Half the width of its 95 % interval.
    pub error_95: f64,
    /// True if the interval excludes 0.
    pub is_beyond_chance: bool,
}

/// The player's games in the order of their dates, by period.
#[derive(Clone, Debug, Serialize)]
pub struct Trend {
    /// True if the games are dated; otherwise their order is that of the sources.
    pub is_dated: bool,
    /// Periods with about the same number of games each.
    pub periods: Vec<TrendPeriod>,
    /// Change of the score from defensive to attacking.
    pub attacking: TrendChange,
    /// Change of the points beyond expectation.
    pub points: TrendChange,
}

/// Returns the indices of the games in the order of their dates; games without a date come last.
pub(super) fn by_date(games: &[PlayerGame]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_cached_key(|game| {
        let game = &games[*game].game;
        let date = ["UTCDate", "Date", "EventDate"]
            .into_iter()
            .filter_map(|tag| game.tags.get(tag))
            .find(|date| date.starts_with(|first: char| first.is_ascii_digit()));
        date.map_or((true, String::new()), |date| (false, date.to_owned()))
    });
    order
}

/// Returns the trend; `None` with fewer than 40 games.
pub(super) fn trend(
    subject: &ReportSubject<'_>,
    games: &[PlayerGame],
    order: &[usize],
    surplus: &[f64],
) -> Option<Trend> {
    if games.len() < 2 * FEWEST_GAMES {
        return None;
    }
    let judge = subject.judge;
    let score = |number: &usize| {
        let evidence = judge.evidence(&games[*number].reading);
        judge.attacking().scaled(evidence.attacking.sum)
    };
    let scores: Vec<f64> = order.iter().map(score).collect();
    let points: Vec<f64> = order.iter().map(|number| surplus[*number]).collect();
    let count = (games.len() / FEWEST_GAMES).min(MOST_PERIODS);
    let periods = (0..count).map(|period| {
        let from = period * games.len() / count;
        let to = (period + 1) * games.len() / count;
        let years = order[from..to]
            .iter()
            .filter_map(|number| games[*number].game.year());
        let [attacking, attacking_error_95] = mean_with_error_95(&scores[from..to]);
        let [beyond, beyond_error_95] = mean_with_error_95(&points[from..to]);
        TrendPeriod {
            years: years.clone().min().zip(years.max()).map(<[u16; 2]>::from),
            games: (to - from) as u64,
            attacking,
            attacking_error_95,
            beyond,
            beyond_error_95,
        }
    });
    Some(Trend {
        is_dated: games.iter().all(|game| game.game.year().is_some()),
        periods: periods.collect(),
        attacking: change(&scores),
        points: change(&points),
    })
}

/// Returns the change from the first value to the last by least squares.
fn change(values: &[f64]) -> TrendChange {
    let places: RangeInclusive<u32> = 0..=u32::try_from(values.len() - 1).unwrap_or(u32::MAX);
    let count = values.len() as f64;
    let middle = (count - 1.0) / 2.0;
    let [mean, _] = mean_with_error_95(values);
    let pairs = || {
        places
            .clone()
            .map(|place| f64::from(place) - middle)
            .zip(values)
    };
    let spread: f64 = pairs().map(|(place, _)| place * place).sum();
    let slope = pairs()
        .map(|(place, value)| place * (value - mean))
        .sum::<f64>()
        / spread;
    let residuals: f64 = pairs()
        .map(|(place, value)| (value - mean - slope * place).powi(2))
        .sum();
    let error = (residuals / (count - 2.0).max(1.0) / spread).sqrt();
    let error_95 = half_width_95(error * (count - 1.0));
    let change = slope * (count - 1.0);
    TrendChange {
        change,
        error_95,
        is_beyond_chance: change.abs() > error_95,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_found_and_its_mirror_falls(
            start in -1.0_f64..1.0,
            total in -2.0_f64..2.0,
            noise in prop::collection::vec(-0.01_f64..0.01, 40..120),
        ) {
            let last = (noise.len() - 1) as f64;
            let values: Vec<f64> = noise
                .iter()
                .enumerate()
                .map(|(place, noise)| start + total * place as f64 / last + noise)
                .collect();
            let found = change(&values);
            prop_assert!((found.change - total).abs() < 0.05, "{found:?}");
            let turned: Vec<f64> = values.into_iter().rev().collect();
            prop_assert!((change(&turned).change + found.change).abs() < 1e-9);
        }
    }

    #[test]
    fn what_alternates_has_no_trend() {
        let values: Vec<f64> = (0..80).map(|place| f64::from(place % 2)).collect();
        assert!(!change(&values).is_beyond_chance);
    }
}
