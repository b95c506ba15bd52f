//! What the engine does about its opponent: which weights, and contempt in two forms.

use serde::{Deserialize, Serialize};

use crate::model::{Objective, PickTarget};
use crate::units::Centipawns;

/// One way to play against an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// What the weights are picked for.
    pub target: PickTarget,
    /// A draw scores this many centipawns below zero for the engine; below zero it seeks draws.
    pub draw_contempt: Centipawns,
    /// Bonus for the engine's side in every evaluation, in centipawns: whole in the middlegame, half in the
    /// endgame. It keeps tension on the board.
    pub side_bonus: Centipawns,
}

impl Answer {
    /// Plays the position alone: weights without an objective, no contempt.
    pub const NEUTRAL: Self = Self {
        target: PickTarget::Middle,
        draw_contempt: Centipawns::ZERO,
        side_bonus: Centipawns::ZERO,
    };

    /// Returns the answer that aims at `target`, where an objective brings this much contempt. Playing to win or
    /// against draws has it, playing not to lose or for draws has its opposite.
    ///
    /// Weights express an objective badly: an evaluation is a difference between the sides, and what makes a
    /// game drawish is common to both.
    pub const fn aiming_at(target: PickTarget, contempt: Centipawns) -> Self {
        let draw_contempt = match target {
            PickTarget::Objective(Objective::MaxWin | Objective::MinDraw) => contempt,
            PickTarget::Objective(Objective::MinLoss | Objective::MaxDraw) => {
                Centipawns(-contempt.0)
            }
            PickTarget::Middle => Centipawns::ZERO,
        };
        Self {
            target,
            draw_contempt,
            side_bonus: Centipawns::ZERO,
        }
    }

    /// Returns true if neither form of contempt is larger than `most`, in either direction.
    pub const fn is_within(&self, most: Centipawns) -> bool {
        self.draw_contempt.abs().0 <= most.0 && self.side_bonus.abs().0 <= most.0
    }
}
