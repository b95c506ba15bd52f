//! A position in the search tree with its incrementally updated key, evaluation and checkers.

use shakmaty::{Bitboard, Chess, Move, Position};

use crate::board::key::{complete_key, key_after_pass, key_of, partial_key_after};
use crate::eval::{Evaluator, PawnTable, PieceSquareSum};

/// A position with its key, its piece-square sum and the pieces that give check.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub position: Chess,
    /// Its Zobrist key.
    pub key: u64,
    /// The piece-square sum over all pieces, from White's point of view.
    pub sum: PieceSquareSum,
    /// The pieces that give check to the side to move.
    pub checkers: Bitboard,
}

/// A legal move that may be played next, with the key of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct KeyedMove {
    /// The move.
    pub m: Move,
    /// The key after the move. Castling rights and en passant may be missing from it; [`Node::after`] has the
    /// whole.
    pub key: u64,
    /// False if the move is known to give no check.
    pub may_check: bool,
}

impl Node {
    /// Makes the node of a position, computing everything from scratch.
    pub fn new(position: &Chess, evaluator: &Evaluator) -> Self {
        Self {
            position: position.clone(),
            key: key_of(position),
            sum: evaluator.sum(position),
            checkers: position.checkers(),
        }
    }

    /// Returns a legal move with the key after it.
    #[inline]
    pub fn ahead(&self, m: Move) -> KeyedMove {
        let key = partial_key_after(self.key, &self.position, m);
        KeyedMove {
            m,
            key,
            may_check: true,
        }
    }

    /// Returns the node after a move.
    #[inline]
    pub fn after(&self, ahead: KeyedMove, evaluator: &Evaluator) -> Self {
        let mut position = self.position.clone();
        position.play_unchecked(ahead.m);
        let checkers = if ahead.may_check {
            position.checkers()
        } else {
            Bitboard::EMPTY
        };
        Self {
            key: complete_key(ahead.key, &self.position, &position),
            sum: evaluator.sum_after(self.sum, self.position.turn(), ahead.m),
            checkers,
            position,
        }
    }

    /// Returns the node after a null move; `None` where passing is not allowed.
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

    /// Returns true if the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.0 != 0
    }

    /// Returns the static evaluation in centipawns for the side to move.
    #[inline]
    pub fn evaluate(&self, evaluator: &Evaluator, pawns: &mut PawnTable) -> i32 {
        evaluator
            .for_mover(&self.position, self.sum, self.checkers, pawns)
            .0
    }
}
