//! Move ordering: the better the first move, the more of the tree is cut.
//!
//! The order: the table's move; captures that do not lose material by static exchange, by the value of the victim and by
//! capture history; the two killers of this ply; the counter-move; quiet moves by their histories, those first that give
//! check or save a piece; captures that lose material.

mod hints;
mod key;
mod quiet_bonus;
mod quiet_list;
mod quiet_order;
mod scores;
#[cfg(test)]
mod tests;

use shakmaty::{Bitboard, Chess, Move, MoveList, Position, Role, Square};

pub(super) use hints::OrderingHints;
pub(super) use key::Keys;

use key::OrderingKey;
use quiet_bonus::QuietBonus;
use quiet_list::QuietList;
use quiet_order::QuietOrder;
use scores::{
    BAD_CAPTURE, COUNTER_MOVE, KILLER, QUIET, TABLE_MOVE, UNPROVED_CAPTURE, capture_score, step_of,
    tactical_score,
};

use super::history::History;
use super::move_kind::is_quiet;
use super::node::Node;
use super::table::PackedMove;
use super::techniques::Technique;
use crate::board::captures::push_tactical_moves;
use crate::board::quiets::{list_quiet_moves, push_underpromotions};
use crate::board::see_at_least;
use crate::units::Centipawns;

/// Loss that a capture may have, in 1/2048 centipawns for each unit of its score.
const LOSS_PER_SCORE: i32 = 69;

/// Which of a node's quiet moves are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuietSelection {
    All,
    /// All but killers and the counter-move, which [`Picker::next_refutation`] has returned.
    Others,
    /// Promotions to lesser pieces alone: pruning would skip the others.
    Underpromotions,
}

/// Returns the moves of one node one by one, best first.
///
/// Most nodes are cut off after a few moves. So a capture's exchange is tested only when it is next, and quiet
/// moves are generated only when the caller asks for them.
#[derive(Debug)]
pub(super) struct Picker<'a> {
    position: &'a Chess,
    moves: &'a mut MoveList,
    hints: &'a OrderingHints,
    first: usize,
    /// Number of moves not yet returned; an upper bound while quiet moves are skipped.
    left: usize,
    prove: bool,
    /// True if quiet moves have still to be generated.
    quiets_wait: bool,
    /// The killers and the counter-move when the picker was made.
    refutations: [PackedMove; 3],
    /// Number of them that [`next_refutation`](Self::next_refutation) has looked at.
    looked_at: usize,
}

impl<'a> Picker<'a> {
    /// Makes the picker of a node of the main search at `ply`, filling the empty list `moves`.
    ///
    /// A quiet table's move is only the first of the quiet ones here; the move loop has tried it before.
    #[inline]
    pub(super) fn new(
        keys: &mut Keys,
        history: &History,
        node: &'a Node,
        moves: &'a mut MoveList,
        hints: &'a OrderingHints,
        ply: usize,
    ) -> Self {
        let quiets_wait = !node.in_check() && hints.techniques.has(Technique::CaptureOrdering);
        let [first, second] = history.killers(ply);
        let counter = history.counter(node.position.turn(), &hints.past);
        let mut picker = Self {
            position: &node.position,
            moves,
            hints,
            first: keys.0.len(),
            left: 0,
            prove: hints.techniques.has(Technique::ExchangeOrdering),
            quiets_wait,
            refutations: [first, second, counter],
            looked_at: 0,
        };
        if quiets_wait {
            push_tactical_moves(picker.position, node.checkers, picker.moves);
            let other = |m: Move| tactical_score(history, &node.position, hints, m);
            picker.score(keys, 0, |_, _, _| 0, other);
        } else {
            *picker.moves = node.position.legal_moves();
            picker.score_all(keys, history, 0);
        }
        picker
    }

    /// Makes the picker of a quiescence node from its moves; captures come first.
    ///
    /// Quiescence tests the exchanges itself.
    #[inline]
    pub(super) fn tactical(
        keys: &mut Keys,
        history: &History,
        position: &'a Chess,
        moves: &'a mut MoveList,
        hints: &'a OrderingHints,
    ) -> Self {
        let mut picker = Self {
            position,
            moves,
            hints,
            first: keys.0.len(),
            left: 0,
            prove: false,
            quiets_wait: false,
            refutations: [PackedMove::NONE; 3],
            looked_at: 0,
        };
        let quiet = |role, from, to| {
            let m = PackedMove::step(from, to);
            if m == hints.table_move {
                TABLE_MOVE
            } else {
                // Most lists here have no quiet move, so the tables are looked up for each.
                let quiets = history.of_quiets(position.turn(), &hints.past);
                quiets.of_piece(role, from).for_ordering(to)
            }
        };
        let captures_first = hints.techniques.has(Technique::CaptureOrdering);
        let other = |m: Move| {
            if PackedMove::from(m) == hints.table_move {
                TABLE_MOVE
            } else if captures_first {
                UNPROVED_CAPTURE + capture_score(history, position.turn(), m)
            } else {
                0
            }
        };
        picker.score(keys, 0, quiet, other);
        picker
    }

    /// Scores the moves of the main search, from index `from` of the list on.
    #[inline]
    fn score_all(&mut self, keys: &mut Keys, history: &History, from: usize) {
        let (position, hints) = (self.position, self.hints);
        let order = self.quiet_order(history);
        let quiet = |role, from, to| order.score(&order.of_piece(role, from), to);
        let other = |m: Move| tactical_score(history, position, hints, m);
        self.score(keys, from, quiet, other);
    }

    #[inline]
    fn quiet_order<'h>(&self, history: &'h History) -> QuietOrder<'h> {
        let (position, hints) = (self.position, self.hints);
        let [first, second, counter] = self.refutations;
        let named = [
            (hints.table_move, TABLE_MOVE),
            (first, KILLER + 1),
            (second, KILLER),
            (counter, COUNTER_MOVE),
        ];
        QuietOrder::new(
            named,
            history.of_quiets(position.turn(), &hints.past),
            QuietBonus::of(position, hints.past.attacked, hints.checks),
        )
    }

    /// Scores moves from index `from` on: `quiet` those that neither capture nor promote, `other` the rest.
    #[inline]
    fn score(
        &mut self,
        keys: &mut Keys,
        from: usize,
        quiet: impl Fn(Role, Square, Square) -> i32,
        other: impl Fn(Move) -> i32,
    ) {
        self.left += self.moves.len() - from;
        keys.begin_list(self.first, from);
        for (place, m) in self.moves.iter().enumerate().skip(from) {
            let score = match step_of(*m) {
                // One call alone, so that it is compiled in place.
                Some((role, from, to)) => quiet(role, from, to),
                None => other(*m),
            };
            keys.0.push(OrderingKey::new(score, place));
        }
        keys.end_list(self.first);
    }

    /// Returns the best remaining move; `None` at the end, or when quiet moves have to be [generated
    /// first](Self::quiets_wait).
    #[inline]
    pub(super) fn next(&mut self, keys: &mut Keys) -> Option<Move> {
        if self.left == 0 {
            return None;
        }
        self.best_left(keys)
    }

    /// Returns the best remaining move, testing a capture's exchange when it is next.
    fn best_left(&mut self, keys: &mut Keys) -> Option<Move> {
        loop {
            let best = keys.largest(self.first);
            let keys = &mut keys.0[self.first..];
            if best == OrderingKey::SPENT || self.quiets_wait && best.score() < UNPROVED_CAPTURE / 2
            {
                return None;
            }
            let place = best.place();
            let m = self.moves[place];
            if self.waits_for_proof(best) && !see_at_least(self.position, m, allowed_loss(best)) {
                keys[place] = refuted(best);
                continue;
            }
            keys[place] = OrderingKey::SPENT;
            self.left -= 1;
            return Some(m);
        }
    }

    /// Returns true if the key is that of a capture whose exchange was not tested yet.
    #[inline]
    fn waits_for_proof(&self, key: OrderingKey) -> bool {
        self.prove && (UNPROVED_CAPTURE / 2..TABLE_MOVE).contains(&key.score())
    }

    /// Returns true if quiet moves have still to be generated.
    #[inline]
    pub(super) const fn quiets_wait(&self) -> bool {
        self.quiets_wait
    }

    /// Returns the next killer or counter-move that is legal and quiet here, before quiet moves are generated.
    ///
    /// One of them often cuts off, and the others are then never listed.
    #[inline]
    pub(super) fn next_refutation(&mut self) -> Option<Move> {
        while let Some(packed) = self.refutations.get(self.looked_at) {
            let before = &self.refutations[..self.looked_at];
            self.looked_at += 1;
            if *packed == self.hints.table_move || before.contains(packed) {
                continue;
            }
            let found = packed.unpack(self.position, Bitboard::EMPTY);
            if let Some(m) = found.filter(|m| is_quiet(*m)) {
                return Some(m);
            }
        }
        None
    }

    /// Generates and scores the quiet moves that are selected.
    #[inline]
    pub(super) fn list_quiets(
        &mut self,
        keys: &mut Keys,
        history: &History,
        which: QuietSelection,
    ) {
        self.quiets_wait = false;
        let listed = self.moves.len();
        if which == QuietSelection::Underpromotions {
            push_underpromotions(self.position, self.moves);
            self.score_all(keys, history, listed);
            return;
        }
        keys.begin_list(self.first, listed);
        let order = self.quiet_order(history);
        let mut list = QuietList {
            order: &order,
            history,
            position: self.position,
            hints: self.hints,
            moves: self.moves,
            keys,
        };
        list_quiet_moves(self.position, &mut list);
        keys.end_list(self.first);
        self.left += self.moves.len() - listed;
        if which == QuietSelection::Others {
            for key in &mut keys.0[self.first + listed..] {
                if (COUNTER_MOVE..=KILLER + 1).contains(&key.score()) {
                    *key = OrderingKey::SPENT;
                }
            }
        }
    }

    /// Returns all moves in order.
    pub(super) fn all(mut self, keys: &mut Keys, history: &History) -> Vec<Move> {
        if self.quiets_wait {
            self.list_quiets(keys, history, QuietSelection::All);
        }
        let ours = &mut keys.0[self.first..][..self.moves.len()];
        for key in &mut *ours {
            let m = self.moves[key.place()];
            if self.waits_for_proof(*key) && !see_at_least(self.position, m, allowed_loss(*key)) {
                *key = refuted(*key);
            }
        }
        ours.sort_unstable_by_key(|key| std::cmp::Reverse(*key));
        let ordered = ours.iter().map(|key| self.moves[key.place()]).collect();
        self.finish(keys);
        ordered
    }

    /// Skips the quiet moves that are ordered by history.
    #[inline]
    pub(super) fn skip_quiets(&self, keys: &mut Keys) {
        for key in &mut keys.0[self.first..] {
            if (-QUIET..=QUIET).contains(&key.score()) {
                *key = OrderingKey::SPENT;
            }
        }
    }

    /// Ends the loop over the node's moves and frees their keys.
    #[inline]
    pub(super) fn finish(self, keys: &mut Keys) {
        keys.0.truncate(self.first);
    }
}

/// Returns the key of a capture that loses material: ordered last.
#[inline]
const fn refuted(key: OrderingKey) -> OrderingKey {
    key.scored(key.score() - UNPROVED_CAPTURE + BAD_CAPTURE)
}

/// Returns how much material a capture may lose to be tried early: the more the better its score is.
///
/// In this form from Stockfish (2020).
#[inline]
const fn allowed_loss(key: OrderingKey) -> Centipawns {
    Centipawns(-(key.score() - UNPROVED_CAPTURE) * LOSS_PER_SCORE / (2 * 1024))
}
