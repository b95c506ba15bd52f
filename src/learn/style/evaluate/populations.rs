//! Fairness of a recogniser to players who are not masters.
//!
//! The norms of a population are counted on half of its games and judged on the other half, both ways. Players with
//! many games are judged by norms without any of their games, and so without their opponents' in these.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rand::RngExt as _;
use serde::Serialize;
use shakmaty::Color;
use statrs::statistics::Statistics as _;

use super::EstimateWithInterval;
use super::measures::{RESAMPLES, interval};
use crate::bayes::half_width_95;
use crate::learn::style::labelled_game::watch_finished;
use crate::learn::style::{LabelledPlayer, learn};
use crate::pgn::{IngestEvent, IngestOptions, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::rng;
use crate::style::{
    HabitCounts, HabitCountsError, HabitRecogniser, Population, RatingBand, SignValues,
};

/// Minimum number of games of a player who is judged individually and excluded from norms.
const FREQUENT: usize = 100;

/// Required correlation between the two halves of a player's games.
const RELIABLE: f64 = 0.8;

/// The scores of one rating band, on the scale from −1 (defensive) to +1 (attacking).
#[derive(Clone, Debug, Serialize)]
pub struct BandScores {
    /// Lowest rating of the band.
    pub from_rating: u16,
    /// Number of sides of games.
    pub sides: usize,
    /// Mean score.
    pub mean: f64,
    /// Half the width of the mean's 95 % interval.
    pub mean_error_95: f64,
    /// Standard deviation of the scores, relative to that of labelled masters.
    pub deviation_of_masters: f64,
}

/// The measures of one population.
#[derive(Clone, Debug, Serialize)]
pub struct PopulationScores {
    /// Population that was measured.
    pub population: Population,
    /// Number of sides of games that were judged.
    pub sides: usize,
    /// Change of the score per 100 rating points.
    pub slope_per_100: f64,
    /// Half the width of its 95 % interval.
    pub slope_error_95: f64,
    /// Scores by rating band.
    pub bands: Vec<BandScores>,
    /// Number of players with at least 100 games.
    pub players: usize,
    /// Correlation between the mean scores of their odd and even games; `None` with fewer than three players.
    pub odd_even: Option<EstimateWithInterval>,
    /// Number of games in each half for a correlation of 0.8, by the Spearman-Brown formula.
    pub games_for_0_8: Option<f64>,
}

/// Measurement of populations, with weights learned from labelled masters.
#[derive(Clone, Debug)]
pub struct PopulationEvaluator {
    labelled: HabitCounts,
    /// Standard deviation of the score of one game of a labelled player.
    deviation: f64,
}

/// One side of a game of a population.
#[derive(Clone, Debug)]
struct PeerSide {
    reading: SignValues,
    rating: Option<u16>,
    player: String,
    game: usize,
}

impl PopulationEvaluator {
    /// Learns the weights from labelled players.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError::OneSided`] without an attacking or without a defensive player.
    pub fn new(gathered: &[LabelledPlayer]) -> Result<Self, HabitCountsError> {
        let labelled = learn(gathered, None);
        let judge = HabitRecogniser::learn(&labelled)?;
        let games = gathered.iter().flat_map(|player| &player.games);
        let scores = games.map(|game| {
            let reading = game.watched.reading(game.side, labelled.borders());
            judge.scaled(judge.evidence(&reading).sum)
        });
        let deviation = scores.population_std_dev();
        Ok(Self {
            labelled,
            deviation,
        })
    }

    /// Reads games of a population and measures it; also returns the summary of reading. `seed` is for resampling.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError`], as [`new`](Self::new).
    pub fn evaluate(
        &self,
        population: Population,
        sources: &[PgnSource],
        options: &IngestOptions,
        seed: u64,
    ) -> Result<(PopulationScores, IngestSummary), HabitCountsError> {
        let (sides, account) = self.read(population, sources, options);
        let frequent = FrequentPlayers::of(&sides);
        let judges = CrossJudges::new(&sides, &self.labelled, &frequent)?;
        let scores: Vec<f64> = sides
            .iter()
            .map(|side| judges.score(side, &frequent))
            .collect();
        let scored = || sides.iter().zip(&scores);
        let rated: Vec<(f64, f64)> = scored()
            .filter(|(side, _)| frequent.counts(side))
            .filter_map(|(side, score)| Some((f64::from(side.rating?), *score)))
            .collect();
        let (slope, slope_error) = slope(&rated);
        let mut players: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (side, score) in scored().filter(|(side, _)| frequent.names.contains(&side.player)) {
            players.entry(&side.player).or_default().push(*score);
        }
        let halves: Vec<[f64; 2]> = players.values().map(|scores| halves(scores)).collect();
        let odd_even = (halves.len() > 2).then(|| correlation_with_interval(&halves, seed));
        let half = players.values().map(|scores| scores.len() as f64).mean() / 2.0;
        let found = PopulationScores {
            population,
            sides: rated.len(),
            slope_per_100: 100.0 * slope,
            slope_error_95: 100.0 * slope_error,
            bands: self.bands(&rated),
            players: halves.len(),
            odd_even,
            games_for_0_8: odd_even
                .map(|found| found.value)
                .filter(|found| *found > 0.0)
                .map(|found| half * RELIABLE / (1.0 - RELIABLE) * (1.0 - found) / found),
        };
        Ok((found, account))
    }

    fn read(
        &self,
        population: Population,
        sources: &[PgnSource],
        options: &IngestOptions,
    ) -> (Vec<PeerSide>, IngestSummary) {
        let borders = self.labelled.borders();
        let mut sides = Vec::new();
        let account = ingest(
            sources,
            options,
            || {
                move |played: &Game| {
                    let mut watched = watch_finished(played, Color::White, false)?.watched;
                    watched.circumstance.set_population(population);
                    Some([Color::White, Color::Black].map(|side| PeerSide {
                        reading: watched.reading(side, borders),
                        rating: played.elo(side),
                        player: played.player(side).trim().to_owned(),
                        game: 0,
                    }))
                }
            },
            |event| {
                if let IngestEvent::Game {
                    value: Some(both), ..
                } = event
                {
                    let game = sides.len() / 2;
                    sides.extend(both.map(|side| PeerSide { game, ..side }));
                }
                ControlFlow::Continue(())
            },
        );
        (sides, account)
    }

    fn bands(&self, rated: &[(f64, f64)]) -> Vec<BandScores> {
        let bands = RatingBand::all().filter_map(RatingBand::lowest);
        bands
            .filter_map(|lowest| {
                let from = f64::from(lowest);
                let scores: Vec<f64> = rated
                    .iter()
                    .filter(|(rating, _)| (from..from + 200.0).contains(rating))
                    .map(|(_, score)| *score)
                    .collect();
                let deviation = scores.as_slice().population_std_dev();
                (scores.len() > 1).then(|| BandScores {
                    from_rating: lowest,
                    sides: scores.len(),
                    mean: scores.as_slice().mean(),
                    mean_error_95: half_width_95(deviation / (scores.len() as f64).sqrt()),
                    deviation_of_masters: deviation / self.deviation.max(1e-12),
                })
            })
            .collect()
    }
}

/// The players who are judged individually.
struct FrequentPlayers {
    names: BTreeSet<String>,
    /// Numbers of their games; empty if too few other games would be left for norms.
    games: BTreeSet<usize>,
}

impl FrequentPlayers {
    fn of(sides: &[PeerSide]) -> Self {
        let mut games: BTreeMap<&str, usize> = BTreeMap::new();
        for side in sides.iter().filter(|side| !is_anonymous(&side.player)) {
            *games.entry(&side.player).or_default() += 1;
        }
        games.retain(|_, games| *games >= FREQUENT);
        let names: BTreeSet<String> = games.into_keys().map(str::to_owned).collect();
        let own = sides.iter().filter(|side| names.contains(&side.player));
        let mut games: BTreeSet<usize> = own.map(|side| side.game).collect();
        if sides.len() < 2 * games.len() + FREQUENT {
            games.clear();
        }
        Self { names, games }
    }

    /// Returns true if a game may be counted in norms.
    fn counts(&self, side: &PeerSide) -> bool {
        !self.games.contains(&side.game)
    }
}

/// Recognisers whose norms come from other games than those that they judge.
struct CrossJudges {
    /// Recognisers for even and odd games, with norms from the other half.
    halves: [HabitRecogniser; 2],
    /// Recogniser for games of frequent players, with norms from all games of others.
    others: HabitRecogniser,
}

impl CrossJudges {
    fn new(
        sides: &[PeerSide],
        labelled: &HabitCounts,
        frequent: &FrequentPlayers,
    ) -> Result<Self, HabitCountsError> {
        let learn = |left_out: Option<usize>| {
            let mut knowledge = labelled.clone();
            for side in sides.iter().filter(|side| frequent.counts(side)) {
                if left_out != Some(side.game % 2) {
                    knowledge.add_peer(&side.reading);
                }
            }
            HabitRecogniser::learn(&knowledge)
        };
        Ok(Self {
            halves: [learn(Some(0))?, learn(Some(1))?],
            others: learn(None)?,
        })
    }

    fn score(&self, side: &PeerSide, frequent: &FrequentPlayers) -> f64 {
        let judge = if frequent.counts(side) {
            &self.halves[side.game % 2]
        } else {
            &self.others
        };
        judge.scaled(judge.evidence(&side.reading).sum)
    }
}

/// Returns true for names that stand for many people.
fn is_anonymous(name: &str) -> bool {
    matches!(name, "" | "?" | "opponent" | "Anonymous" | "NN")
}

/// Returns the mean scores of a player's odd and even games.
fn halves(scores: &[f64]) -> [f64; 2] {
    [0, 1].map(|from| scores.iter().skip(from).step_by(2).mean())
}

/// Returns the correlation of the halves over players, with the interval from resampled players.
fn correlation_with_interval(halves: &[[f64; 2]], seed: u64) -> EstimateWithInterval {
    let drawn = (0..RESAMPLES).map(|number| {
        let mut random = rng::stream(seed, "odd and even games of players", number);
        let players: Vec<[f64; 2]> = (0..halves.len())
            .map(|_| halves[random.random_range(0..halves.len())])
            .collect();
        correlation(&players)
    });
    interval(correlation(halves), drawn.collect())
}

fn correlation(halves: &[[f64; 2]]) -> f64 {
    let [odd, even] = [0, 1].map(|half| halves.iter().map(move |player| player[half]));
    let covariance = odd.clone().population_covariance(even.clone());
    covariance / (odd.population_std_dev() * even.population_std_dev())
}

/// Returns the slope of the score on the rating, by least squares, with its 95 % half width.
fn slope(rated: &[(f64, f64)]) -> (f64, f64) {
    let (ratings, scores): (Vec<f64>, Vec<f64>) = rated.iter().copied().unzip();
    let variance = ratings.as_slice().population_variance();
    if rated.len() < 3 || variance <= 0.0 {
        return (0.0, f64::INFINITY);
    }
    let slope = ratings.iter().population_covariance(scores.iter()) / variance;
    // Rounding must not make the residual variance negative.
    let rest = (scores.iter().population_variance() - slope * slope * variance).max(0.0);
    let freedom = rated.len() as f64 - 2.0;
    (slope, half_width_95((rest / variance / freedom).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_found(rise in -0.01_f64..0.01, start in -3.0_f64..3.0, ratings in prop::collection::btree_set(100_u16..3000, 4..40)) {
            let rated: Vec<(f64, f64)> = ratings
                .into_iter()
                .map(|rating| (f64::from(rating), start + rise * f64::from(rating)))
                .collect();
            let (found, error) = slope(&rated);
            prop_assert!((found - rise).abs() < 1e-9);
            prop_assert!(error < 1e-4);
        }

        #[test]
        fn equal_halves_correlate_fully(scores in prop::collection::btree_set(-1000_i32..1000, 3..30)) {
            let equal: Vec<[f64; 2]> = scores.iter().map(|score| [f64::from(*score); 2]).collect();
            let opposite: Vec<[f64; 2]> = scores.iter().map(|score| [f64::from(*score), -f64::from(*score)]).collect();
            prop_assert!((correlation(&equal) - 1.0).abs() < 1e-9);
            prop_assert!((correlation(&opposite) + 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn odd_and_even_games_are_apart() {
        let [odd, even] = halves(&[1.0, 5.0, 3.0, 7.0, 2.0]);
        assert!((odd - 2.0).abs() < 1e-12 && (even - 6.0).abs() < 1e-12);
    }
}
