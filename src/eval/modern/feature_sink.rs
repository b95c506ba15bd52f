//! Receivers of the features that are found in a position.
//!
//! The evaluation reports every feature with its count to a [`FeatureSink`], which adds up weights
//! for the search, or records counts for the breakdown and for learning.

use super::phase_pair::PhasePair;
use super::side::index;
use crate::heuristic::modern::layout::FEATURES;

/// The weight of each feature by colour, White first, from that side's point of view.
pub(super) type FeatureWeights = [[PhasePair; FEATURES]; 2];

/// The largest danger to a king that counts.
const GREATEST_DANGER: i32 = 1000;

/// Receives the features of a position.
pub(super) trait FeatureSink {
    /// Counts a feature of a side, `times` times.
    fn add<const WHITE: bool>(&mut self, feature: usize, times: i32);

    /// Counts a feature of a side's attack on the enemy king.
    fn danger<const WHITE: bool>(&mut self, feature: usize, times: i32);

    /// Adds the value of a side's attack, of which all features have been counted.
    fn complete_attack<const WHITE: bool>(&mut self);

    /// Drops what was counted of a side's attack, because it is too weak to count.
    fn discard_attack<const WHITE: bool>(&mut self);
}

/// The value of danger to a king for the attacker: it grows with the square of the danger, since a
/// defence breaks down all at once (the shape of the tables that engines have used since the
/// 1990s).
pub(super) fn value_of_danger(danger: PhasePair) -> PhasePair {
    let middlegame = danger.middlegame().clamp(0, GREATEST_DANGER);
    let endgame = danger.endgame().clamp(0, GREATEST_DANGER);
    PhasePair::new(middlegame * middlegame / 600, endgame / 8)
}

/// The slope of [`value_of_danger`] in the middlegame and in the endgame: the value of one more
/// unit of danger. At a kink it is the slope of the side on which danger has no further effect.
pub(super) fn slope_of_danger(danger: PhasePair) -> [f64; 2] {
    let inside = |danger: i32| (1..GREATEST_DANGER).contains(&danger);
    let slope = |danger: i32, slope: f64| if inside(danger) { slope } else { 0.0 };
    [
        slope(danger.middlegame(), f64::from(danger.middlegame()) / 300.0),
        slope(danger.endgame(), 1.0 / 8.0),
    ]
}

/// The sum of weights for White, and nothing else: for the search.
pub(super) struct WeightedSum<'a> {
    weights: &'a FeatureWeights,
    sum: PhasePair,
    danger: [PhasePair; 2],
}

impl<'a> WeightedSum<'a> {
    #[inline]
    pub(super) const fn new(weights: &'a FeatureWeights) -> Self {
        Self {
            weights,
            sum: PhasePair::ZERO,
            danger: [PhasePair::ZERO; 2],
        }
    }

    #[inline]
    pub(super) const fn sum(&self) -> PhasePair {
        self.sum
    }
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add<const WHITE: bool>(&mut self, feature: usize, times: i32) {
        let value = self.weights[index::<WHITE>()][feature] * times;
        if WHITE {
            self.sum += value;
        } else {
            self.sum = self.sum - value;
        }
    }

    #[inline]
    fn danger<const WHITE: bool>(&mut self, feature: usize, times: i32) {
        self.danger[index::<WHITE>()] += self.weights[index::<WHITE>()][feature] * times;
    }

    #[inline]
    fn complete_attack<const WHITE: bool>(&mut self) {
        let value = value_of_danger(self.danger[index::<WHITE>()]);
        if WHITE {
            self.sum += value;
        } else {
            self.sum = self.sum - value;
        }
    }

    #[inline]
    fn discard_attack<const WHITE: bool>(&mut self) {}
}
