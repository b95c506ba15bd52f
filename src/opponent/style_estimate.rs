//! The most likely style of an opponent, and the rule by which a style is named to people.

use std::fmt;

use crate::style::{AxisPlace, AxisScore, Posterior, Style};

/// Probability from which a style is named where there is no score with an interval.
const CERTAIN: f64 = 0.95;

/// A style of the opponent, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StyleEstimate {
    /// The style.
    pub style: Style,
    /// Its posterior probability, in (0, 1].
    pub probability: f64,
}

impl StyleEstimate {
    /// Returns the most likely style of a posterior. The engine follows it, certain or not.
    pub fn of(posterior: &Posterior) -> Self {
        Self::of_style(posterior, posterior.most_likely())
    }

    /// Returns the style that may be named to people, if any. Terminal, page, reports and protocols all ask here.
    ///
    /// It is named if it is certain to 95 %: mixed if the whole interval of the score lies around the middle, else
    /// attacking or defensive if it lies on that side. Models without a score, as those of 2005, need a probability of 0.95.
    pub fn named(posterior: &Posterior, score: Option<AxisScore>) -> Option<Self> {
        let style = match score.map(|score| score.place()) {
            Some(AxisPlace::High) => Style::Attacking,
            Some(AxisPlace::Low) => Style::Defensive,
            Some(AxisPlace::Middle) => Style::Mixed,
            Some(AxisPlace::Unknown) => return None,
            None => {
                let likely = Self::of(posterior);
                return (likely.probability >= CERTAIN).then_some(likely);
            }
        };
        Some(Self::of_style(posterior, style))
    }

    fn of_style(posterior: &Posterior, style: Style) -> Self {
        Self {
            style,
            probability: posterior.of(style),
        }
    }
}

/// Writes `attacking 0.52`.
impl fmt::Display for StyleEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.2}", self.style, self.probability)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_named_by_the_interval_of_its_score() {
        // Attacking is the likeliest, yet nothing is certain.
        let posterior = Posterior {
            attacking: 0.6,
            defensive: 0.1,
            mixed: 0.3,
        };
        let named = |low, high| {
            let score = AxisScore {
                score: f64::midpoint(low, high),
                score_interval_95: [low, high],
            };
            StyleEstimate::named(&posterior, Some(score)).map(|named| named.style)
        };
        assert_eq!(named(-0.1, 1.3), None);
        assert_eq!(named(0.1, 1.3), Some(Style::Attacking));
        assert_eq!(named(-1.3, -0.1), Some(Style::Defensive));
        assert_eq!(named(-0.4, 0.4), Some(Style::Mixed));
        assert_eq!(StyleEstimate::named(&posterior, None), None);
        let certain = Posterior {
            attacking: 0.02,
            defensive: 0.96,
            mixed: 0.02,
        };
        let named = StyleEstimate::named(&certain, None).expect("certain");
        assert_eq!(named.to_string(), "defensive 0.96");
    }
}
