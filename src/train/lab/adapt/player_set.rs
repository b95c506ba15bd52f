//! Everything that plays in a trial, loaded once: our weights, the recogniser, and the opponents of both folds.

use super::pool::{OpponentPool, TrialFold, TrialOpponent};
use crate::engine::player::Player;
use crate::heuristic::Heuristic;
use crate::model::{
    AnyStyleModel, HeuristicSource, HeuristicSpec, PickTarget, StyleTableError, TableError,
};
use crate::play::LimitedPlayer;
use crate::search::{SearchLimits, SearchSettings};
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
#[derive(Debug)]
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
    pub fn load(pool: OpponentPool) -> Result<Self, TrialSetupError> {
        let weights = HeuristicSpec::ModernLearned(PickTarget::Middle).load()?;
        let styles = AnyStyleModel::load("shipped")?;
        Ok(Self {
            base: weights.initial(),
            weights,
            style_checksum: styles.checksum().to_owned(),
            styles: styles.recogniser("shipped")?,
            opponents: TrialFold::ALL.map(|fold| TrialOpponent::of_pool(pool, fold)),
        })
    }

    /// The opponents of a fold; the same place has the same style and strength in both.
    pub fn opponents(&self, fold: TrialFold) -> &[TrialOpponent] {
        &self.opponents[fold as usize]
    }

    /// Makes an opponent that plays against `ours` nodes a move.
    pub(super) fn player(&self, opponent: &TrialOpponent, ours: u64) -> LimitedPlayer {
        let heuristic = opponent.heuristic(self.base.clone());
        let settings = SearchSettings {
            contempt: opponent.contempt(),
            ..SearchSettings::for_selfplay()
        };
        let limits = SearchLimits::nodes(opponent.nodes(ours));
        LimitedPlayer::new(Player::new(&heuristic, &settings), limits)
    }
}
