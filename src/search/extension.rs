//! Extensions of single moves: above all of a hash move that is singular, which is much better than all others.

use shakmaty::Move;

use super::frame::{Frame, NodeContext};
use super::late_moves::MoveCandidate;
use super::move_kind::is_quiet;
use super::search_constant::SearchConstant;
use super::table::{Bound, PackedMove, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{from_table, is_decided};

/// The least depth, in plies, at which a hash move is tested for being singular; two more on the principal variation.
pub(super) static SINGULAR_DEPTH: SearchConstant = SearchConstant::new("SingularDepth", 4, 4, 9);

/// By how much all others must fail low, in tenths of a centipawn for each ply of depth.
pub(super) static SINGULAR_MARGIN: SearchConstant =
    SearchConstant::new("SingularMargin", 15, 4, 40);

/// How much more where a principal variation was, in the same unit.
const WAS_PRINCIPAL_MARGIN: i32 = 5;

/// The table's entry may be at most this many plies shallower than the node.
const SHALLOWER: i32 = 3;

/// A singular move is extended by two plies if all others fail low by this many centipawns more.
pub(super) static DOUBLE_MARGIN: SearchConstant = SearchConstant::new("DoubleMargin", 12, 2, 60);

/// The most extensions by two plies on one path.
const MOST_DOUBLES: i32 = 9;

/// A move that gives check is searched one ply deeper above this depth, in plies.
const CHECK_DEPTH: i32 = 9;

/// Not where the evaluation is within this many centipawns of a draw.
const EVEN: i32 = 36;

/// The decision about a move before its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    /// It is searched this many plies deeper; negative: less deeply.
    Plies(i32),
    /// Its node is cut off at this value: several moves are good enough.
    Cut(i32),
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns by how many plies a move is searched deeper, or the value at which its node is cut off.
    #[inline]
    pub(super) fn extension(
        &mut self,
        context: &NodeContext<'_>,
        candidate: MoveCandidate,
    ) -> Extension {
        let MoveCandidate { m, gives_check, .. } = candidate;
        let NodeContext { frame, known, .. } = context;
        let long = i32::try_from(frame.ply).unwrap_or(i32::MAX) >= 2 * self.control.iteration;
        if long {
            return Extension::Plies(0);
        }
        if candidate.played.m == known.table_move()
            && let Some(entry) = known.entry
            && self.may_be_singular(context, entry)
        {
            return self.singular(context, m, entry);
        }
        if gives_check
            && frame.depth > CHECK_DEPTH
            && known
                .evaluation
                .is_none_or(|evaluation| evaluation.abs() > EVEN)
            && self.has(Technique::CheckExtension)
        {
            return Extension::Plies(1);
        }
        let recaptures = self.has(Technique::RecaptureExtension)
            && m.is_capture()
            && self.is_recapture(m, frame.ply);
        Extension::Plies(i32::from(recaptures))
    }

    /// Returns true if the table knows enough of its move to test whether it is singular.
    fn may_be_singular(&self, context: &NodeContext<'_>, entry: TableEntry) -> bool {
        let NodeContext { frame, known, .. } = context;
        let principal = known.is_principal && entry.was_principal;
        frame.depth >= SINGULAR_DEPTH.get() + 2 * i32::from(principal)
            && self.stack.entries[frame.ply].excluded == PackedMove::NONE
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= frame.depth - SHALLOWER
            && !is_decided(from_table(entry.value, frame.ply))
            && self.has(Technique::SingularExtension)
    }

    /// Searches all moves but the table's less deeply, with a window below its value.
    ///
    /// If they are all lower, the table's move is singular. If one of them is above beta, too, the node is cut off
    /// ([`Technique::MultiCut`]); if the table's value alone is, the move is searched less deeply.
    fn singular(&mut self, context: &NodeContext<'_>, m: Move, entry: TableEntry) -> Extension {
        let NodeContext { node, frame, known } = *context;
        let ply = frame.ply;
        let value = from_table(entry.value, ply);
        let was_principal = known.was_principal && !known.is_principal;
        let margin = SINGULAR_MARGIN.get() + WAS_PRINCIPAL_MARGIN * i32::from(was_principal);
        let barrier = value - margin * frame.depth / 10;
        let rest = Frame {
            alpha: barrier - 1,
            beta: barrier,
            depth: (frame.depth - 1) / 2,
            ply,
            expected: frame.expected,
        };
        let line = std::mem::take(&mut self.line.by_ply[ply]);
        let before = self.stack.entries[ply];
        self.stack.entries[ply].excluded = PackedMove::from(m);
        let best = self.negamax(node, rest);
        self.stack.entries[ply] = before;
        self.line.by_ply[ply] = line;
        if self.control.broken_off {
            return Extension::Plies(0);
        }
        if best < barrier {
            self.stack.entries[ply].is_singular_quiet = is_quiet(m);
            let far = !known.is_principal
                && best < barrier - DOUBLE_MARGIN.get()
                && before.doubles < MOST_DOUBLES;
            return Extension::Plies(1 + i32::from(far));
        }
        if barrier >= frame.beta && self.has(Technique::MultiCut) {
            return Extension::Cut(barrier);
        }
        Extension::Plies(if value >= frame.beta {
            -2
        } else {
            -i32::from(value <= frame.alpha && value <= best)
        })
    }

    /// Returns true if `m` goes to the square of the opponent's last move; called for captures.
    fn is_recapture(&self, m: Move, ply: usize) -> bool {
        self.stack.entries[ply]
            .past
            .last()
            .is_some_and(|last| last.to() == m.to())
    }
}
