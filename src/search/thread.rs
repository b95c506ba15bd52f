//! One thread's search of one position: the shared state, and the thread's own parts.

use super::control::SearchControl;
use super::correction::Corrections;
use super::history::History;
use super::line::PrincipalLines;
use super::node::Node;
use super::shared::SharedState;
use super::stack::SearchStack;
use super::table::{PackedMove, TableEntry};
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
/// The search that plays has [`Techniques::PLAYING`] compiled in, so that it tests for none of them. If `LABORATORY` is
/// true, they are those of the shared state.
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

    /// Returns the techniques in use.
    #[inline]
    pub(super) const fn techniques(&self) -> Techniques {
        if LABORATORY {
            self.shared.techniques
        } else {
            Techniques::PLAYING
        }
    }

    /// Returns true if a technique is in use.
    #[inline]
    pub(super) const fn has(&self, technique: Technique) -> bool {
        self.techniques().has(technique)
    }

    /// Returns the table's entry of the position with `key`; its move only where moves of the table are used.
    #[inline]
    pub(super) fn recall(&self, key: u64) -> Option<TableEntry> {
        let mut entry = self.shared.table.probe(key)?;
        if !self.has(Technique::HashMove) {
            entry.m = PackedMove::NONE;
        }
        Some(entry)
    }

    /// Returns the static evaluation that an entry of the table holds.
    #[inline]
    pub(super) fn stored(&self, entry: Option<TableEntry>) -> Option<i32> {
        entry
            .filter(|_| self.has(Technique::StoredEvaluation))
            .and_then(TableEntry::evaluation)
    }

    /// Returns the static evaluation in centipawns for the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node) -> i32 {
        heuristic(node.evaluate(self.shared.evaluator, &mut self.pawns))
    }

    /// Returns a static evaluation with the correction of similar positions added.
    #[inline]
    pub(super) fn corrected(&self, node: &Node, raw: i32) -> i32 {
        if self.has(Technique::Correction) {
            raw + self.corrections.of(Corrections::places(&node.position))
        } else {
            raw
        }
    }
}
