//! Iterative deepening: one search after another, each a ply deeper, until a limit ends it.

use std::time::Instant;

use shakmaty::{Move, Position as _};

use super::SearchSettings;
use super::limits::{Limits, Stop};
use super::negamax::{Frame, Passed};
use super::node::Node;
use super::ordering::{Keys, Memory};
use super::pruning::reductions;
use super::report::{Event, Report, ReportBound};
use super::table::Table;
use super::techniques::{Technique, Techniques};
use super::value::{INFINITY, is_mate, to_score};
use crate::board::Game;
use crate::eval::{Evaluator, PawnTable};
use crate::score::Score;
use crate::units::{Nodes, Ply};

/// The first window reaches so far to both sides of the last value, in centipawns.
const ASPIRATION_WINDOW: i32 = 30;

/// Below this depth values still jump too much for a narrow window.
const ASPIRATION_DEPTH: i32 = 4;

/// How many nodes pass between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// A player's search: its table and memory, kept from move to move.
#[derive(Debug)]
pub struct Searcher {
    pub(super) techniques: Techniques,
    pub(super) table: Table,
    pub(super) memory: Memory,
    pub(super) keys: Keys,
    pub(super) pawns: PawnTable,
    pub(super) reductions: Vec<[i32; 64]>,
    /// The principal variation below each ply.
    pub(super) lines: Vec<Vec<Move>>,
    /// The keys from the game's first position to the node at hand.
    pub(super) path: Vec<u64>,
    pub(super) root_moves: Vec<Move>,
    pub(super) deepest: usize,
    pub(super) broken_off: bool,
    nodes: u64,
    node_limit: u64,
    clock: Clock,
}

/// What may end a search from outside the tree.
#[derive(Debug)]
struct Clock {
    began: Instant,
    hard: Option<std::time::Duration>,
    stop: Stop,
}

impl Searcher {
    /// A searcher that remembers nothing yet.
    pub fn new(settings: &SearchSettings) -> Self {
        Self {
            techniques: settings.techniques,
            table: Table::new(settings.table),
            memory: Memory::new(),
            keys: Keys::default(),
            pawns: PawnTable::new(),
            reductions: reductions(),
            lines: vec![Vec::new(); usize::from(Ply::MAX.0) + 2],
            path: Vec::new(),
            root_moves: Vec::new(),
            deepest: 0,
            broken_off: false,
            nodes: 0,
            node_limit: u64::MAX,
            clock: Clock {
                began: Instant::now(),
                hard: None,
                stop: Stop::new(),
            },
        }
    }

    /// Forgets all of the last game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Searches the game's current position and reports the best move; every completed iteration
    /// is an event. Always names a legal move where there is one, however tight the limits.
    pub fn search(
        &mut self,
        game: &Game,
        evaluator: &Evaluator,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        self.begin(game, limits, stop);
        let root = Node::new(game.position(), evaluator);
        let mut report = self.first_report(&root, evaluator, limits);
        let Some(only_move) = report.best else {
            return report;
        };
        let last = limits
            .depth
            .map_or(i32::from(Ply::MAX.0), |depth| i32::from(depth.0))
            .max(1);
        let mut value = 0;
        for depth in 1..=last {
            let found = self.aspire(&root, evaluator, depth, value);
            let line = &self.lines[0];
            if !self.broken_off || !line.is_empty() && found > -INFINITY {
                if !self.broken_off {
                    value = found;
                    report.score = to_score(found);
                    report.depth = Ply(u16::try_from(depth).unwrap_or(u16::MAX));
                }
                if let Some(best) = line.first() {
                    report.best = Some(*best);
                    report.ponder = line.get(1).copied();
                    report.line.clone_from(line);
                }
            }
            self.fill(&mut report);
            if self.broken_off {
                break;
            }
            on_event(Event::Iteration(&report));
            if self.is_enough(&report, limits) {
                break;
            }
        }
        report.best = report.best.or(Some(only_move));
        report
    }

    /// Enters a node: counts it, and tells whether the search must break off instead.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.broken_off = true;
        } else {
            self.nodes += 1;
            if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
                self.look_at_the_clock();
            }
        }
        self.broken_off
    }

    fn look_at_the_clock(&mut self) {
        let late = self
            .clock
            .hard
            .is_some_and(|hard| self.clock.began.elapsed() >= hard);
        if late || self.clock.stop.is_stopped() {
            self.broken_off = true;
        }
    }

    fn begin(&mut self, game: &Game, limits: &Limits, stop: &Stop) {
        self.table.age();
        self.memory.fade();
        self.path.clear();
        self.path.extend_from_slice(game.keys());
        self.root_moves.clone_from(&limits.only);
        self.deepest = 0;
        self.broken_off = false;
        self.nodes = 0;
        self.node_limit = limits.nodes.map_or(u64::MAX, |nodes| nodes.0.max(1));
        self.clock = Clock {
            began: Instant::now(),
            hard: limits.hard,
            stop: stop.clone(),
        };
        // The root itself is a node.
        self.enter();
    }

    /// What can be said before searching: the first legal move and the static evaluation.
    fn first_report(&mut self, root: &Node, evaluator: &Evaluator, limits: &Limits) -> Report {
        let moves = root.position.legal_moves();
        let best = moves
            .iter()
            .find(|m| limits.only.is_empty() || limits.only.contains(m))
            .or_else(|| moves.first())
            .copied();
        let score = match best {
            Some(_) => to_score(root.evaluate(evaluator, &mut self.pawns)),
            None if root.in_check() => Score::MatedIn(Ply(0)),
            None => Score::DRAW,
        };
        Report {
            best,
            ponder: None,
            score,
            depth: Ply(0),
            selective_depth: Ply(0),
            nodes: Nodes(self.nodes),
            time: self.clock.began.elapsed(),
            hash_full: 0,
            line: best.into_iter().collect(),
            rank: 1,
            bound: ReportBound::Exact,
            tablebase_hits: 0,
        }
    }

    /// One iteration: a narrow window around the last value, widened on the side that failed.
    fn aspire(&mut self, root: &Node, evaluator: &Evaluator, depth: i32, last: i32) -> i32 {
        let mut margin = ASPIRATION_WINDOW;
        let narrow = depth >= ASPIRATION_DEPTH
            && !is_mate(last)
            && self.techniques.has(Technique::Aspiration);
        let (mut alpha, mut beta) = if narrow {
            (last - margin, last + margin)
        } else {
            (-INFINITY, INFINITY)
        };
        loop {
            let frame = Frame {
                alpha,
                beta,
                depth,
                ply: 0,
                passed: Passed::No,
            };
            let value = self.negamax(root, evaluator, frame);
            if self.broken_off || value > alpha && value < beta {
                return value;
            }
            margin *= 4;
            if value <= alpha {
                alpha = if margin > 1000 {
                    -INFINITY
                } else {
                    value - margin
                };
            } else {
                beta = if margin > 1000 {
                    INFINITY
                } else {
                    value + margin
                };
            }
        }
    }

    fn fill(&self, report: &mut Report) {
        report.nodes = Nodes(self.nodes);
        report.time = self.clock.began.elapsed();
        report.selective_depth = Ply(u16::try_from(self.deepest).unwrap_or(u16::MAX));
        report.hash_full = self.table.hash_full();
    }

    /// Whether another iteration is not worth beginning.
    fn is_enough(&self, report: &Report, limits: &Limits) -> bool {
        let mate_found = match (report.score, limits.mate) {
            (Score::MateIn(ply), Some(wanted)) => ply.0.div_ceil(2) <= wanted,
            _ => false,
        };
        // A forced mate within the depth searched cannot be shortened by looking further.
        let mate_proved = match report.score {
            Score::MateIn(ply) | Score::MatedIn(ply) => {
                ply <= report.depth && (limits.nodes.is_some() || limits.soft.is_some())
            }
            Score::Heuristic(_) => false,
        };
        mate_found
            || mate_proved
            || self.nodes >= self.node_limit
            || limits
                .soft
                .is_some_and(|soft| self.clock.began.elapsed() >= soft)
            || self.clock.stop.is_stopped()
    }
}
