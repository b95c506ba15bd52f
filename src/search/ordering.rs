//! Move ordering: what is tried first decides how much of the tree is cut.
//!
//! The order: the table's move; captures that do not lose material, the most valuable victim first,
//! then by the least valuable attacker and by what such captures achieved; the two killers of this
//! ply; the counter-move; quiet moves by their histories; captures that lose material.

use shakmaty::{Chess, Move, MoveList, Position, Role};

use super::history::{Deed, History, Past};
use super::node::Node;
use super::table::PackedMove;
use super::techniques::{Technique, Techniques};
use crate::board::captures::push_tactical_moves;
use crate::board::checks::{Checks, push_quiet_checks};
use crate::board::quiets::{push_lesser_promotions, push_quiet_moves};
use crate::board::see_at_least;
use crate::units::Centipawns;

// Scores are below 2^23 in size, so that a key holds one beside the move's place.
const TABLE_MOVE: i32 = 1 << 22;
/// A capture that may yet turn out to lose material.
const UNPROVED_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = (1 << 18) + 1;
const COUNTER_MOVE: i32 = 1 << 18;
/// Quiet moves by history stay below this in size.
const QUIET: i32 = 1 << 17;
const BAD_CAPTURE: i32 = -(1 << 20);

/// The key of a move that was handed out.
const SPENT: i32 = i32::MIN;

/// The keys of the moves of every node on the path, those of the deepest node last.
///
/// A key is a move's score and, below it, its place from the end: the largest key is the best
/// move, the earlier generated one among equals. One stack serves the whole tree, since an array
/// in each node would be cleared and copied far more often than it is read.
#[derive(Debug, Default)]
pub(super) struct Keys(Vec<i32>);

impl Keys {
    /// Forgets what a search that was broken off left behind.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// What is known about a node before its moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints {
    pub(super) techniques: Techniques,
    pub(super) table_move: PackedMove,
    pub(super) past: Past,
}

/// Which of a node's quiet moves are listed; promotions to lesser pieces always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiets {
    All,
    /// Those that give check: the others are too late.
    Checks,
}

/// Hands out the moves of one node, best first.
///
/// Most nodes are cut off early. So whether a capture loses material is looked up only when its turn
/// comes, and quiet moves are listed only when the caller wants them after that.
#[derive(Debug)]
pub(super) struct Picker<'a> {
    position: &'a Chess,
    moves: &'a mut MoveList,
    hints: Hints,
    ply: usize,
    first: usize,
    prove: bool,
    /// Whether quiet moves are yet to be listed.
    quiets_wait: bool,
}

impl<'a> Picker<'a> {
    /// All moves of a node of the main search at `ply`; the empty list `moves` gives them room. A quiet move
    /// of the table comes first among the quiet ones: who wants it before the captures has tried it already.
    #[inline]
    pub(super) fn new(
        keys: &mut Keys,
        history: &History,
        node: &'a Node,
        moves: &'a mut MoveList,
        hints: Hints,
        ply: usize,
    ) -> Self {
        let quiets_wait = !node.in_check() && hints.techniques.has(Technique::CaptureOrdering);
        let picker = Self {
            position: &node.position,
            moves,
            hints,
            ply,
            first: keys.0.len(),
            prove: hints.techniques.has(Technique::ExchangeOrdering),
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

    /// The `moves` of a node of quiescence: captures, whose exchanges it looks at itself, and in
    /// check the other evasions after them.
    #[inline]
    pub(super) fn tactical(
        keys: &mut Keys,
        history: &History,
        position: &'a Chess,
        moves: &'a mut MoveList,
        hints: Hints,
    ) -> Self {
        let picker = Self {
            position,
            moves,
            hints,
            ply: 0,
            first: keys.0.len(),
            prove: false,
            quiets_wait: false,
        };
        let quiets = history.of_quiets(position.turn(), hints.past);
        let quiet = |m: PackedMove, deed: Deed| {
            if m == hints.table_move {
                TABLE_MOVE
            } else {
                quiets.say(m, deed)
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

    /// Scores the moves of the main search from a place of the list on.
    #[inline]
    fn score_all(&self, keys: &mut Keys, history: &History, from: usize) {
        let (position, hints) = (self.position, self.hints);
        let turn = position.turn();
        let killers = history.killers(self.ply);
        let counter = history.counter(turn, hints.past);
        let quiets = history.of_quiets(turn, hints.past);
        let quiet = |m: PackedMove, deed: Deed| {
            if m == hints.table_move {
                TABLE_MOVE
            } else if m == killers[0] {
                KILLER + 1
            } else if m == killers[1] {
                KILLER
            } else if m == counter {
                COUNTER_MOVE
            } else {
                quiets.say(m, deed)
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

    /// `quiet` scores moves that neither capture nor promote, `other` the rest.
    #[inline]
    fn score(
        &self,
        keys: &mut Keys,
        from: usize,
        quiet: impl Fn(PackedMove, Deed) -> i32,
        other: impl Fn(Move) -> i32,
    ) {
        // A list has no more than 256 moves.
        let places = (0..256).rev().skip(from).zip(&self.moves[from..]);
        keys.0.extend(places.map(|(from_end, m)| {
            let score = match *m {
                Move::Normal {
                    role,
                    from,
                    capture: None,
                    to,
                    promotion: None,
                } => quiet(PackedMove::step(from, to), Deed::new(role, to)),
                m @ Move::Castle { .. } => quiet(PackedMove::from(m), Deed::of(m)),
                m => other(m),
            };
            score << 8 | from_end
        }));
    }

    /// The best of the moves that are left; none when there is none, or when [quiet moves have yet to be
    /// listed](Self::quiets_wait) before it.
    #[inline]
    pub(super) fn next(&self, keys: &mut Keys) -> Option<Move> {
        let keys = &mut keys.0[self.first..];
        loop {
            let best = keys.iter().copied().fold(SPENT, i32::max);
            let score = best >> 8;
            if best == SPENT || self.quiets_wait && score < UNPROVED_CAPTURE / 2 {
                return None;
            }
            let place = 255 - (best & 255).unsigned_abs() as usize;
            let m = self.moves[place];
            if self.prove
                && (UNPROVED_CAPTURE / 2..TABLE_MOVE).contains(&score)
                && !see_at_least(self.position, m, Centipawns::ZERO)
            {
                keys[place] = (score - UNPROVED_CAPTURE + BAD_CAPTURE) << 8 | (best & 255);
                continue;
            }
            keys[place] = SPENT;
            return Some(m);
        }
    }

    /// Whether quiet moves have yet to be listed.
    #[inline]
    pub(super) const fn quiets_wait(&self) -> bool {
        self.quiets_wait
    }

    /// Lists the quiet moves: all, or those that give check.
    #[inline]
    pub(super) fn list_quiets(&mut self, keys: &mut Keys, history: &History, which: Quiets) {
        self.quiets_wait = false;
        let listed = self.moves.len();
        match which {
            Quiets::All => push_quiet_moves(self.position, self.moves),
            Quiets::Checks => {
                push_quiet_checks(self.position, self.moves);
                push_lesser_promotions(self.position, self.moves);
            }
        }
        self.score_all(keys, history, listed);
    }

    /// All moves in their order, for who wants them all.
    pub(super) fn all(mut self, keys: &mut Keys, history: &History) -> Vec<Move> {
        if self.quiets_wait {
            self.list_quiets(keys, history, Quiets::All);
        }
        let ordered = std::iter::from_fn(|| self.next(keys)).collect();
        self.finish(keys);
        ordered
    }

    /// Leaves out the quiet moves that histories ordered, but for those that give check.
    #[inline]
    pub(super) fn skip_quiets(&self, keys: &mut Keys) {
        let checks = Checks::of(self.position);
        let is_check = |m| match m {
            Move::Normal { role, from, to, .. } => {
                checks.is_some_and(|checks| checks.by_step(role, from, to))
            }
            _ => false,
        };
        for key in &mut keys.0[self.first..] {
            let place = 255 - (*key & 255).unsigned_abs() as usize;
            if (-QUIET..=QUIET).contains(&(*key >> 8)) && !is_check(self.moves[place]) {
                *key = SPENT;
            }
        }
    }

    /// Leaves the node: its keys make room.
    #[inline]
    pub(super) fn finish(self, keys: &mut Keys) {
        keys.0.truncate(self.first);
    }
}

/// The score of a capture: its victim first, then what such captures achieved.
#[inline]
fn capture(history: &History, position: &Chess, m: Move) -> i32 {
    victim_and_attacker(m) + history.capture(position.turn(), m) / 64
}

/// Most valuable victim first, then least valuable attacker.
fn victim_and_attacker(m: Move) -> i32 {
    let victim = m.capture().map_or(0, |role| role as i32);
    let promotion = m.promotion().map_or(0, |role| role as i32);
    (victim + promotion) * 256 - m.role() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::heuristic::Heuristic;
    use crate::phase::Phase;
    use shakmaty::Color;

    #[test]
    fn moves_come_in_the_order_of_their_promise() {
        let fen: shakmaty::fen::Fen = "4k3/8/3p4/2q1n3/3P1P2/8/8/3QK3 w - - 0 30"
            .parse()
            .expect("a valid FEN");
        let position: Chess = fen
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("legal");
        let find = |uci: &str| {
            let uci: shakmaty::uci::UciMove = uci.parse().expect("UCI");
            uci.to_move(&position).expect("legal")
        };
        let mut history = History::new(Techniques::PLAYING);
        let past = Past::default();
        history.reward_quiet(Color::White, find("e1f1"), 3, 4, past, &[find("e1f2")]);
        let hints = Hints {
            techniques: Techniques::PLAYING,
            table_move: PackedMove::from(find("d1h5")),
            past,
        };
        let (mut keys, mut moves) = (Keys::default(), MoveList::new());
        let node = Node::new(
            &position,
            &Evaluator::new(&Heuristic::initial(), Phase::Opening),
        );
        let picker = Picker::new(&mut keys, &history, &node, &mut moves, hints, 3);
        let order = picker.all(&mut keys, &history);
        assert_eq!(order.len(), position.legal_moves().len());
        let expected = ["d1h5", "d4c5", "d4e5", "f4e5", "e1f1"].map(find);
        assert_eq!(order[..5], expected);
        assert_eq!(order.last(), Some(&find("e1f2")));
    }

    #[test]
    fn a_capture_that_loses_material_comes_last_where_exchanges_are_looked_at() {
        let fen: shakmaty::fen::Fen = "4k3/3p4/4p3/8/8/8/4Q3/4K3 w - - 0 30"
            .parse()
            .expect("a valid FEN");
        let position: Chess = fen
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("legal");
        let node = Node::new(
            &position,
            &Evaluator::new(&Heuristic::initial(), Phase::Opening),
        );
        let place = |techniques: Techniques| {
            let hints = Hints {
                techniques,
                table_move: PackedMove::NONE,
                past: Past::default(),
            };
            let (mut keys, mut moves) = (Keys::default(), MoveList::new());
            let history = History::new(techniques);
            let picker = Picker::new(&mut keys, &history, &node, &mut moves, hints, 0);
            let order = picker.all(&mut keys, &history);
            let first = order.iter().position(|m| m.is_capture());
            (first, order.len())
        };
        let (last, moves) = place(Techniques::PLAYING);
        assert_eq!(last, Some(moves - 1));
        let (first, _) = place(Techniques::PLAYING.without(Technique::ExchangeOrdering));
        assert_eq!(first, Some(0));
    }
}
