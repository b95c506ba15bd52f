//! The most likely style of an opponent.

use std::fmt;

use crate::style::{Posterior, Style};

/// Probability from which a style is named to the user; three equally likely styles have a third each.
const OUTSTANDING: f64 = 0.4;

/// The opponent's most likely style after one of their moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StyleEstimate {
    /// The most likely style.
    pub style: Style,
    /// Its posterior probability, in (0, 1].
    pub probability: f64,
}

impl StyleEstimate {
    /// Returns the most likely style of a posterior.
    pub fn of(posterior: &Posterior) -> Self {
        let style = posterior.most_likely();
        Self {
            style,
            probability: posterior.of(style),
        }
    }

    /// Returns true if the style is likely enough to be named to the user. The engine follows the most likely
    /// style even if it is not.
    pub fn stands_out(&self) -> bool {
        self.probability >= OUTSTANDING
    }
}

/// Writes `attacking 0.52`, or that the style is not known yet if it does not
/// [stand out](StyleEstimate::stands_out).
impl fmt::Display for StyleEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.stands_out() {
            f.write_str("not known yet, at best ")?;
        }
        write!(f, "{} {:.2}", self.style, self.probability)
    }
}
