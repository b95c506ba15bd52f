//! The list of a node's quiet moves, each with its key.

use shakmaty::{Bitboard, Chess, Move, MoveList, Role, Square};

use super::hints::OrderingHints;
use super::key::{Keys, OrderingKey};
use super::quiet_order::QuietOrder;
use super::scores::{step_of, tactical_score};
use crate::board::quiets::{QuietMoves, step};
use crate::search::history::History;

/// Quiet moves that are listed and scored at once.
#[derive(Debug)]
pub(super) struct QuietList<'a> {
    pub(super) order: &'a QuietOrder<'a>,
    pub(super) history: &'a History,
    pub(super) position: &'a Chess,
    pub(super) hints: &'a OrderingHints,
    pub(super) moves: &'a mut MoveList,
    pub(super) keys: &'a mut Keys,
}

impl QuietList<'_> {
    #[inline]
    fn add(&mut self, m: Move, score: i32) {
        self.keys.0.push(OrderingKey::new(score, self.moves.len()));
        self.moves.push(m);
    }
}

impl QuietMoves for QuietList<'_> {
    #[inline]
    fn steps(&mut self, role: Role, from: Square, targets: Bitboard) {
        let piece = self.order.of_piece(role, from);
        for to in targets {
            self.add(step(role, from, to), self.order.score(&piece, to));
        }
    }

    fn other(&mut self, m: Move) {
        let score = match step_of(m) {
            Some((role, from, to)) => self.order.score(&self.order.of_piece(role, from), to),
            None => tactical_score(self.history, self.position, self.hints, m),
        };
        self.add(m, score);
    }
}
