//! Bands of opponents' strengths, within which a placebo finds another opponent.

use serde::Serialize;

/// The strength of an opponent relative to ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum StrengthBand {
    /// More than 120 Elo weaker.
    Weaker,
    /// Within 120 Elo.
    Near,
    /// More than 120 Elo stronger.
    Stronger,
}

impl StrengthBand {
    /// All bands, from the weakest.
    pub const ALL: [Self; 3] = [Self::Weaker, Self::Near, Self::Stronger];

    /// The band's name in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The band of a strength, in Elo above ours.
    pub(super) const fn of(elo: i32) -> Self {
        match elo {
            ..-120 => Self::Weaker,
            -120..=120 => Self::Near,
            _ => Self::Stronger,
        }
    }
}
