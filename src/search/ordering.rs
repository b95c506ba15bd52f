//! Move ordering: what is tried first decides how much of the tree is cut.
//!
//! The order: the table's move; captures that do not lose material, the most valuable victim first,
//! then by the least valuable attacker and by what such captures achieved; the two killers of this
//! ply; the counter-move; quiet moves by their histories; captures that lose material.

use shakmaty::{Chess, Move, MoveList, Position, Role};

use super::history::{Deed, History, Past};
use super::table::PackedMove;
use super::techniques::{Technique, Techniques};
use crate::board::checks::Checks;
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
pub(super) struct Hints<'a> {
    pub(super) techniques: Techniques,
    pub(super) table_move: PackedMove,
    pub(super) past: Past,
    pub(super) history: &'a History,
}

impl Hints<'_> {
    /// The score of a capture: its victim first, then what such captures achieved.
    #[inline]
    fn capture(&self, position: &Chess, m: Move) -> i32 {
        victim_and_attacker(m) + self.history.capture(position.turn(), m) / 64
    }
}

/// Hands out the moves of one node, best first.
///
/// Whether a capture loses material is looked up only when its turn comes: most nodes are cut off
/// before.
#[derive(Debug)]
pub(super) struct Picker<'a> {
    position: &'a Chess,
    moves: &'a MoveList,
    first: usize,
    prove: bool,
}

impl<'a> Picker<'a> {
    /// All `moves` of a node of the main search at `ply`.
    #[inline]
    pub(super) fn new(
        keys: &mut Keys,
        position: &'a Chess,
        moves: &'a MoveList,
        hints: &Hints<'_>,
        ply: usize,
    ) -> Self {
        let turn = position.turn();
        let killers = hints.history.killers(ply);
        let counter = hints.history.counter(turn, hints.past);
        let quiets = hints.history.of_quiets(turn, hints.past);
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
                UNPROVED_CAPTURE + hints.capture(position, m)
            } else {
                BAD_CAPTURE
            }
        };
        let mut picker = Self::scored(keys, position, moves, quiet, other);
        picker.prove = hints.techniques.has(Technique::ExchangeOrdering);
        picker
    }

    /// The `moves` of a node of quiescence: captures, whose exchanges it looks at itself, and in
    /// check the other evasions after them.
    #[inline]
    pub(super) fn tactical(
        keys: &mut Keys,
        position: &'a Chess,
        moves: &'a MoveList,
        hints: &Hints<'_>,
    ) -> Self {
        let quiets = hints.history.of_quiets(position.turn(), hints.past);
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
                UNPROVED_CAPTURE + hints.capture(position, m)
            } else {
                0
            }
        };
        Self::scored(keys, position, moves, quiet, other)
    }

    /// `quiet` scores moves that neither capture nor promote, `other` the rest.
    #[inline]
    fn scored(
        keys: &mut Keys,
        position: &'a Chess,
        moves: &'a MoveList,
        quiet: impl Fn(PackedMove, Deed) -> i32,
        other: impl Fn(Move) -> i32,
    ) -> Self {
        let first = keys.0.len();
        let places = (0..256).rev().zip(moves);
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
        Self {
            position,
            moves,
            first,
            prove: false,
        }
    }

    /// The best of the moves that are left.
    #[inline]
    pub(super) fn next(&self, keys: &mut Keys) -> Option<Move> {
        let keys = &mut keys.0[self.first..];
        loop {
            let best = keys.iter().copied().fold(SPENT, i32::max);
            if best == SPENT {
                return None;
            }
            let place = 255 - (best & 255).unsigned_abs() as usize;
            let (m, score) = (self.moves[place], best >> 8);
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

/// Most valuable victim first, then least valuable attacker.
fn victim_and_attacker(m: Move) -> i32 {
    let victim = m.capture().map_or(0, |role| role as i32);
    let promotion = m.promotion().map_or(0, |role| role as i32);
    (victim + promotion) * 256 - m.role() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
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
            history: &history,
        };
        let moves = position.legal_moves();
        let mut keys = Keys::default();
        let picker = Picker::new(&mut keys, &position, &moves, &hints, 3);
        let order: Vec<Move> = std::iter::from_fn(|| picker.next(&mut keys)).collect();
        assert_eq!(order.len(), position.legal_moves().len());
        let expected = ["d1h5", "d4c5", "f4e5", "d4e5", "e1f1"].map(find);
        assert_eq!(order[..5], expected);
        assert_eq!(order.last(), Some(&find("e1f2")));
    }
}
