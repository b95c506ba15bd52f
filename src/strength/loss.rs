//! What is counted of a move: the kind of its position, and the expected points that it loses.

use shakmaty::{Chess, Move, Position as _};

use crate::phase::Phase;
use crate::score::Score;

/// Below this many expected points, and above as many less than 1, a game is decided.
const DECIDED: f64 = 0.15;

/// More legal moves than this are many.
const MANY_MOVES: usize = 30;

/// The kind of position in which a move is made: phase, chances, what the best move is, and how many moves there are.
///
/// Losses are compared within a kind, since a move that loses nothing is easier to find in some than in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKind(u8);

impl PositionKind {
    /// The number of kinds: three phases, three chances, three kinds of best move, few or many legal moves.
    pub const COUNT: usize = 54;

    /// Returns the kind of a position that a search gives this score and best move.
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

    /// The place among all kinds, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The expected points that a move loses, in classes: the search's own move, then by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossClass(u8);

/// The least loss of each class after the first, in expected points.
const LEAST: [f64; LossClass::COUNT - 2] = [0.005, 0.02, 0.05, 0.1, 0.2];

impl LossClass {
    /// The number of classes.
    pub const COUNT: usize = 7;

    /// The class of the search's own move.
    pub const BEST: Self = Self(0);

    /// Returns the class of another move than the search's, by the scores before and after it for its mover.
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

    /// The place among all classes, from 0; larger losses come later.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
