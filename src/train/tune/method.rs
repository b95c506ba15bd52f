//! How a tuning learns from its games, and the settings of SPSA.

use serde::{Deserialize, Serialize};

/// Usual number of pairs in a step of SPSA.
const USUAL_PAIRS: u32 = 8;

/// Usual rate of SPSA's last step, that of Stockfish's testing framework.
const USUAL_RATE: f64 = 0.002;

/// Greatest number of pairs in a step.
const MOST_PAIRS: u32 = 10_000;

/// How a tuning learns from its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TuneMethod {
    /// A randomised trial: values are drawn, and counts of values by result tell how good each is.
    #[default]
    Trial,
    /// SPSA: all values move together, step by step, to where the results were better.
    Spsa,
}

/// The settings of SPSA.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SpsaSettings {
    /// Number of pairs of games in all.
    pub pairs: u32,
    /// Number of pairs in each step.
    pub pairs_per_step: u32,
    /// Rate of the last step: how far a value moves for a point, in shares of the square of its perturbation.
    pub rate: f64,
}

impl SpsaSettings {
    /// Returns the settings for this many games; what a recipe does not give is as usual.
    pub fn of(games: u32, pairs_per_step: Option<u32>, rate: Option<f64>) -> Self {
        Self {
            pairs: games / 2,
            pairs_per_step: pairs_per_step.unwrap_or(USUAL_PAIRS),
            rate: rate.unwrap_or(USUAL_RATE),
        }
    }
}

impl TuneMethod {
    /// Returns the first key of SPSA that is out of range or given for another method.
    pub(super) fn fault(
        self,
        pairs_per_step: Option<u32>,
        rate: Option<f64>,
    ) -> Option<(&'static str, String)> {
        if self == Self::Trial {
            let given = [
                ("pairs_per_step", pairs_per_step.is_some()),
                ("rate", rate.is_some()),
            ];
            let (key, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
            let what = format!("{key} is a key of SPSA; give method = \"spsa\", or leave it out");
            return Some((key, what));
        }
        let settings = SpsaSettings::of(0, pairs_per_step, rate);
        if !(1..=MOST_PAIRS).contains(&settings.pairs_per_step) {
            let what = format!("pairs_per_step is out of range; give 1 to {MOST_PAIRS}");
            return Some(("pairs_per_step", what));
        }
        if !(settings.rate > 0.0 && settings.rate <= 1.0) {
            let what = "rate is out of range; give a number above 0, up to 1";
            return Some(("rate", what.to_owned()));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_spsa_is_refused_beside_another_method_or_out_of_range() {
        let (trial, spsa) = (TuneMethod::Trial, TuneMethod::Spsa);
        for (method, pairs_per_step, rate, key) in [
            (trial, None, None, None),
            (trial, None, Some(0.1), Some("rate")),
            (trial, Some(4), None, Some("pairs_per_step")),
            (spsa, None, None, None),
            (spsa, Some(4), Some(1.0), None),
            (spsa, None, Some(0.0), Some("rate")),
            (spsa, None, Some(1.5), Some("rate")),
            (spsa, None, Some(f64::NAN), Some("rate")),
            (spsa, Some(0), None, Some("pairs_per_step")),
        ] {
            let fault = method.fault(pairs_per_step, rate);
            assert_eq!(fault.as_ref().map(|(key, _)| *key), key, "{fault:?}");
        }
    }
}
