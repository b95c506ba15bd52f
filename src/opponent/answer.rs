//! The engine's answer to its opponent: the weights, and contempt in two forms.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::objective::OBJECTIVE_CONTEMPT;
use crate::model::{Objective, PickTarget};
use crate::units::Centipawns;

/// A way to play against an opponent.
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

    /// Returns the answer that aims at `target` with this much contempt, in centipawns.
    ///
    /// Playing to win or against draws adds it; playing not to lose or for draws subtracts it. Weights alone
    /// express an objective badly: an evaluation is a difference between the sides, while drawishness is common
    /// to both.
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

    /// Returns the most frequent answer, of equally frequent ones the first; neutral without any.
    pub fn most_frequent(answers: &[Self]) -> Self {
        let times = |answer: &Self| answers.iter().filter(|one| *one == answer).count();
        let found = answers.iter().rev().max_by_key(|answer| times(answer));
        found.copied().unwrap_or(Self::NEUTRAL)
    }

    /// Returns the name under which results with this answer are counted; `None` for the neutral one.
    ///
    /// An objective with its usual contempt has the objective's name.
    pub fn name(&self) -> Option<String> {
        if *self == Self::NEUTRAL {
            return None;
        }
        let mut name = self.target.to_string();
        if *self == Self::aiming_at(self.target, OBJECTIVE_CONTEMPT) {
            return Some(name);
        }
        for (form, centipawns) in [
            ("contempt", self.draw_contempt.0),
            ("bonus", self.side_bonus.0),
        ] {
            if centipawns != 0 {
                // Writing to a string cannot fail.
                let _ = write!(name, " {form} {centipawns}");
            }
        }
        Some(name)
    }

    /// Returns true if neither form of contempt is larger than `most`, in either direction.
    pub const fn is_within(&self, most: Centipawns) -> bool {
        self.draw_contempt.abs().0 <= most.0 && self.side_bonus.abs().0 <= most.0
    }
}
