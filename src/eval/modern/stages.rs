//! From the sum of all terms to one number: winnable or not, scaled, blended, faded.

use shakmaty::{Bitboard, Color, Position as _};

use super::ModernEvaluator;
use super::board_features::BoardFeatures;
use super::endings::{FULL_FADE, FULL_SCALE, MIDDLEGAME, fade, middlegame_share, scale, winnable};
use super::phase_pair::PhasePair;
use crate::eval::explain::EvaluationStep;
use crate::heuristic::modern::layout::{CHECK, TEMPO, WINNABLE};
use crate::units::Centipawns;

/// The stages of an evaluation, in centipawns from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EvaluationStages {
    /// How much of the middlegame is in it, out of [`MIDDLEGAME`].
    pub(super) share: i32,
    /// All terms, blended between middlegame and endgame.
    pub(super) blended: i32,
    /// The correction of an endgame's value by how winnable it is.
    pub(super) winnable: i32,
    /// The endgame is scaled.
    pub(super) scaled: i32,
    /// The fifty-move rule has come nearer.
    pub(super) faded: i32,
    /// For having the move.
    pub(super) tempo: i32,
    /// For giving check.
    pub(super) check: i32,
}

impl EvaluationStages {
    /// Each stage as a step from the one before.
    pub(super) fn steps(&self) -> [(EvaluationStep, Centipawns); 6] {
        [
            (EvaluationStep::Blend, self.blended),
            (EvaluationStep::Winnable, self.winnable - self.blended),
            (EvaluationStep::Scale, self.scaled - self.winnable),
            (EvaluationStep::FiftyMoves, self.faded - self.scaled),
            (EvaluationStep::Tempo, self.tempo),
            (EvaluationStep::Check, self.check),
        ]
        .map(|(step, value)| (step, Centipawns(value)))
    }

    /// The whole evaluation for the side to move.
    #[inline]
    pub(super) const fn for_mover(&self, turn: Color) -> i32 {
        let value = self.faded + self.tempo + self.check;
        if turn.is_white() { value } else { -value }
    }
}

/// How an evaluation follows the sum of all terms, at these weights: what a centipawn more adds to
/// it for White.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EvaluationSlopes {
    /// How much of the middlegame is in it, 0 to 1.
    pub(super) share: f64,
    /// Of the sum in the middlegame.
    pub(super) early: f64,
    /// Of the sum in the endgame.
    pub(super) late: f64,
    /// Of what makes an ending winnable.
    pub(super) winnable: f64,
}

impl ModernEvaluator {
    /// Weighs the sum of all terms.
    #[inline]
    pub(super) fn verdict(
        &self,
        scene: &BoardFeatures<'_>,
        terms: PhasePair,
        checkers: Bitboard,
    ) -> EvaluationStages {
        let share = middlegame_share(scene);
        let (middlegame, endgame) = (terms.middlegame(), terms.endgame());
        let blend = |endgame| (middlegame * share + endgame * (MIDDLEGAME - share)) / MIDDLEGAME;
        let adjusted = endgame + self.winnable_by(scene, endgame);
        let scaled = blend(adjusted * self.scale(scene, adjusted) / FULL_SCALE);
        let turn = scene.position.turn();
        let sign = if turn.is_white() { 1 } else { -1 };
        let of = |color: Color, feature: usize| {
            let pair = self.weights[super::seat(color)][feature];
            (pair.middlegame() * share + pair.endgame() * (MIDDLEGAME - share)) / MIDDLEGAME
        };
        let check = if checkers.any() {
            -sign * of(!turn, CHECK.at(0))
        } else {
            0
        };
        EvaluationStages {
            share,
            blended: blend(endgame),
            winnable: blend(adjusted),
            scaled,
            faded: scaled * self.fade(scene) / FULL_FADE,
            tempo: sign * of(turn, TEMPO.at(0)),
            check,
        }
    }

    /// How an evaluation follows the sum of all terms, at that sum.
    pub(super) fn slopes(&self, scene: &BoardFeatures<'_>, terms: PhasePair) -> EvaluationSlopes {
        let share = f64::from(middlegame_share(scene)) / f64::from(MIDDLEGAME);
        let fading = f64::from(self.fade(scene)) / f64::from(FULL_FADE);
        let endgame = terms.endgame();
        let adjusted = endgame + self.winnable_by(scene, endgame);
        // Nothing is left of a lead that cannot be won; of no lead all is.
        let scale = if adjusted == 0 && endgame != 0 {
            0
        } else {
            self.scale(scene, adjusted)
        };
        let late = (1.0 - share) * fading * f64::from(scale) / f64::from(FULL_SCALE);
        EvaluationSlopes {
            share,
            early: share * fading,
            late,
            winnable: late * f64::from(endgame.signum()),
        }
    }

    /// Returns the correction of an endgame's value: for or against the side that is ahead, but never so large
    /// that the other would be ahead.
    #[inline]
    fn winnable_by(&self, scene: &BoardFeatures<'_>, endgame: i32) -> i32 {
        let by = winnable(scene).into_iter().enumerate();
        let by: i32 = by
            .map(|(place, times)| self.weights[0][WINNABLE.at(place)].endgame() * times)
            .sum();
        endgame.signum() * by.max(-endgame.abs())
    }

    /// How much of such an endgame value counts, in parts of [`FULL_SCALE`].
    #[inline]
    fn scale(&self, scene: &BoardFeatures<'_>, endgame: i32) -> i32 {
        match endgame {
            _ if !self.endings => FULL_SCALE,
            1.. => scale::<true>(scene),
            0 => FULL_SCALE,
            _ => scale::<false>(scene),
        }
    }

    /// How much of a value the fifty-move rule leaves, in parts of [`FULL_FADE`].
    #[inline]
    fn fade(&self, scene: &BoardFeatures<'_>) -> i32 {
        if self.endings { fade(scene) } else { FULL_FADE }
    }
}
