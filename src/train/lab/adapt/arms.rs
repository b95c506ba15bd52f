//! The arms of the trial: fixed policies, and ways to find an answer to each opponent.

use serde::{Deserialize, Serialize};

use super::pool::OpponentPool;
use crate::model::{Objective, PickTarget};
use crate::opponent::Answer;
use crate::units::Centipawns;

/// An answer that is given to every opponent in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedPolicy {
    /// Its name in reports.
    pub name: &'static str,
    /// The answer.
    pub answer: Answer,
}

/// The fixed policies, in the order of reports. The first one is neutral.
pub const FIXED_POLICIES: [FixedPolicy; 8] = [
    policy("neutral", PickTarget::Middle, 0, 0),
    policy("win+30", PickTarget::Objective(Objective::MaxWin), 30, 0),
    policy("win+60", PickTarget::Objective(Objective::MaxWin), 60, 0),
    policy("win+120", PickTarget::Objective(Objective::MaxWin), 120, 0),
    policy("hold-30", PickTarget::Objective(Objective::MinLoss), -30, 0),
    policy("hold-60", PickTarget::Objective(Objective::MinLoss), -60, 0),
    policy("press+20", PickTarget::Middle, 0, 20),
    policy("press+40", PickTarget::Middle, 0, 40),
];

const fn policy(
    name: &'static str,
    target: PickTarget,
    draw_contempt: i32,
    side_bonus: i32,
) -> FixedPolicy {
    FixedPolicy {
        name,
        answer: Answer {
            target,
            draw_contempt: Centipawns(draw_contempt),
            side_bonus: Centipawns(side_bonus),
        },
    }
}

/// An arm of the trial: a way to answer opponents, tested on the second fold.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum TrialArm {
    /// The fixed policy that scored most over all opponents of the first fold.
    BestFixed,
    /// The engine's own decision, which knows only the moves of the game.
    Adaptive,
    /// The answers of `Adaptive` to another opponent of the same strength band, in the game of the same number.
    Placebo,
    /// The same with an opponent of another band.
    PlaceboAcross,
    /// The first fixed policy: no objective, no contempt.
    Neutral,
    /// The fixed policy that scored most against this kind of opponent on the first fold.
    Oracle,
    /// The fixed policy that scored least against this kind on the first fold.
    AntiOracle,
    /// The fixed policy that scored most against this strength band on the first fold.
    StrengthOnly,
    /// The rule of 2005: by the opponent's most likely style and the material.
    Thesis,
    /// `Adaptive`, with the memory of earlier games against the same opponent.
    AdaptiveMemory,
}

impl TrialArm {
    /// All arms, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::BestFixed,
        Self::Adaptive,
        Self::Placebo,
        Self::PlaceboAcross,
        Self::Neutral,
        Self::Oracle,
        Self::AntiOracle,
        Self::StrengthOnly,
        Self::Thesis,
        Self::AdaptiveMemory,
    ];

    /// The arm's name in reports and JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// A description of the arm in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::BestFixed => "the fixed policy that was best on the first fold",
            Self::Adaptive => "the engine's own decision",
            Self::Placebo => "the same answers, given to another opponent of the strength band",
            Self::PlaceboAcross => "the same answers, given to an opponent of another band",
            Self::Neutral => "no objective and no contempt",
            Self::Oracle => "told the kind: the policy that was best against it",
            Self::AntiOracle => "told the kind: the policy that was worst against it",
            Self::StrengthOnly => "told the strength band alone: the policy that was best",
            Self::Thesis => "the rule of 2005",
            Self::AdaptiveMemory => "the engine's decision, with memory of earlier games",
        }
    }
}

/// Which arms are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ArmSelection {
    /// Best fixed, adaptive, placebo and neutral.
    #[default]
    Main,
    /// Every arm that the pool allows.
    All,
}

impl ArmSelection {
    /// The arms whose games stand alone, in the order of reports; the memory arm is played in sequences.
    pub fn arms(self, pool: &OpponentPool) -> Vec<TrialArm> {
        let is_played = |arm: &TrialArm| match arm {
            // Neutral costs nothing while adaptive is neutral: equal games are played once.
            TrialArm::BestFixed | TrialArm::Adaptive | TrialArm::Placebo | TrialArm::Neutral => {
                true
            }
            // In a pool of equals there is no other band, and bands of engines may differ in size.
            TrialArm::PlaceboAcross => self == Self::All && *pool == OpponentPool::Mixed,
            TrialArm::AdaptiveMemory => false,
            _ => self == Self::All,
        };
        TrialArm::ALL.into_iter().filter(is_played).collect()
    }

    /// Returns true if the memory arm is played.
    pub const fn has_memory(self) -> bool {
        matches!(self, Self::All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn policies_and_arms_have_names_of_their_own_and_the_first_is_neutral() {
        let names: BTreeSet<&str> = FIXED_POLICIES.iter().map(|policy| policy.name).collect();
        assert_eq!(names.len(), FIXED_POLICIES.len());
        assert_eq!(FIXED_POLICIES[0].answer, Answer::NEUTRAL);
        for arm in TrialArm::ALL {
            let written = serde_json::to_value(arm).expect("JSON");
            assert_eq!(written, arm.name());
        }
    }

    #[test]
    fn the_main_arms_are_always_played() {
        use TrialArm::{Adaptive, BestFixed, Neutral, Placebo, PlaceboAcross};
        for pool in OpponentPool::STYLED {
            assert_eq!(
                ArmSelection::Main.arms(&pool),
                [BestFixed, Adaptive, Placebo, Neutral]
            );
            let across = ArmSelection::All.arms(&pool).contains(&PlaceboAcross);
            assert_eq!(across, pool == OpponentPool::Mixed);
        }
    }
}
