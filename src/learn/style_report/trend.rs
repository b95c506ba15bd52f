//! How style and results changed over time.
//!
//! Only dates tell the order of games, never their place in a file: games that the dates do not tell apart count as
//! played at one time, and no period ends between them.

use serde::Serialize;

use super::date_order::{DateOrder, DatePrecision, ENOUGH_GAMES};
use super::game::PlayerGame;
use super::subject::ReportSubject;
use crate::bayes::{half_width_95, mean_with_error_95};

/// Number of periods, with enough games.
const MOST_PERIODS: usize = 6;

/// Minimum number of games of a period.
const FEWEST_GAMES: usize = 20;

/// A period: games that follow each other by their dates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrendPeriod {
    /// First and last year.
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

/// A change from the first games to the last, by linear regression on the games in order.
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
    /// True if all games are dated; those without a date are left out.
    pub is_dated: bool,
    /// Periods with about the same number of games each, as far as the dates allow it.
    pub periods: Vec<TrendPeriod>,
    /// Change of the score from defensive to attacking.
    pub attacking: TrendChange,
    /// Change of the points beyond expectation.
    pub points: TrendChange,
}

/// Reason why a report has no trend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MissingTrend {
    /// Too few games have a date.
    FewGames {
        /// Number of games with a date.
        games: u64,
        /// Number that is needed.
        enough: u64,
    },
    /// No date divides the games into earlier and later ones.
    OneDate {
        /// How far the least known dates are known.
        precision: DatePrecision,
        /// Number of games with such a date.
        games: u64,
    },
    /// Too few games are known to be earlier, or later, than all others.
    OneSided {
        /// Number of games that is needed before and after some date.
        enough: u64,
    },
}

/// Returns the trend, or the reason why there is none.
pub(super) fn trend(
    subject: &ReportSubject<'_>,
    games: &[PlayerGame],
    order: &DateOrder,
    surplus: &[f64],
) -> Result<Trend, MissingTrend> {
    let dated = order.dated();
    let cuts = cuts(order)?;
    let judge = subject.judge;
    let score = |number: &usize| {
        let evidence = judge.evidence(&games[*number].reading);
        judge.attacking().scaled(evidence.attacking.sum)
    };
    let scores: Vec<f64> = dated.iter().map(score).collect();
    let points: Vec<f64> = dated.iter().map(|number| surplus[*number]).collect();
    let periods = cuts.iter().zip(&cuts[1..]).map(|(from, to)| {
        let part = *from..*to;
        let years = dated[part.clone()]
            .iter()
            .filter_map(|number| order.year(*number));
        let [attacking, attacking_error_95] = mean_with_error_95(&scores[part.clone()]);
        let [beyond, beyond_error_95] = mean_with_error_95(&points[part.clone()]);
        TrendPeriod {
            years: years.clone().min().zip(years.max()).map(<[u16; 2]>::from),
            games: part.len() as u64,
            attacking,
            attacking_error_95,
            beyond,
            beyond_error_95,
        }
    });
    let places = order.places();
    Ok(Trend {
        is_dated: order.undated() == 0,
        periods: periods.collect(),
        attacking: change(&places, &scores),
        points: change(&places, &points),
    })
}

/// Returns where periods begin and end among the dated games: at the dates nearest to equal parts.
fn cuts(order: &DateOrder) -> Result<Vec<usize>, MissingTrend> {
    let games = order.dated().len();
    let Some((precision, coarsest)) = order.coarsest().filter(|_| games >= ENOUGH_GAMES) else {
        return Err(MissingTrend::FewGames {
            games: games as u64,
            enough: ENOUGH_GAMES as u64,
        });
    };
    let mut boundaries = order.boundaries();
    if boundaries.is_empty() {
        return Err(MissingTrend::OneDate {
            precision,
            games: coarsest,
        });
    }
    boundaries.retain(|place| (FEWEST_GAMES..=games - FEWEST_GAMES).contains(place));
    if boundaries.is_empty() {
        return Err(MissingTrend::OneSided {
            enough: FEWEST_GAMES as u64,
        });
    }
    let parts = (games / FEWEST_GAMES).min(MOST_PERIODS);
    let mut cuts = vec![0];
    for part in 1..parts {
        let equal = part * games / parts;
        let nearest = boundaries.iter().min_by_key(|place| place.abs_diff(equal));
        let last = cuts.last().copied().unwrap_or(0);
        cuts.extend(nearest.filter(|place| **place >= last + FEWEST_GAMES));
    }
    cuts.push(games);
    Ok(cuts)
}

/// Returns the change from the first place to the last by least squares; the places ascend and are not all the same.
fn change(places: &[f64], values: &[f64]) -> TrendChange {
    let count = values.len() as f64;
    let [middle, _] = mean_with_error_95(places);
    let [mean, _] = mean_with_error_95(values);
    let pairs = || places.iter().map(|place| place - middle).zip(values);
    let spread: f64 = pairs().map(|(place, _)| place * place).sum();
    let slope = pairs()
        .map(|(place, value)| place * (value - mean))
        .sum::<f64>()
        / spread;
    let residuals: f64 = pairs()
        .map(|(place, value)| (value - mean - slope * place).powi(2))
        .sum();
    let error = (residuals / (count - 2.0).max(1.0) / spread).sqrt();
    let [first, last] = [places.first(), places.last()].map(|place| place.copied().unwrap_or(0.0));
    let error_95 = half_width_95(error * (last - first));
    let change = slope * (last - first);
    TrendChange {
        change,
        error_95,
        is_beyond_chance: change.abs() > error_95,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Game, Tags};
    use proptest::prelude::*;

    /// The places of games that are all told apart.
    fn apart(values: &[f64]) -> Vec<f64> {
        (0..values.len()).map(|place| place as f64).collect()
    }

    /// Games of these dates, and where their periods begin and end.
    fn cuts_of(dates: &[(&str, usize)]) -> Result<Vec<usize>, MissingTrend> {
        let games: Vec<Game> = dates
            .iter()
            .flat_map(|(date, games)| {
                let tags = Tags::new().with("Date", date);
                vec![Game::default().with_tags(tags); *games]
            })
            .collect();
        cuts(&DateOrder::new(&games))
    }

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
            let places = apart(&values);
            let found = change(&places, &values);
            prop_assert!((found.change - total).abs() < 0.05, "{found:?}");
            let turned: Vec<f64> = values.into_iter().rev().collect();
            prop_assert!((change(&places, &turned).change + found.change).abs() < 1e-9);
        }

        #[test]
        fn the_order_within_a_date_changes_nothing(
            groups in prop::collection::vec(prop::collection::vec(-1.0_f64..1.0, 1..30), 2..6),
        ) {
            let mut places = Vec::new();
            for group in &groups {
                let from = places.len();
                let mean = from as f64 + (group.len() - 1) as f64 / 2.0;
                places.resize(from + group.len(), mean);
            }
            let found = change(&places, &groups.concat());
            let turned: Vec<f64> = groups
                .iter()
                .flat_map(|group| group.iter().rev().copied())
                .collect();
            let turned = change(&places, &turned);
            prop_assert!((found.change - turned.change).abs() < 1e-9, "{found:?} {turned:?}");
            prop_assert!((found.error_95 - turned.error_95).abs() < 1e-9, "{found:?} {turned:?}");
        }
    }

    #[test]
    fn what_alternates_has_no_trend() {
        let values: Vec<f64> = (0..80).map(|place| f64::from(place % 2)).collect();
        assert!(!change(&apart(&values), &values).is_beyond_chance);
    }

    #[test]
    fn no_period_ends_within_a_date() {
        let year = |games| MissingTrend::OneDate {
            precision: DatePrecision::Year,
            games,
        };
        assert_eq!(cuts_of(&[("2022.??.??", 300)]), Err(year(300)));
        // One date of a year alone hides the order of no other game: it is left out.
        assert_eq!(
            cuts_of(&[("2022.??.??", 1), ("2022.01.02", 50), ("2022.07.03", 50)]),
            Ok(vec![0, 50, 100])
        );
        assert_eq!(
            cuts_of(&[("2022.??.??", 60), ("2022.01.02", 25), ("2022.07.03", 25)]),
            Err(year(60))
        );
        assert_eq!(
            cuts_of(&[("2021.??.??", 100), ("2022.??.??", 150), ("2023", 50)]),
            Ok(vec![0, 100, 250, 300])
        );
        assert_eq!(
            cuts_of(&[("2022.01.02", 30), ("2022.07.03", 30), ("????.??.??", 500)]),
            Ok(vec![0, 30, 60])
        );
        assert_eq!(
            cuts_of(&[("2021", 19), ("2022", 281)]),
            Err(MissingTrend::OneSided { enough: 20 })
        );
        assert_eq!(
            cuts_of(&[("2021", 19), ("2022", 20), ("?", 100)]),
            Err(MissingTrend::FewGames {
                games: 39,
                enough: 40
            })
        );
    }
}
