//! A position in the tree with what the search keeps up to date about it.

use shakmaty::{Bitboard, Chess, Move, Position};

use crate::board::key::{complete_key, key_after_pass, key_of, partial_key_after};
use crate::eval::{Evaluator, PawnTable, PieceSquareSum};

/// A position with its key, its evaluation's sum, and the pieces that give check.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub position: Chess,
    /// Its key.
    pub key: u64,
    /// The evaluation's sum over all men, from White's point of view.
    pub sum: PieceSquareSum,
    /// What gives check to the side to move.
    pub checkers: Bitboard,
}

/// A legal move that may be played next, and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct KeyedMove {
    /// The move.
    pub m: Move,
    /// The key of the position after it, as far as can be told: mostly the whole of it.
    pub key: u64,
}

impl Node {
    /// The node of a position, everything from scratch.
    pub fn new(position: &Chess, evaluator: &Evaluator) -> Self {
        Self {
            position: position.clone(),
            key: key_of(position),
            sum: evaluator.sum(position),
            checkers: position.checkers(),
        }
    }

    /// A legal move that may be played next.
    #[inline]
    pub fn ahead(&self, m: Move) -> KeyedMove {
        let key = partial_key_after(self.key, &self.position, m);
        KeyedMove { m, key }
    }

    /// The node after a move.
    #[inline]
    pub fn after(&self, ahead: KeyedMove, evaluator: &Evaluator) -> Self {
        let mut position = self.position.clone();
        position.play_unchecked(ahead.m);
        Self {
            key: complete_key(ahead.key, &self.position, &position),
            sum: evaluator.sum_after(self.sum, self.position.turn(), ahead.m),
            checkers: position.checkers(),
            position,
        }
    }

    /// The node after the side to move passed, where that is allowed.
    pub fn after_pass(&self) -> Option<Self> {
        let position = self.position.clone().swap_turn().ok()?;
        let key = key_after_pass(self.key, &self.position);
        Some(Self {
            position,
            key,
            sum: self.sum,
            checkers: Bitboard::EMPTY,
        })
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.0 != 0
    }

    /// The static evaluation in centipawns for the side to move.
    #[inline]
    pub fn evaluate(&self, evaluator: &Evaluator, pawns: &mut PawnTable) -> i32 {
        evaluator
            .for_mover(&self.position, self.sum, self.checkers, pawns)
            .0
    }
}
