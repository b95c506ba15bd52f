//! Quiescence search: captures are followed at the leaves until the position is quiet.
//!
//! The side to move may stand pat on the static evaluation, or try captures that do not lose material by static
//! exchange. At the first ply it also tries quiet checks. In check it may not stand pat, and all moves count. Captures
//! that can hardly raise the value to alpha are skipped, and after a few plies all that are no recaptures. All this is
//! as in Stockfish 15.1 (2022), in centipawns.
//!
//! The UNAM program of 1987 searched beyond its depth by five criteria (ch. IV, *búsquedas secundarias*); all are
//! covered. Exchanges on a square (1) are followed to the end. Promotions to a queen (2), captures of less valuable
//! pieces (4) and of unprotected ones (5) are followed for five plies; the program followed the last two for two. Static
//! exchange evaluation asks whether they lose material, as its comparison of values did. Quiet checks within two plies (3)
//! are the technique [`Technique::QuiescenceChecks`], at the first ply only.

use shakmaty::{Move, MoveList, Position as _, Square};

use super::frame::{Frame, bound_of, decides};
use super::move_kind::is_quiet;
use super::negamax::better;
use super::node::{KeyedMove, Node};
use super::ordering::{OrderingHints, Picker};
use super::plies::DEEPEST;
use super::quiet_context::{PieceTo, PlayedMove};
use super::search_constant::SearchConstant;
use super::table::{Bound, PackedMove, STANDING, TableEntry};
use super::techniques::Technique;
use super::thread::SearchThread;
use super::value::{INFINITY, LARGEST, from_table, mated_at, to_table};
use crate::board::captures::push_tactical_moves;
use crate::board::checks::{CheckSquares, push_quiet_checks};
use crate::board::see_at_least;
use crate::board::threats::AttackedSquares;
use crate::units::Centipawns;

/// How much a capture may raise the evaluation beyond the captured piece, in centipawns.
pub(super) static DELTA: SearchConstant = SearchConstant::new("Delta", 76, 20, 250);

/// Out of check, no more moves than this are tried, but for checks, promotions and recaptures.
const MOST_MOVES: usize = 2;

/// From this depth of quiescence on, out of check, only recaptures are tried.
const RECAPTURES_DEPTH: i32 = -5;

/// In check, no more quiet moves than this are tried once one move escapes mate.
const MOST_EVASIONS: usize = 2;

/// The depth of a table entry whose node tried quiet checks, or all moves out of check.
const WITH_CHECKS: i8 = 0;

/// The depth of an entry whose node tried captures alone.
const CAPTURES_ALONE: i8 = -1;

/// The moves of a quiescence node so far.
#[derive(Debug)]
struct Progress {
    best: (Option<Move>, i32),
    /// The evaluation and the margin of delta pruning; `None` in check, where nothing is pruned by it.
    futility_base: Option<i32>,
    /// The square of the opponent's last move.
    last: Option<Square>,
    /// Number of moves so far, those included that were skipped.
    tried: usize,
    /// Number of quiet moves that were searched.
    quiets: usize,
}

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns the value of a node for its side to move (fail-soft).
    ///
    /// Its depth is 0 at the first ply of quiescence, and one less at each further ply.
    pub(super) fn quiescence(&mut self, node: &Node, frame: Frame) -> i32 {
        let ply = frame.ply;
        self.control.deepest = self.control.deepest.max(ply);
        self.line.by_ply[ply].clear();
        if node.position.halfmoves() > 0 && self.stack.is_drawn(node, ply) {
            return self.shared.draw_value(ply);
        }
        let escapes = node.in_check() && self.has(Technique::QuiescenceEvasions);
        let depth = if escapes || frame.depth >= 0 {
            WITH_CHECKS
        } else {
            CAPTURES_ALONE
        };
        let key = self.shared.table_key(node);
        let entry = if self.has(Technique::QuiescenceTable) {
            self.recall(key)
        } else {
            None
        };
        if let Some(entry) = entry
            && entry.depth >= depth
            && !frame.is_principal()
        {
            let value = from_table(entry.value, ply);
            if decides(entry.bound, value, frame) {
                return value;
            }
        }
        let (raw, standing) = self.stand_pat(node, entry, escapes, ply);
        if standing >= frame.beta || ply >= DEEPEST {
            if entry.is_none() {
                let value = to_table(standing, ply);
                let entry = TableEntry::new(PackedMove::NONE, value, raw, STANDING, Bound::Lower);
                self.keep(key, entry);
            }
            return standing;
        }
        let mut moves = MoveList::new();
        let Some(checks) = self.list_moves(node, frame.depth, escapes, &mut moves) else {
            return mated_at(ply);
        };
        let inner = Frame {
            alpha: frame.alpha.max(standing),
            ..frame
        };
        let (best, value) = if moves.is_empty() {
            (None, standing)
        } else {
            self.follow(node, inner, &mut moves, checks, standing, entry)
        };
        if !self.control.broken_off {
            let m = best.map_or(PackedMove::NONE, PackedMove::from);
            let was_principal = entry.is_some_and(|entry| entry.was_principal);
            let entry =
                TableEntry::new(m, to_table(value, ply), raw, depth, bound_of(value, frame));
            self.keep(key, entry.marked(was_principal));
        }
        value
    }

    /// Stores the entry of a quiescence node.
    #[inline]
    fn keep(&self, key: u64, entry: TableEntry) {
        if self.has(Technique::QuiescenceTable) {
            self.shared.table.store(key, entry);
        }
    }

    /// Returns the static evaluation and the value of standing pat.
    ///
    /// Where the side to move has to escape a check there is neither: `None`, and a value below all others.
    #[inline]
    fn stand_pat(
        &mut self,
        node: &Node,
        entry: Option<TableEntry>,
        escapes: bool,
        ply: usize,
    ) -> (Option<i32>, i32) {
        self.stack.entries[ply].in_check = node.in_check();
        if escapes && ply < DEEPEST {
            return (None, -INFINITY);
        }
        let raw = self.stored(entry).unwrap_or_else(|| self.evaluate(node));
        let evaluation = self.corrected(node, raw);
        let standing = entry.map_or(evaluation, |entry| better(entry, evaluation, ply));
        (Some(raw), standing)
    }

    /// Lists the moves that a quiescence node tries; returns the squares from which they give check.
    ///
    /// `None` if it is mate.
    #[inline]
    fn list_moves(
        &self,
        node: &Node,
        depth: i32,
        escapes: bool,
        moves: &mut MoveList,
    ) -> Option<CheckSquares> {
        let position = &node.position;
        if escapes {
            *moves = position.legal_moves();
        } else {
            push_tactical_moves(position, node.checkers, moves);
        }
        if node.in_check() && moves.is_empty() && (escapes || position.legal_moves().is_empty()) {
            return None;
        }
        let adds_checks = !node.in_check() && depth >= 0 && self.has(Technique::QuiescenceChecks);
        if moves.is_empty() && !adds_checks {
            return Some(CheckSquares::NONE);
        }
        let checks = CheckSquares::of(position);
        if adds_checks {
            push_quiet_checks(position, &checks, moves);
        }
        Some(checks)
    }

    /// Tries the moves of a node; `standing` is the value of standing pat.
    fn follow(
        &mut self,
        node: &Node,
        mut frame: Frame,
        moves: &mut MoveList,
        checks: CheckSquares,
        standing: i32,
        entry: Option<TableEntry>,
    ) -> (Option<Move>, i32) {
        let ply = frame.ply;
        let hints = OrderingHints {
            techniques: self.techniques(),
            table_move: entry.map_or(PackedMove::NONE, |entry| entry.m),
            past: self.stack.quiet_context(ply, AttackedSquares::default()),
            checks,
        };
        self.stack.entries[ply].past = hints.past;
        let (keys, history) = (&mut self.stack.keys, &self.history);
        let mut picker = Picker::tactical(keys, history, &node.position, moves, &hints);
        let may_stand = standing > -INFINITY && self.has(Technique::DeltaPruning);
        let mut progress = Progress {
            best: (None, standing),
            futility_base: may_stand.then(|| standing + DELTA.get()),
            last: hints.past.last().map(PieceTo::to),
            tried: 0,
            quiets: 0,
        };
        while let Some(m) = picker.next(&mut self.stack.keys) {
            let recaptures = progress.last == Some(m.to());
            if may_stand && frame.depth <= RECAPTURES_DEPTH && !recaptures {
                continue;
            }
            progress.tried += 1;
            let gives_check = checks.gives_check(&node.position, m);
            if progress.best.1 > -LARGEST
                && self.is_unpromising(node, frame, m, gives_check, &mut progress)
            {
                continue;
            }
            progress.quiets += usize::from(is_quiet(m));
            let ahead = self.shared.look_ahead(node, m, gives_check);
            let Some(value) = self.try_leaf_move(node, ahead, frame) else {
                break;
            };
            if value > progress.best.1 {
                progress.best.1 = value;
                if value > frame.alpha {
                    progress.best.0 = Some(m);
                    self.raise(&mut frame, m, value);
                }
                if value >= frame.beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.stack.keys);
        progress.best
    }

    /// Returns true if a move is skipped; the best value becomes what it could bring at most.
    #[inline]
    fn is_unpromising(
        &self,
        node: &Node,
        frame: Frame,
        m: Move,
        gives_check: bool,
        progress: &mut Progress,
    ) -> bool {
        let position = &node.position;
        let is_open = !m.is_promotion() && progress.last != Some(m.to());
        if let Some(base) = progress.futility_base
            && is_open
            && !gives_check
        {
            if progress.tried > MOST_MOVES {
                return true;
            }
            let captured = m
                .capture()
                .map_or(0, |role| self.shared.evaluator.worth(role));
            if base + captured <= frame.alpha {
                progress.best.1 = progress.best.1.max(base + captured);
                return true;
            }
            if base <= frame.alpha && !see_at_least(position, m, Centipawns(1)) {
                progress.best.1 = progress.best.1.max(base);
                return true;
            }
        }
        if !see_at_least(position, m, Centipawns::ZERO) {
            return true;
        }
        if !is_quiet(m) {
            return false;
        }
        let past = &self.stack.entries[frame.ply].past;
        self.history.is_bad(position.turn(), m, past)
            || node.in_check() && progress.quiets >= MOST_EVASIONS
    }

    /// Raises alpha to a move's value; on the principal variation the move starts its line.
    #[inline]
    fn raise(&mut self, frame: &mut Frame, m: Move, value: i32) {
        if frame.is_principal() {
            self.line.extend(frame.ply, m);
        }
        frame.alpha = value;
    }

    /// Searches one move of quiescence and returns its value; `None` if the search is aborted.
    #[inline]
    fn try_leaf_move(&mut self, node: &Node, ahead: KeyedMove, frame: Frame) -> Option<i32> {
        let child = node.after(ahead, self.shared.evaluator);
        if self.control.enter() {
            return None;
        }
        let played = PlayedMove::of(ahead.m);
        self.stack.play(frame.ply, Some(played));
        self.stack.path.push(child.key);
        let below = frame.child(frame.beta, frame.depth - 1, frame.expected.of_child());
        let value = -self.quiescence(&child, below);
        self.stack.path.pop();
        (!self.control.broken_off).then_some(value)
    }
}
