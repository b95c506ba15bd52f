//! The root of the tree: its moves, kept between iterations, the best first.

use shakmaty::{Move, MoveList, Position as _};

use super::frame::{ExpectedNode, Frame, NodeContext, NodeInfo, bound_of};
use super::move_search::MoveTrial;
use super::node::Node;
use super::ordering::{OrderingHints, Picker};
use super::reduction_table::RootWindow;
use super::report::ScoreBound;
use super::root_move::{RootMove, RootPass};
use super::stack::FIRST_IMPROVEMENT;
use super::table::{PackedMove, TableEntry};
use super::thread::SearchThread;
use super::value::{INFINITY, to_table};
use crate::board::checks::CheckSquares;
use crate::board::threats::{AttackedSquares, attacked_by};

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Lists the root moves in order; only those in `only` unless that is empty.
    pub(super) fn list_root_moves(&mut self, only: &[Move]) {
        let node = self.shared.root;
        let entry = self.recall(self.shared.table_key(node));
        let hints = OrderingHints {
            techniques: self.techniques(),
            table_move: entry.map_or(PackedMove::NONE, |entry| entry.m),
            past: self.stack.quiet_context(0, AttackedSquares::default()),
            checks: CheckSquares::of(&node.position),
        };
        let mut moves = MoveList::new();
        let (keys, history) = (&mut self.stack.keys, &self.history);
        let picker = Picker::new(keys, history, node, &mut moves, &hints, 0);
        let ordered = picker.all(&mut self.stack.keys, history).into_iter();
        let wanted = ordered.filter(|m| only.is_empty() || only.contains(m));
        self.line.root_moves.clear();
        self.line.root_moves.extend(wanted.map(RootMove::new));
    }

    /// Searches the root moves from index `pass.rank` on; the best is moved to that index, with its value and
    /// line.
    ///
    /// `on_move` is called before each move with its number from 1 and the nodes so far.
    pub(super) fn search_root(
        &mut self,
        pass: RootPass,
        on_move: &mut dyn FnMut(Move, usize, u64),
    ) -> i32 {
        let node = self.shared.root;
        let frame = Frame {
            alpha: pass.alpha,
            beta: pass.beta,
            depth: pass.depth,
            ply: 0,
            expected: ExpectedNode::All,
        };
        let known = self.look_at_root(node);
        let mut context = NodeContext { node, frame, known };
        let mut best = -INFINITY;
        self.control.root_window = RootWindow::new(pass.beta - pass.alpha);
        for place in pass.rank..self.line.root_moves.len() {
            let m = self.line.root_moves[place].m;
            let before = self.control.nodes;
            on_move(m, place + 1, before);
            let tried = place - pass.rank;
            self.stack.entries[0].tried = tried + 1;
            let ahead = self.shared.look_ahead(node, m, true);
            let trial = MoveTrial {
                best,
                ..self.root_trial(&context, m, tried)
            };
            let value = self.try_move(&context, ahead, trial);
            self.line.root_moves[place].nodes += self.control.nodes - before;
            let Some(value) = value else {
                break;
            };
            if value <= best {
                continue;
            }
            best = value;
            if value > context.frame.alpha {
                context.frame.alpha = value;
                let bound = if value >= frame.beta {
                    ScoreBound::AtLeast
                } else {
                    ScoreBound::Exact
                };
                self.line.lead(place, pass.rank, value, bound);
                if value >= frame.beta {
                    break;
                }
            }
        }
        if pass.rank == 0 && !self.shared.narrowed && !self.control.broken_off && best > -INFINITY {
            self.remember_root(best, pass);
        }
        best
    }

    fn look_at_root(&mut self, node: &Node) -> NodeInfo {
        let evaluation = if node.in_check() {
            None
        } else {
            let raw = self.evaluate(node);
            Some(self.corrected(node, raw))
        };
        let step = &mut self.stack.entries[0];
        step.evaluation = evaluation;
        step.was_principal = true;
        step.is_known = true;
        step.in_check = node.in_check();
        let attacked = attacked_by(&node.position, !node.position.turn());
        self.stack.entries[0].past = self.stack.quiet_context(0, attacked);
        self.forget_children(0);
        NodeInfo {
            entry: None,
            evaluation,
            estimate: evaluation.unwrap_or(0),
            improvement: if node.in_check() {
                0
            } else {
                FIRST_IMPROVEMENT
            },
            is_principal: true,
            was_principal: true,
        }
    }

    fn remember_root(&self, value: i32, pass: RootPass) {
        let window = Frame {
            alpha: pass.alpha,
            beta: pass.beta,
            depth: pass.depth,
            ply: 0,
            expected: ExpectedNode::All,
        };
        let m = self
            .line
            .root_moves
            .first()
            .map_or(PackedMove::NONE, |best| PackedMove::from(best.m));
        let depth = i8::try_from(pass.depth).unwrap_or(i8::MAX);
        let bound = bound_of(value, window);
        let entry = TableEntry::new(m, to_table(value, 0), None, depth, bound).marked(true);
        let key = self.shared.table_key(self.shared.root);
        self.shared.table.store(key, entry);
    }
}
