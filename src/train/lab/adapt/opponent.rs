//! An opponent of the trial: its name, its strength, and what plays it.

use std::fmt;

use super::engine_player::EnginePlayer;
use super::strength_band::StrengthBand;
use super::styles::{PlayStyle, StyledPlayer, TrialFold};
use crate::heuristic::Heuristic;

/// One opponent.
#[derive(Clone, Debug)]
pub struct TrialOpponent {
    /// Its name in reports: `attacker -300`.
    pub name: String,
    /// Its intended strength, in Elo above ours.
    pub elo: i32,
    /// What plays it.
    pub player: OpponentPlayer,
}

/// What plays an opponent.
#[derive(Clone, Debug)]
pub enum OpponentPlayer {
    /// This program, with weights of a style.
    Styled(StyledPlayer),
    /// An engine outside this program.
    Engine(EnginePlayer),
}

/// Writes an engine as it was named, and a style by its name.
impl fmt::Display for OpponentPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Styled(player) => player.style.fmt(f),
            Self::Engine(player) => player.fmt(f),
        }
    }
}

impl TrialOpponent {
    /// Makes an opponent that this program plays with a style, `elo` above our strength.
    pub fn styled(style: PlayStyle, fold: TrialFold, elo: i32) -> Self {
        let name = match elo {
            0 => style.to_string(),
            elo => format!("{style} {elo:+}"),
        };
        let player = OpponentPlayer::Styled(StyledPlayer::new(style, fold, elo));
        Self { name, elo, player }
    }

    /// The band of its strength.
    pub const fn band(&self) -> StrengthBand {
        StrengthBand::of(self.elo)
    }

    /// Returns its nodes per move if we have `ours`; `None` if depth alone limits it.
    pub fn nodes(&self, ours: u64) -> Option<u64> {
        match &self.player {
            OpponentPlayer::Styled(player) => Some(player.nodes(ours)),
            OpponentPlayer::Engine(player) => player.thinking.nodes,
        }
    }

    /// Returns all that determines its moves, as text; `base` are the weights from which styles are made.
    pub(super) fn identity(&self, base: &Heuristic) -> String {
        let name = &self.name;
        match &self.player {
            OpponentPlayer::Styled(player) => {
                let weights = player.heuristic(base.clone()).fingerprint();
                let (nodes, contempt) = (player.nodes_permille, player.contempt());
                format!("{name} {nodes} {contempt} {weights}")
            }
            OpponentPlayer::Engine(player) => {
                let program = player.spec.program_checksum().unwrap_or_default();
                format!("{name} {} {player} {program}", self.elo)
            }
        }
    }
}
