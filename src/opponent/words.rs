//! The decision in words: what the engine does, and why. Protocols and the terminal write these.

use std::fmt;

use super::answer::Answer;
use super::decision::{AnswerExpectation, AnswerReason, Decision};
use super::memory::LEAST_MOVES;
use super::strength::StrengthEvidence;
use super::style_estimate::StyleEstimate;
use crate::model::{Objective, PickTarget};
use crate::style::Style;
use crate::units::Centipawns;

/// Differences in strength below this are called equal, in Elo.
const ABOUT_EQUAL: f64 = 25.0;

/// The sentence on a game that tells nothing of the opponent's style.
const SET_UP: &str = "This game began from a set-up position, so it does not show how you play.";

/// Writes `objective max-win because opponent most likely attacking 0.52`, or `you are expected to be about 250 Elo weaker
/// (12 games), so I avoid draws`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.reason, self.answer.target) {
            (AnswerReason::Expectation(expectation), _) => {
                expectation.fmt(f)?;
                let is_neutral = self.answer == Answer::NEUTRAL;
                if is_neutral && expectation.expects_a_difference() {
                    f.write_str(", and no other way of playing is expected to gain from that")?;
                }
                write!(f, ", so {}", self.answer)
            }
            (reason, PickTarget::Middle) => write!(f, "no objective: {reason}"),
            (reason, PickTarget::Objective(objective)) => {
                write!(f, "objective {objective} because {reason}")
            }
        }
    }
}

impl Decision {
    /// Returns the number of moves that must still be seen until the opponent's style may be named.
    pub fn moves_until_named(&self) -> usize {
        let needed = usize::try_from(LEAST_MOVES).unwrap_or(usize::MAX);
        match self.games_seen {
            0 => needed.saturating_sub(self.moves_seen),
            _ => 0,
        }
    }

    /// Returns the opponent's style if enough was seen of it and it is [certain](StyleEstimate::named) enough to be named.
    pub fn named_style(&self) -> Option<StyleEstimate> {
        let posterior = self.posterior.as_ref()?;
        StyleEstimate::named(posterior, self.score).filter(|_| self.moves_until_named() == 0)
    }

    /// Returns a sentence to the opponent on their style, or on what is missing to name it.
    pub fn style_sentence(&self) -> String {
        if !self.is_game_judged && self.games_seen == 0 {
            return SET_UP.to_owned();
        }
        let known = match (self.moves_until_named(), self.named_style()) {
            (0, Some(named)) => match named.style {
                Style::Attacking => "You attack more than most.",
                Style::Defensive => "You defend more than most.",
                Style::Mixed => "You attack about as much as most.",
            }
            .to_owned(),
            (0, None) => "Nothing stands out in your play so far.".to_owned(),
            (1, _) => "One more move until I may say how you play.".to_owned(),
            (more, _) => format!("{more} more moves until I may say how you play."),
        };
        if self.is_game_judged {
            known
        } else {
            format!("{known} {SET_UP}")
        }
    }
}

/// Writes `chosen beforehand`, or what was seen of the opponent.
impl fmt::Display for AnswerReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObjectives => f.write_str("the heuristic is the same for all objectives"),
            Self::Chosen => f.write_str("fixed in advance"),
            Self::Thesis(reason) => reason.fmt(f),
            Self::Expectation(expectation) => expectation.fmt(f),
        }
    }
}

impl AnswerExpectation {
    fn expects_a_difference(&self) -> bool {
        !self.evidence.is_empty() && self.difference.mean.abs() >= ABOUT_EQUAL
    }
}

/// Writes `you are expected to be about 250 Elo weaker (12 games)`.
impl fmt::Display for AnswerExpectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.difference.mean;
        match (self.evidence.is_empty(), self.has_seen_moves) {
            (true, false) => f.write_str("nothing is known of you yet")?,
            (true, true) => f.write_str("your strength is not known")?,
            (false, _) if !self.expects_a_difference() => write!(
                f,
                "you are expected to be about as strong as I am ({})",
                self.evidence
            )?,
            (false, _) => write!(
                f,
                "you are expected to be about {:.0} Elo {} ({})",
                (mean.abs() / 10.0).round() * 10.0,
                if mean > 0.0 { "weaker" } else { "stronger" },
                self.evidence
            )?,
        }
        match self.style {
            Some(estimate) => write!(
                f,
                " and your play is most likely {} ({:.2})",
                estimate.style, estimate.probability
            ),
            None => Ok(()),
        }
    }
}

/// Writes `ratings, 12 games, your moves`.
impl fmt::Display for StrengthEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = self.rating_advantage.map(|_| "ratings".to_owned());
        let games = match self.results.games() {
            0 => None,
            1 => Some("1 game".to_owned()),
            games => Some(format!("{games} games")),
        };
        let moves = self.from_moves.map(|_| "your moves".to_owned());
        let known: Vec<String> = rated.into_iter().chain(games).chain(moves).collect();
        f.write_str(&known.join(", "))
    }
}

/// Writes `I avoid draws and keep the tension`.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = match self.target {
            PickTarget::Middle => None,
            PickTarget::Objective(Objective::MaxWin) => Some("play to win"),
            PickTarget::Objective(Objective::MinLoss) => Some("play not to lose"),
            PickTarget::Objective(Objective::MaxDraw) => Some("play for a draw"),
            PickTarget::Objective(Objective::MinDraw) => Some("play against a draw"),
        };
        let of = |contempt: Centipawns, [above, below]: [&'static str; 2]| match contempt.0 {
            0 => None,
            1.. => Some(above),
            _ => Some(below),
        };
        let draws = of(self.draw_contempt, ["avoid draws", "welcome a draw"]);
        let tension = of(self.side_bonus, ["keep the tension", "release the tension"]);
        let parts: Vec<&str> = target.into_iter().chain(draws).chain(tension).collect();
        if parts.is_empty() {
            return f.write_str("I play the position alone");
        }
        write!(f, "I {}", parts.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::ResultCounts;
    use crate::style::{AxisScore, Posterior};

    fn said(evidence: StrengthEvidence, style: Option<Style>, draw_contempt: i32) -> String {
        let expectation = AnswerExpectation {
            evidence,
            difference: evidence.difference(),
            style: style.map(|style| StyleEstimate {
                style,
                probability: 0.85,
            }),
            has_seen_moves: style.is_some(),
        };
        let decision = Decision {
            opponent: None,
            posterior: None,
            score: None,
            moves_seen: 0,
            games_seen: 0,
            is_game_judged: true,
            answer: Answer {
                draw_contempt: Centipawns(draw_contempt),
                ..Answer::NEUTRAL
            },
            reason: AnswerReason::Expectation(expectation),
        };
        decision.to_string()
    }

    fn rated(advantage: i32) -> StrengthEvidence {
        StrengthEvidence {
            rating_advantage: Some(advantage),
            ..StrengthEvidence::default()
        }
    }

    #[test]
    fn an_answer_is_said_with_its_reason() {
        let unknown = StrengthEvidence::default();
        let results = ResultCounts {
            wins: 10,
            draws: 1,
            losses: 1,
        };
        let met = StrengthEvidence {
            results: results.into(),
            ..rated(300)
        };
        for (decision, expected) in [
            (
                said(unknown, None, 0),
                "nothing is known of you yet, so I play the position alone",
            ),
            (
                said(rated(300), None, 60),
                "you are expected to be about 270 Elo weaker (ratings), so I avoid draws",
            ),
            (
                said(met, None, 60),
                "you are expected to be about 290 Elo weaker (ratings, 12 games), so I avoid draws",
            ),
            (
                said(rated(10), None, 0),
                "you are expected to be about as strong as I am (ratings), so I play the position alone",
            ),
            (
                said(rated(-300), None, 0),
                "you are expected to be about 270 Elo stronger (ratings), and no other way of playing is \
                 expected to gain from that, so I play the position alone",
            ),
            (
                said(unknown, Some(Style::Defensive), -60),
                "your strength is not known and your play is most likely defensive (0.85), so I welcome a draw",
            ),
        ] {
            assert_eq!(decision, expected);
        }
    }

    #[test]
    fn a_style_is_named_after_enough_moves_and_only_if_it_is_certain() {
        let decision = |moves_seen, games_seen, interval: [f64; 2]| Decision {
            opponent: None,
            posterior: Some(Posterior::EQUAL),
            score: Some(AxisScore {
                score: f64::midpoint(interval[0], interval[1]),
                score_interval_95: interval,
            }),
            moves_seen,
            games_seen,
            is_game_judged: true,
            answer: Answer::NEUTRAL,
            reason: AnswerReason::Chosen,
        };
        let attacking = [0.1, 1.9];
        for (decision, said) in [
            (
                decision(9, 0, attacking),
                "One more move until I may say how you play.",
            ),
            (
                decision(3, 0, attacking),
                "7 more moves until I may say how you play.",
            ),
            (decision(10, 0, attacking), "You attack more than most."),
            (decision(0, 1, [-1.9, -0.1]), "You defend more than most."),
            (
                decision(0, 30, [-0.4, 0.3]),
                "You attack about as much as most.",
            ),
            (
                decision(10, 0, [-0.1, 1.9]),
                "Nothing stands out in your play so far.",
            ),
        ] {
            assert_eq!(decision.style_sentence(), said);
            let is_named = said.starts_with("You ");
            assert_eq!(decision.named_style().is_some(), is_named, "{said}");
        }
        let set_up = |games_seen| Decision {
            is_game_judged: false,
            ..decision(0, games_seen, attacking)
        };
        assert_eq!(set_up(0).style_sentence(), SET_UP);
        let expected = format!("You attack more than most. {SET_UP}");
        assert_eq!(set_up(1).style_sentence(), expected);
    }
}
