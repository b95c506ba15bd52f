//! The linear view of the modern evaluation: the derivative of the evaluation by each weight.

use shakmaty::{Chess, Color, Position as _};

use super::endings::winnable;
use super::feature_sink::{slope_of_danger, value_of_danger};
use super::{ModernEvaluator, color_index, least_weights, recorded};
use crate::eval::root_context::RootContext;
use crate::eval::trace::{EvaluationTrace, sign};
use crate::heuristic::modern::FeatureParameters;
use crate::heuristic::modern::layout::{CHECK, TEMPO, WINNABLE};

impl ModernEvaluator {
    /// Returns the coefficient of each weight in a position's evaluation.
    pub(in crate::eval) fn trace(&self, position: &Chess) -> EvaluationTrace {
        let (features, record) = recorded(position);
        let slopes = self.slopes(&features, record.sum(&self.weights));
        let opening = f64::from(self.opening) / f64::from(RootContext::WHOLE_OPENING);
        let mut trace = EvaluationTrace::new(opening);
        for color in Color::ALL {
            let (side, sign) = (color_index(color), sign(color));
            let (early, late) = (sign * slopes.early, sign * slopes.late);
            for (feature, times) in record.features(side) {
                let times = f64::from(*times);
                let pair = self.weights[side][*feature];
                let [early, late] = match self.least(*feature) {
                    None => [early, late],
                    Some(least) => [
                        (early, pair.middlegame(), least[0]),
                        (late, pair.endgame(), least[1]),
                    ]
                    .map(|(slope, weight, least)| {
                        if weight > least {
                            return slope;
                        }
                        // At its lower limit a weight has no slope.
                        trace.remainder += times * slope * f64::from(weight);
                        0.0
                    }),
                };
                trace.add(self.place(*feature, color), times * early, times * late);
            }
            let danger = record.danger_by(side, &self.weights);
            let [middlegame, endgame] = slope_of_danger(danger);
            for (feature, times) in record.attack(side) {
                let times = f64::from(*times);
                trace.add(
                    self.place(*feature, color),
                    times * middlegame * early,
                    times * endgame * late,
                );
            }
            let worth = value_of_danger(danger);
            trace.remainder += early
                * (f64::from(worth.middlegame()) - middlegame * f64::from(danger.middlegame()))
                + late * (f64::from(worth.endgame()) - endgame * f64::from(danger.endgame()));
        }
        for (which, times) in winnable(&features).into_iter().enumerate() {
            let place = self.place(WINNABLE.at(which), Color::White);
            trace.add(place, 0.0, f64::from(times) * slopes.winnable);
        }
        let turn = position.turn();
        let (early, late) = (slopes.share, 1.0 - slopes.share);
        let tempo = sign(turn);
        trace.add(self.place(TEMPO.at(0), turn), tempo * early, tempo * late);
        if position.is_check() {
            let place = self.place(CHECK.at(0), !turn);
            trace.add(place, -tempo * early, -tempo * late);
        }
        trace
    }

    /// The parameter of a feature of one side.
    fn place(&self, feature: usize, color: Color) -> usize {
        FeatureParameters::get().of(feature, color, self.own)
    }

    /// The lower limit of a feature's weight in middlegames and endgames, if it has one.
    fn least(&self, feature: usize) -> Option<[i32; 2]> {
        let mut weights = least_weights(self.endings).iter();
        weights
            .find(|(limited, _)| *limited == feature)
            .map(|(_, least)| *least)
    }
}
