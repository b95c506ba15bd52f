//! Move ordering: the better the first move, the more of the tree is cut.
//!
//! The order: the table's move; captures that do not lose material by static exchange, by the value of the victim and by
//! capture history; the two killers of this ply; the counter-move; quiet moves by their histories, those first that give
//! check or save a piece; captures that lose material.

mod capture_score;
mod key;
mod quiet_bonus;
#[cfg(test)]
mod tests;

use shakmaty::{Bitboard, Chess, Move, MoveList, Position, Role, Square};

pub(super) use key::Keys;

use capture_score::capture_score;
use key::OrderingKey;
use quiet_bonus::QuietBonus;

use super::history::History;
use super::move_kind::is_quiet;
use super::node::Node;
use super::quiet_context::{PieceTo, QuietContext};
use super::table::PackedMove;
use super::techniques::{Technique, Techniques};
use crate::board::captures::push_tactical_moves;
use crate::board::checks::CheckSquares;
use crate::board::quiets::{push_quiet_moves, push_underpromotions};
use crate::board::see_at_least;
use crate::units::Centipawns;

const TABLE_MOVE: i32 = 1 << 22;
/// Base score of captures and promotions before their exchange is tested.
const UNPROVED_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = (1 << 18) + 1;
const COUNTER_MOVE: i32 = 1 << 18;
/// Bound of the scores of quiet moves, up and down: of their histories and [`QuietBonus`].
const QUIET: i32 = 250_000;
const BAD_CAPTURE: i32 = -(1 << 20);

/// Loss that a capture may have, in 1/2048 centipawns for each unit of its score.
const LOSS_PER_SCORE: i32 = 69;

/// What move ordering knows of a node before its moves are generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderingHints {
    pub(super) techniques: Techniques,
    pub(super) table_move: PackedMove,
    pub(super) past: QuietContext,
    /// The squares from which pieces give check; none where quiet moves are not ordered by that.
    pub(super) checks: CheckSquares,
}

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
    hints: OrderingHints,
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
        hints: OrderingHints,
        ply: usize,
    ) -> Self {
        let quiets_wait = !node.in_check() && hints.techniques.has(Technique::CaptureOrdering);
        let [first, second] = history.killers(ply);
        let counter = history.counter(node.position.turn(), hints.past);
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
        hints: OrderingHints,
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
                quiets.for_ordering(m, PieceTo::new(role, to))
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
        let turn = position.turn();
        let [first, second, counter] = self.refutations;
        let quiets = history.of_quiets(turn, &hints.past);
        let extra = QuietBonus::of(position, hints.past.attacked, hints.checks);
        let quiet = |role, from, to| {
            let m = PackedMove::step(from, to);
            if m == hints.table_move {
                TABLE_MOVE
            } else if m == first {
                KILLER + 1
            } else if m == second {
                KILLER
            } else if m == counter {
                COUNTER_MOVE
            } else {
                quiets.for_ordering(m, PieceTo::new(role, to)) + extra.of_step(role, from, to)
            }
        };
        let other = |m: Move| tactical_score(history, position, hints, m);
        self.score(keys, from, quiet, other);
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
        let (listed, room) = (self.moves.len() - from, keys.0.len());
        self.left += listed;
        // `extend` would be a call, in which the scores are no longer computed in place: 1 % slower.
        keys.0.resize(room + listed, OrderingKey::SPENT);
        let slots = keys.0[room..].iter_mut().zip(&self.moves[from..]);
        for (place, (key, m)) in slots.enumerate() {
            let score = match step_of(*m) {
                // One call alone, so that it is compiled in place.
                Some((role, from, to)) => quiet(role, from, to),
                None => other(*m),
            };
            *key = OrderingKey::new(score, from + place);
        }
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
        let keys = &mut keys.0[self.first..];
        loop {
            let best = keys
                .iter()
                .copied()
                .fold(OrderingKey::SPENT, OrderingKey::max);
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
        match which {
            QuietSelection::All | QuietSelection::Others => {
                push_quiet_moves(self.position, self.moves);
            }
            QuietSelection::Underpromotions => push_underpromotions(self.position, self.moves),
        }
        let scored = keys.0.len();
        self.score_all(keys, history, listed);
        if which == QuietSelection::Others {
            for key in &mut keys.0[scored..] {
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
        let ours = &mut keys.0[self.first..];
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

/// Returns the piece of a move that neither captures nor promotes, and its two squares; castling goes to the rook's.
#[inline]
const fn step_of(m: Move) -> Option<(Role, Square, Square)> {
    match m {
        Move::Normal {
            role,
            from,
            capture: None,
            to,
            promotion: None,
        } => Some((role, from, to)),
        Move::Castle { king, rook } => Some((Role::King, king, rook)),
        _ => None,
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

/// Returns the score of a capture or promotion in the main search.
#[inline]
fn tactical_score(history: &History, position: &Chess, hints: OrderingHints, m: Move) -> i32 {
    let is_early = match m {
        Move::Normal {
            capture, promotion, ..
        } => capture.is_some() || promotion == Some(Role::Queen),
        _ => m.is_capture(),
    };
    if PackedMove::from(m) == hints.table_move {
        TABLE_MOVE
    } else if !hints.techniques.has(Technique::CaptureOrdering) {
        0
    } else if is_early {
        UNPROVED_CAPTURE + capture_score(history, position.turn(), m)
    } else {
        BAD_CAPTURE
    }
}
