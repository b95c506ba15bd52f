//! The linear view of an evaluation: the coefficient of each weight in it.
//!
//! In centipawns from White's point of view, an evaluation is a sum of coefficients times weights,
//! and a remainder. The classic family is exactly such a sum. The modern one is not linear in four
//! places, and is linearised there near the present weights:
//!
//! - The danger to a king enters by the slope of its square; the remainder holds the difference
//!   from the tangent.
//! - The scale of drawish endings and what makes an ending winnable are constants of the side that
//!   is ahead.
//! - The weights of mating a bare king have lower limits. At its limit a weight is a constant.
//!
//! So a learner can change weights slightly and predict the evaluation.

use shakmaty::{Chess, Color, Position as _, Role};

use super::{Evaluator, FamilyEvaluator, classic::ClassicEvaluator};
use crate::heuristic::Heuristic;
use crate::heuristic::classic::place;
use crate::phase::Phase;

/// The coefficient of one parameter in an evaluation, in centipawns for White for each centipawn of
/// its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterShare {
    /// The index of the parameter in its schema.
    pub parameter: usize,
    /// The coefficient of its weight before the endgame: opening and middlegame, mixed as
    /// [`EvaluationTrace::opening`] says.
    pub early: f64,
    /// The coefficient of its weight in the endgame.
    pub late: f64,
}

/// An evaluation as a sum over parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationTrace {
    /// The parameters in it. One may occur several times: for each piece and each side it applies
    /// to.
    pub shares: Vec<ParameterShare>,
    /// The share of the opening in the weights before the endgame, 0 to 1; the rest is middlegame.
    pub opening: f64,
    /// The part of the evaluation outside the sum, in centipawns for White.
    pub remainder: f64,
}

impl EvaluationTrace {
    pub(super) const fn new(opening: f64) -> Self {
        Self {
            shares: Vec::new(),
            opening,
            remainder: 0.0,
        }
    }

    pub(super) fn add(&mut self, parameter: usize, early: f64, late: f64) {
        if early != 0.0 || late != 0.0 {
            self.shares.push(ParameterShare {
                parameter,
                early,
                late,
            });
        }
    }

    /// Returns each phase, parameter and coefficient of the sum, in centipawns for White for each
    /// centipawn of weight.
    fn coefficients(&self) -> impl Iterator<Item = (Phase, usize, f64)> {
        let opening = self.opening;
        self.shares
            .iter()
            .flat_map(move |share| {
                [
                    (Phase::Opening, share.parameter, share.early * opening),
                    (
                        Phase::Middlegame,
                        share.parameter,
                        share.early * (1.0 - opening),
                    ),
                    (Phase::Endgame, share.parameter, share.late),
                ]
            })
            .filter(|(_, _, coefficient)| *coefficient != 0.0)
    }

    /// Returns the evaluation by the weights of `heuristic`, in centipawns for White, without
    /// rounding. It equals that of the traced position for the traced weights, and approximates it
    /// near them.
    ///
    /// # Panics
    ///
    /// With a heuristic of another family.
    pub fn value(&self, heuristic: &Heuristic) -> f64 {
        let weights = heuristic.weights();
        self.coefficients()
            .map(|(phase, parameter, coefficient)| {
                coefficient * f64::from(weights[phase][parameter])
            })
            .fold(self.remainder, |sum, part| sum + part)
    }
}

impl Evaluator {
    /// Returns the linear view of a position's evaluation. Weights of the searching side and its
    /// opponent are told apart as in this evaluator.
    pub fn trace(&self, position: &Chess) -> EvaluationTrace {
        match &self.family {
            FamilyEvaluator::Classic(classic) => of_classic(classic, position),
            FamilyEvaluator::Modern(modern) => modern.trace(position),
        }
    }
}

/// The linear view of a classic evaluation: one phase's weights, each counted for every piece that it applies to.
fn of_classic(classic: &ClassicEvaluator, position: &Chess) -> EvaluationTrace {
    let phase = classic.phase();
    let mut trace = EvaluationTrace::new(f64::from(u8::from(phase == Phase::Opening)));
    let mut add = |parameter, times: f64| match phase {
        Phase::Endgame => trace.add(parameter, 0.0, times),
        Phase::Opening | Phase::Middlegame => trace.add(parameter, times, 0.0),
    };
    for (square, piece) in position.board() {
        let times = sign(piece.color);
        if let Some(value) = place::value(piece.role) {
            add(value, times);
        }
        let square = if piece.role == Role::King && phase == Phase::Endgame {
            place::endgame_king(piece.color, square)
        } else {
            place::square(piece.color, piece.role, square)
        };
        add(square, times);
    }
    if position.is_check() {
        add(place::CHECK, -sign(position.turn()));
    }
    trace
}

/// Plus one for White, minus one for Black.
pub(super) const fn sign(color: Color) -> f64 {
    match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::RootContext;
    use crate::eval::tests::{ENDGAMES, random_heuristic_of, wander};
    use crate::heuristic::{ParameterKind, Schema, Term};
    use crate::score::Score;
    use crate::units::Centipawns;
    use proptest::prelude::*;

    fn context(opening: u8, phase: Phase) -> RootContext {
        RootContext {
            phase,
            opening,
            own: Color::Black,
            side_bonus: Centipawns::ZERO,
        }
    }

    fn for_white(evaluator: &Evaluator, position: &Chess) -> f64 {
        match evaluator.evaluate(position) {
            Score::Heuristic(value) => sign(position.turn()) * f64::from(value.0),
            other => panic!("{other:?} is not a heuristic value"),
        }
    }

    /// Mixing opening and middlegame drops up to a centipawn a weight; the rest is rounding of a
    /// few steps.
    fn rounding(trace: &EvaluationTrace, opening: u8) -> f64 {
        let mixed = if opening.is_multiple_of(RootContext::WHOLE_OPENING) {
            0.0
        } else {
            trace.shares.iter().map(|share| share.early.abs()).sum()
        };
        6.0 + mixed
    }

    proptest! {
        #[test]
        fn the_sum_and_the_remainder_are_the_evaluation(
            seed in any::<u64>(),
            start in 0..=ENDGAMES.len(),
            opening in 0..=RootContext::WHOLE_OPENING,
            choices in prop::collection::vec(any::<u16>(), 0..120),
        ) {
            for (schema, phase) in Schema::all().into_iter().flat_map(|s| Phase::ALL.map(|p| (s, p))) {
                let heuristic = random_heuristic_of(schema, seed);
                let evaluator = Evaluator::new(&heuristic, context(opening, phase));
                for position in wander(start, &choices) {
                    let trace = evaluator.trace(&position);
                    let (linear, real) = (trace.value(&heuristic), for_white(&evaluator, &position));
                    prop_assert!(
                        (linear - real).abs() <= rounding(&trace, opening),
                        "{} {linear} {real} {position:?}", schema.name()
                    );
                }
            }
        }

        /// A weight that is moved a little moves the evaluation by its coefficient.
        #[test]
        fn a_coefficient_is_what_a_weight_moves(
            seed in any::<u64>(),
            start in 0..=ENDGAMES.len(),
            choices in prop::collection::vec(any::<u16>(), 0..120),
            which in any::<prop::sample::Index>(),
            whole in any::<bool>(),
        ) {
            let opening = if whole { RootContext::WHOLE_OPENING } else { 0 };
            for schema in Schema::all() {
                let heuristic = random_heuristic_of(schema, seed);
                let before = Evaluator::new(&heuristic, context(opening, Phase::Middlegame));
                let position = wander(start, &choices).pop().expect("a position");
                // Where the ending is about even the side ahead may change, and all with it.
                if before.explain(&position).sum().endgame.0.abs() < 250 {
                    continue;
                }
                let trace = before.trace(&position);
                let coefficients: Vec<_> = trace.coefficients().collect();
                let (phase, parameter, _) = coefficients[which.index(coefficients.len())];
                let slope: f64 = coefficients.iter()
                    .filter(|(p, q, _)| (*p, *q) == (phase, parameter))
                    .map(|(_, _, coefficient)| coefficient)
                    .sum();
                let name = &schema.parameters()[parameter].name;
                // The square of the danger leaves its tangent by the square of the step times the
                // count, over 600: at most 4 centipawns for a step of 2 and counts up to 24.
                let attack = schema.parameters()[parameter].kind == ParameterKind::Term(Term::Attack);
                let (step, bend) = if attack { (2, 4.0) } else { (8, 0.0) };
                let moved = heuristic.map_weights(|p, parameter, weight| {
                    weight + if p == phase && parameter.name == *name { step } else { 0 }
                });
                let after = Evaluator::new(&moved, context(opening, Phase::Middlegame));
                let change = for_white(&after, &position) - for_white(&before, &position);
                let expected = f64::from(step) * slope;
                prop_assert!((change - expected).abs() <= 4.0 + bend, "{name} {change} {slope}");
            }
        }
    }
}
