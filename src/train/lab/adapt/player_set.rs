//! Everything that plays in a trial, loaded once: our weights, the recogniser, and the opponents of both folds.

use super::opponent::TrialOpponent;
use super::pool::OpponentPool;
use super::styles::TrialFold;
use crate::heuristic::Heuristic;
use crate::model::{
    AnyStyleModel, HeuristicSource, HeuristicSpec, PickTarget, StyleTableError, TableError,
};
use crate::style::Recogniser;

/// Why the players of a trial cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum TrialSetupError {
    /// The table of our weights.
    #[error(transparent)]
    Weights(#[from] TableError),
    /// The style model.
    #[error(transparent)]
    Styles(#[from] StyleTableError),
}

/// The players of a trial.
#[derive(Clone, Debug)]
pub struct TrialPlayers {
    /// The shipped table of the modern family, from which the answers pick.
    pub(super) weights: HeuristicSource,
    /// The weights without an objective, from which the styles of opponents are made.
    pub(super) base: Heuristic,
    pub(super) styles: Recogniser,
    pub(super) style_checksum: String,
    opponents: [Vec<TrialOpponent>; 2],
}

impl TrialPlayers {
    /// Loads the shipped models and makes the opponents of a pool.
    ///
    /// # Errors
    ///
    /// [`TrialSetupError`] of a model that cannot be used.
    pub fn load(pool: &OpponentPool) -> Result<Self, TrialSetupError> {
        let weights = HeuristicSpec::ModernLearned(PickTarget::Middle).load()?;
        let styles = AnyStyleModel::load("shipped")?;
        Ok(Self {
            base: weights.initial(),
            weights,
            style_checksum: styles.checksum().to_owned(),
            styles: styles.recogniser("shipped")?,
            opponents: TrialFold::ALL.map(|fold| pool.opponents(fold)),
        })
    }

    /// The opponents of a fold; the same place has the same style and strength in both.
    pub fn opponents(&self, fold: TrialFold) -> &[TrialOpponent] {
        &self.opponents[fold as usize]
    }
}
