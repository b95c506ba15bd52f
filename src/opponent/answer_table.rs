//! The table of answers: the measured gain of each, by the opponent's style and the difference in strength.
//!
//! Gains are measured with errors, and the largest of several noisy values is probably too large. So each gain is
//! shrunk towards zero: it is the posterior mean under a normal prior around zero. Between measured differences
//! gains are interpolated; beyond them the nearest applies.

use std::sync::OnceLock;

use serde::Deserialize;

use super::answer::Answer;
use super::strength::StrengthDifference;
use crate::bayes::Z_95;
use crate::files::from_toml;
use crate::model::PickTarget;
use crate::style::Style;
use crate::units::{Centipawns, score_of_elo};

/// Prior standard deviation of gains, in Elo.
///
/// An assumption: published gains against opponents some hundred Elo weaker lie between 15 and 35, those between
/// equals between -10 and 10.
const GAIN_DEVIATION: f64 = 15.0;

/// How far from its mean a difference in strength is integrated, in standard deviations.
const REACH: i32 = 3;

/// Number of integration points per standard deviation.
const POINTS_PER_DEVIATION: i32 = 4;

const SHIPPED: &str = include_str!("../../data/answers.toml");

/// The answers that were measured.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerTable {
    /// The answers without the neutral one, which gains nothing over itself.
    #[serde(rename = "answer", default)]
    answers: Vec<MeasuredAnswer>,
}

/// One answer with its measured gains.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasuredAnswer {
    target: PickTarget,
    draw_contempt: Centipawns,
    side_bonus: Centipawns,
    gain: Vec<MeasuredGain>,
}

/// The measured gain of an answer over the neutral one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasuredGain {
    /// The opponent's style, if it was measured against one style.
    style: Option<Style>,
    /// The engine's strength minus the opponent's, in Elo.
    difference: f64,
    /// Gain in Elo.
    elo: f64,
    /// The half width of its 95 % interval, in Elo.
    error: f64,
    /// The command or the page with the measurement.
    source: String,
}

/// An answer with its expected gain over the neutral one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedAnswer {
    /// The answer.
    pub answer: Answer,
    /// Expected gain in points per game, by style in the order of [`Style::ALL`].
    pub gain: [f64; 3],
}

/// The error of a table of answers that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerTableError {
    /// The text is not TOML of this form.
    #[error("the table of answers cannot be read: {0}")]
    Toml(String),
    /// A number is not usable.
    #[error(
        "answer {answer} of the table: difference, elo and error must be finite, error above 0"
    )]
    Figure {
        /// The number of the answer, from 1.
        answer: usize,
    },
}

impl AnswerTable {
    /// Returns the table that ships with the program, `data/answers.toml`.
    ///
    /// # Panics
    ///
    /// Never: a test reads the file.
    pub fn shipped() -> &'static Self {
        static TABLE: OnceLock<AnswerTable> = OnceLock::new();
        TABLE.get_or_init(|| Self::read(SHIPPED).unwrap_or_default())
    }

    /// Reads a table as TOML.
    ///
    /// # Errors
    ///
    /// [`AnswerTableError`] if the text is not a table of answers.
    pub fn read(text: &str) -> Result<Self, AnswerTableError> {
        let mut table: Self =
            from_toml(text).map_err(|fault| AnswerTableError::Toml(fault.to_string()))?;
        for (answer, number) in table.answers.iter_mut().zip(1..) {
            let is_usable = |gain: &MeasuredGain| {
                [gain.difference, gain.elo, gain.error]
                    .into_iter()
                    .all(f64::is_finite)
                    && gain.error > 0.0
            };
            if !answer.gain.iter().all(is_usable) {
                return Err(AnswerTableError::Figure { answer: number });
            }
            answer
                .gain
                .sort_by(|one, other| one.difference.total_cmp(&other.difference));
        }
        Ok(table)
    }

    /// Returns each answer with its expected gain at this difference in strength.
    pub fn expected(&self, difference: StrengthDifference) -> Vec<ExpectedAnswer> {
        let expected = |measured: &MeasuredAnswer| ExpectedAnswer {
            answer: Answer {
                target: measured.target,
                draw_contempt: measured.draw_contempt,
                side_bonus: measured.side_bonus,
            },
            gain: Style::ALL.map(|style| mean_over(difference, |at| measured.points(style, at))),
        };
        self.answers.iter().map(expected).collect()
    }
}

impl MeasuredAnswer {
    /// Returns the gain in points per game at this difference in Elo.
    fn points(&self, style: Style, difference: f64) -> f64 {
        score_of_elo(difference + self.elo(style, difference)) - score_of_elo(difference)
    }

    /// Returns the gain in Elo at this difference. Without a measurement for the style, the gain against all
    /// applies.
    fn elo(&self, style: Style, difference: f64) -> f64 {
        let of = |style: Option<Style>| self.gain.iter().filter(move |gain| gain.style == style);
        let style = of(Some(style)).next().map(|_| style);
        let below = of(style).rfind(|gain| gain.difference <= difference);
        let above = of(style).find(|gain| gain.difference > difference);
        match (below, above) {
            (None, None) => 0.0,
            (Some(one), None) | (None, Some(one)) => one.shrunk(),
            (Some(below), Some(above)) => {
                let share = (difference - below.difference) / (above.difference - below.difference);
                below.shrunk() * (1.0 - share) + above.shrunk() * share
            }
        }
    }
}

impl MeasuredGain {
    /// Returns the posterior mean of the gain, in Elo.
    fn shrunk(&self) -> f64 {
        let variance = (self.error / Z_95).powi(2);
        let prior = GAIN_DEVIATION.powi(2);
        self.elo * prior / (prior + variance)
    }
}

/// Returns the mean of `value` over a normal distribution, by a sum at equal steps.
fn mean_over(normal: StrengthDifference, value: impl Fn(f64) -> f64) -> f64 {
    let points = REACH * POINTS_PER_DEVIATION;
    let (sum, whole) = (-points..=points).fold((0.0, 0.0), |(sum, whole), point| {
        let z = f64::from(point) / f64::from(POINTS_PER_DEVIATION);
        let density = (-z * z / 2.0).exp();
        let at = normal.mean + z * normal.deviation;
        (sum + density * value(at), whole + density)
    });
    sum / whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(gains: &str) -> AnswerTable {
        AnswerTable::read(&format!(
            "[[answer]]\ntarget = \"middle\"\ndraw_contempt = 60\nside_bonus = 0\ngain = [{gains}]"
        ))
        .expect("a table")
    }

    fn certain(mean: f64) -> StrengthDifference {
        StrengthDifference {
            mean,
            deviation: 1e-6,
        }
    }

    #[test]
    fn the_shipped_table_can_be_read() {
        let table = AnswerTable::read(SHIPPED).expect("it ships");
        assert!(!table.answers.is_empty());
        assert_eq!(&table, AnswerTable::shipped());
    }

    #[test]
    fn exact_figures_come_back_and_lie_between_measured_differences() {
        let table = table(
            "{ difference = 100, elo = 20, error = 1e-3, source = \"x\" },
             { difference = 0, elo = 0, error = 1e-3, source = \"x\" }",
        );
        for (difference, elo) in [
            (-50.0, 0.0),
            (0.0, 0.0),
            (50.0, 10.0),
            (100.0, 20.0),
            (300.0, 20.0),
        ] {
            let [expected] = table.expected(certain(difference))[..] else {
                panic!("one answer");
            };
            let points = score_of_elo(difference + elo) - score_of_elo(difference);
            assert!(
                (expected.gain[0] - points).abs() < 1e-6,
                "{difference}: {expected:?}"
            );
        }
    }

    #[test]
    fn a_style_that_was_measured_has_its_own_gain() {
        let table = table(
            "{ difference = 0, elo = 0, error = 1, source = \"x\" },
             { style = \"defensive\", difference = 0, elo = 40, error = 1, source = \"x\" }",
        );
        let [expected] = table.expected(certain(0.0))[..] else {
            panic!("one answer");
        };
        assert!(expected.gain[Style::Defensive as usize] > 0.05);
        assert!(expected.gain[Style::Attacking as usize].abs() < 1e-9);
        assert!(expected.gain[Style::Mixed as usize].abs() < 1e-9);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for (text, fault) in [
            ("answer = 3", "line 1: expected a list in brackets, not 3"),
            (
                "[[answer]]\ntarget = \"max-fun\"\ndraw_contempt = 0\nside_bonus = 0\ngain = []",
                "line 2: ",
            ),
            (
                "[[answer]]\ntarget = \"middle\"\ndraw_contempt = 0\nside_bonus = 0\nluck = 1\ngain = []",
                "line 5: there is no key 'luck'; there are target, draw_contempt, side_bonus, gain",
            ),
        ] {
            let refused = AnswerTable::read(text).expect_err("no table").to_string();
            let said = format!("the table of answers cannot be read: {fault}");
            assert!(refused.starts_with(&said), "{refused}");
            assert_eq!(refused.lines().count(), 1, "{refused}");
        }
        let unsure = "[[answer]]\ntarget = \"middle\"\ndraw_contempt = 0\nside_bonus = 0\n\
            gain = [{ difference = 0, elo = nan, error = 1, source = \"x\" }]";
        let refused = AnswerTable::read(unsure);
        assert_eq!(refused, Err(AnswerTableError::Figure { answer: 1 }));
    }

    proptest! {
        /// A shrunk gain is at most the measured one, and less the larger the error.
        #[test]
        fn gains_are_shrunk_towards_none(elo in -80.0..80.0_f64, error in 1.0..80.0_f64) {
            let gain = |error: f64| {
                let table = table(&format!(
                    "{{ difference = 0, elo = {elo:?}, error = {error:?}, source = \"x\" }}"
                ));
                table.expected(certain(0.0))[0].gain[0].abs()
            };
            prop_assert!(gain(error) <= (score_of_elo(elo) - 0.5).abs());
            prop_assert!(gain(error * 1.5) <= gain(error));
        }
    }
}
