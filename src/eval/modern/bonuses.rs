//! Bonuses that depend on the share of the middlegame alone, worked out once for each share.

use super::endings::MIDDLEGAME;
use super::feature_sink::FeatureWeights;
use super::phase_pair::PhasePair;
use crate::heuristic::modern::layout::{CHECK, TEMPO};

/// A bonus blended between middlegame and endgame, for each share of the middlegame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BonusByShare([i32; MIDDLEGAME as usize + 1]);

impl BonusByShare {
    pub(super) fn new(bonus: PhasePair) -> Self {
        let mut blended = [0; MIDDLEGAME as usize + 1];
        for (share, value) in (0..).zip(&mut blended) {
            *value = bonus.blended(share, MIDDLEGAME);
        }
        Self(blended)
    }

    /// The bonus in centipawns at this share, out of [`MIDDLEGAME`].
    #[inline]
    pub(super) const fn at(&self, share: i32) -> i32 {
        self.0[share.cast_unsigned() as usize]
    }
}

/// The bonuses that depend on the share of the middlegame alone.
#[derive(Clone, Debug)]
pub(super) struct PhaseBonuses {
    /// The bonus for the side that searches, for White.
    pub(super) side: BonusByShare,
    /// The bonus of the side to move, by colour.
    pub(super) tempo: [BonusByShare; 2],
    /// The bonus for giving check, by colour.
    pub(super) check: [BonusByShare; 2],
}

impl PhaseBonuses {
    pub(super) fn new(weights: &FeatureWeights, side: PhasePair) -> Self {
        let of =
            |feature: usize| [0, 1].map(|color: usize| BonusByShare::new(weights[color][feature]));
        Self {
            side: BonusByShare::new(side),
            tempo: of(TEMPO.at(0)),
            check: of(CHECK.at(0)),
        }
    }
}
