//! One thread's search of one position: the shared state, and the thread's own parts.

use super::control::SearchControl;
use super::correction::Corrections;
use super::history::History;
use super::line::PrincipalLines;
use super::node::Node;
use super::shared::SharedState;
use super::stack::SearchStack;
use super::techniques::{Technique, Techniques};
use super::value::heuristic;
use crate::eval::PawnTable;

/// What a thread keeps from one search to the next.
#[derive(Debug)]
pub(super) struct ThreadMemory {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pawns: PawnTable,
    stack: SearchStack,
    line: PrincipalLines,
}

impl ThreadMemory {
    /// Makes the memory of a thread that has not searched yet.
    pub(super) fn new(techniques: Techniques) -> Self {
        Self {
            history: History::new(techniques),
            corrections: Corrections::new(),
            pawns: if techniques.has(Technique::PawnTable) {
                PawnTable::new()
            } else {
                PawnTable::smallest()
            },
            stack: SearchStack::new(),
            line: PrincipalLines::new(),
        }
    }
}

/// One thread's search of one position.
///
/// Techniques of the laboratory are compiled in only if `LABORATORY` is true, so that the playing search does not
/// test for them.
#[derive(Debug)]
pub(super) struct SearchThread<'a, const LABORATORY: bool> {
    /// The state that all threads share.
    pub(super) shared: &'a SharedState<'a>,
    /// Killers, counter-moves and histories.
    pub(super) history: History,
    /// The correction history.
    pub(super) corrections: Corrections,
    pawns: PawnTable,
    /// The path from the root.
    pub(super) stack: SearchStack,
    /// The principal variations.
    pub(super) line: PrincipalLines,
    /// Nodes, time and stop.
    pub(super) control: SearchControl,
}

impl<'a, const LABORATORY: bool> SearchThread<'a, LABORATORY> {
    /// Starts a search at the root; `keys` are those of the game so far.
    pub(super) fn new(
        shared: &'a SharedState<'a>,
        memory: ThreadMemory,
        keys: &[u64],
        control: SearchControl,
    ) -> Self {
        let ThreadMemory {
            mut history,
            corrections,
            pawns,
            mut stack,
            line,
        } = memory;
        history.begin();
        stack.begin(keys);
        let mut thread = Self {
            shared,
            history,
            corrections,
            pawns,
            stack,
            line,
            control,
        };
        // The root itself is a node.
        thread.control.enter();
        thread
    }

    /// Ends the search and returns what the thread keeps for the next.
    pub(super) fn into_memory(self) -> ThreadMemory {
        ThreadMemory {
            history: self.history,
            corrections: self.corrections,
            pawns: self.pawns,
            stack: self.stack,
            line: self.line,
        }
    }

    /// Returns true if a technique of the laboratory is in use; always false in the search that plays.
    #[inline]
    pub(super) const fn has_in_laboratory(&self, technique: Technique) -> bool {
        LABORATORY && self.shared.has(technique)
    }

    /// Returns the static evaluation in centipawns for the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node) -> i32 {
        heuristic(node.evaluate(self.shared.evaluator, &mut self.pawns))
    }

    /// Returns a static evaluation with the correction of similar positions added.
    #[inline]
    pub(super) fn corrected(&self, node: &Node, raw: i32) -> i32 {
        if self.shared.has(Technique::Correction) {
            raw + self.corrections.of(Corrections::places(&node.position))
        } else {
            raw
        }
    }
}
