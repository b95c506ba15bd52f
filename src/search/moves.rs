//! The move loop of one node: tries moves in order, best first.

use arrayvec::ArrayVec;
use shakmaty::{Move, MoveList, Position as _};

use super::extension::Extension;
use super::frame::{Frame, NodeContext};
use super::late_moves::MoveCandidate;
use super::move_search::MoveTrial;
use super::node::Node;
use super::ordering::{OrderingHints, Picker, QuietSelection};
use super::quiet_context::PlayedMove;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{INFINITY, is_decided, mated_at};
use crate::board::checks::CheckSquares;
use crate::board::threats::attacked_by;

/// Once a move of a principal node raised alpha, the others are searched one ply less deeply below this depth, in plies.
const SETTLED_DEPTH: i32 = 6;

/// After a move that was extended by two plies the others are searched one ply deeper below this depth, in plies. From
/// Stockfish (2022).
const DOUBLED_DEPTH: i32 = 12;

/// The moves that were not best; they get a malus if a later one is. After thirty-two the malus is not worth its time.
#[derive(Debug, Default)]
pub(super) struct FailedMoves {
    pub(super) quiets: ArrayVec<Move, 32>,
    pub(super) captures: ArrayVec<Move, 32>,
}

impl FailedMoves {
    fn push(&mut self, m: Move, is_quiet: bool) {
        let list = if is_quiet {
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
    /// The squares from which its moves give check.
    checks: CheckSquares,
    best: (Option<Move>, i32),
    /// Number of moves so far, those included that were pruned.
    tried: usize,
    failed: FailedMoves,
}

impl<'a> MoveLoop<'a> {
    fn new(context: NodeContext<'a>) -> Self {
        Self {
            context,
            checks: CheckSquares::of(&context.node.position),
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
        let attacked = attacked_by(&node.position, !node.position.turn());
        self.stack.entries[ply].past = self.stack.quiet_context(ply, attacked);
        let mut progress = MoveLoop::new(context);
        // The table's move usually causes a cut-off, so it is tried before any other move is generated.
        let first = if table_move == excluded {
            None
        } else {
            table_move.unpack(&node.position, node.checkers)
        };
        if let Some(m) = first
            && self.consider(m, PlayedMove::of(m), &mut progress) == LoopStep::Done
        {
            return self.end_moves(&context, &progress);
        }
        let mut moves = MoveList::new();
        let hints = OrderingHints {
            techniques: self.techniques(),
            table_move,
            past: self.stack.entries[ply].past,
            checks: progress.checks,
        };
        let (keys, history) = (&mut self.stack.keys, &self.history);
        let mut picker = Picker::new(keys, history, node, &mut moves, &hints, ply);
        while let Some(m) = self.next_move(&mut picker, &progress) {
            let played = PlayedMove::of(m);
            let was_tried = played.m == table_move && first.is_some();
            if was_tried || played.m == excluded || self.is_missed(node, m, progress.tried) {
                continue;
            }
            match self.consider(m, played, &mut progress) {
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
        self.end_moves(&context, &progress)
    }

    /// Returns true if a weakened player overlooks a move that comes after `tried` others.
    #[inline]
    fn is_missed(&self, node: &Node, m: Move, tried: usize) -> bool {
        let blindness = &self.shared.limits.blindness;
        tried > 0 && !node.in_check() && blindness.misses(&node.position, node.key, m)
    }

    /// Teaches the histories what the moves of a node showed, and returns the best with its value.
    fn end_moves(
        &mut self,
        context: &NodeContext<'_>,
        progress: &MoveLoop<'_>,
    ) -> (Option<Move>, i32) {
        let (best, value) = progress.best;
        // Without a best move the node was cut off by others than the table's, whose test taught what there was to learn.
        let by_others = best.is_none() && value >= context.frame.beta;
        if !self.control.broken_off && !by_others {
            self.reward_moves(context, progress.best, &progress.failed);
        }
        progress.best
    }

    /// Returns the best remaining move. Once all but quiet moves have been tried, killers and the counter-move come.
    /// Only then are the other quiet moves generated, and none of them if pruning would skip them.
    #[inline]
    fn next_move(&mut self, picker: &mut Picker<'_>, progress: &MoveLoop<'_>) -> Option<Move> {
        let found = picker.next(&mut self.stack.keys);
        if found.is_some() || !picker.quiets_wait() {
            return found;
        }
        let (tried, best) = (progress.tried, progress.best.1);
        let which = if self.quiets_are_too_late(&progress.context, tried, best) {
            QuietSelection::Underpromotions
        } else {
            let refutation = picker.next_refutation();
            if refutation.is_some() {
                return refutation;
            }
            QuietSelection::Others
        };
        picker.list_quiets(&mut self.stack.keys, &self.history, which);
        picker.next(&mut self.stack.keys)
    }

    /// Handles one move: skips it by pruning, or searches it and records the value.
    #[inline]
    fn consider(&mut self, m: Move, played: PlayedMove, progress: &mut MoveLoop<'_>) -> LoopStep {
        let (context, tried, best) = (&progress.context, progress.tried, progress.best.1);
        let NodeContext { node, frame, known } = *context;
        progress.tried += 1;
        self.stack.entries[frame.ply].tried = progress.tried;
        let gives_check = progress.checks.gives_check(&node.position, m);
        if played.is_quiet && !gives_check && self.quiets_are_too_late(context, tried, best) {
            return LoopStep::Capture;
        }
        let candidate = MoveCandidate {
            m,
            played,
            usual_reduction: self.usual_reduction(context, tried),
            history: self.move_history(context, played),
            gives_check,
        };
        if self.is_pruned(context, candidate, best) {
            return LoopStep::Move;
        }
        let extension = match self.extension(context, candidate) {
            Extension::Plies(plies) => plies,
            Extension::Cut(value) => {
                progress.best = (None, value);
                return LoopStep::Done;
            }
        };
        let trial = MoveTrial {
            played,
            usual_reduction: candidate.usual_reduction,
            tried,
            history_score: candidate.history.score(),
            extension,
            best,
        };
        let ahead = self.shared.look_ahead(node, m, gives_check);
        let Some(value) = self.try_move(context, ahead, trial) else {
            return LoopStep::Done;
        };
        if extension >= 2 && frame.depth < DOUBLED_DEPTH {
            progress.context.frame.depth += 1;
        }
        progress.best.1 = progress.best.1.max(value);
        if value <= frame.alpha {
            progress.failed.push(m, played.is_quiet);
            return LoopStep::Move;
        }
        progress.best.0 = Some(m);
        progress.context.frame.alpha = value;
        if known.is_principal {
            self.line.extend(frame.ply, m);
        }
        if value >= frame.beta {
            self.stack.entries[frame.ply].cut_offs += 1;
            return LoopStep::Done;
        }
        if self.is_settled(frame, value) {
            progress.context.frame.depth -= 1;
        }
        LoopStep::Move
    }

    /// Returns true if the other moves of a principal node are searched less deeply after one of this value.
    #[inline]
    fn is_settled(&self, frame: Frame, value: i32) -> bool {
        (2..SETTLED_DEPTH).contains(&frame.depth)
            && !is_decided(value)
            && !is_decided(frame.beta)
            && self.has(Technique::LateMoveReductions)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::control::SearchControl;
    use super::super::frame::{ExpectedNode, NodeInfo};
    use super::super::limits::SearchLimits;
    use super::super::reduction_table::Reductions;
    use super::super::shared::SharedState;
    use super::super::table::{Bound, PackedMove, TableEntry, TableSize, TranspositionTable};
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

    /// A node off the principal variation, a ply below the root, whose window is at a draw.
    pub(in crate::search) const EMPTY_WINDOW: Frame = Frame {
        alpha: 0,
        beta: 1,
        depth: 1,
        ply: 1,
        expected: ExpectedNode::All,
    };

    /// Calls `run` with a thread that searches the position, and its root.
    pub(in crate::search) fn with_thread<T>(
        position: &str,
        run: impl FnOnce(&mut SearchThread<'_, false>, &Node) -> T,
    ) -> T {
        let position = fen::read(position).expect("a position");
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
        run(
            &mut SearchThread::new(&shared, memory, &[node.key], control),
            &node,
        )
    }

    /// White has neither captures nor checks, and all its moves but the table's come too late.
    #[test]
    fn a_node_whose_other_moves_are_too_late_has_the_value_of_the_tables_move() {
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
            improvement: 0,
            is_principal: false,
            was_principal: false,
        };
        let value = with_thread(
            "3q2k1/5ppp/8/8/8/8/5PPP/1N4K1 w - - 0 30",
            |thread, node| {
                let context = NodeContext {
                    node,
                    frame: EMPTY_WINDOW,
                    known,
                };
                thread.try_moves(context).1
            },
        );
        assert!((-LARGEST..-300).contains(&value), "{value}");
    }
}
