//! The adaptive answer: expected points over the whole posterior, with a dead band and hysteresis.
//!
//! The expected gain of each answer over the neutral one is averaged over the posterior of styles and over the
//! difference in strength. An answer replaces the present one only if it gains more by a [margin](ANSWER_MARGIN).
//! It is dropped for the neutral one only if it no longer gains anything. So the answer does not follow every
//! change of the posterior.

use super::answer::Answer;
use super::answer_table::ExpectedAnswer;
use crate::style::{Posterior, Style};

/// The least further gain for changing the answer, in points per game.
///
/// An assumption: half a point in a hundred games, or 3.5 Elo between equals, less than the error of any measured
/// gain.
pub const ANSWER_MARGIN: f64 = 0.005;

/// Selects how the engine plays against its opponent, its [`Answer`], move by move through one game.
#[derive(Clone, Debug)]
pub struct AnswerSelector {
    expected: Vec<ExpectedAnswer>,
    /// The answer in force by its number; `None` is the neutral one.
    present: Option<usize>,
}

impl AnswerSelector {
    /// Makes a selector that begins with the neutral answer.
    pub const fn new(expected: Vec<ExpectedAnswer>) -> Self {
        Self {
            expected,
            present: None,
        }
    }

    /// Updates the answer after the posterior over styles has changed.
    pub fn update(&mut self, posterior: &Posterior) {
        let gains: Vec<f64> = self
            .expected
            .iter()
            .map(|expected| {
                let styles = Style::ALL.into_iter().zip(expected.gain);
                styles.map(|(style, gain)| posterior.of(style) * gain).sum()
            })
            .collect();
        self.present = self.present.filter(|present| gains[*present] > 0.0);
        let kept = self.present.map_or(0.0, |present| gains[present]);
        let best = (0..gains.len()).max_by(|one, other| gains[*one].total_cmp(&gains[*other]));
        if let Some(best) = best.filter(|best| gains[*best] > kept + ANSWER_MARGIN) {
            self.present = Some(best);
        }
    }

    /// Returns the answer in force.
    pub fn answer(&self) -> Answer {
        self.present
            .map_or(Answer::NEUTRAL, |present| self.expected[present].answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::{AnswerTable, StrengthDifference};
    use crate::units::Centipawns;
    use proptest::prelude::*;

    fn answer(draw_contempt: i32) -> Answer {
        Answer {
            draw_contempt: Centipawns(draw_contempt),
            ..Answer::NEUTRAL
        }
    }

    /// Against attacking players one answer gains, against defensive ones the other.
    fn selector(gain: f64) -> AnswerSelector {
        let expected = |contempt, gain| ExpectedAnswer {
            answer: answer(contempt),
            gain,
        };
        AnswerSelector::new(vec![
            expected(-60, [gain, -gain, 0.0]),
            expected(60, [-gain, gain, 0.0]),
        ])
    }

    fn posterior(attacking: f64) -> Posterior {
        Posterior {
            attacking,
            defensive: 1.0 - attacking,
            mixed: 0.0,
        }
    }

    /// The guide and the diary say this; a measurement that shows a gain changes it.
    #[test]
    fn no_shipped_figure_is_worth_leaving_the_neutral_answer() {
        for mean in (-800..=800).step_by(50).map(f64::from) {
            for deviation in [1.0, 100.0, 300.0] {
                let difference = StrengthDifference { mean, deviation };
                let expected = AnswerTable::shipped().expected(difference);
                let mut selector = AnswerSelector::new(expected);
                selector.update(&Posterior::EQUAL);
                assert_eq!(selector.answer(), Answer::NEUTRAL, "{difference:?}");
            }
        }
    }

    #[test]
    fn the_expectation_decides_and_not_the_likeliest_style() {
        // The likely style promises little gain, the unlikely one much.
        let expected = vec![
            ExpectedAnswer {
                answer: answer(-60),
                gain: [0.006, -0.1, 0.0],
            },
            ExpectedAnswer {
                answer: answer(60),
                gain: [-0.006, 0.1, 0.0],
            },
        ];
        let mut selector = AnswerSelector::new(expected);
        selector.update(&posterior(0.8));
        assert_eq!(selector.answer(), answer(60));
    }

    #[test]
    fn an_answer_is_kept_until_it_gains_nothing() {
        let mut selector = selector(0.02);
        let mut after = |attacking| {
            selector.update(&posterior(attacking));
            selector.answer()
        };
        assert_eq!(after(0.5), Answer::NEUTRAL);
        assert_eq!(after(0.6), Answer::NEUTRAL);
        assert_eq!(after(0.7), answer(-60));
        assert_eq!(after(0.51), answer(-60));
        assert_eq!(after(0.49), Answer::NEUTRAL);
        assert_eq!(after(0.3), answer(60));
        assert_eq!(after(0.9), answer(-60));
    }

    proptest! {
        /// What the rule of 2005 did on probabilities of 0.33 to 0.35.
        #[test]
        fn noise_changes_nothing(noise in prop::collection::vec(-0.1..0.1_f64, 1..80)) {
            let mut selector = selector(0.02);
            for by in noise {
                selector.update(&posterior(0.5 + by));
                prop_assert_eq!(selector.answer(), Answer::NEUTRAL);
            }
        }

        #[test]
        fn an_answer_in_force_is_expected_to_gain_and_none_gains_much_more(
            gains in prop::collection::vec([-0.1..0.1_f64, -0.1..0.1, -0.1..0.1], 0..6),
            steps in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 1..20),
        ) {
            let expected: Vec<ExpectedAnswer> = (1..)
                .zip(&gains)
                .map(|(number, gain)| ExpectedAnswer { answer: answer(number), gain: *gain })
                .collect();
            let mut selector = AnswerSelector::new(expected);
            for (one, other) in steps {
                let (low, high) = (one.min(other), one.max(other));
                let posterior = Posterior { attacking: low, defensive: high - low, mixed: 1.0 - high };
                selector.update(&posterior);
                let gain_of = |gain: &[f64; 3]| {
                    gain[0] * posterior.attacking + gain[1] * posterior.defensive + gain[2] * posterior.mixed
                };
                let Centipawns(number) = selector.answer().draw_contempt;
                let present = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                let kept = present.map_or(0.0, |present| gain_of(&gains[present]));
                prop_assert!(present.is_none() || kept > 0.0);
                for gain in &gains {
                    prop_assert!(gain_of(gain) <= kept + ANSWER_MARGIN + 1e-12);
                }
            }
        }
    }
}
