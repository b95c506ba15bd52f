//! How fair a recogniser is to players who are no masters.
//!
//! The norms of a population are counted on half of its games and judged on the other half, both ways. Frequent
//! players are judged by norms without any of their games, and so without their opponents' in these.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rand::RngExt as _;
use serde::Serialize;
use shakmaty::Color;

use super::EstimateWithInterval;
use crate::bayes::half_width_95;
use crate::learn::style::labelled_game::watch_finished;
use crate::pgn::{IngestEvent, IngestOptions, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::rng;
use crate::style::{
    HabitCounts, HabitCountsError, HabitRecogniser, HabitThresholds, Population, RatingBand,
    SignValues,
};

/// A player with this many games is judged as a player, and is in no norm.
const FREQUENT: usize = 100;

/// Resamples of players or games for an interval.
const RESAMPLES: u64 = 1000;

/// The correlation of two halves of a player's games that is asked for.
const RELIABLE: f64 = 0.8;

/// One side of a game of a population.
#[derive(Clone, Debug)]
pub struct PeerSide {
    reading: SignValues,
    rating: Option<u16>,
    player: String,
    game: usize,
}

/// The scores of the sides of one rating band, in the recogniser's scale: −1 defensive, +1 attacking.
#[derive(Clone, Debug, Serialize)]
pub struct BandScores {
    /// The lowest rating of the band.
    pub from_rating: u16,
    /// Sides of games.
    pub sides: usize,
    /// Their mean score.
    pub mean: f64,
    /// Its 95 % half width.
    pub mean_error_95: f64,
    /// Their standard deviation, as a share of the masters'.
    pub deviation_of_masters: f64,
}

/// What was measured in one population.
#[derive(Clone, Debug, Serialize)]
pub struct PopulationScores {
    /// The population.
    pub population: Population,
    /// Sides of games that were judged.
    pub sides: usize,
    /// The change of the score per 100 rating points.
    pub slope_per_100: f64,
    /// Its 95 % half width.
    pub slope_error_95: f64,
    /// By rating band.
    pub bands: Vec<BandScores>,
    /// Players with at least 100 games.
    pub players: usize,
    /// The correlation of the mean scores of their odd and their even games; `None` with fewer than three players.
    pub odd_even: Option<EstimateWithInterval>,
    /// Games in each half that give a correlation of 0.8, by the formula of Spearman and Brown.
    pub games_for_0_8: Option<f64>,
}

/// Reads the games of a population, values cut at `borders`.
pub fn read_population(
    sources: &[PgnSource],
    options: &IngestOptions,
    population: Population,
    borders: &HabitThresholds,
    sides: &mut Vec<PeerSide>,
) -> IngestSummary {
    let mut game = sides.last().map_or(0, |last| last.game + 1);
    ingest(
        sources,
        options,
        || {
            move |played: &Game| {
                let mut watched = watch_finished(played, Color::White, false)?.watched;
                watched.circumstance.set_population(population);
                let side = |side: Color| PeerSide {
                    reading: watched.reading(side, borders),
                    rating: played.elo(side),
                    player: played.player(side).trim().to_owned(),
                    game: 0,
                };
                Some([side(Color::White), side(Color::Black)])
            }
        },
        |event| {
            if let IngestEvent::Game {
                value: Some(both), ..
            } = event
            {
                sides.extend(both.map(|side| PeerSide { game, ..side }));
                game += 1;
            }
            ControlFlow::Continue(())
        },
    )
}

/// Measures a population; `labelled` holds the counts of labelled players, and `masters` is the standard deviation
/// of the score of one of their games.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] without an attacking or a defensive player.
pub fn judge_population(
    population: Population,
    sides: &[PeerSide],
    labelled: &HabitCounts,
    masters: f64,
    seed: u64,
) -> Result<PopulationScores, HabitCountsError> {
    let mut games: BTreeMap<&str, usize> = BTreeMap::new();
    for side in sides {
        *games.entry(&side.player).or_default() += 1;
    }
    let is_frequent = |player: &str| !is_anonymous(player) && games[player] >= FREQUENT;
    let frequent_games: std::collections::BTreeSet<usize> = sides
        .iter()
        .filter(|side| is_frequent(&side.player))
        .map(|side| side.game)
        .collect();
    let others = |side: &PeerSide| !frequent_games.contains(&side.game);
    let enough = sides.iter().filter(|side| others(side)).count() >= FREQUENT;
    let judges = CrossJudges::new(sides, labelled, &|side| others(side) || !enough)?;
    let scored: Vec<(&PeerSide, f64)> = sides
        .iter()
        .map(|side| (side, judges.score(side, enough && !others(side))))
        .collect();
    let by_game: Vec<(f64, f64)> = scored
        .iter()
        .filter(|(side, _)| !enough || others(side))
        .filter_map(|(side, score)| Some((f64::from(side.rating?), *score)))
        .collect();
    let (slope, slope_error) = slope(&by_game);
    let mut players: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (side, score) in scored.iter().filter(|(side, _)| is_frequent(&side.player)) {
        players.entry(&side.player).or_default().push(*score);
    }
    let halves: Vec<PlayerHalves> = players
        .values()
        .map(|scores| PlayerHalves::of(scores))
        .collect();
    let odd_even = (halves.len() > 2).then(|| resampled_correlation(&halves, seed));
    let half =
        halves.iter().map(|player| player.games).sum::<f64>() / halves.len().max(1) as f64 / 2.0;
    Ok(PopulationScores {
        population,
        sides: by_game.len(),
        slope_per_100: 100.0 * slope,
        slope_error_95: 100.0 * slope_error,
        bands: bands(&by_game, masters),
        players: halves.len(),
        odd_even,
        games_for_0_8: odd_even
            .map(|found| found.value)
            .filter(|found| *found > 0.0)
            .map(|found| half * RELIABLE / (1.0 - RELIABLE) * (1.0 - found) / found),
    })
}

/// Recognisers whose norms come from other games than those that they judge.
struct CrossJudges {
    /// By the games of the other half, for even and odd games.
    halves: [HabitRecogniser; 2],
    /// By the games of people who are not judged as players.
    strangers: HabitRecogniser,
}

impl CrossJudges {
    fn new(
        sides: &[PeerSide],
        labelled: &HabitCounts,
        counts: &dyn Fn(&PeerSide) -> bool,
    ) -> Result<Self, HabitCountsError> {
        let learn = |half: Option<usize>| {
            let mut knowledge = labelled.clone();
            for side in sides.iter().filter(|side| counts(side)) {
                if half.is_none_or(|half| side.game % 2 != half) {
                    knowledge.add_peer(&side.reading);
                }
            }
            HabitRecogniser::learn(&knowledge)
        };
        Ok(Self {
            halves: [learn(Some(0))?, learn(Some(1))?],
            strangers: learn(None)?,
        })
    }

    fn score(&self, side: &PeerSide, is_stranger: bool) -> f64 {
        let judge = if is_stranger {
            &self.strangers
        } else {
            &self.halves[side.game % 2]
        };
        judge.scaled(judge.evidence(&side.reading).sum)
    }
}

/// The standard deviation of the score of one game of the labelled players, in the recogniser's scale.
pub fn deviation_of_masters(
    readings: impl Iterator<Item = SignValues>,
    judge: &HabitRecogniser,
) -> f64 {
    let scores: Vec<f64> = readings
        .map(|reading| judge.scaled(judge.evidence(&reading).sum))
        .collect();
    deviation(&scores)
}

/// Names that stand for many people.
fn is_anonymous(name: &str) -> bool {
    matches!(name, "" | "?" | "opponent" | "Anonymous" | "NN")
}

struct PlayerHalves {
    games: f64,
    odd: f64,
    even: f64,
}

impl PlayerHalves {
    fn of(scores: &[f64]) -> Self {
        let half = |from: usize| {
            mean(
                &scores
                    .iter()
                    .skip(from)
                    .step_by(2)
                    .copied()
                    .collect::<Vec<_>>(),
            )
        };
        Self {
            games: scores.len() as f64,
            odd: half(0),
            even: half(1),
        }
    }
}

fn resampled_correlation(players: &[PlayerHalves], seed: u64) -> EstimateWithInterval {
    let all: Vec<&PlayerHalves> = players.iter().collect();
    let mut draws: Vec<f64> = (0..RESAMPLES)
        .map(|number| {
            let mut random = rng::stream(seed, "odd and even games of players", number);
            let drawn: Vec<&PlayerHalves> = (0..players.len())
                .map(|_| all[random.random_range(0..all.len())])
                .collect();
            correlation(&drawn)
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    let edge = draws.len() / 40;
    EstimateWithInterval {
        value: correlation(&all),
        low: draws[edge],
        high: draws[draws.len() - 1 - edge],
    }
}

fn correlation(players: &[&PlayerHalves]) -> f64 {
    let (odd, even): (Vec<f64>, Vec<f64>) = players
        .iter()
        .map(|player| (player.odd, player.even))
        .unzip();
    let (middle_odd, middle_even) = (mean(&odd), mean(&even));
    let product: f64 = odd
        .iter()
        .zip(&even)
        .map(|(one, two)| (one - middle_odd) * (two - middle_even))
        .sum();
    product / (players.len() as f64 * deviation(&odd) * deviation(&even)).max(1e-12)
}

/// The slope of the score on the rating, with its 95 % half width.
fn slope(cases: &[(f64, f64)]) -> (f64, f64) {
    let count = cases.len() as f64;
    let (ratings, scores): (Vec<f64>, Vec<f64>) = cases.iter().copied().unzip();
    let (rating, score) = (mean(&ratings), mean(&scores));
    let squares: f64 = ratings.iter().map(|one| (one - rating).powi(2)).sum();
    if squares <= 0.0 || count < 3.0 {
        return (0.0, f64::INFINITY);
    }
    let slope = cases
        .iter()
        .map(|(one, two)| (one - rating) * (two - score))
        .sum::<f64>()
        / squares;
    let rest: f64 = cases
        .iter()
        .map(|(one, two)| (two - score - slope * (one - rating)).powi(2))
        .sum();
    (
        slope,
        half_width_95((rest / (count - 2.0) / squares).sqrt()),
    )
}

fn bands(cases: &[(f64, f64)], masters: f64) -> Vec<BandScores> {
    RatingBand::all()
        .filter_map(RatingBand::lowest)
        .filter_map(|lowest| {
            let from = f64::from(lowest);
            let scores: Vec<f64> = cases
                .iter()
                .filter(|(rating, _)| (from..from + 200.0).contains(rating))
                .map(|(_, score)| *score)
                .collect();
            (scores.len() > 1).then(|| BandScores {
                from_rating: lowest,
                sides: scores.len(),
                mean: mean(&scores),
                mean_error_95: half_width_95(deviation(&scores) / (scores.len() as f64).sqrt()),
                deviation_of_masters: deviation(&scores) / masters.max(1e-12),
            })
        })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: Vec<f64> = values
        .iter()
        .map(|value| (value - middle).powi(2))
        .collect();
    mean(&squares).sqrt()
}
