//! Learns the second axis of style: complicating or simplifying.
//!
//! There are no labels for this axis. Habits and their directions are chosen by chess knowledge. Each habit's
//! weight grows with how much players differ in it beyond the scatter of one player's games. Habits are taken as
//! independent (naive Bayes): players differ in various ways, and the most reliable single direction would follow
//! one habit.
//!
//! A short draw leaves all pieces on the board but is no complication. So the part of each habit that follows from
//! how the game ended is subtracted.

use super::Sign;
use super::axis_scorer::{AxisScale, EndingPart};
use super::habits::Habit;
use super::weights::{SignWeightFit, SignWeights};
use crate::bayes::{add_multiple, dot};

/// The habits of the axis: +1 if more of the habit is complicating, −1 if it is simplifying.
const HABITS: [(Habit, f64); 11] = [
    (Habit::EvenTrade, -1.0),
    (Habit::TradeOffered, -1.0),
    (Habit::TradeAvoided, 1.0),
    (Habit::FirstCapture, -1.0),
    (Habit::TensionKept, 1.0),
    (Habit::TensionMade, 1.0),
    (Habit::QueenOffered, -1.0),
    (Habit::QueenAvoided, 1.0),
    (Habit::QueensOn, 1.0),
    (Habit::Contact, 1.0),
    (Habit::MenLeft, 1.0),
];

/// The least variance of players' scores that is used, in variances of one game.
const LEAST_VARIANCE: f64 = 1e-4;

/// The counts projected on the habits of the axis, for any choice of players.
struct ComplicatingFit<'a> {
    fit: &'a SignWeightFit,
    /// For each habit, the number that each value of each sign contributes.
    directions: Vec<Vec<f64>>,
    /// The covariance of the habits within players, row by row.
    within: Vec<f64>,
    /// For each player, the mean of each habit.
    players: Vec<Vec<f64>>,
}

/// The second axis, learned from counts.
pub(super) struct ComplicatingAxis {
    pub(super) weights: SignWeights,
    pub(super) scale: AxisScale,
    /// The parts of the habits in the weights of the ending.
    pub(super) by_ending: Vec<EndingPart>,
}

impl ComplicatingAxis {
    /// Learns the axis; `None` with fewer than three labelled players, or if they do not differ.
    pub(super) fn learn(fit: &SignWeightFit) -> Option<Self> {
        let all: Vec<usize> = (0..fit.players()).collect();
        if all.len() < 3 {
            return None;
        }
        let axis = ComplicatingFit::new(fit);
        let weights = axis.weights(&all)?;
        let mut scores = Vec::new();
        for player in &all {
            let others: Vec<usize> = all.iter().copied().filter(|one| one != player).collect();
            let own = axis.weights(&others)?;
            scores.push(fit.score(*player, &own));
        }
        let by_ending = HABITS.into_iter().zip(&axis.directions);
        let by_ending = by_ending.map(|((habit, towards), direction)| {
            let sign = Sign::Own(habit);
            let weight = towards * weights.signs()[sign.index()];
            let parts = &direction[fit.layout().values(Sign::Ending)];
            EndingPart {
                sign,
                values: parts.iter().map(|part| weight * part).collect(),
            }
        });
        Some(Self {
            by_ending: by_ending.collect(),
            weights,
            scale: scale(scores),
        })
    }
}

/// Returns the scale: +1 is the mean of the most complicating third of players, −1 that of the least complicating.
fn scale(mut scores: Vec<f64>) -> AxisScale {
    scores.sort_by(f64::total_cmp);
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    let third = scores.len() / 3;
    let low = mean(&scores[..third]);
    let high = mean(&scores[scores.len() - third..]);
    let centre = mean(&scores);
    let squares: f64 = scores.iter().map(|score| (score - centre).powi(2)).sum();
    let variance = (squares / (scores.len() as f64 - 1.0)).max(LEAST_VARIANCE);
    AxisScale {
        middle: f64::midpoint(low, high),
        unit: ((high - low) / 2.0).max(LEAST_VARIANCE.sqrt()),
        centre,
        variance,
    }
}

impl<'a> ComplicatingFit<'a> {
    fn new(fit: &'a SignWeightFit) -> Self {
        let directions: Vec<Vec<f64>> = HABITS
            .into_iter()
            .map(|(habit, towards)| direction(fit, habit, towards))
            .collect();
        let spread: Vec<Vec<f64>> = directions.iter().map(|one| fit.scatter_of(one)).collect();
        let within = directions
            .iter()
            .flat_map(|one| spread.iter().map(|other| dot(one, other)))
            .collect();
        let players = (0..fit.players())
            .map(|player| {
                let excess = fit.excess(player);
                directions.iter().map(|one| dot(one, excess)).collect()
            })
            .collect();
        Self {
            fit,
            directions,
            within,
            players,
        }
    }

    /// Returns the weights learned from these players; `None` if they do not differ.
    fn weights(&self, chosen: &[usize]) -> Option<SignWeights> {
        let size = HABITS.len();
        let players = chosen.len() as f64;
        let noise: f64 = chosen
            .iter()
            .map(|player| 1.0 / f64::max(self.fit.games(*player), 1.0))
            .sum::<f64>()
            / players;
        let mut weights: Vec<f64> = (0..size)
            .map(|habit| {
                let variance = self.within[habit * size + habit];
                let seen = || chosen.iter().map(|player| self.players[*player][habit]);
                let mean = seen().sum::<f64>() / players;
                let squares: f64 = seen().map(|one| (one - mean).powi(2)).sum();
                let between = squares / (players - 1.0).max(1.0) - noise * variance;
                if variance <= 0.0 {
                    return 0.0;
                }
                (between.max(0.0) / variance).sqrt() / variance.sqrt()
            })
            .collect();
        let rows = self.within.chunks_exact(size);
        let variance: f64 = rows
            .zip(&weights)
            .map(|(row, weight)| weight * dot(row, &weights))
            .sum();
        if variance <= 0.0 {
            return None;
        }
        for weight in &mut weights {
            *weight /= variance.sqrt();
        }
        let mut values = vec![0.0; self.fit.width()];
        let mut signs = vec![0.0; Sign::COUNT];
        for ((weight, direction), (habit, towards)) in
            weights.iter().zip(&self.directions).zip(HABITS)
        {
            signs[Sign::Own(habit).index()] = towards * weight;
            add_multiple(&mut values, *weight, direction);
        }
        Some(SignWeights::new(values, signs))
    }
}

/// Returns what each value contributes to one habit.
///
/// For the habit's own values that is their rank in standard deviations; for the ending, minus the mean of games
/// with that ending.
fn direction(fit: &SignWeightFit, habit: Habit, towards: f64) -> Vec<f64> {
    let mut direction = vec![0.0; fit.width()];
    let own = fit.layout().values(Sign::Own(habit));
    let usual = &fit.frequencies()[own.clone()];
    let total = usual.iter().sum::<f64>().max(1e-9);
    let places = || (0_u32..).map(f64::from).zip(usual);
    let mean = places().map(|(place, seen)| place * seen).sum::<f64>() / total;
    let squares = places().map(|(place, seen)| (place - mean).powi(2) * seen);
    let deviation = (squares.sum::<f64>() / total).sqrt().max(1e-9);
    for (value, (place, _)) in direction[own].iter_mut().zip(places()) {
        *value = towards * (place - mean) / deviation;
    }
    let spread = fit.scatter_of(&direction);
    for value in fit.layout().values(Sign::Ending) {
        let share = fit.share_of_games(value);
        if share > 0.0 {
            direction[value] = -spread[value] / share;
        }
    }
    direction
}

#[cfg(test)]
mod tests;
