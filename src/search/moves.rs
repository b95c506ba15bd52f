//! The move loop of one node: tries moves in order, best first.

use arrayvec::ArrayVec;
use shakmaty::{Move, MoveList, Position as _};

use super::frame::{ExpectedNode, Frame, NodeContext};
use super::late_moves::{PruneDecision, depth_again};
use super::move_kind::is_quiet;
use super::node::{KeyedMove, Node};
use super::ordering::{MoveCandidate, OrderingHints, Picker, QuietSelection};
use super::quiet_context::PieceTo;
use super::table::PackedMove;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{INFINITY, mated_at};
use crate::board::threats::attacked_by;

/// The moves that did not cause a cut-off; they get a malus if a later one does. After thirty-two the malus is not
/// worth its time.
#[derive(Debug, Default)]
struct FailedMoves {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl FailedMoves {
    fn push(&mut self, m: Move) {
        let list = if is_quiet(m) {
            &mut self.quiets
        } else {
            &mut self.captures
        };
        let _ = list.try_push(m);
    }
}

/// The progress of the move loop at one node.
#[derive(Debug)]
struct MoveLoop<'a> {
    /// The node; the best move so far raises its alpha.
    context: NodeContext<'a>,
    principal: bool,
    best: (Option<Move>, i32),
    tried: usize,
    failed: FailedMoves,
}

impl<'a> MoveLoop<'a> {
    fn new(context: NodeContext<'a>) -> Self {
        Self {
            context,
            principal: context.frame.is_principal(),
            best: (None, -INFINITY),
            tried: 0,
            failed: FailedMoves::default(),
        }
    }
}

/// What the move loop does after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoopStep {
    /// It tries the next move.
    Move,
    /// It tries the next move that is not quiet.
    Capture,
    /// It ends: a cut-off, or the search is aborted.
    Done,
}

/// What came before one move in its node, and how deeply it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveTrial {
    /// Number of moves tried before it.
    pub(super) tried: usize,
    /// Plies by which it is searched deeper; negative: less deeply.
    pub(super) extension: i32,
    /// The best value of the moves before it.
    pub(super) best: i32,
}

impl MoveTrial {
    /// The first move of a node, searched neither deeper nor less deeply.
    pub(super) const fn first() -> Self {
        Self {
            tried: 0,
            extension: 0,
            best: -INFINITY,
        }
    }
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Tries the moves of a node, best first, and returns the best with its value.
    ///
    /// If no move was tried, the value is that of mate or stalemate, or says that no move but the excluded one
    /// exists.
    pub(super) fn try_moves(&mut self, context: NodeContext<'_>) -> (Option<Move>, i32) {
        let NodeContext { node, frame, known } = context;
        let ply = frame.ply;
        let excluded = self.stack.entries[ply].excluded;
        let table_move = known.table_move();
        self.stack.entries[ply].attacked = attacked_by(&node.position, !node.position.turn());
        let mut progress = MoveLoop::new(context);
        // The table's move usually causes a cut-off, so it is tried before any other move is generated.
        let first = if table_move == excluded {
            None
        } else {
            table_move.unpack(&node.position, node.checkers)
        };
        if let Some(m) = first
            && self.consider(MoveCandidate::new(m), &mut progress) == LoopStep::Done
        {
            return progress.best;
        }
        let mut moves = MoveList::new();
        let hints = OrderingHints {
            techniques: self.shared.techniques,
            table_move,
            past: self.stack.quiet_context(ply),
        };
        let (keys, history) = (&mut self.stack.keys, &self.history);
        let mut picker = Picker::new(keys, history, node, &mut moves, hints, ply);
        while let Some(m) = self.next_move(&mut picker, &progress) {
            if first == Some(m) || PackedMove::from(m) == excluded {
                continue;
            }
            let is_missed = progress.tried > 0
                && !node.in_check()
                && self
                    .shared
                    .limits
                    .blindness
                    .misses(&node.position, node.key, m);
            if is_missed {
                continue;
            }
            let is_sound = picker.is_sound();
            let candidate = MoveCandidate { m, is_sound };
            match self.consider(candidate, &mut progress) {
                LoopStep::Move => {}
                LoopStep::Capture => picker.skip_quiets(&mut self.stack.keys),
                LoopStep::Done => break,
            }
        }
        picker.finish(&mut self.stack.keys);
        if progress.best.1 == -INFINITY && !self.control.broken_off {
            // Nothing was tried: there is no move, or only the excluded one.
            let value = match (moves.is_empty(), node.in_check()) {
                (false, _) => frame.alpha,
                (true, true) => mated_at(ply),
                (true, false) => self.shared.draw_value(ply),
            };
            return (None, value);
        }
        progress.best
    }

    /// Returns the best remaining move. Quiet moves are generated once all others have been tried, and only
    /// those that pruning would not skip.
    #[inline]
    fn next_move(&mut self, picker: &mut Picker<'_>, progress: &MoveLoop<'_>) -> Option<Move> {
        let found = picker.next(&mut self.stack.keys);
        if found.is_some() || !picker.quiets_wait() {
            return found;
        }
        let (tried, best) = (progress.tried, progress.best.1);
        let which = if self.quiets_are_too_late(&progress.context, tried, best) {
            QuietSelection::Checks
        } else {
            QuietSelection::All
        };
        picker.list_quiets(&mut self.stack.keys, &self.history, which);
        picker.next(&mut self.stack.keys)
    }

    /// Handles one move: skips it by pruning, or searches it and records the value.
    #[inline]
    fn consider(&mut self, candidate: MoveCandidate, progress: &mut MoveLoop<'_>) -> LoopStep {
        let (context, tried) = (&progress.context, progress.tried);
        let NodeContext { node, frame, .. } = *context;
        let m = candidate.m;
        let ahead = self.shared.look_ahead(node, m);
        match self.is_too_late(context, candidate, tried, progress.best.1) {
            PruneDecision::Search => {}
            PruneDecision::SkipMove => return LoopStep::Move,
            PruneDecision::SkipQuiets => return LoopStep::Capture,
        }
        let extension = self.extension(context, m);
        let trial = MoveTrial {
            tried,
            extension,
            best: progress.best.1,
        };
        let value = self.try_move(context, ahead, trial);
        let Some(value) = value else {
            return LoopStep::Done;
        };
        progress.tried += 1;
        if value > progress.best.1 {
            progress.best.1 = value;
            if value > frame.alpha {
                progress.best.0 = Some(m);
                progress.context.frame.alpha = value;
                if progress.principal {
                    self.line.extend(frame.ply, m);
                }
            }
            if value >= frame.beta {
                self.reward(node, m, frame, &progress.failed);
                return LoopStep::Done;
            }
        }
        progress.failed.push(m);
        LoopStep::Move
    }

    /// Searches one move and returns its value; `None` if the search is aborted.
    #[inline]
    pub(super) fn try_move(
        &mut self,
        context: &NodeContext<'_>,
        ahead: KeyedMove,
        trial: MoveTrial,
    ) -> Option<i32> {
        let NodeContext { node, frame, .. } = *context;
        let ply = frame.ply;
        let child = node.after(ahead, self.shared.evaluator);
        if self.control.enter() {
            return None;
        }
        self.stack.path.push(child.key);
        self.stack.entries[ply].piece_to = Some(PieceTo::of(ahead.m));
        self.stack.entries[ply + 1].doubles =
            self.stack.entries[ply].doubles + i32::from(trial.extension >= 2);
        let reduction = self.reduction(context, &child, ahead.m, trial.tried);
        let value = self.widen(&child, frame, trial, reduction);
        self.stack.path.pop();
        (!self.control.broken_off).then_some(value)
    }

    /// Searches a child: the first with the full window, later ones with an empty window first, late ones with
    /// reduced depth first.
    fn widen(&mut self, child: &Node, frame: Frame, trial: MoveTrial, reduction: i32) -> i32 {
        let Frame { alpha, beta, .. } = frame;
        let mut depth = frame.depth - 1 + trial.extension;
        let expected = if frame.is_principal() {
            ExpectedNode::Cut
        } else {
            frame.expected.of_child()
        };
        if trial.tried == 0 || !self.shared.has(Technique::PrincipalVariation) {
            let expected = if frame.is_principal() {
                ExpectedNode::All
            } else {
                expected
            };
            if reduction > 0 {
                let value = -self.negamax(child, frame.child(beta, depth - reduction, expected));
                if value <= alpha {
                    return value;
                }
            }
            return -self.negamax(child, frame.child(beta, depth, expected));
        }
        let mut value = INFINITY;
        if reduction > 0 {
            let narrow = frame.child(alpha + 1, depth - reduction, ExpectedNode::Cut);
            value = -self.negamax(child, narrow);
        }
        let reduced = depth - reduction;
        if reduction > 0 && value > alpha {
            depth = depth_again(depth, value, trial.best);
        }
        if value > alpha && (reduction == 0 || depth > reduced) {
            let narrow = frame.child(alpha + 1, depth, expected);
            value = -self.negamax(child, narrow);
        }
        if value > alpha && value < beta {
            value = -self.negamax(child, frame.child(beta, depth, ExpectedNode::All));
        }
        value
    }

    /// Updates the histories: `m` caused a cut-off, the moves in `failed` did not.
    fn reward(&mut self, node: &Node, m: Move, frame: Frame, failed: &FailedMoves) {
        let Frame { ply, depth, .. } = frame;
        self.stack.entries[ply].failed_high += 1;
        let turn = node.position.turn();
        if is_quiet(m) {
            let past = self.stack.quiet_context(ply);
            self.history
                .reward_quiet(turn, m, ply, depth, past, &failed.quiets);
        }
        let capture = (!is_quiet(m)).then_some(m);
        self.history
            .reward_captures(turn, capture, depth, &failed.captures);
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::SearchControl;
    use super::super::frame::NodeInfo;
    use super::super::limits::SearchLimits;
    use super::super::reductions::Reductions;
    use super::super::shared::SharedState;
    use super::super::table::{Bound, TableEntry, TableSize, TranspositionTable};
    use super::super::techniques::Techniques;
    use super::super::thread::ThreadMemory;
    use super::super::value::LARGEST;
    use super::*;
    use crate::board::fen;
    use crate::cancel::CancelFlag;
    use crate::eval::Evaluator;
    use crate::heuristic::Heuristic;
    use crate::phase::Phase;
    use crate::units::Ply;
    use shakmaty::{Role, Square};

    /// White has neither captures nor checks, and all its moves but the table's come too late.
    #[test]
    fn a_node_whose_other_moves_are_too_late_has_the_value_of_the_tables_move() {
        let position = fen::read("3q2k1/5ppp/8/8/8/8/5PPP/1N4K1 w - - 0 30").expect("a position");
        let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Middlegame);
        let node = Node::new(&position, &evaluator);
        let limits = SearchLimits::default();
        let mut table = TranspositionTable::new(TableSize::SMALL, 0);
        let shared = SharedState {
            techniques: Techniques::PLAYING,
            table: table.view(0),
            evaluator: &evaluator,
            reductions: &Reductions::new(),
            root: &node,
            limits: &limits,
            narrowed: false,
            tablebase: None,
            root_outcome: None,
            probe_depth: Ply(1),
            contempt: 0,
            seed: None,
        };
        let memory = ThreadMemory::new(Techniques::PLAYING);
        let control = SearchControl::new(&limits, &CancelFlag::new());
        let mut thread = SearchThread::<false>::new(&shared, memory, &[node.key], control);
        let m = PackedMove::from(Move::Normal {
            role: Role::Knight,
            from: Square::B1,
            capture: None,
            to: Square::D2,
            promotion: None,
        });
        let known = NodeInfo {
            entry: Some(TableEntry::new(m, 0, None, 0, Bound::Upper)),
            evaluation: Some(-600),
            estimate: -600,
            improving: false,
            was_principal: false,
        };
        let frame = Frame {
            alpha: 0,
            beta: 1,
            depth: 1,
            ply: 1,
            expected: ExpectedNode::All,
        };
        let context = NodeContext {
            node: &node,
            frame,
            known,
        };
        let (_, value) = thread.try_moves(context);
        assert!((-LARGEST..-300).contains(&value), "{value}");
    }
}
