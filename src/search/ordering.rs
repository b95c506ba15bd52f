//! Move ordering: what is tried first decides how much of the tree is cut.
//!
//! The order: the table's move; captures that do not lose material, the most valuable victim first
//! and by the least valuable attacker; the two killers of this ply (quiet moves that cut off a
//! sibling; Akl and Newborn, 1977); quiet moves by their history (Schaeffer, 1989); captures that
//! lose material.

use shakmaty::{Chess, Color, Move, MoveList, Position, Role};

use super::table::PackedMove;
use crate::board::see_at_least;
use crate::units::{Centipawns, Ply};

// Scores are below 2^23 in size, so that a key holds one beside the move's place.
const TABLE_MOVE: i32 = 1 << 22;
/// A capture that may yet turn out to lose material.
const UNPROVED_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;
const BAD_CAPTURE: i32 = -(1 << 20);

/// The key of a move that was handed out.
const SPENT: i32 = i32::MIN;

/// History never grows past this in either direction.
const HISTORY_LIMIT: i32 = 1 << 14;

/// What earlier cut-offs say about moves; forgotten between games, faded between searches.
#[derive(Clone, Debug)]
pub struct Memory {
    killers: Vec<[PackedMove; 2]>,
    history: Vec<i16>,
}

impl Memory {
    /// Nothing remembered.
    pub fn new() -> Self {
        Self {
            killers: vec![[PackedMove::NONE; 2]; usize::from(Ply::MAX.0) + 2],
            history: vec![0; 2 * 64 * 64],
        }
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        self.history.fill(0);
    }

    /// Before a new search: killers belong to the old tree; history counts for less.
    pub fn fade(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        for value in &mut self.history {
            *value /= 4;
        }
    }

    /// A quiet move cut off at `ply` after `tried` other quiet moves had failed to.
    pub fn reward(&mut self, turn: Color, m: Move, ply: usize, depth: i32, tried: &[Move]) {
        let killers = &mut self.killers[ply];
        if killers[0] != PackedMove::from(m) {
            killers[1] = killers[0];
            killers[0] = PackedMove::from(m);
        }
        let bonus = (depth * depth).min(400);
        self.push_history(turn, m, bonus);
        for other in tried {
            self.push_history(turn, *other, -bonus);
        }
    }

    /// How well a quiet move has done, from minus to plus 16,384.
    #[inline]
    pub fn history(&self, turn: Color, m: Move) -> i32 {
        self.packed_history(turn, PackedMove::from(m))
    }

    #[inline]
    fn packed_history(&self, turn: Color, m: PackedMove) -> i32 {
        i32::from(self.history[history_slot(turn, m)])
    }

    /// Pulls the value towards the bonus's limit, so that it saturates ("gravity").
    fn push_history(&mut self, turn: Color, m: Move, bonus: i32) {
        let slot = &mut self.history[history_slot(turn, PackedMove::from(m))];
        let value = i32::from(*slot);
        let next = value + 32 * bonus - value * bonus.abs() / (HISTORY_LIMIT / 32);
        *slot = i16::try_from(next).unwrap_or(*slot);
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
fn history_slot(turn: Color, m: PackedMove) -> usize {
    usize::from(turn.is_black()) * 4096 + m.path()
}

/// The keys of the moves of every node on the path, those of the deepest node last.
///
/// A key is a move's score and, below it, its place from the end: the largest key is the best
/// move, the earlier generated one among equals. One stack serves the whole tree, since an array
/// in each node would be cleared and copied far more often than it is read.
#[derive(Debug, Default)]
pub struct Keys(Vec<i32>);

/// Hands out the moves of one node, best first.
///
/// Whether a capture loses material is looked up only when its turn comes: most nodes are cut off
/// before.
#[derive(Debug)]
pub struct Picker<'a> {
    position: &'a Chess,
    moves: &'a MoveList,
    first: usize,
}

impl<'a> Picker<'a> {
    /// All `moves` of a node of the main search.
    #[inline]
    pub fn new(
        keys: &mut Keys,
        position: &'a Chess,
        moves: &'a MoveList,
        table_move: PackedMove,
        memory: &Memory,
        ply: usize,
    ) -> Self {
        let killers = memory.killers[ply];
        let turn = position.turn();
        Self::scored(keys, position, moves, |m| {
            let packed = PackedMove::from(m);
            if packed == table_move {
                TABLE_MOVE
            } else if m.is_capture() || m.promotion() == Some(Role::Queen) {
                UNPROVED_CAPTURE + capture_score(m)
            } else if m.is_promotion() {
                BAD_CAPTURE
            } else if packed == killers[0] {
                KILLER + 1
            } else if packed == killers[1] {
                KILLER
            } else {
                memory.packed_history(turn, packed)
            }
        })
    }

    /// The tactical `moves` of a node of quiescence, which looks at their exchanges itself.
    #[inline]
    pub fn tactical(keys: &mut Keys, position: &'a Chess, moves: &'a MoveList) -> Self {
        Self::scored(keys, position, moves, capture_score)
    }

    #[inline]
    fn scored(
        keys: &mut Keys,
        position: &'a Chess,
        moves: &'a MoveList,
        score: impl Fn(Move) -> i32,
    ) -> Self {
        let first = keys.0.len();
        let places = (0..256).rev().zip(moves);
        keys.0
            .extend(places.map(|(from_end, m)| score(*m) << 8 | from_end));
        Self {
            position,
            moves,
            first,
        }
    }

    /// The best of the moves that are left.
    #[inline]
    pub fn next(&self, keys: &mut Keys) -> Option<Move> {
        let keys = &mut keys.0[self.first..];
        loop {
            let best = keys.iter().copied().fold(SPENT, i32::max);
            if best == SPENT {
                return None;
            }
            let place = 255 - (best & 255).unsigned_abs() as usize;
            let (m, score) = (self.moves[place], best >> 8);
            if (UNPROVED_CAPTURE..TABLE_MOVE).contains(&score)
                && !see_at_least(self.position, m, Centipawns::ZERO)
            {
                keys[place] = (BAD_CAPTURE + capture_score(m)) << 8 | (best & 255);
                continue;
            }
            keys[place] = SPENT;
            return Some(m);
        }
    }

    /// Leaves the node: its keys make room.
    #[inline]
    pub fn finish(self, keys: &mut Keys) {
        keys.0.truncate(self.first);
    }
}

/// Most valuable victim first, then least valuable attacker.
fn capture_score(m: Move) -> i32 {
    let victim = m.capture().map_or(0, |role| role as i32);
    let promotion = m.promotion().map_or(0, |role| role as i32);
    (victim + promotion) * 16 - m.role() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut memory = Memory::new();
        memory.reward(Color::White, find("e1f1"), 3, 4, &[find("e1f2")]);
        let table_move = PackedMove::from(find("d1h5"));
        let moves = position.legal_moves();
        let mut keys = Keys::default();
        let picker = Picker::new(&mut keys, &position, &moves, table_move, &memory, 3);
        let order: Vec<Move> = std::iter::from_fn(|| picker.next(&mut keys)).collect();
        assert_eq!(order.len(), position.legal_moves().len());
        let expected = ["d1h5", "d4c5", "f4e5", "d4e5", "e1f1"].map(find);
        assert_eq!(order[..5], expected);
        assert_eq!(order.last(), Some(&find("e1f2")));
    }
}
