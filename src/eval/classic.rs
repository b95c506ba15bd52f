//! The classic family's evaluation: the sum of one phase's weights over all pieces, plus a check
//! bonus.

use shakmaty::{Chess, Color, Position as _, Role, Square};

use super::explain::{EvaluationStep, Explanation, PhaseMix, TermContribution, TermValue};
use super::piece_square::{PieceSquareSum, PieceSquareValues, color_index, role_index};
use super::root_context::RootContext;
use crate::heuristic::Term;
use crate::heuristic::classic::place;
use crate::phase::Phase;
use crate::units::Centipawns;

/// The inputs of the classic evaluation besides the sum.
#[derive(Clone, Debug)]
pub(super) struct ClassicEvaluator {
    phase: Phase,
    /// The bonus for giving check, in centipawns.
    check: i32,
    /// The value of a piece by role, in centipawns.
    worth: [i32; 6],
    /// The bonus for the side that searches, in centipawns for White.
    bonus: i32,
}

impl ClassicEvaluator {
    pub(super) fn new(weights: &[i32], context: RootContext) -> Self {
        let worth = Role::ALL.map(|role| place::value(role).map_or(0, |place| weights[place]));
        Self {
            phase: context.phase,
            check: weights[place::CHECK],
            worth,
            bonus: bonus(context),
        }
    }

    pub(super) const fn phase(&self) -> Phase {
        self.phase
    }

    pub(super) fn is_valid_for(&self, context: RootContext) -> bool {
        self.phase == context.phase && self.bonus == bonus(context)
    }

    pub(super) const fn worth(&self, role: Role) -> i32 {
        self.worth[role_index(role)]
    }

    /// The evaluation term by term. Middlegame and endgame columns agree, because only one phase's
    /// weights are used.
    pub(super) fn explain(
        &self,
        piece_values: &PieceSquareValues,
        position: &Chess,
    ) -> Explanation {
        let mut parts = [[0; 2]; 2];
        for (square, piece) in position.board() {
            let (side, role) = (color_index(piece.color), role_index(piece.role));
            let sum = PieceSquareSum(piece_values[side][role][square.to_usize()]);
            let worth = self.worth[role];
            parts[0][side] += worth;
            parts[1][side] += for_side(sum, piece.color) - worth;
        }
        let check = if position.is_check() { self.check } else { 0 };
        let turn = position.turn();
        let sum = parts.iter().map(|[white, black]| white - black).sum();
        let lines = [Term::Material, Term::Squares].into_iter().zip(parts);
        Explanation {
            family: "classic",
            lines: lines
                .map(|(term, [white, black])| TermContribution {
                    term,
                    white: TermValue::constant(white),
                    black: TermValue::constant(black),
                })
                .collect(),
            mix: PhaseMix::Alone(self.phase),
            steps: vec![
                (EvaluationStep::Blend, Centipawns(sum)),
                (
                    EvaluationStep::Check,
                    Centipawns(if turn.is_white() { -check } else { check }),
                ),
            ],
            turn,
        }
    }

    #[inline]
    pub(super) fn for_mover(&self, sum: PieceSquareSum, turn: Color, in_check: bool) -> Centipawns {
        let bonus = if turn.is_white() {
            self.bonus
        } else {
            -self.bonus
        };
        let value = for_side(sum, turn) + bonus;
        Centipawns(if in_check { value - self.check } else { value })
    }
}

/// The bonus for the side that searches, in centipawns for White. The whole search uses the phase of its root.
const fn bonus(context: RootContext) -> i32 {
    let [middlegame, endgame] = context.bonus_for_white();
    match context.phase {
        Phase::Opening | Phase::Middlegame => middlegame,
        Phase::Endgame => endgame,
    }
}

/// The sum from the point of view of `turn`, in centipawns.
#[inline]
pub(super) fn for_side(sum: PieceSquareSum, turn: Color) -> i32 {
    // At most a few dozen pieces of a few thousand centipawns each.
    #[expect(clippy::cast_possible_truncation, reason = "far below 2^31")]
    let value = sum.0 as i32;
    if turn.is_white() { value } else { -value }
}

/// Returns what each piece adds to the sum for White. In the endgame the endgame king's table replaces the king's
/// own.
pub(super) fn piece_values(weights: &[i32], phase: Phase) -> PieceSquareValues {
    let mut piece_values = [[[0; 64]; 6]; 2];
    for color in Color::ALL {
        for role in Role::ALL {
            let value = place::value(role).map_or(0, |place| weights[place]);
            for square in Square::ALL {
                let place = if role == Role::King && phase == Phase::Endgame {
                    place::endgame_king(color, square)
                } else {
                    place::square(color, role, square)
                };
                let worth = i64::from(value + weights[place]);
                piece_values[color_index(color)][role_index(role)][square.to_usize()] =
                    if color.is_white() { worth } else { -worth };
            }
        }
    }
    piece_values
}

pub(super) fn salt_of(piece_values: &PieceSquareValues, classic: &ClassicEvaluator) -> u64 {
    // Hashed in one call, because a random heuristic is compiled for every game of self-play.
    let mut bytes = Vec::with_capacity(4 * (12 * 64 + 1));
    for piece_value in piece_values.iter().flatten().flatten() {
        bytes.extend_from_slice(&piece_value.to_le_bytes()[..4]);
    }
    bytes.extend_from_slice(&classic.check.to_le_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(&bytes).as_bytes()[..8]);
    u64::from_le_bytes(first)
}
