//! The contempt in the scores of a game's search, and how to remove it.

use super::{Engine, Purpose};
use crate::eval::{Evaluator, RootContext};
use crate::opponent::Decision;
use crate::score::Score;
use crate::units::Centipawns;

/// The contempt in a search's scores, from the point of view of the side to move at the root.
///
/// It is removed before a score is shown, since other programs take scores for the value of the position: a bot
/// offers a draw at zero, and an analysis shows a dead draw as even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreBias {
    /// A draw scores minus this, in centipawns.
    contempt: Centipawns,
    /// The bonus of the side to move in the root position. Inside the search it varies a little with the phase;
    /// that part stays in the score.
    side_bonus: Centipawns,
}

impl ScoreBias {
    /// Returns a note on what was removed from the scores; `None` if nothing was.
    pub fn note(self) -> Option<String> {
        let Self {
            contempt,
            side_bonus,
        } = self;
        (self != Self::default()).then(|| {
            format!("contempt {contempt}, side bonus {side_bonus}: left out of the scores")
        })
    }

    /// Returns the score without contempt: a draw is zero, and the side bonus is taken off.
    #[must_use]
    pub fn remove(self, score: Score) -> Score {
        match score {
            Score::Heuristic(value) if value == -self.contempt => Score::DRAW,
            Score::Heuristic(value) => Score::Heuristic(value - self.side_bonus),
            mate => mate,
        }
    }
}

impl Engine {
    /// Returns the bias in the scores of the next search for this purpose.
    pub fn score_bias(&self, purpose: Purpose) -> ScoreBias {
        if purpose == Purpose::Analysis {
            return ScoreBias::default();
        }
        let decision = self.decision(self.game.turn());
        ScoreBias {
            contempt: self.contempt_by(&decision),
            side_bonus: self.bonus_at_root(&decision),
        }
    }

    /// Returns the part of a decision's side bonus that the evaluation of the current position contains.
    fn bonus_at_root(&self, decision: &Decision) -> Centipawns {
        let bonus = self.side_bonus_by(decision);
        if bonus == Centipawns::ZERO {
            return bonus;
        }
        let position = self.game.position();
        let heuristic = self.selector.heuristic(decision);
        let plain = RootContext::of(position);
        let [with, without] = [bonus, Centipawns::ZERO].map(|side_bonus| {
            let root = RootContext {
                side_bonus,
                ..plain
            };
            Evaluator::new(&heuristic, root)
                .evaluate(position)
                .centipawns_or(0)
        });
        with - without
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Ply;

    #[test]
    fn a_draw_is_zero_and_a_mate_stays_a_mate() {
        let bias = ScoreBias {
            contempt: Centipawns(60),
            side_bonus: Centipawns(25),
        };
        let told = |value| bias.remove(Score::Heuristic(Centipawns(value)));
        assert_eq!(told(-60), Score::DRAW);
        assert_eq!(told(125), Score::Heuristic(Centipawns(100)));
        assert_eq!(bias.remove(Score::MateIn(Ply(3))), Score::MateIn(Ply(3)));
        assert_eq!(ScoreBias::default().remove(Score::DRAW), Score::DRAW);
    }
}
