//! From the sum of all terms to the evaluation: adjusted by winnability, scaled, blended, faded.

use shakmaty::{Bitboard, Color, Position as _};

use super::board_features::BoardFeatures;
use super::endings::{FULL_FADE, FULL_SCALE, MIDDLEGAME, fade, middlegame_share, scale, winnable};
use super::phase_pair::PhasePair;
use super::{ModernEvaluator, color_index};
use crate::eval::explain::EvaluationStep;
use crate::heuristic::modern::layout::WINNABLE;
use crate::units::Centipawns;

/// An evaluation after each stage, in centipawns from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EvaluationStages {
    /// The share of the middlegame, out of [`MIDDLEGAME`].
    pub(super) share: i32,
    /// All terms, blended between middlegame and endgame.
    pub(super) blended: i32,
    /// The blend after the endgame value was adjusted by how winnable the position is.
    pub(super) winnable: i32,
    /// The blend after the adjusted endgame value was scaled down if drawish.
    pub(super) scaled: i32,
    /// The scaled value, faded by the fifty-move counter.
    pub(super) faded: i32,
    /// The bonus of the side to move.
    pub(super) tempo: i32,
    /// The bonus for giving check.
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

/// The derivatives of an evaluation by the sum of all terms, both in centipawns for White.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EvaluationSlopes {
    /// The share of the middlegame, 0 to 1.
    pub(super) share: f64,
    /// By the sum's middlegame value.
    pub(super) early: f64,
    /// By the sum's endgame value.
    pub(super) late: f64,
    /// By the winnability.
    pub(super) winnable: f64,
}

impl ModernEvaluator {
    /// Computes the stages from the sum of all terms to the evaluation.
    #[expect(
        clippy::inline_always,
        reason = "in place, the stages that the search does not read are not computed"
    )]
    #[inline(always)]
    pub(super) fn stages(
        &self,
        features: &BoardFeatures<'_>,
        terms: PhasePair,
        checkers: Bitboard,
    ) -> EvaluationStages {
        let share = middlegame_share(features);
        let (middlegame, endgame) = (terms.middlegame(), terms.endgame());
        let blend = |endgame| (middlegame * share + endgame * (MIDDLEGAME - share)) / MIDDLEGAME;
        let adjusted = endgame + self.winnable_by(features, endgame);
        let scaled = blend(adjusted * self.scale(features, adjusted) / FULL_SCALE);
        let turn = features.position.turn();
        let sign = if turn.is_white() { 1 } else { -1 };
        let check = if checkers.any() {
            -sign * self.bonuses.check[color_index(!turn)].at(share)
        } else {
            0
        };
        EvaluationStages {
            share,
            blended: blend(endgame),
            winnable: blend(adjusted),
            scaled,
            faded: scaled * self.fade(features) / FULL_FADE,
            tempo: sign * self.bonuses.tempo[color_index(turn)].at(share),
            check,
        }
    }

    /// Computes the derivatives of the evaluation at this sum of all terms.
    pub(super) fn slopes(
        &self,
        features: &BoardFeatures<'_>,
        terms: PhasePair,
    ) -> EvaluationSlopes {
        let share = f64::from(middlegame_share(features)) / f64::from(MIDDLEGAME);
        let fading = f64::from(self.fade(features)) / f64::from(FULL_FADE);
        let endgame = terms.endgame();
        let adjusted = endgame + self.winnable_by(features, endgame);
        // A lead that the adjustment cancels has no slope; without any lead the scale is full.
        let scale = if adjusted == 0 && endgame != 0 {
            0
        } else {
            self.scale(features, adjusted)
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
    fn winnable_by(&self, features: &BoardFeatures<'_>, endgame: i32) -> i32 {
        let by = winnable(features).into_iter().enumerate();
        let by: i32 = by
            .map(|(place, times)| self.weights[0][WINNABLE.at(place)].endgame() * times)
            .sum();
        endgame.signum() * by.max(-endgame.abs())
    }

    /// The scale of such an endgame value, out of [`FULL_SCALE`].
    #[inline]
    fn scale(&self, features: &BoardFeatures<'_>, endgame: i32) -> i32 {
        match endgame {
            _ if !self.endings => FULL_SCALE,
            1.. => scale::<true>(features),
            0 => FULL_SCALE,
            _ => scale::<false>(features),
        }
    }

    /// The share of a value that the fifty-move counter leaves, out of [`FULL_FADE`].
    #[inline]
    fn fade(&self, features: &BoardFeatures<'_>) -> i32 {
        if self.endings {
            fade(features)
        } else {
            FULL_FADE
        }
    }
}
