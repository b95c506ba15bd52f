//! Tablebases inside the tree and at its root.

use shakmaty::{Move, Position as _};

use super::negamax::{Frame, decides};
use super::node::Node;
use super::table::{Bound, Entry, PackedMove};
use super::tree::Tree;
use super::value::{TABLEBASE_WIN, to_table};
use crate::board::Game;
use crate::book::{Outcome, Tablebase};

/// After so many half-moves without progress a win is played by the tables alone.
const PRESSING: u32 = 60;

impl Tree {
    /// The value of a node that the tablebases know, where it decides the window. Only right after
    /// a capture or a pawn move, since the tables know nothing of the fifty moves before.
    pub(super) fn tablebase_value(&mut self, node: &Node, key: u64, frame: Frame) -> Option<i32> {
        let tables = self.tablebase.as_ref()?;
        let position = &node.position;
        if position.halfmoves() != 0
            || position.castles().any()
            || position.board().occupied().count() > tables.largest()
        {
            return None;
        }
        let outcome = tables.outcome(position)?;
        self.tablebase_hits += 1;
        let ply = i32::try_from(frame.ply).unwrap_or(0);
        let (value, bound) = match outcome {
            Outcome::Win => (TABLEBASE_WIN - ply, Bound::Lower),
            Outcome::Loss => (ply - TABLEBASE_WIN, Bound::Upper),
            Outcome::CursedWin | Outcome::Draw | Outcome::BlessedLoss => {
                (self.draw(frame.ply), Bound::Exact)
            }
        };
        if !decides(bound, value, frame) {
            return None;
        }
        let stored = to_table(value, frame.ply);
        let deep = i8::try_from(frame.depth.saturating_add(6)).unwrap_or(i8::MAX);
        let entry = Entry::new(PackedMove::NONE, stored, None, deep, bound);
        self.table.store(key, entry);
        Some(value)
    }
}

/// The root moves that keep what the tablebases promise: all that win while nothing presses, the
/// surest alone once the position has come up before or the fifty moves draw near. None where the
/// tables do not know the position.
pub(super) fn sound_moves(tables: &dyn Tablebase, game: &Game) -> Option<Vec<Move>> {
    let position = game.position();
    if position.board().occupied().count() > tables.largest() {
        return None;
    }
    let ranked = tables.rank_root(position)?;
    let (first, best, _) = *ranked.first()?;
    let pressed = game.occurrences() > 1 || position.halfmoves() >= PRESSING;
    if pressed && best == Outcome::Win {
        return Some(vec![first]);
    }
    let kept = ranked.iter().filter(|(_, outcome, _)| *outcome == best);
    Some(kept.map(|(m, ..)| *m).collect())
}
