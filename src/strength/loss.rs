//! Classifies a move: the kind of its position, and its loss in expected points.

use shakmaty::{Chess, Move, Position as _};

use crate::phase::Phase;
use crate::score::Score;

/// A game is decided if expected points are below this, or above 1 less this.
const DECIDED: f64 = 0.15;

/// A position with more legal moves than this has many.
const MANY_MOVES: usize = 30;

/// The kind of position in which a move is made: phase, expected points, type of the best move, number of legal
/// moves.
///
/// Losses are compared within a kind, since a move without loss is easier to find in some kinds than in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKind(u8);

impl PositionKind {
    /// The number of kinds: three phases, three levels of expected points, three types of best move, few or
    /// many legal moves.
    pub const COUNT: usize = 54;

    /// Returns the kind of a position, given the score and the best move of a search.
    pub fn of(position: &Chess, score: Score, best: Option<Move>) -> Self {
        let points = score.expected_points();
        let chances = u8::from(points >= DECIDED) + u8::from(points > 1.0 - DECIDED);
        let answer = if position.is_check() {
            2
        } else {
            u8::from(best.is_some_and(Move::is_capture))
        };
        let phase = Phase::of(position) as u8;
        let choice = u8::from(position.legal_moves().len() > MANY_MOVES);
        Self((phase * 9 + chances * 3 + answer) * 2 + choice)
    }

    /// Returns the index among all kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A class of loss in expected points; the search's own move has a class of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossClass(u8);

/// The least loss of each class after the first, in expected points.
const LEAST: [f64; LossClass::COUNT - 2] = [0.005, 0.02, 0.05, 0.1, 0.2];

impl LossClass {
    /// The number of classes.
    pub const COUNT: usize = 7;

    /// The class of the search's own move.
    pub const BEST: Self = Self(0);

    /// Returns the class of another move, from the scores before and after it for the side that moves.
    pub fn of(before: Score, after: Score) -> Self {
        let lost = before.expected_points() - after.expected_points();
        Self(
            LEAST
                .iter()
                .map(|least| u8::from(lost >= *least))
                .sum::<u8>()
                + 1,
        )
    }

    /// Returns the index among all classes; larger losses have larger indices.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
