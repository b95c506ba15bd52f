//! Adapting to the opponent: from his recognised style to the objective in force, with the reason.
//!
//! Source: Fernández, *BayesChess* (2005), §5.4. In opening and middlegame an attacking opponent is
//! met by the heuristic that minimises losing, a defensive one by the heuristic that maximises
//! winning, a mixed one by either of the two at random. In the endgame material decides: well
//! behind, the machine maximises drawing; well ahead, it minimises drawing; in between the text is
//! silent and the style's answer stays.
//!
//! An objective is served in two ways: by the weights that were learned for it, where there are several, and by
//! what a draw is worth ([`ObjectiveChoice::contempt`]), which weights say badly: an evaluation is above all a difference
//! between the sides, and what makes a game drawish is common to both.
//!
//! What the text leaves open is settled here: before anything is seen the machine plays to win; and
//! the random choice is drawn once each time that the style *becomes* mixed, so that the answer
//! does not flicker from move to move.
//!
//! May use: L0, `style`, `model`.

use std::fmt;

use rand::RngExt as _;

use crate::model::Objective;
use crate::phase::Phase;
use crate::rng;
use crate::style::Style;
use crate::units::Centipawns;

/// "Around 200 points" (§5.4): a material lead that decides what an endgame is played for.
pub const CONSIDERABLE: Centipawns = Centipawns(200);

/// What the machine plays for before it has seen a move of its opponent.
pub const NEUTRAL: Objective = Objective::MaxWin;

/// How much less a draw is worth to whoever plays to win, and how much more to whoever plays not to lose: the
/// same games are then drawn more or less often. Measured in `docs/diary/objectives.md`.
pub const OBJECTIVE_CONTEMPT: Centipawns = Centipawns(60);

/// The probability from which a style is named: with less, the three are about as likely, a third each.
const OUTSTANDING: f64 = 0.4;

/// What is known of the opponent after one of his moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StyleEstimate {
    /// The likeliest style.
    pub style: Style,
    /// Its posterior probability, in (0, 1].
    pub probability: f64,
}

impl StyleEstimate {
    /// Whether the style is likely enough to be named to people. What is played asks for no certainty: it
    /// follows the likeliest style, however little that is.
    pub fn stands_out(&self) -> bool {
        self.probability >= OUTSTANDING
    }
}

/// Why an objective is in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObjectiveReason {
    /// Nothing of the opponent was seen yet.
    NothingSeen,
    /// The opponent's style.
    Style(StyleEstimate),
    /// The opponent is mixed, and this objective was drawn.
    Drawn(StyleEstimate),
    /// An endgame, and the machine is behind by so much material.
    Behind(Centipawns),
    /// An endgame, and the machine is ahead by so much material.
    Ahead(Centipawns),
    /// Somebody chose it, so the style is not asked.
    Chosen,
}

/// The objective in force, with its reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectiveChoice {
    /// What the heuristic is picked for.
    pub objective: Objective,
    /// Why.
    pub reason: ObjectiveReason,
}

impl ObjectiveChoice {
    /// The answer when somebody fixed the objective.
    pub const fn chosen(objective: Objective) -> Self {
        Self {
            objective,
            reason: ObjectiveReason::Chosen,
        }
    }

    /// How much less a draw is worth to whoever aims at that, where `most` is the furthest: who wants to
    /// win, or not to draw, does without it, and who wants not to lose, or to draw, looks for it.
    pub const fn contempt(&self, most: Centipawns) -> Centipawns {
        match self.objective {
            Objective::MaxWin | Objective::MinDraw => most,
            Objective::MinLoss | Objective::MaxDraw => Centipawns(-most.0),
        }
    }
}

/// Follows one opponent through one game.
#[derive(Clone, Debug)]
pub struct ObjectiveSelector {
    seed: u64,
    estimate: Option<StyleEstimate>,
    /// How often the style has become mixed: numbers the random draws.
    turns_to_mixed: u64,
    drawn: Objective,
}

impl ObjectiveSelector {
    /// An adapter that has seen nothing; its draws follow from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            estimate: None,
            turns_to_mixed: 0,
            drawn: NEUTRAL,
        }
    }

    /// What was seen last, if anything.
    pub const fn seen(&self) -> Option<StyleEstimate> {
        self.estimate
    }

    /// Takes in what is known after a further move of the opponent.
    pub fn see(&mut self, sight: StyleEstimate) {
        let was_mixed = self.estimate.is_some_and(|seen| seen.style == Style::Mixed);
        if sight.style == Style::Mixed && !was_mixed {
            let mut draw = rng::stream(self.seed, "answer to a mixed style", self.turns_to_mixed);
            self.turns_to_mixed += 1;
            self.drawn = if draw.random() {
                Objective::MinLoss
            } else {
                Objective::MaxWin
            };
        }
        self.estimate = Some(sight);
    }

    /// The answer in this phase; `lead` is the machine's material less its opponent's.
    ///
    /// ```
    /// use bayeschess::adapt::{Adapter, NEUTRAL};
    /// use bayeschess::{phase::Phase, units::Centipawns};
    /// let answer = Adapter::new(1).answer(Phase::Opening, Centipawns(0));
    /// assert_eq!(answer.objective, NEUTRAL);
    /// ```
    pub fn answer(&self, phase: Phase, lead: Centipawns) -> ObjectiveChoice {
        let (objective, reason) = match phase {
            Phase::Endgame if lead >= CONSIDERABLE => {
                (Objective::MinDraw, ObjectiveReason::Ahead(lead))
            }
            Phase::Endgame if -lead >= CONSIDERABLE => {
                (Objective::MaxDraw, ObjectiveReason::Behind(-lead))
            }
            Phase::Opening | Phase::Middlegame | Phase::Endgame => self.answer_to_style(),
        };
        ObjectiveChoice { objective, reason }
    }

    fn answer_to_style(&self) -> (Objective, ObjectiveReason) {
        match self.estimate {
            None => (NEUTRAL, ObjectiveReason::NothingSeen),
            Some(sight) => match sight.style {
                Style::Attacking => (Objective::MinLoss, ObjectiveReason::Style(sight)),
                Style::Defensive => (Objective::MaxWin, ObjectiveReason::Style(sight)),
                Style::Mixed => (self.drawn, ObjectiveReason::Drawn(sight)),
            },
        }
    }
}

/// `attacking 0.52`, or that nothing is known where no style [stands out](StyleEstimate::stands_out).
impl fmt::Display for StyleEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.stands_out() {
            f.write_str("not known yet, at best ")?;
        }
        write!(f, "{} {:.2}", self.style, self.probability)
    }
}

impl fmt::Display for ObjectiveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingSeen => f.write_str("nothing seen of the opponent yet"),
            Self::Style(sight) => write!(f, "opponent {sight}"),
            Self::Drawn(sight) => write!(f, "opponent {sight}, one of two answers drawn"),
            Self::Behind(by) => write!(f, "endgame, {by} behind in material"),
            Self::Ahead(by) => write!(f, "endgame, {by} ahead in material"),
            Self::Chosen => f.write_str("chosen beforehand"),
        }
    }
}

/// `opponent attacking 0.52 -> minimise losing`.
impl fmt::Display for ObjectiveChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.reason, self.objective.description())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(style: Style) -> StyleEstimate {
        StyleEstimate {
            style,
            probability: 0.52,
        }
    }

    fn adapter_that_saw(styles: &[Style], seed: u64) -> ObjectiveSelector {
        let mut adapter = ObjectiveSelector::new(seed);
        for style in styles {
            adapter.see(sight(*style));
        }
        adapter
    }

    #[test]
    fn each_style_gets_the_answer_of_the_original() {
        for phase in [Phase::Opening, Phase::Middlegame] {
            for lead in [-900, 0, 900] {
                let answer = |style| adapter_that_saw(&[style], 1).answer(phase, Centipawns(lead));
                assert_eq!(answer(Style::Attacking).objective, Objective::MinLoss);
                assert_eq!(answer(Style::Defensive).objective, Objective::MaxWin);
            }
        }
        assert_eq!(
            adapter_that_saw(&[Style::Attacking], 1)
                .answer(Phase::Opening, Centipawns(0))
                .to_string(),
            "opponent attacking 0.52 -> minimise losing"
        );
    }

    #[test]
    fn a_style_that_does_not_stand_out_is_answered_but_not_claimed() {
        let mut adapter = ObjectiveSelector::new(1);
        adapter.see(StyleEstimate {
            style: Style::Attacking,
            probability: 1.0 / 3.0,
        });
        let answer = adapter.answer(Phase::Opening, Centipawns(0));
        assert_eq!(
            answer.to_string(),
            "opponent not known yet, at best attacking 0.33 -> minimise losing"
        );
    }

    #[test]
    fn in_the_endgame_material_decides_whatever_the_style() {
        for style in Style::ALL {
            let adapter = adapter_that_saw(&[style], 1);
            let objective = |lead: i32| adapter.answer(Phase::Endgame, Centipawns(lead)).objective;
            assert_eq!(objective(-200), Objective::MaxDraw);
            assert_eq!(objective(200), Objective::MinDraw);
            let of_style = adapter.answer(Phase::Middlegame, Centipawns(0)).objective;
            for lead in [-199, 0, 199] {
                assert_eq!(objective(lead), of_style);
            }
        }
        assert_eq!(
            adapter_that_saw(&[], 1)
                .answer(Phase::Endgame, Centipawns(-350))
                .to_string(),
            "endgame, 350 behind in material -> maximise drawing"
        );
    }

    #[test]
    fn a_mixed_style_draws_once_and_does_not_flicker() {
        let answers: Vec<Objective> = (0..64)
            .map(|seed| {
                let mut adapter = adapter_that_saw(&[Style::Mixed], seed);
                let first = adapter.answer(Phase::Opening, Centipawns(0)).objective;
                for _ in 0..20 {
                    adapter.see(sight(Style::Mixed));
                    let again = adapter.answer(Phase::Middlegame, Centipawns(0)).objective;
                    assert_eq!(again, first);
                }
                first
            })
            .collect();
        assert!(answers.contains(&Objective::MinLoss) && answers.contains(&Objective::MaxWin));
        assert!(
            answers
                .iter()
                .all(|answer| matches!(answer, Objective::MinLoss | Objective::MaxWin))
        );
    }

    #[test]
    fn the_same_seed_and_sights_give_the_same_answers() {
        let sights = [Style::Mixed, Style::Attacking, Style::Mixed, Style::Mixed];
        for seed in 0..16 {
            assert_eq!(
                adapter_that_saw(&sights, seed).answer(Phase::Opening, Centipawns(0)),
                adapter_that_saw(&sights, seed).answer(Phase::Opening, Centipawns(0)),
            );
        }
    }
}
