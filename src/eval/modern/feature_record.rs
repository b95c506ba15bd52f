//! A position's features one by one, for the breakdown of an evaluation and its linear view.

use std::collections::BTreeMap;

use super::feature_sink::{FeatureSink, FeatureWeights, value_of_danger};
use super::phase_pair::PhasePair;
use super::side::index;
use crate::heuristic::Term;
use crate::heuristic::modern::term_of;

/// A feature and its count.
type FeatureCount = (usize, i32);

/// All features counted, by colour, White first.
#[derive(Debug, Default)]
pub(super) struct FeatureRecord {
    features: [Vec<FeatureCount>; 2],
    danger: [Vec<FeatureCount>; 2],
}

impl FeatureSink for FeatureRecord {
    fn add<const WHITE: bool>(&mut self, feature: usize, times: i32) {
        self.features[index::<WHITE>()].push((feature, times));
    }

    fn danger<const WHITE: bool>(&mut self, feature: usize, times: i32) {
        self.danger[index::<WHITE>()].push((feature, times));
    }

    fn complete_attack<const WHITE: bool>(&mut self) {}

    fn discard_attack<const WHITE: bool>(&mut self) {
        self.danger[index::<WHITE>()].clear();
    }
}

impl FeatureRecord {
    /// The features of a side, without its attack on the enemy king.
    pub(super) fn features(&self, side: usize) -> &[FeatureCount] {
        &self.features[side]
    }

    /// The features of a side's attack on the enemy king.
    pub(super) fn attack(&self, side: usize) -> &[FeatureCount] {
        &self.danger[side]
    }

    /// The danger of a side's attack to the enemy king, in units of danger.
    pub(super) fn danger_by(&self, side: usize, weights: &FeatureWeights) -> PhasePair {
        total(&self.danger[side], &weights[side])
    }

    /// All terms added up for White.
    pub(super) fn sum(&self, weights: &FeatureWeights) -> PhasePair {
        let [white, black] = [0, 1].map(|side| {
            let features = total(&self.features[side], &weights[side]);
            features + value_of_danger(self.danger_by(side, weights))
        });
        white - black
    }

    /// Returns the contribution of each term for each side.
    pub(super) fn by_term(&self, weights: &FeatureWeights) -> BTreeMap<Term, [PhasePair; 2]> {
        let mut terms: BTreeMap<Term, [PhasePair; 2]> = BTreeMap::new();
        let sides = self.features.iter().zip(&self.danger).zip(weights);
        for (side, ((features, danger), weights)) in sides.enumerate() {
            let value = |count: &FeatureCount| weights[count.0] * count.1;
            for count in features {
                terms.entry(term_of(count.0)).or_default()[side] += value(count);
            }
            let danger = danger.iter().map(value);
            let danger = danger.fold(PhasePair::ZERO, |sum, value| sum + value);
            terms.entry(Term::Attack).or_default()[side] += value_of_danger(danger);
        }
        terms
    }
}

fn total(counts: &[FeatureCount], weights: &[PhasePair]) -> PhasePair {
    counts
        .iter()
        .fold(PhasePair::ZERO, |sum, (feature, times)| {
            sum + weights[*feature] * *times
        })
}
