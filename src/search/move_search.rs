//! The search of one move: with an empty window or less deeply first, and again where its value calls for it.

use shakmaty::Move;

use super::frame::{ExpectedNode, Frame, NodeContext};
use super::node::{KeyedMove, Node};
use super::quiet_context::PlayedMove;
use super::search_constant::SearchConstant;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::INFINITY;

/// A move is searched again one ply deeper if its value is this many centipawns above alpha.
pub(super) static DEEPER_MARGIN: SearchConstant = SearchConstant::new("DeeperMargin", 30, 5, 120);

/// How much more for each ply of the reduction, in centipawns.
const DEEPER_MARGIN_PLY: i32 = 5;

/// The move is searched one ply deeper still if its value is this many centipawns above alpha.
const FAR_ABOVE: i32 = 290;

/// The most extensions by two plies on the path for that; it counts as one itself.
const MOST_DOUBLES_BEFORE: i32 = 5;

/// A move to search, what is known of it and of the moves before it, and how deeply it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveTrial {
    /// The move as it is kept on the stack.
    pub(super) played: PlayedMove,
    /// What the histories say of it, by which it is reduced and by which its node is pruned.
    pub(super) history_score: i32,
    /// By how many plies a move at its place in the order is usually reduced.
    pub(super) usual_reduction: i32,
    /// Number of moves tried before it.
    pub(super) tried: usize,
    /// Plies by which it is searched deeper; negative: less deeply.
    pub(super) extension: i32,
    /// The best value of the moves before it.
    pub(super) best: i32,
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns the trial of a root move after `tried` others, searched neither deeper nor less deeply.
    pub(super) fn root_trial(&self, context: &NodeContext<'_>, m: Move, tried: usize) -> MoveTrial {
        let played = PlayedMove::of(m);
        MoveTrial {
            played,
            history_score: self.move_history(context, played).score(),
            usual_reduction: self.usual_reduction(context, tried),
            tried,
            extension: 0,
            best: -INFINITY,
        }
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
        let reduction = self.reduction(context, &trial);
        self.stack.path.push(child.key);
        self.stack.play(ply, Some(trial.played));
        let entry = &mut self.stack.entries[ply];
        entry.history_score = trial.history_score;
        let doubles = entry.doubles + i32::from(trial.extension >= 2);
        self.stack.entries[ply + 1].doubles = doubles;
        let value = self.widen(&child, context, trial, reduction);
        self.stack.path.pop();
        (!self.control.broken_off).then_some(value)
    }

    /// Searches a child: the first with the full window, later ones with an empty window first, late ones with
    /// reduced depth first.
    fn widen(
        &mut self,
        child: &Node,
        context: &NodeContext<'_>,
        trial: MoveTrial,
        reduction: Option<i32>,
    ) -> i32 {
        let (frame, is_principal) = (context.frame, context.known.is_principal);
        let Frame { alpha, beta, .. } = frame;
        let mut depth = frame.depth - 1 + trial.extension;
        let mut value = INFINITY;
        if self.has(Technique::PrincipalVariation) {
            if let Some(plies) = reduction {
                (value, depth) = self.search_reduced(child, context, trial, depth, plies);
            } else if trial.tried > 0 || !is_principal {
                let expected = context.expected_in_empty_window();
                value = -self.negamax(child, frame.child(alpha + 1, depth, expected));
            }
            let decided = !is_principal || value <= alpha || frame.ply > 0 && value >= beta;
            if trial.tried > 0 && decided || !is_principal || self.control.broken_off {
                return value;
            }
        } else if let Some(plies) = reduction.filter(|plies| *plies > 0) {
            let reduced = (depth - plies).max(1);
            value = -self.negamax(child, frame.child(beta, reduced, ExpectedNode::All));
            if value <= alpha {
                return value;
            }
        }
        -self.negamax(child, frame.child(beta, depth, ExpectedNode::All))
    }

    /// Searches a child with an empty window and reduced depth, and again if it is above alpha.
    ///
    /// Returns its value, and the depth without reduction: one ply more if the value is far above alpha, and one less if
    /// it is hardly above the best. The idea is Stockfish's (2022).
    fn search_reduced(
        &mut self,
        child: &Node,
        context: &NodeContext<'_>,
        trial: MoveTrial,
        depth: i32,
        plies: i32,
    ) -> (i32, i32) {
        let frame = context.frame;
        let alpha = frame.alpha;
        let reduced = (depth - plies).min(depth + 1).max(1);
        let value = -self.negamax(child, frame.child(alpha + 1, reduced, ExpectedNode::Cut));
        if value <= alpha || reduced >= depth || self.control.broken_off {
            return (value, depth);
        }
        let margin = DEEPER_MARGIN.get() + DEEPER_MARGIN_PLY * (depth - reduced);
        let far = value > alpha + FAR_ABOVE
            && self.stack.entries[frame.ply].doubles <= MOST_DOUBLES_BEFORE;
        let again = depth + i32::from(value > alpha + margin) + i32::from(far)
            - i32::from(value < trial.best + depth / 2);
        self.stack.entries[frame.ply + 1].doubles += i32::from(far);
        let mut value = value;
        if again > reduced {
            let expected = context.expected_in_empty_window();
            value = -self.negamax(child, frame.child(alpha + 1, again, expected));
        }
        if !self.control.broken_off {
            self.reward_search_again(context, again, value > alpha);
        }
        (value, again)
    }
}
