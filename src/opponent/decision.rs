//! The decision for a position: what is known of the opponent, the objective, and the reason.

use super::objective::{ObjectiveChoice, ObjectiveSelector};
use super::style_estimate::StyleEstimate;
use super::tracker::StylePosteriors;
use crate::model::PickTarget;
use crate::phase::Phase;
use crate::style::Posterior;
use crate::units::Centipawns;

/// How the objective is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectivePolicy {
    /// By the opponent's style and the material, as in the original of 2005.
    #[default]
    Adapt,
    /// Fixed by the user. [`PickTarget::Middle`] means no objective: a draw scores 0.
    Fixed(PickTarget),
}

/// The objective in a position, and what is known of the opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The opponent's likeliest style; `None` before the first move of their first game, or without a
    /// style model.
    pub opponent: Option<StyleEstimate>,
    /// The posterior over styles after the last move.
    pub posterior: Option<Posterior>,
    /// Number of the opponent's moves observed in this game.
    pub moves_seen: usize,
    /// Number of their earlier games observed.
    pub games_seen: u32,
    /// The objective with its reason; `None` if weights and contempt are the same for all objectives.
    pub choice: Option<ObjectiveChoice>,
}

impl Decision {
    /// Decides in a position of this phase, with the engine's material lead in centipawns. `policy` is `None` if
    /// weights and contempt are the same for all objectives; random draws follow from `seed`.
    pub fn new(
        posteriors: StylePosteriors,
        policy: Option<ObjectivePolicy>,
        (phase, lead): (Phase, Centipawns),
        seed: u64,
    ) -> Self {
        let StylePosteriors {
            before,
            after,
            games,
        } = posteriors;
        let mut selector = ObjectiveSelector::new(seed);
        for posterior in before.iter().chain(&after) {
            selector.update(StyleEstimate::of(posterior));
        }
        let choice = match policy {
            None | Some(ObjectivePolicy::Fixed(PickTarget::Middle)) => None,
            Some(ObjectivePolicy::Fixed(PickTarget::Objective(objective))) => {
                Some(ObjectiveChoice::chosen(objective))
            }
            Some(ObjectivePolicy::Adapt) => Some(selector.choose(phase, lead)),
        };
        Self {
            opponent: selector.estimate(),
            posterior: after.last().copied().or(before),
            moves_seen: after.len(),
            games_seen: games,
            choice,
        }
    }
}
