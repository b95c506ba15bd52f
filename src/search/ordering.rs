//! Move ordering: the better the first move, the more of the tree is cut.
//!
//! The order: the table's move; captures that do not lose material by static exchange, the most valuable victim
//! first, then the least valuable attacker, adjusted by capture history; the two killers of this ply; the
//! counter-move; quiet moves by their histories; captures that lose material.

mod key;
#[cfg(test)]
mod tests;

use shakmaty::{Chess, Move, MoveList, Position, Role};

pub(super) use key::Keys;

use key::OrderingKey;

use super::history::History;
use super::node::Node;
use super::quiet_context::{PieceTo, QuietContext};
use super::table::PackedMove;
use super::techniques::{Technique, Techniques};
use crate::board::captures::push_tactical_moves;
use crate::board::checks::{CheckSquares, push_quiet_checks};
use crate::board::quiets::{push_quiet_moves, push_underpromotions};
use crate::board::see_at_least;
use crate::units::Centipawns;

const TABLE_MOVE: i32 = 1 << 22;
/// Base score of captures and promotions before their exchange is tested.
const UNPROVED_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = (1 << 18) + 1;
const COUNTER_MOVE: i32 = 1 << 18;
/// Bound of quiet moves' history scores, up and down.
const QUIET: i32 = 1 << 17;
const BAD_CAPTURE: i32 = -(1 << 20);

/// What move ordering knows of a node before its moves are generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderingHints {
    pub(super) techniques: Techniques,
    pub(super) table_move: PackedMove,
    pub(super) past: QuietContext,
}

/// A move that the picker has returned.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCandidate {
    pub(super) m: Move,
    /// True if static exchange was tested and the move loses no material.
    pub(super) is_sound: bool,
}

impl MoveCandidate {
    /// Makes a candidate whose exchange was not tested.
    pub(super) const fn new(m: Move) -> Self {
        Self { m, is_sound: false }
    }
}

/// Which of a node's quiet moves are generated; underpromotions always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuietSelection {
    All,
    /// Only moves that give check: pruning would skip the others.
    Checks,
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
    ply: usize,
    first: usize,
    /// Number of moves not yet returned; an upper bound while quiet moves are skipped.
    left: usize,
    prove: bool,
    /// True if the last returned move passed the test of static exchange.
    sound: bool,
    /// True if quiet moves have still to be generated.
    quiets_wait: bool,
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
        let mut picker = Self {
            position: &node.position,
            moves,
            hints,
            ply,
            first: keys.0.len(),
            left: 0,
            prove: hints.techniques.has(Technique::ExchangeOrdering),
            sound: false,
            quiets_wait,
        };
        if quiets_wait {
            push_tactical_moves(picker.position, node.checkers, picker.moves);
        } else {
            *picker.moves = node.position.legal_moves();
        }
        picker.score_all(keys, history, 0);
        picker
    }

    /// Makes the picker of a quiescence node from the captures in `moves`, and in check the other evasions
    /// after them.
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
            ply: 0,
            first: keys.0.len(),
            left: 0,
            prove: false,
            sound: false,
            quiets_wait: false,
        };
        let quiets = history.of_quiets(position.turn(), hints.past);
        let quiet = |m: PackedMove, piece_to: PieceTo| {
            if m == hints.table_move {
                TABLE_MOVE
            } else {
                quiets.say(m, piece_to)
            }
        };
        let captures_first = hints.techniques.has(Technique::CaptureOrdering);
        let other = |m: Move| {
            if PackedMove::from(m) == hints.table_move {
                TABLE_MOVE
            } else if captures_first {
                UNPROVED_CAPTURE + capture(history, position, m)
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
        let killers = history.killers(self.ply);
        let counter = history.counter(turn, hints.past);
        let quiets = history.of_quiets(turn, hints.past);
        let quiet = |m: PackedMove, piece_to: PieceTo| {
            if m == hints.table_move {
                TABLE_MOVE
            } else if m == killers[0] {
                KILLER + 1
            } else if m == killers[1] {
                KILLER
            } else if m == counter {
                COUNTER_MOVE
            } else {
                quiets.say(m, piece_to)
            }
        };
        let captures_first = hints.techniques.has(Technique::CaptureOrdering);
        let other = |m: Move| {
            if PackedMove::from(m) == hints.table_move {
                TABLE_MOVE
            } else if !captures_first {
                0
            } else if m.is_capture() || m.promotion() == Some(Role::Queen) {
                UNPROVED_CAPTURE + capture(history, position, m)
            } else {
                BAD_CAPTURE
            }
        };
        self.score(keys, from, quiet, other);
    }

    /// Scores moves from index `from` on: `quiet` those that neither capture nor promote, `other` the rest.
    #[inline]
    fn score(
        &mut self,
        keys: &mut Keys,
        from: usize,
        quiet: impl Fn(PackedMove, PieceTo) -> i32,
        other: impl Fn(Move) -> i32,
    ) {
        let (listed, room) = (self.moves.len() - from, keys.0.len());
        self.left += listed;
        let scored = OrderingKey::of(from, self.moves, |m| match *m {
            Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            } => quiet(PackedMove::step(from, to), PieceTo::new(role, to)),
            m @ Move::Castle { .. } => quiet(PackedMove::from(m), PieceTo::of(m)),
            m => other(m),
        });
        // `extend` would be a call, in which the scores are no longer computed in place: 1 % slower.
        keys.0.resize(room + listed, OrderingKey::SPENT);
        for (key, scored) in keys.0[room..].iter_mut().zip(scored) {
            *key = scored;
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
            let waits = self.waits_for_proof(best);
            if waits && !see_at_least(self.position, m, Centipawns::ZERO) {
                keys[place] = refuted(best);
                continue;
            }
            self.sound = waits;
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

    /// Returns true if the last returned move passed the test of static exchange.
    #[inline]
    pub(super) const fn is_sound(&self) -> bool {
        self.sound
    }

    /// Returns true if quiet moves have still to be generated.
    #[inline]
    pub(super) const fn quiets_wait(&self) -> bool {
        self.quiets_wait
    }

    /// Generates and scores the quiet moves: all, or those that give check.
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
            QuietSelection::All => push_quiet_moves(self.position, self.moves),
            QuietSelection::Checks => {
                push_quiet_checks(self.position, self.moves);
                push_underpromotions(self.position, self.moves);
            }
        }
        self.score_all(keys, history, listed);
    }

    /// Returns all moves in order.
    pub(super) fn all(mut self, keys: &mut Keys, history: &History) -> Vec<Move> {
        if self.quiets_wait {
            self.list_quiets(keys, history, QuietSelection::All);
        }
        let ours = &mut keys.0[self.first..];
        for key in &mut *ours {
            let m = self.moves[key.place()];
            if self.waits_for_proof(*key) && !see_at_least(self.position, m, Centipawns::ZERO) {
                *key = refuted(*key);
            }
        }
        ours.sort_unstable_by_key(|key| std::cmp::Reverse(*key));
        let ordered = ours.iter().map(|key| self.moves[key.place()]).collect();
        self.finish(keys);
        ordered
    }

    /// Skips the quiet moves that are ordered by history, except those that give check.
    #[inline]
    pub(super) fn skip_quiets(&self, keys: &mut Keys) {
        let checks = CheckSquares::of(self.position);
        let is_check = |m| match m {
            Move::Normal { role, from, to, .. } => {
                checks.is_some_and(|checks| checks.by_step(role, from, to))
            }
            _ => false,
        };
        for key in &mut keys.0[self.first..] {
            if (-QUIET..=QUIET).contains(&key.score()) && !is_check(self.moves[key.place()]) {
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

/// Returns the ordering score of a capture: by victim and attacker, then by capture history.
#[inline]
fn capture(history: &History, position: &Chess, m: Move) -> i32 {
    victim_and_attacker(m) + history.capture(position.turn(), m) / 64
}

/// Returns the score by most valuable victim, then least valuable attacker.
fn victim_and_attacker(m: Move) -> i32 {
    let victim = m.capture().map_or(0, |role| role as i32);
    let promotion = m.promotion().map_or(0, |role| role as i32);
    (victim + promotion) * 256 - m.role() as i32
}
