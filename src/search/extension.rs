//! Extensions of single moves: above all of a hash move that is singular, which is much better than all others.

use shakmaty::Move;

use super::frame::{ExpectedNode, Frame, NodeContext};
use super::search_constant::SearchConstant;
use super::table::{Bound, PackedMove};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{from_table, is_decided};

/// The least depth, in plies, at which a hash move is tested for being singular; one more on what is or was a
/// principal variation.
pub(super) static SINGULAR_DEPTH: SearchConstant = SearchConstant::new("SingularDepth", 5, 4, 9);

/// By how much all others must fail low, in tenths of a centipawn for each ply of depth.
pub(super) static SINGULAR_MARGIN: SearchConstant =
    SearchConstant::new("SingularMargin", 20, 4, 40);

/// The table's entry may be at most this many plies shallower than the node.
const SHALLOWER: i32 = 3;

/// A singular move is extended by two plies if all others fail low by this many centipawns more.
pub(super) static DOUBLE_MARGIN: SearchConstant = SearchConstant::new("DoubleMargin", 18, 2, 60);

/// The most extensions by two plies on one path.
const MOST_DOUBLES: i32 = 6;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns by how many plies a move is searched deeper; negative: less deeply.
    #[inline]
    pub(super) fn extension(&mut self, context: &NodeContext<'_>, m: Move) -> i32 {
        let NodeContext { frame, known, .. } = context;
        let excluded = self.stack.entries[frame.ply].excluded;
        if frame.depth >= SINGULAR_DEPTH.get() + i32::from(known.was_principal)
            && excluded == PackedMove::NONE
            && PackedMove::from(m) == known.table_move()
            && self.shared.has(Technique::SingularExtension)
        {
            return self.singular(context, m);
        }
        let recaptures = self.has_in_laboratory(Technique::RecaptureExtension)
            && m.is_capture()
            && self.is_recapture(m, frame.ply);
        i32::from(recaptures)
    }

    fn singular(&mut self, context: &NodeContext<'_>, m: Move) -> i32 {
        let NodeContext { node, frame, known } = *context;
        let ply = frame.ply;
        let Some(entry) = known.entry else {
            return 0;
        };
        let value = from_table(entry.value, ply);
        let long = i32::try_from(ply).unwrap_or(i32::MAX) >= 2 * self.control.iteration;
        if long
            || entry.bound == Bound::Upper
            || is_decided(value)
            || i32::from(entry.depth) < frame.depth - SHALLOWER
        {
            return 0;
        }
        let barrier = value - SINGULAR_MARGIN.get() * frame.depth / 10;
        let rest = Frame {
            alpha: barrier - 1,
            beta: barrier,
            depth: (frame.depth - 1) / 2 - i32::from(node.in_check()),
            ply,
            expected: frame.expected,
        };
        let line = std::mem::take(&mut self.line.by_ply[ply]);
        let evaluation = self.stack.entries[ply].evaluation;
        self.stack.entries[ply].excluded = PackedMove::from(m);
        let best = self.negamax(node, rest);
        self.stack.entries[ply].excluded = PackedMove::NONE;
        self.stack.entries[ply].evaluation = evaluation;
        self.line.by_ply[ply] = line;
        if self.control.broken_off {
            return 0;
        }
        if best < barrier {
            let far = !frame.is_principal()
                && best < barrier - DOUBLE_MARGIN.get()
                && self.stack.entries[ply].doubles < MOST_DOUBLES;
            return 1 + i32::from(far);
        }
        if value >= frame.beta {
            -2
        } else if frame.expected == ExpectedNode::Cut && !frame.is_principal() {
            -1
        } else {
            0
        }
    }

    /// Returns true if `m` goes to the square of the opponent's last move; called for captures.
    fn is_recapture(&self, m: Move, ply: usize) -> bool {
        self.stack
            .quiet_context(ply)
            .last()
            .is_some_and(|last| last.to() == m.to())
    }
}
