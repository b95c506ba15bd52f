//! Iterative deepening: searches to depth 1, 2, 3 and so on until a limit ends it.

use std::time::Duration;

use shakmaty::Move;

use super::limits::{SearchLimits, TimeLimits};
use super::report::{ScoreBound, SearchEvent, SearchReport};
use super::root_move::{IterationResult, RootMove, RootPass};
use super::search_constant::SearchConstant;
use super::tablebase::certain;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::time_manager::{TimeDecision, TimeManager, is_proved, is_settled};
use super::value::{INFINITY, is_decided, to_score};
use crate::score::Score;
use crate::units::Ply;

/// The first aspiration window extends at least this far to both sides of the last value, in centipawns.
pub(super) static ASPIRATION_WINDOW: SearchConstant =
    SearchConstant::new("AspirationWindow", 7, 3, 30);

/// The least depth, in plies, with an aspiration window; before it values still jump too much.
const ASPIRATION_DEPTH: i32 = 4;

/// A window with a margin above this, in centipawns, is opened completely on the failing side.
const WIDEST: i32 = 600;

/// Bounds and current root moves are reported only after this time of searching.
const TELLING: Duration = Duration::from_secs(1);

/// Before this many nodes the clock is not read for reports: reading it costs as much as a node.
const TELLING_NODES: u64 = 4_096;

/// With one legal move a search on the clock stops at this depth, in plies: enough to have a move to ponder on.
const FORCED_DEPTH: u16 = 4;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Deepens until a limit ends the search, and reports the best move with its line.
    pub(super) fn deepen(&mut self, on_event: &mut dyn FnMut(SearchEvent<'_>)) -> SearchReport {
        let (limits, thread) = (self.shared.limits, self.control.thread);
        let last = limits
            .depth
            .map_or(i32::from(Ply::MAX.0), |depth| i32::from(depth.0))
            .max(1);
        let lines = limits.lines.clamp(1, self.line.root_moves.len().max(1));
        let mut patience = TimeManager::default();
        let mut completed = Ply(0);
        let mut found: Option<IterationResult> = None;
        let may_draw = thread == 0 && lines == 1 && limits.haste.is_none();
        let seed = self.shared.seed.filter(|_| may_draw);
        let draw = seed.map(|seed| (seed, self.hold_back()));
        // Helpers start at different depths, so as not to do the same work.
        let first = 1 + i32::try_from(thread % 2).unwrap_or(0);
        for depth in first.min(last)..=last {
            self.control.iteration = depth;
            self.history.begin_iteration(depth);
            for rank in 0..lines {
                if self.has(Technique::MtdF) {
                    self.converge(depth, rank, on_event);
                } else {
                    self.aspire(depth, rank, on_event);
                }
                if self.control.broken_off {
                    break;
                }
            }
            if self.control.broken_off {
                break;
            }
            self.line.root_moves[..lines].sort_by_key(|found| -found.value);
            completed = Ply(u16::try_from(depth).unwrap_or(u16::MAX));
            for rank in 0..lines {
                let report = self.report(rank, completed);
                on_event(SearchEvent::Iteration(&report));
            }
            let best = &self.line.root_moves[0];
            found = Some(IterationResult {
                m: best.m,
                value: best.value,
                depth,
            });
            patience.record(best.m, best.value);
            self.control.start_node_allowance();
            if thread == 0 && self.is_enough(&patience, completed, limits) {
                break;
            }
        }
        if let Some(found) = found {
            self.settle(found.value);
            self.draw_hastily(found);
            if let Some((seed, whole)) = draw {
                self.draw_if_equal(whole, found, seed);
            }
        }
        self.report(0, completed)
    }

    /// Gives the best move the score of the last completed iteration if the search was aborted after it failed
    /// high.
    ///
    /// The move is played, but its own value is only a bound.
    fn settle(&mut self, last: i32) {
        let best = &mut self.line.root_moves[0];
        if best.bound != ScoreBound::Exact {
            best.value = last;
            best.bound = ScoreBound::Exact;
        }
    }

    /// Searches one iteration of one line with an aspiration window around the last value; a side that fails is
    /// widened.
    fn aspire(&mut self, depth: i32, rank: usize, on_event: &mut dyn FnMut(SearchEvent<'_>)) {
        let last = self.line.root_moves[rank].value;
        let narrow = depth >= ASPIRATION_DEPTH
            && last > -INFINITY
            && !is_decided(last)
            && self.has(Technique::Aspiration);
        let mut margin = ASPIRATION_WINDOW.get() + last.abs().min(2000) / 100;
        let mut pass = RootPass {
            alpha: if narrow { last - margin } else { -INFINITY },
            beta: if narrow { last + margin } else { INFINITY },
            depth,
            rank,
        };
        loop {
            let value = self.root_pass(pass, on_event);
            if self.control.broken_off || value > pass.alpha && value < pass.beta {
                return;
            }
            margin += margin / 2 + 5;
            let bound = if value <= pass.alpha {
                pass.beta = i32::midpoint(pass.alpha, pass.beta);
                pass.alpha = opened(value - margin, margin, -INFINITY);
                pass.depth = depth;
                ScoreBound::AtMost
            } else {
                pass.beta = opened(value + margin, margin, INFINITY);
                // After a fail high the move need not be searched as deeply again.
                pass.depth = (pass.depth - 1).max(depth - 3).max(1);
                ScoreBound::AtLeast
            };
            if self.control.thread == 0 && self.control.started.elapsed() >= TELLING {
                let depth = Ply(u16::try_from(depth).unwrap_or(u16::MAX));
                let mut report = self.report(rank, depth);
                report.bound = bound;
                report.score = to_score(value);
                on_event(SearchEvent::Iteration(&report));
            }
        }
    }

    /// Searches the root moves once; reports each move once the search has lasted a second.
    pub(super) fn root_pass(
        &mut self,
        pass: RootPass,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> i32 {
        let began = self.control.started;
        let depth = Ply(u16::try_from(self.control.iteration).unwrap_or(u16::MAX));
        let decides = self.control.thread == 0;
        self.search_root(pass, &mut |m, number, nodes| {
            let long = nodes >= TELLING_NODES && began.elapsed() >= TELLING;
            if decides && long {
                on_event(SearchEvent::RootMove { m, number, depth });
            }
        })
    }

    /// Returns the report before any search: the move ordered first and the static evaluation.
    pub(super) fn first_report(&mut self) -> SearchReport {
        let mut report = self.report(0, Ply(0));
        report.score = match report.best {
            Some(_) => to_score(self.evaluate(self.shared.root)),
            None if self.shared.root.in_check() => Score::MatedIn(Ply(0)),
            None => Score::DRAW,
        };
        report
    }

    /// Returns the report on the move at `rank` in the iteration of this depth. After an aborted search the
    /// value may be a bound.
    fn report(&self, rank: usize, depth: Ply) -> SearchReport {
        let found = self.line.root_moves.get(rank);
        let score = found.map_or(Score::DRAW, |found| to_score(found.value));
        SearchReport {
            best: found.map(|found| found.m),
            ponder: found.and_then(|found| found.sequel.first().copied()),
            score: self
                .shared
                .root_outcome
                .map_or(score, |outcome| certain(outcome, score)),
            depth,
            selective_depth: Ply(u16::try_from(self.control.deepest).unwrap_or(u16::MAX)),
            nodes: self.control.all_nodes(),
            time: self.control.started.elapsed(),
            hash_full: self.shared.table.hash_full(),
            line: found.map_or_else(Vec::new, RootMove::line),
            rank: u16::try_from(rank + 1).unwrap_or(u16::MAX),
            bound: found.map_or(ScoreBound::Exact, |found| found.bound),
            tablebase_hits: self.control.tablebase_hits,
        }
    }

    /// Returns true if no further iteration should start. The time manager's decision is kept for a ponder hit
    /// that may come during the next iteration.
    fn is_enough(&mut self, patience: &TimeManager, depth: Ply, limits: &SearchLimits) -> bool {
        let best = &self.line.root_moves[0];
        let score = to_score(best.value);
        let share = best.nodes as f64 / self.control.nodes.max(1) as f64;
        let forced = self.line.root_moves.len() == 1 && depth.0 >= FORCED_DEPTH;
        let sure = forced || is_proved(score, depth.0);
        let elapsed = self.control.started.elapsed();
        let decision = if self.has(Technique::Patience) {
            patience.decision(elapsed, share, sure)
        } else {
            TimeDecision::unstretched(elapsed, sure)
        };
        self.control.time_decision = Some(decision);
        let clock = self.control.ponder_time();
        let over = clock
            .or_else(|| TimeLimits::of(limits))
            .is_some_and(|span| decision.is_over(span));
        over || is_settled(score, depth.0, limits)
            || self.control.nodes >= self.control.node_limit
            || self.control.stop.is_raised()
    }
}

/// Returns a side of the window, or `limit` if the margin is past [`WIDEST`].
const fn opened(side: i32, margin: i32, limit: i32) -> i32 {
    if margin > WIDEST { limit } else { side }
}

/// Returns the root moves to search: those asked for, else those that the tablebases find sound, else all.
pub(super) fn wanted<'a>(only: &'a [Move], sound: Option<&'a [Move]>) -> &'a [Move] {
    match sound {
        Some(sound) if only.is_empty() => sound,
        Some(_) | None => only,
    }
}
