//! The rule of 2005: the objective, chosen by the opponent's likeliest style, the phase and the material.
//!
//! Source: Fernández, *BayesChess* (2005), §5.4. In the opening and middlegame, an attacking opponent is
//! met by minimising losses and a defensive one by maximising wins; against a mixed style, one of the
//! two is drawn at random. In the endgame the material decides: well behind, the engine maximises draws;
//! well ahead, it minimises draws; in between, the style decides.
//!
//! The source leaves two cases open. Before the opponent has moved, the engine plays to win. The random
//! choice is drawn once each time the style *becomes* mixed, so that it does not change from move to move.

use std::fmt;

use rand::RngExt as _;

use super::style_estimate::StyleEstimate;
use crate::model::Objective;
use crate::phase::Phase;
use crate::rng;
use crate::style::Style;
use crate::units::Centipawns;

/// Material lead, in centipawns, that decides the objective of an endgame ("around 200 points", §5.4).
pub const CONSIDERABLE: Centipawns = Centipawns(200);

/// The objective before the opponent has moved.
pub const NEUTRAL: Objective = Objective::MaxWin;

/// Default of the largest contempt that the engine chooses by itself, in centipawns. By the rule of 2005 a draw scores
/// this much less for a side that plays to win, and more for one that plays not to lose
/// (`docs/diary/objectives.md`).
pub const OBJECTIVE_CONTEMPT: Centipawns = Centipawns(60);

/// The reason for the objective in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObjectiveReason {
    /// The opponent has not moved yet.
    NothingSeen,
    /// The opponent's style.
    Style(StyleEstimate),
    /// The opponent's style is mixed, and one of two objectives was drawn.
    Drawn(StyleEstimate),
    /// An endgame in which the engine is behind by this material.
    Behind(Centipawns),
    /// An endgame in which the engine is ahead by this material.
    Ahead(Centipawns),
}

/// The objective in force, with its reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectiveChoice {
    /// The objective.
    pub objective: Objective,
    /// The reason for it.
    pub reason: ObjectiveReason,
}

/// Chooses the objective of one game from what is known of the opponent.
#[derive(Clone, Debug)]
pub struct ObjectiveSelector {
    seed: u64,
    estimate: Option<StyleEstimate>,
    /// How many times the style has become mixed; the number of the next random draw.
    turns_to_mixed: u64,
    drawn: Objective,
}

impl ObjectiveSelector {
    /// Makes a selector that knows nothing of the opponent; its random draws follow from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            estimate: None,
            turns_to_mixed: 0,
            drawn: NEUTRAL,
        }
    }

    /// Returns the last estimate, if there is one.
    pub const fn estimate(&self) -> Option<StyleEstimate> {
        self.estimate
    }

    /// Updates the estimate after a move of the opponent.
    pub fn update(&mut self, estimate: StyleEstimate) {
        let was_mixed = self.estimate.is_some_and(|last| last.style == Style::Mixed);
        if estimate.style == Style::Mixed && !was_mixed {
            let mut draw = rng::stream(self.seed, "answer to a mixed style", self.turns_to_mixed);
            self.turns_to_mixed += 1;
            self.drawn = if draw.random() {
                Objective::MinLoss
            } else {
                Objective::MaxWin
            };
        }
        self.estimate = Some(estimate);
    }

    /// Returns the objective in this phase; `lead` is the engine's material minus the opponent's, in centipawns.
    ///
    /// ```
    /// use bayeschess::opponent::{NEUTRAL, ObjectiveSelector};
    /// use bayeschess::{phase::Phase, units::Centipawns};
    /// let choice = ObjectiveSelector::new(1).choose(Phase::Opening, Centipawns(0));
    /// assert_eq!(choice.objective, NEUTRAL);
    /// ```
    pub fn choose(&self, phase: Phase, lead: Centipawns) -> ObjectiveChoice {
        let (objective, reason) = match phase {
            Phase::Endgame if lead >= CONSIDERABLE => {
                (Objective::MinDraw, ObjectiveReason::Ahead(lead))
            }
            Phase::Endgame if -lead >= CONSIDERABLE => {
                (Objective::MaxDraw, ObjectiveReason::Behind(-lead))
            }
            Phase::Opening | Phase::Middlegame | Phase::Endgame => self.by_style(),
        };
        ObjectiveChoice { objective, reason }
    }

    fn by_style(&self) -> (Objective, ObjectiveReason) {
        match self.estimate {
            None => (NEUTRAL, ObjectiveReason::NothingSeen),
            Some(estimate) => match estimate.style {
                Style::Attacking => (Objective::MinLoss, ObjectiveReason::Style(estimate)),
                Style::Defensive => (Objective::MaxWin, ObjectiveReason::Style(estimate)),
                Style::Mixed => (self.drawn, ObjectiveReason::Drawn(estimate)),
            },
        }
    }
}

impl fmt::Display for ObjectiveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingSeen => f.write_str("nothing seen of the opponent yet"),
            Self::Style(likely) => write!(f, "opponent most likely {likely}"),
            Self::Drawn(likely) => {
                write!(f, "opponent most likely {likely}, one of two answers drawn")
            }
            Self::Behind(by) => write!(f, "endgame, {by} behind in material"),
            Self::Ahead(by) => write!(f, "endgame, {by} ahead in material"),
        }
    }
}

/// Writes `opponent most likely attacking 0.52 -> minimise losing`.
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

    fn selector_after(styles: &[Style], seed: u64) -> ObjectiveSelector {
        let mut selector = ObjectiveSelector::new(seed);
        for style in styles {
            selector.update(sight(*style));
        }
        selector
    }

    #[test]
    fn each_style_gets_the_objective_of_the_source() {
        for phase in [Phase::Opening, Phase::Middlegame] {
            for lead in [-900, 0, 900] {
                let answer = |style| selector_after(&[style], 1).choose(phase, Centipawns(lead));
                assert_eq!(answer(Style::Attacking).objective, Objective::MinLoss);
                assert_eq!(answer(Style::Defensive).objective, Objective::MaxWin);
            }
        }
        assert_eq!(
            selector_after(&[Style::Attacking], 1)
                .choose(Phase::Opening, Centipawns(0))
                .to_string(),
            "opponent most likely attacking 0.52 -> minimise losing"
        );
    }

    #[test]
    fn the_most_likely_style_is_met_however_unlikely_it_is() {
        let mut selector = ObjectiveSelector::new(1);
        selector.update(StyleEstimate {
            style: Style::Attacking,
            probability: 1.0 / 3.0,
        });
        let answer = selector.choose(Phase::Opening, Centipawns(0));
        assert_eq!(
            answer.to_string(),
            "opponent most likely attacking 0.33 -> minimise losing"
        );
    }

    #[test]
    fn in_the_endgame_material_decides_whatever_the_style() {
        for style in Style::ALL {
            let selector = selector_after(&[style], 1);
            let objective = |lead: i32| selector.choose(Phase::Endgame, Centipawns(lead)).objective;
            assert_eq!(objective(-200), Objective::MaxDraw);
            assert_eq!(objective(200), Objective::MinDraw);
            let of_style = selector.choose(Phase::Middlegame, Centipawns(0)).objective;
            for lead in [-199, 0, 199] {
                assert_eq!(objective(lead), of_style);
            }
        }
        assert_eq!(
            selector_after(&[], 1)
                .choose(Phase::Endgame, Centipawns(-350))
                .to_string(),
            "endgame, 350 behind in material -> maximise drawing"
        );
    }

    #[test]
    fn a_mixed_style_draws_once_and_does_not_flicker() {
        let answers: Vec<Objective> = (0..64)
            .map(|seed| {
                let mut selector = selector_after(&[Style::Mixed], seed);
                let first = selector.choose(Phase::Opening, Centipawns(0)).objective;
                for _ in 0..20 {
                    selector.update(sight(Style::Mixed));
                    let again = selector.choose(Phase::Middlegame, Centipawns(0)).objective;
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
                selector_after(&sights, seed).choose(Phase::Opening, Centipawns(0)),
                selector_after(&sights, seed).choose(Phase::Opening, Centipawns(0)),
            );
        }
    }
}
