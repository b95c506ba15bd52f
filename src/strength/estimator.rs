//! Estimates ratings on one scale: naive Bayes over classes of loss and values of habits.
//!
//! A game's moves, its habits, and the games of one player are not independent. So the log-likelihood is tempered:
//! [`MOVES_WEIGHT`] and [`HABITS_WEIGHT`] multiply it, and `games` games count as `games / (1 + BETWEEN_GAMES ·
//! (games - 1))` (Kish, *Survey Sampling*, 1965). The three numbers were chosen on players that the counts did not
//! contain; `docs/diary/strength-from-moves.md` shows the results by scale.

use super::counts::LossCounts;
use super::estimate::{RATINGS, RatingPosterior, RatingPrior, ratings};
use super::loss::LossClass;
use super::scale::StrengthScale;
use super::trend::{BandRow, ShareTrend, SlopeOrder};
use crate::style::{HABIT_VALUES, RatingBand};

/// The exponent of the likelihood of moves.
const MOVES_WEIGHT: f64 = 0.45;

/// The exponent of the likelihood of habits.
const HABITS_WEIGHT: f64 = 0.2;

/// The correlation between two games of one player given the player's rating.
const BETWEEN_GAMES: f64 = 0.15;

/// Half the width of a rating band.
const HALF_BAND: f64 = 100.0;

/// Estimates ratings on one scale.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthEstimator {
    scale: StrengthScale,
    prior: RatingPrior,
    /// For each class of loss in each kind of position: the log-probability at each rating, tempered.
    losses: Vec<f64>,
    /// The same for each value of each habit.
    habits: Vec<f64>,
}

impl StrengthEstimator {
    /// Learns the estimator from the counts of one scale by rating band.
    pub(super) fn learn<'a>(
        scale: StrengthScale,
        rows: impl Iterator<Item = (RatingBand, &'a LossCounts)>,
    ) -> Self {
        let rows: Vec<(f64, &LossCounts)> = rows
            .filter_map(|(band, losses)| Some((f64::from(band.lowest()?) + HALF_BAND, losses)))
            .collect();
        let prior = usual(&rows);
        let rows: Vec<(f64, &LossCounts)> = rows
            .into_iter()
            .map(|(centre, losses)| ((centre - prior.mean) / prior.deviation, losses))
            .collect();
        let zs: Vec<f64> = ratings()
            .map(|rating| (rating - prior.mean) / prior.deviation)
            .collect();
        let losses = log_shares(
            &rows,
            LossCounts::losses,
            LossClass::COUNT,
            SlopeOrder::Falling,
            &zs,
        );
        let habits = log_shares(
            &rows,
            LossCounts::habits,
            HABIT_VALUES,
            SlopeOrder::Free,
            &zs,
        );
        let tempered = |values: Vec<f64>, weight: f64| -> Vec<f64> {
            values.into_iter().map(|value| weight * value).collect()
        };
        Self {
            scale,
            prior,
            losses: tempered(losses, MOVES_WEIGHT),
            habits: tempered(habits, HABITS_WEIGHT),
        }
    }

    /// Returns the scale; without a time class if few games of one were counted.
    pub const fn scale(&self) -> StrengthScale {
        self.scale
    }

    /// Returns the distribution of ratings among the counted players.
    pub const fn prior(&self) -> RatingPrior {
        self.prior
    }

    /// Returns the posterior of a player's rating.
    ///
    /// `prior` is what is known of the rating before, such as one given by a protocol. Without it, the player
    /// is taken for one of those on this scale.
    pub fn posterior(&self, prior: Option<RatingPrior>, counts: &LossCounts) -> RatingPosterior {
        let log = self.log_likelihood(counts);
        RatingPosterior::new(self.scale, prior.unwrap_or(self.prior), log)
    }

    /// Returns the tempered log-likelihood of counts at each rating, without a prior. It is concave in the
    /// rating.
    pub(super) fn log_likelihood(&self, counts: &LossCounts) -> Vec<f64> {
        let mut log = vec![0.0; RATINGS];
        let games = f64::from(counts.games().max(1));
        let repeated = 1.0 / (1.0 + BETWEEN_GAMES * (games - 1.0));
        for (counts, table) in [
            (counts.losses(), &self.losses),
            (counts.habits(), &self.habits),
        ] {
            for (count, row) in counts.iter().zip(table.chunks_exact(RATINGS)) {
                if *count > 0 {
                    let times = f64::from(*count) * repeated;
                    for (log, value) in log.iter_mut().zip(row) {
                        *log += times * value;
                    }
                }
            }
        }
        log
    }
}

/// Returns the mean and the standard deviation of the ratings of the counted games.
fn usual(rows: &[(f64, &LossCounts)]) -> RatingPrior {
    let games = |losses: &LossCounts| f64::from(losses.games());
    let all: f64 = rows.iter().map(|(_, losses)| games(losses)).sum();
    let average = |value: &dyn Fn(f64) -> f64| -> f64 {
        let sum = rows
            .iter()
            .map(|(centre, losses)| value(*centre) * games(losses));
        sum.sum::<f64>() / all.max(1.0)
    };
    let mean = average(&|centre| centre);
    let variance = average(&|centre| (centre - mean) * (centre - mean));
    RatingPrior {
        mean,
        // A scale with a single band is at least as wide as the band.
        deviation: variance.sqrt().max(HALF_BAND / 2.0),
    }
}

/// Returns the log-probability of each class of each sign at each of `zs`, by sign, class and rating.
fn log_shares(
    rows: &[(f64, &LossCounts)],
    counts: fn(&LossCounts) -> &[u32],
    classes: usize,
    order: SlopeOrder,
    zs: &[f64],
) -> Vec<f64> {
    let width = counts(&LossCounts::default()).len();
    let mut table = Vec::with_capacity(width * zs.len());
    for start in (0..width).step_by(classes) {
        let rows: Vec<BandRow> = rows
            .iter()
            .map(|(z, losses)| BandRow {
                z: *z,
                counts: counts(losses)[start..start + classes]
                    .iter()
                    .map(|count| f64::from(*count))
                    .collect(),
            })
            .collect();
        let trend = ShareTrend::fit(&rows, classes, order);
        let columns: Vec<Vec<f64>> = zs.iter().map(|z| trend.log_shares(*z)).collect();
        for class in 0..classes {
            table.extend(columns.iter().map(|column| column[class]));
        }
    }
    table
}
