//! A player's search: the table and the threads that share it, kept from move to move.
//!
//! With several threads each deepens on its own and all share the transposition table, which makes
//! their trees grow apart ("lazy SMP"; Östensen, *A Complete Chess Engine Parallelized Using Lazy
//! SMP*, 2016). The first thread decides, and its word is the report.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use shakmaty::{Color, Position as _};

use super::SearchSettings;
use super::iterative_deepening::wanted;
use super::limits::SearchLimits;
use super::node::Node;
use super::report::{SearchEvent, SearchReport};
use super::table::{TableSize, TranspositionTable};
use super::tablebase::probe_root;
use super::task::SearchTask;
use super::techniques::Technique;
use super::thread::{SearchControl, SearchThread};
use super::value::INFINITY;
use crate::board::GameState;
use crate::book::Tablebase;
use crate::cancel::CancelFlag;
use crate::eval::Evaluator;
use crate::units::{Centipawns, Ply};

/// Deep lines recurse deeply, more so without optimisation.
const STACK: usize = 16 * 1024 * 1024;

/// A player's search.
#[derive(Debug)]
pub struct Searcher {
    table: Arc<TranspositionTable>,
    trees: Vec<SearchThread>,
}

impl Searcher {
    /// A searcher that remembers nothing yet.
    pub fn new(settings: &SearchSettings) -> Self {
        let table = Arc::new(TranspositionTable::new(settings.table));
        let trees = (0..settings.threads.max(1))
            .map(|_| SearchThread::new(settings.techniques, Arc::clone(&table)))
            .collect();
        let mut searcher = Self { table, trees };
        searcher.set_contempt(settings.contempt);
        searcher
    }

    /// The memory that the transposition table takes: less than was asked for where there is no
    /// more.
    pub fn table_size(&self) -> TableSize {
        self.table.size()
    }

    /// Forgets all of the last game.
    pub fn clear(&mut self) {
        self.table.clear();
        for tree in &mut self.trees {
            tree.clear();
        }
    }

    /// Forgets by how much evaluations were off: another heuristic is off by something else. What the
    /// table holds stands under the heuristic's own keys.
    pub fn forget_corrections(&mut self) {
        for tree in &mut self.trees {
            tree.corrections.clear();
        }
    }

    /// A draw is worth so much less than nothing to the side that is to move at the root. Values found
    /// with other contempt, or for the other side, are not mixed in.
    pub fn set_contempt(&mut self, contempt: Centipawns) {
        for tree in &mut self.trees {
            tree.contempt = contempt.0;
        }
    }

    /// The table's values hold for what a draw is worth to White, who may be either side at the root.
    fn set_key_salt(&self, root: Color) {
        let contempt = i64::from(self.trees[0].contempt);
        let realm = root.fold_wb(contempt, -contempt).cast_unsigned();
        // An odd number spreads the few that contempt can be over all bits.
        self.table
            .set_key_salt(realm.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }

    /// Asks these tablebases about positions with few men; by none, it plays them itself.
    pub fn set_tablebase(&mut self, tables: Option<&Arc<dyn Tablebase>>) {
        for tree in &mut self.trees {
            tree.tablebase = tables.cloned();
        }
    }

    /// Draws among truly equal best moves from that seed; without one the first found is played.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        for tree in &mut self.trees {
            tree.seed = seed;
        }
    }

    /// Asks about positions with as many men as the largest tables only where so many plies are
    /// left; about smaller ones always.
    pub fn set_probe_depth(&mut self, depth: Ply) {
        for tree in &mut self.trees {
            tree.probe_depth = depth;
        }
    }

    /// Searches the game's current position and reports the best move; every completed iteration
    /// is an event. Always names a legal move where there is one, however tight the limits.
    ///
    /// On one thread a search limited by depth or nodes is deterministic, and a limit of nodes is
    /// kept exactly; several threads keep it to about a thousand nodes each.
    pub fn search(
        &mut self,
        game: &GameState,
        evaluator: &Evaluator,
        limits: &SearchLimits,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        if self.trees[0].has(Technique::TableAgeing) {
            self.table.age();
        }
        self.set_key_salt(game.turn());
        let node = Node::new(game.position(), evaluator);
        let halt = self.prepare(game, &node, evaluator, limits, stop);
        let task = SearchTask {
            node: &node,
            evaluator,
            limits,
            thread: 0,
        };
        let Some((first, helpers)) = self.trees.split_first_mut() else {
            unreachable!("there is always one thread");
        };
        if first.root_moves.is_empty() {
            return first.first_report(task);
        }
        let report = std::thread::scope(|scope| {
            for (number, tree) in helpers.iter_mut().enumerate() {
                let task = SearchTask {
                    thread: number + 1,
                    ..task
                };
                // A thread that the system refuses is done without.
                let _ = std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || tree.deepen(task, &mut |_| {}));
            }
            let report = first.deepen(task, on_event);
            halt.stop();
            report
        });
        // Broken off before any move was searched, only the first glance is left.
        if first.root_moves[0].value == -INFINITY {
            SearchReport {
                score: first.first_report(task).score,
                ..report
            }
        } else {
            report
        }
    }

    /// Every thread stands at the root and lists what it is to search there; returned is the flag that ends
    /// those that help.
    fn prepare(
        &mut self,
        game: &GameState,
        node: &Node,
        evaluator: &Evaluator,
        limits: &SearchLimits,
        stop: &CancelFlag,
    ) -> CancelFlag {
        let began = Instant::now();
        let (halt, all_nodes) = (CancelFlag::new(), Arc::new(AtomicU64::new(0)));
        // Moves that were asked for are searched whatever the tables say.
        let verdict = self.trees[0]
            .tablebase
            .as_deref()
            .filter(|_| limits.search_moves.is_empty())
            .and_then(|tables| probe_root(tables, game));
        let most = limits.nodes.map_or(u64::MAX, |nodes| nodes.0.max(1));
        let ration = limits.nodes_after_first.map(|nodes| nodes.0);
        for (thread, tree) in self.trees.iter_mut().enumerate() {
            // Only the thread that decides must complete an iteration.
            let (node_limit, ration) = match ration {
                Some(ration) if thread > 0 => (most.min(ration.max(1)), None),
                ration => (most, ration),
            };
            let pace = SearchControl {
                started: began,
                hard: limits.hard,
                node_limit,
                nodes_after_first: ration,
                ponder_clock: limits.ponder_clock.clone(),
                stop: stop.clone(),
                halt: halt.clone(),
                all_nodes: Arc::clone(&all_nodes),
            };
            tree.begin(game.keys(), pace);
            tree.blindness = limits.blindness;
            tree.root_outcome = verdict.as_ref().map(|verdict| verdict.outcome);
            let sound = verdict.as_ref().map(|verdict| verdict.sound.as_slice());
            tree.list_root_moves(node, evaluator, wanted(&limits.search_moves, sound));
            tree.narrowed = !limits.search_moves.is_empty();
            if tree.root_moves.is_empty() && !node.position.legal_moves().is_empty() {
                tree.list_root_moves(node, evaluator, &[]);
                tree.narrowed = false;
            }
        }
        halt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::RootContext;
    use crate::heuristic::Heuristic;

    /// One program may play both sides of a game.
    #[test]
    fn with_contempt_the_other_side_finds_nothing_of_what_one_side_stored() {
        let start = GameState::default();
        let evaluator = Evaluator::new(&Heuristic::initial(), RootContext::of(start.position()));
        let key = Node::new(start.position(), &evaluator).key ^ evaluator.salt();
        for contempt in [0, 60] {
            let mut searcher = Searcher::new(&SearchSettings::default());
            searcher.set_contempt(Centipawns(contempt));
            let mut game = start.clone();
            let mut is_known = |game: &GameState| {
                let limits = SearchLimits::depth(3);
                searcher.search(game, &evaluator, &limits, &CancelFlag::new(), &mut |_| {});
                searcher.table.probe(key).is_some()
            };
            assert!(is_known(&game));
            game.play(game.position().legal_moves()[0]);
            assert_eq!(is_known(&game), contempt == 0);
            game.play(game.position().legal_moves()[0]);
            assert!(is_known(&game));
        }
    }
}
