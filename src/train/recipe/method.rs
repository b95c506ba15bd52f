//! What is done with a generation's games: the trial, and those it is compared with.

use serde::{Deserialize, Serialize};

use crate::learn::trial::UpdateRule;

/// Where the next centre comes from.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// A randomised trial by design: naive Bayes counts of levels by result.
    #[default]
    Trial,
    /// Simultaneous perturbation: signs drawn for each pair of games, steps that fade.
    Spsa,
    /// One random change a generation, kept if it won.
    RandomSearch,
    /// Weights fitted to the positions of the centre's games against itself, with a prior around the centre:
    /// weighted naive Bayes.
    Positions,
    /// The same fit to results alone, with almost no prior and a full step. It is the logistic regression by which
    /// engines have been tuned (P. Österlund, "Texel's tuning method", 2014).
    Texel,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Trial,
        Self::Spsa,
        Self::RandomSearch,
        Self::Positions,
        Self::Texel,
    ];

    /// As recipes and the command line write it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether a generation fits weights to positions, where the others count levels.
    pub const fn fits(self) -> bool {
        matches!(self, Self::Positions | Self::Texel)
    }

    /// Whether a centre may follow by that rule.
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
}
