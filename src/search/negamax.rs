//! The main search: principal variation search of one iteration.
//!
//! A negamax of alpha-beta (Knuth and Moore, 1975) in which every move after the first is searched
//! with an empty window and again only when it turns out better (Marsland and Campbell, 1982),
//! with the selective techniques of [`Techniques`](super::Techniques) around it.

use shakmaty::{Chess, Move, Position as _};

use super::iterate::Searcher;
use super::node::Node;
use super::ordering::Picker;
use super::table::{Bound, Entry, PackedMove};
use super::techniques::Technique;
use super::value::{INFINITY, from_table, mated_at, to_table};
use crate::eval::Evaluator;
use crate::units::Ply;

/// The part of the window that a node has to decide, and where in the tree it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The best that the side to move already has.
    pub(super) alpha: i32,
    /// What the other side will not allow.
    pub(super) beta: i32,
    /// Plies left to the horizon.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Whether the side before has passed: nobody passes twice.
    pub(super) passed: Passed,
}

/// Whether the move that led to a node was a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// An ordinary move.
    No,
    /// A null move.
    Yes,
}

impl Frame {
    const fn is_principal(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl Searcher {
    /// The value of a node for its side to move (fail-soft); fills the line of its ply.
    pub(super) fn negamax(&mut self, node: &Node, evaluator: &Evaluator, frame: Frame) -> i32 {
        let Frame {
            mut alpha,
            mut beta,
            mut depth,
            ply,
            ..
        } = frame;
        self.lines[ply].clear();
        if ply > 0 {
            if self.is_drawn(node, ply) {
                return 0;
            }
            // No line from here can beat a shorter mate found elsewhere.
            alpha = alpha.max(mated_at(ply));
            beta = beta.min(-mated_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if node.in_check() && self.techniques.has(Technique::CheckExtension) {
            depth += 1;
        }
        if depth <= 0 || ply >= usize::from(Ply::MAX.0) {
            return self.leaf(node, evaluator, alpha, beta, ply);
        }
        let key = node.key ^ evaluator.salt();
        let entry = self.table.probe(key);
        let principal = frame.is_principal();
        let narrowed = Frame {
            alpha,
            beta,
            depth,
            ..frame
        };
        if let Some(entry) = entry
            && !principal
            && ply > 0
            && let Some(value) = self.known_value(entry, narrowed)
        {
            return value;
        }
        if !principal
            && !node.in_check()
            && let Some(value) = self.prune(node, evaluator, narrowed)
        {
            return value;
        }
        let first = entry.map_or(PackedMove::NONE, |entry| entry.m);
        let (best, value) = self.try_moves(node, evaluator, narrowed, first);
        if self.broken_off {
            return value;
        }
        self.remember(key, best, value, narrowed);
        value
    }

    /// The value that the table has for a node, where it decides the node's window.
    #[inline]
    fn known_value(&self, entry: Entry, frame: Frame) -> Option<i32> {
        if i32::from(entry.depth) < frame.depth || !self.techniques.has(Technique::HashCutoffs) {
            return None;
        }
        let value = from_table(entry.value, frame.ply);
        let decided = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= frame.beta,
            Bound::Upper => value <= frame.alpha,
        };
        decided.then_some(value)
    }

    /// Puts what was found out about a node into the table.
    #[inline]
    fn remember(&mut self, key: u64, best: Option<Move>, value: i32, frame: Frame) {
        let bound = if value >= frame.beta {
            Bound::Lower
        } else if value > frame.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let packed = best.map_or(PackedMove::NONE, PackedMove::from);
        let depth = i8::try_from(frame.depth).unwrap_or(i8::MAX);
        self.table
            .store(key, packed, to_table(value, frame.ply), depth, bound);
    }

    /// The value at the horizon.
    fn leaf(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if self.techniques.has(Technique::Quiescence) {
            return self.quiescence(node, evaluator, alpha, beta, ply);
        }
        self.deepest = self.deepest.max(ply);
        terminal_value(&node.position, ply)
            .unwrap_or_else(|| node.evaluate(evaluator, &mut self.pawns))
    }

    /// Tries the moves of a node, best first; returns the best with its value.
    fn try_moves(
        &mut self,
        node: &Node,
        evaluator: &Evaluator,
        frame: Frame,
        first: PackedMove,
    ) -> (Option<Move>, i32) {
        let Frame {
            mut alpha,
            beta,
            depth,
            ply,
            ..
        } = frame;
        let turn = node.position.turn();
        let moves = node.position.legal_moves();
        if moves.is_empty() {
            return (None, if node.in_check() { mated_at(ply) } else { 0 });
        }
        let mut best = (None, -INFINITY);
        let mut quiets: arrayvec::ArrayVec<Move, 64> = arrayvec::ArrayVec::new();
        let mut tried = 0;
        let picker = Picker::new(
            &mut self.keys,
            &node.position,
            &moves,
            first,
            &self.memory,
            ply,
        );
        while let Some(m) = picker.next(&mut self.keys) {
            if ply == 0 && !self.is_wanted_at_root(m) {
                continue;
            }
            let child = node.after(m, evaluator);
            if self.enter() {
                break;
            }
            self.path.push(child.key);
            let quiet = !m.is_capture() && !m.is_promotion();
            let reduction = self.reduction(node, &child, m, depth, tried);
            let frame = Frame {
                alpha,
                passed: Passed::No,
                ..frame
            };
            let value = self.try_move(&child, evaluator, frame, tried, reduction);
            self.path.pop();
            if self.broken_off {
                break;
            }
            tried += 1;
            if value > best.1 {
                best = (Some(m), value);
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, m);
                }
                if value >= beta {
                    if quiet {
                        self.memory.reward(turn, m, ply, depth, &quiets);
                    }
                    break;
                }
            }
            if quiet {
                // Past the first sixty-four, blame is not worth its time.
                let _ = quiets.try_push(m);
            }
        }
        picker.finish(&mut self.keys);
        best
    }

    /// The value of one move: the first with the full window, later ones with an empty one first.
    fn try_move(
        &mut self,
        child: &Node,
        evaluator: &Evaluator,
        frame: Frame,
        tried: usize,
        reduction: i32,
    ) -> i32 {
        let Frame {
            alpha,
            beta,
            depth,
            ply,
            ..
        } = frame;
        let full = depth - 1;
        let empty_window = self.techniques.has(Technique::PrincipalVariation);
        let mut search = |beta: i32, depth: i32| {
            let frame = Frame {
                alpha: -beta,
                beta: -alpha,
                depth,
                ply: ply + 1,
                ..frame
            };
            -self.negamax(child, evaluator, frame)
        };
        if tried == 0 {
            return search(beta, full);
        }
        let mut value = INFINITY;
        if reduction > 0 {
            value = search(alpha + 1, full - reduction);
        }
        if value > alpha && empty_window {
            value = search(alpha + 1, full);
            if value > alpha && value < beta {
                value = search(beta, full);
            }
        } else if value > alpha {
            value = search(beta, full);
        }
        value
    }

    /// Whether a root move is to be considered.
    fn is_wanted_at_root(&self, m: Move) -> bool {
        self.root_moves.is_empty() || self.root_moves.contains(&m)
    }

    /// The line of `ply` is now `m` and what follows it.
    fn extend_line(&mut self, ply: usize, m: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}

/// The value of a position in which the side to move has no legal move.
pub(super) fn terminal_value(position: &Chess, ply: usize) -> Option<i32> {
    position.legal_moves().is_empty().then(|| {
        if position.is_check() {
            mated_at(ply)
        } else {
            0
        }
    })
}
