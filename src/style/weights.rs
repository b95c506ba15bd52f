//! The weights of sign values: naive Bayes' log-odds, with one weight for each sign.
//!
//! Plain naive Bayes adds ln P(value | attacking) / P(value | defensive) over all signs as if they were
//! independent. Here each sign's log-odds get one weight (weighted naive Bayes: Zhang and Sheng, "Learning weighted
//! naive Bayes with accurate ranking", 2004; Zaidi et al., "Alleviating naive Bayes attribute independence
//! assumption by attribute weighting", 2013). The weights are Fisher's discriminant over the log-odds, w = (W + B +
//! λ D)⁻¹ δ (Fisher 1936; shrunk as in Friedman, "Regularized discriminant analysis", 1989):
//!
//! * W, how a player's games scatter around the player's mean: from the counts of pairs, so that signs which
//!   repeat each other share one weight;
//! * B, how players of one style scatter around their mean: a sign by which one attacking player
//!   stands out, and another does not, weighs less;
//! * D, the diagonal of W + B, with λ = 1: half-way to weights that know nothing of dependence.
//!
//! Players count equally, however many games they have: the question is what carries over to unseen players.
//! Everything is computed from counts, after subtracting the background expected in a player's circumstances.

use super::Style;
use super::habit_counts::{HabitCounts, HabitCountsError};
use super::sign::{Sign, SignLayout};
use crate::bayes::{add_multiple, dot, solve_symmetric};

/// λ, the multiple of the diagonal that is added.
const SHRINKAGE: f64 = 1.0;

/// Added to each frequency before its logarithm: one percentage point.
const SMOOTHING: f64 = 0.01;

/// The contribution of each value of each sign to a game's score.
///
/// The scores of one player's games scatter around their mean with a standard deviation of about 1.
#[derive(Clone, Debug, PartialEq)]
pub struct SignWeights {
    values: Vec<f64>,
    signs: Vec<f64>,
}

impl SignWeights {
    pub(super) const fn new(values: Vec<f64>, signs: Vec<f64>) -> Self {
        Self { values, signs }
    }

    /// Returns the contribution of each value, in the order of the layout.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The weight of each sign's log-odds, in the order of [`Sign::all`].
    pub fn signs(&self) -> &[f64] {
        &self.signs
    }

    /// Returns the score of these frequencies of values, given in the order of the layout.
    pub fn score(&self, frequencies: &[f64]) -> f64 {
        dot(&self.values, frequencies)
    }

    /// Returns the score of frequencies in two parts: of the first `habits` values, and of the game's end.
    pub(super) fn score_parts(&self, frequencies: &[f64], habits: usize) -> [f64; 2] {
        let (weights, end_weights) = self.values.split_at(habits);
        let (seen, ends) = frequencies.split_at(habits);
        [dot(weights, seen), dot(end_weights, ends)]
    }
}

/// One labelled player's frequencies, less the expected ones.
#[derive(Clone, Debug)]
struct PlayerExcess {
    style: Style,
    games: f64,
    values: Vec<f64>,
}

/// The inputs from which weights are learned, computed once for any choice of players.
#[derive(Clone, Debug)]
pub struct SignWeightFit {
    layout: SignLayout,
    /// Which signs are used, in the order of [`Sign::all`].
    speaks: Vec<bool>,
    players: Vec<PlayerExcess>,
    /// The frequency of each value over all games.
    frequencies: Vec<f64>,
    /// The frequency of each value in the labelled players' games.
    shares: Vec<f64>,
    /// The covariance of values within players, row by row.
    scatter: Vec<f64>,
}

impl SignWeightFit {
    /// Computes the inputs from counts.
    pub fn new(knowledge: &HabitCounts) -> Self {
        let layout = knowledge.layout().clone();
        let expected = knowledge.background().expected_signs();
        let frequency = |counts: &[u32], games: f64| -> Vec<f64> {
            counts
                .iter()
                .map(|count| f64::from(*count) / games)
                .collect()
        };
        let width = layout.width();
        let mut scatter = vec![0.0; width * width];
        let mut games = 0.0;
        let mut players = Vec::new();
        for player in knowledge.players().values() {
            let own = player.games() as f64;
            let mut values = frequency(player.values(), own);
            for (row, frequency) in values.iter().enumerate() {
                let target = &mut scatter[row * width..][..=row];
                add_multiple(target, -own * frequency, &values);
            }
            games += own;
            for (cell, count) in player
                .cells()
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
            {
                let share = f64::from(*count) / own;
                add_multiple(&mut values, -share, &expected[cell]);
            }
            players.push(PlayerExcess {
                style: player.style(),
                games: own,
                values,
            });
        }
        for row in 0..width {
            for column in 0..=row {
                let together = f64::from(knowledge.pairs().of(row, column));
                let covariance = (scatter[row * width + column] + together) / f64::max(games, 1.0);
                scatter[row * width + column] = covariance;
                scatter[column * width + row] = covariance;
            }
        }
        Self {
            layout,
            speaks: vec![true; Sign::COUNT],
            players,
            frequencies: knowledge.background().frequencies(),
            shares: (0..width)
                .map(|value| f64::from(knowledge.pairs().of(value, value)) / f64::max(games, 1.0))
                .collect(),
            scatter,
        }
    }

    /// Uses only these signs; the others get no weight.
    #[must_use]
    pub fn only(mut self, speaks: impl Fn(Sign) -> bool) -> Self {
        self.speaks = Sign::all().map(speaks).collect();
        self
    }

    /// Returns the number of labelled players; they are numbered in the order of their names.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Returns a player's labelled style.
    pub fn style(&self, player: usize) -> Style {
        self.players[player].style
    }

    /// Returns the number of games of a player.
    pub(super) fn games(&self, player: usize) -> f64 {
        self.players[player].games
    }

    /// Returns a player's frequencies of values less the expected ones.
    pub(super) fn excess(&self, player: usize) -> &[f64] {
        &self.players[player].values
    }

    /// Returns where the values of each sign lie.
    pub(super) const fn layout(&self) -> &SignLayout {
        &self.layout
    }

    /// Returns the number of values of all signs.
    pub(super) fn width(&self) -> usize {
        self.layout.width()
    }

    /// Returns the frequency of each value among all players.
    pub(super) fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// Returns the share of the labelled players' games that show a value.
    pub(super) fn share_of_games(&self, value: usize) -> f64 {
        self.shares[value]
    }

    /// Returns the covariance, within players, of each value with the weighted sum of values.
    pub(super) fn scatter_of(&self, weights: &[f64]) -> Vec<f64> {
        let width = self.layout.width();
        let mut sums = vec![0.0; width];
        // The matrix is symmetric, and most weights are zero.
        for (value, weight) in weights.iter().enumerate() {
            if *weight != 0.0 {
                add_multiple(&mut sums, *weight, &self.scatter[value * width..][..width]);
            }
        }
        sums
    }

    /// Returns a player's mean score by these weights, less the expected one.
    pub fn score(&self, player: usize, weights: &SignWeights) -> f64 {
        weights.score(&self.players[player].values)
    }

    /// Learns the weights from these players.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError::OneSided`] without an attacking or without a defensive player.
    pub fn weights(&self, chosen: &[usize]) -> Result<SignWeights, HabitCountsError> {
        let log_odds = self.log_odds(chosen)?;
        let by_sign: Vec<Vec<f64>> = chosen
            .iter()
            .map(|player| self.by_sign(&log_odds, *player))
            .collect();
        let [attacking, defensive, mixed] =
            Style::ALL.map(|style| self.members(chosen, &by_sign, style));
        let difference: Vec<f64> = mean(&attacking)
            .iter()
            .zip(mean(&defensive))
            .map(|(one, two)| one - two)
            .collect();
        let within = self.within(&log_odds);
        let mut matrix = within.clone();
        let groups = [attacking, defensive, mixed];
        let present = groups.iter().filter(|group| !group.is_empty()).count();
        let freedom = chosen.len().saturating_sub(present).max(1) as f64;
        for group in &groups {
            add_scatter(&mut matrix, group, freedom);
        }
        let size = Sign::COUNT;
        for place in 0..size {
            let diagonal = &mut matrix[place * size + place];
            // A sign that never varies adds nothing and must not make the matrix singular.
            *diagonal = (1.0 + SHRINKAGE) * *diagonal + 1e-6;
        }
        let mut signs = solve_symmetric(&matrix, &difference).unwrap_or_else(|| vec![1.0; size]);
        let variance: f64 = (0..size)
            .map(|row| signs[row] * dot(&within[row * size..][..size], &signs))
            .sum();
        let scale = 1.0 / variance.max(1e-12).sqrt();
        for weight in &mut signs {
            *weight *= scale;
        }
        let mut values = log_odds;
        for (sign, weight) in Sign::all().zip(&signs) {
            for value in &mut values[self.layout.values(sign)] {
                *value *= weight;
            }
        }
        Ok(SignWeights { values, signs })
    }

    /// Returns ln P(value | attacking) − ln P(value | defensive), with players counting equally.
    fn log_odds(&self, chosen: &[usize]) -> Result<Vec<f64>, HabitCountsError> {
        let class = |style: Style, missing: &'static str| {
            let members: Vec<&PlayerExcess> = chosen
                .iter()
                .map(|player| &self.players[*player])
                .filter(|player| player.style == style)
                .collect();
            if members.is_empty() {
                return Err(HabitCountsError::OneSided(missing));
            }
            Ok((0..self.layout.width())
                .map(|value| {
                    let surplus: f64 = members.iter().map(|player| player.values[value]).sum();
                    let frequency = self.frequencies[value] + surplus / members.len() as f64;
                    frequency.max(0.0) + SMOOTHING
                })
                .collect::<Vec<f64>>())
        };
        let attacking = class(Style::Attacking, "no attacking")?;
        let defensive = class(Style::Defensive, "no defensive")?;
        let mut odds: Vec<f64> = attacking
            .iter()
            .zip(defensive)
            .map(|(one, two)| (one / two).ln())
            .collect();
        for (sign, _) in Sign::all()
            .zip(&self.speaks)
            .filter(|(_, speaks)| !**speaks)
        {
            odds[self.layout.values(sign)].fill(0.0);
        }
        Ok(odds)
    }

    /// Returns the excess of log-odds of a player for each sign.
    fn by_sign(&self, log_odds: &[f64], player: usize) -> Vec<f64> {
        let values = &self.players[player].values;
        Sign::all()
            .map(|sign| {
                let own = self.layout.values(sign);
                dot(&log_odds[own.clone()], &values[own])
            })
            .collect()
    }

    fn members<'a>(
        &self,
        chosen: &[usize],
        by_sign: &'a [Vec<f64>],
        style: Style,
    ) -> Vec<&'a [f64]> {
        chosen
            .iter()
            .zip(by_sign)
            .filter(|(player, _)| self.players[**player].style == style)
            .map(|(_, signs)| signs.as_slice())
            .collect()
    }

    /// Returns the covariance, within players, of the signs' log-odds.
    fn within(&self, log_odds: &[f64]) -> Vec<f64> {
        let (width, size) = (self.layout.width(), Sign::COUNT);
        // First over rows, then over columns, so that each product is formed once.
        let mut half = vec![0.0; size * width];
        for (row, sign) in Sign::all().enumerate() {
            for value in self.layout.values(sign) {
                let target = &mut half[row * width..][..width];
                add_multiple(target, log_odds[value], &self.scatter[value * width..]);
            }
        }
        let mut whole = vec![0.0; size * size];
        for row in 0..size {
            for (column, sign) in Sign::all().enumerate() {
                let own = self.layout.values(sign);
                let part = &half[row * width..][..width];
                whole[row * size + column] = dot(&part[own.clone()], &log_odds[own]);
            }
        }
        whole
    }
}

fn mean(rows: &[&[f64]]) -> Vec<f64> {
    let mut sums = vec![0.0; Sign::COUNT];
    for row in rows {
        add_multiple(&mut sums, 1.0, row);
    }
    sums.iter()
        .map(|sum| sum / rows.len().max(1) as f64)
        .collect()
}

/// Adds the scatter of a group around its mean, divided by the degrees of freedom, to the lower triangle.
fn add_scatter(matrix: &mut [f64], group: &[&[f64]], freedom: f64) {
    let centre = mean(group);
    for row in group {
        let mut off = row.to_vec();
        add_multiple(&mut off, -1.0, &centre);
        for (place, own) in off.iter().enumerate() {
            let target = &mut matrix[place * Sign::COUNT..][..=place];
            add_multiple(target, own / freedom, &off);
        }
    }
}
