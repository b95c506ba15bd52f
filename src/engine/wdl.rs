//! Converts a score to the chances of win, draw and loss.
//!
//! Two logistic curves: for a score of *x* centipawns the chance to win is 1 / (1 + exp((*a* − *x*) / *b*)), the
//! chance to lose is that of −*x*, and the rest are draws. This is the proportional-odds model (`McCullagh`,
//! *Regression Models for Ordinal Data*, 1980) with the score as its only regressor. GUIs and bots expect the
//! result in thousandths (`UCI_ShowWDL`).

use std::fmt;

use serde::Serialize;

use crate::score::Score;
use crate::units::logistic;

/// *a*: the score at which the chance to win is one half, in centipawns.
const EVEN: f64 = 100.0;

/// *b*: the scale of the curve, in centipawns. With *a* it gives an equal position 46 % draws, as among engines at
/// a few seconds a game.
const SLOPE: f64 = 100.0;

/// The chances of win, draw and loss in thousandths, 1000 together, for the side whose score it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WdlChances {
    /// Chance to win.
    pub win: u16,
    /// Chance to draw.
    pub draw: u16,
    /// Chance to lose.
    pub loss: u16,
}

impl WdlChances {
    /// A certain draw.
    pub const DRAW: Self = Self {
        win: 0,
        draw: 1000,
        loss: 0,
    };

    /// Returns the chances of the side for which the score is.
    ///
    /// ```
    /// use bayeschess::{engine::wdl::WdlChances, score::Score};
    /// let level = WdlChances::of(Score::DRAW);
    /// assert_eq!(level.win, level.loss);
    /// ```
    pub fn of(score: Score) -> Self {
        let (win, loss) = match score {
            Score::MateIn(_) => (1000, 0),
            Score::MatedIn(_) => (0, 1000),
            Score::Heuristic(value) => {
                let value = f64::from(value.0);
                (thousandths(value), thousandths(-value))
            }
        };
        Self {
            win,
            // `EVEN` is above zero, so win and loss sum to less than 1000; rounding may reach it.
            draw: 1000_u16.saturating_sub(win + loss),
            loss: loss.min(1000 - win),
        }
    }
}

fn thousandths(value: f64) -> u16 {
    let probability = logistic((value - EVEN) / SLOPE);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a probability lies in [0, 1]"
    )]
    let thousandths = (probability * 1000.0).round() as u16;
    thousandths
}

/// Written as UCI does: `win draw loss`.
impl fmt::Display for WdlChances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Centipawns, Ply};
    use proptest::prelude::*;

    #[test]
    fn mates_are_certain_and_a_level_score_is_even() {
        assert_eq!(
            WdlChances::of(Score::MateIn(Ply(1))).to_string(),
            "1000 0 0"
        );
        assert_eq!(
            WdlChances::of(Score::MatedIn(Ply(0))).to_string(),
            "0 0 1000"
        );
        assert_eq!(WdlChances::of(Score::DRAW).to_string(), "269 462 269");
        let even = WdlChances::of(Score::Heuristic(Centipawns(100)));
        assert_eq!(even.win, 500);
    }

    proptest! {
        #[test]
        fn chances_add_up_and_the_other_side_sees_them_reversed(value in -32_000..32_000) {
            let score = Score::Heuristic(Centipawns(value));
            let (own, other) = (WdlChances::of(score), WdlChances::of(-score));
            prop_assert_eq!(own.win + own.draw + own.loss, 1000);
            prop_assert_eq!((own.win, own.draw, own.loss), (other.loss, other.draw, other.win));
        }
    }
}
