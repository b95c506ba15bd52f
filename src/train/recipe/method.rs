//! Learning methods: the randomised trial, and those it is compared with.

use serde::{Deserialize, Serialize};

use crate::learn::trial::{USUAL_GAIN, USUAL_MOST, USUAL_RATE, UpdateRule};

/// A method by which the next centre is learned from a generation's games.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// A randomised trial by design: naive Bayes counts of levels by result.
    #[default]
    Trial,
    /// SPSA: signs drawn for each pair of games, with steps that become smaller.
    Spsa,
    /// Random search: one random change per generation, kept if it won.
    RandomSearch,
    /// Weights fitted to the positions of the centre's games against itself, with a prior around the centre:
    /// weighted naive Bayes.
    Positions,
    /// The same fit to results alone, with almost no prior and a full step. It is the logistic regression by which
    /// engines have been tuned (P. Österlund, "Texel's tuning method", 2014).
    Texel,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 5] = [
        Self::Trial,
        Self::Spsa,
        Self::RandomSearch,
        Self::Positions,
        Self::Texel,
    ];

    /// Returns the name in recipes and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true if a generation fits weights to positions, false if it counts levels.
    pub const fn fits(self) -> bool {
        matches!(self, Self::Positions | Self::Texel)
    }

    /// Returns true if the method can use that update rule.
    pub const fn takes(self, rule: &UpdateRule) -> bool {
        match rule {
            UpdateRule::ArgMax {}
            | UpdateRule::PosteriorMean {}
            | UpdateRule::Shrunk { .. }
            | UpdateRule::Thompson { .. } => matches!(self, Self::Trial),
            UpdateRule::Spsa { .. } => matches!(self, Self::Spsa),
            UpdateRule::Accept {} => matches!(self, Self::RandomSearch),
        }
    }

    /// Returns the rule of a recipe that names none.
    pub const fn usual_step(self) -> UpdateRule {
        match self {
            Self::Trial => UpdateRule::Shrunk {
                gain: USUAL_GAIN,
                most: USUAL_MOST,
                neighbours: 0.0,
            },
            Self::Spsa => UpdateRule::Spsa { rate: USUAL_RATE },
            // Methods that fit weights count no levels, so they do not use the rule.
            Self::RandomSearch | Self::Positions | Self::Texel => UpdateRule::Accept {},
        }
    }
}
