//! The root of the tree: its moves, kept from one iteration to the next, the best in front.

use shakmaty::{Move, MoveList};

use super::frame::{ExpectedNode, Frame, NodeInfo, bound_of};
use super::node::Node;
use super::ordering::{OrderingHints, Picker};
use super::report::ScoreBound;
use super::root_move::{RootMove, RootPass};
use super::table::{PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{INFINITY, to_table};
use crate::eval::Evaluator;

impl SearchThread {
    /// Lists the moves of the root in the order in which they look best; `only` these, where there
    /// are any.
    pub(super) fn list_root_moves(&mut self, node: &Node, evaluator: &Evaluator, only: &[Move]) {
        let entry = self.recall(node.key ^ evaluator.salt());
        let hints = OrderingHints {
            techniques: self.techniques,
            table_move: entry.map_or(PackedMove::NONE, |entry| entry.m),
            past: self.continuation_moves(0),
        };
        let mut moves = MoveList::new();
        let (keys, history) = (&mut self.keys, &self.history);
        let picker = Picker::new(keys, history, node, &mut moves, hints, 0);
        let ordered = picker.all(&mut self.keys, history).into_iter();
        let wanted = ordered.filter(|m| only.is_empty() || only.contains(m));
        self.root_moves.clear();
        self.root_moves.extend(wanted.map(RootMove::new));
    }

    /// Searches the root's moves from `pass.rank` on; the best found ends up at that place, with its
    /// value and line. `on_move` hears of each move before it is searched,
    /// with its number from one and the nodes so far.
    pub(super) fn search_root(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        pass: RootPass,
        on_move: &mut dyn FnMut(Move, usize, u64),
    ) -> i32 {
        let check = node.in_check() && self.has(Technique::CheckExtension);
        let mut frame = Frame {
            alpha: pass.alpha,
            beta: pass.beta,
            depth: pass.depth + i32::from(check),
            ply: 0,
            expected: ExpectedNode::All,
        };
        let known = self.look_at_root(node, evaluator);
        let mut best = -INFINITY;
        for place in pass.rank..self.root_moves.len() {
            let m = self.root_moves[place].m;
            let before = self.nodes;
            on_move(m, place + 1, before);
            let tried = place - pass.rank;
            let ahead = self.look_ahead(node, evaluator, m);
            let value = self.try_move(node, evaluator, ahead, frame, &known, (tried, 0));
            self.root_moves[place].nodes += self.nodes - before;
            let Some(value) = value else {
                break;
            };
            if value <= best {
                continue;
            }
            best = value;
            if value > frame.alpha {
                frame.alpha = value;
                let bound = if value >= frame.beta {
                    ScoreBound::AtLeast
                } else {
                    ScoreBound::Exact
                };
                self.lead(place, pass.rank, value, bound);
                if value >= frame.beta {
                    break;
                }
            }
        }
        if pass.rank == 0 && !self.narrowed && !self.broken_off && best > -INFINITY {
            self.remember_root(node, evaluator, best, pass);
        }
        best
    }

    /// The move at `place` has become the best of its rank.
    fn lead(&mut self, place: usize, rank: usize, value: i32, bound: ScoreBound) {
        let found = &mut self.root_moves[place];
        found.value = value;
        found.bound = bound;
        found.sequel.clone_from(&self.lines[1]);
        self.root_moves[rank..=place].rotate_right(1);
    }

    fn look_at_root(&mut self, node: &Node, evaluator: &Evaluator) -> NodeInfo {
        let evaluation = if node.in_check() {
            None
        } else {
            let raw = self.evaluate(node, evaluator);
            Some(self.corrected(node, raw))
        };
        self.stack[0].evaluation = evaluation;
        self.stack[1].failed_high = 0;
        NodeInfo {
            entry: None,
            evaluation,
            estimate: evaluation.unwrap_or(0),
            improving: true,
        }
    }

    fn remember_root(&self, node: &Node, evaluator: &Evaluator, value: i32, pass: RootPass) {
        let window = Frame {
            alpha: pass.alpha,
            beta: pass.beta,
            depth: pass.depth,
            ply: 0,
            expected: ExpectedNode::All,
        };
        let m = self
            .root_moves
            .first()
            .map_or(PackedMove::NONE, |best| PackedMove::from(best.m));
        let depth = i8::try_from(pass.depth).unwrap_or(i8::MAX);
        let bound = bound_of(value, window);
        let entry = TableEntry::new(m, to_table(value, 0), None, depth, bound);
        self.table.store(node.key ^ evaluator.salt(), entry);
    }
}
