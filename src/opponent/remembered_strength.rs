//! The strength of a remembered opponent, estimated from the losses of their moves.

use std::collections::BTreeMap;

use serde::Serialize;

use super::measured_losses::{LossRecord, MeasuredLosses};
use crate::model::{StrengthModel, StyleTableError};
use crate::store::OpponentGame;
use crate::strength::{
    ESTIMATED_GAMES, LossCounts, PlayerEstimator, StrengthEstimate, StrengthScale,
};
use crate::style::Population;

/// Estimates the strength of remembered opponents; keeps the estimator of each scale.
#[derive(Debug)]
pub struct StrengthJudge {
    model: StrengthModel,
    estimators: BTreeMap<Option<StrengthScale>, PlayerEstimator>,
}

/// The strength of an opponent, estimated from remembered games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RememberedStrength {
    /// The estimate; `None` if no game has moves that were measured.
    #[serde(skip)]
    pub estimate: Option<StrengthEstimate>,
    /// Number of games that the estimate follows from.
    pub games: usize,
    /// Number of games on another rating scale, or older than the last hundred.
    pub not_used: usize,
    /// Number of games that were not measured.
    pub not_measured: usize,
    /// Number of games measured with another table, which cannot be compared.
    pub measured_by_another_table: usize,
}

impl StrengthJudge {
    /// Makes a judge with the model that ships with the program.
    ///
    /// # Errors
    ///
    /// [`StyleTableError`], which would be a fault of this program.
    pub fn shipped() -> Result<Self, StyleTableError> {
        Ok(Self::new(StrengthModel::shipped()?))
    }

    /// Makes a judge with a strength model.
    pub const fn new(model: StrengthModel) -> Self {
        Self {
            model,
            estimators: BTreeMap::new(),
        }
    }

    /// Returns the model.
    pub const fn model(&self) -> &StrengthModel {
        &self.model
    }

    /// Returns the estimator of a scale.
    pub fn estimator(&mut self, scale: Option<StrengthScale>) -> &PlayerEstimator {
        let counts = self.model.counts();
        self.estimators
            .entry(scale)
            .or_insert_with(|| PlayerEstimator::learn(counts, scale))
    }

    /// Estimates an opponent's strength from games in the order of their dates.
    ///
    /// The last hundred games of the scale with most games count. Games of a program do not count: no scale of
    /// ratings is known for programs.
    pub fn judge(&mut self, games: &[OpponentGame]) -> RememberedStrength {
        let mut found = RememberedStrength::default();
        let mut scales: BTreeMap<Option<StrengthScale>, Vec<(&OpponentGame, Box<MeasuredLosses>)>> =
            BTreeMap::new();
        for game in games {
            if game.population.as_deref() == Some(Population::Engine.name()) {
                found.not_used += 1;
                continue;
            }
            match LossRecord::of(game, self.model.card()) {
                LossRecord::Missing => found.not_measured += 1,
                LossRecord::Foreign => found.measured_by_another_table += 1,
                LossRecord::Usable(losses) => {
                    let scale = losses.scale();
                    scales.entry(scale).or_default().push((game, losses));
                }
            }
        }
        let usable: usize = scales.values().map(Vec::len).sum();
        // Of two scales with equally many games a known one is taken.
        let Some((scale, games)) = scales.into_iter().max_by_key(|(_, games)| games.len()) else {
            return found;
        };
        found.games = games.len().min(ESTIMATED_GAMES);
        found.not_used += usable - found.games;
        let mut sum = LossCounts::new();
        for (game, losses) in games.iter().rev().take(ESTIMATED_GAMES) {
            let [own, _] = losses.counts(game, self.model.borders());
            // The counts cannot overflow with a hundred games.
            let _ = sum.merge(&own);
        }
        if sum.moves() > 0 {
            let posterior = self.estimator(scale).posterior(None, &sum);
            found.estimate = posterior.map(|posterior| posterior.estimate());
        }
        found
    }
}
