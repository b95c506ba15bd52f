//! Iterative deepening: one search after another, each a ply deeper, until a limit ends it.

use std::time::Duration;

use shakmaty::Move;

use super::limits::{SearchLimits, TimeLimits};
use super::report::{ScoreBound, SearchEvent, SearchReport};
use super::root_move::{IterationResult, RootMove, RootPass};
use super::tablebase::certain;
use super::techniques::Technique;
use super::thread::SearchThread;
use super::time_manager::{TimeDecision, TimeManager, is_proved, is_settled};
use super::value::{INFINITY, is_decided, to_score};
use crate::score::Score;
use crate::units::Ply;

/// The first window reaches so far to both sides of the last value, in centipawns.
const ASPIRATION_WINDOW: i32 = 12;

/// Below this depth values still jump too much for a narrow window.
const ASPIRATION_DEPTH: i32 = 4;

/// A window that reaches further than this is opened all the way.
const WIDEST: i32 = 600;

/// Bounds and root moves are told only once a search has taken so long.
const TELLING: Duration = Duration::from_secs(1);

/// Before so many nodes nobody asks how long it took: the clock costs as much as a node.
const TELLING_NODES: u64 = 4_096;

/// With one legal move a search on the clock stops at this depth: enough to ponder on.
const FORCED_DEPTH: u16 = 4;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Deepens until a limit ends it, and reports the best move with its line.
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
        let seed = self.shared.seed.filter(|_| thread == 0 && lines == 1);
        let draw = seed.map(|seed| (seed, self.hold_back()));
        // Helpers start at different depths, so as not to do the same work.
        let first = 1 + i32::try_from(thread % 2).unwrap_or(0);
        for depth in first.min(last)..=last {
            self.control.iteration = depth;
            for rank in 0..lines {
                if self.shared.has(Technique::MtdF) {
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
            if let Some((seed, whole)) = draw {
                self.draw_if_equal(whole, found, seed);
            }
        }
        self.report(0, completed)
    }

    /// A move that had just failed high when the search broke off is played, but how good it is
    /// nobody knows: the score is that of the last iteration.
    fn settle(&mut self, last: i32) {
        let best = &mut self.line.root_moves[0];
        if best.bound != ScoreBound::Exact {
            best.value = last;
            best.bound = ScoreBound::Exact;
        }
    }

    /// One iteration of one rank: a narrow window around the last value, widened on the side that
    /// failed.
    fn aspire(&mut self, depth: i32, rank: usize, on_event: &mut dyn FnMut(SearchEvent<'_>)) {
        let last = self.line.root_moves[rank].value;
        let narrow = depth >= ASPIRATION_DEPTH
            && last > -INFINITY
            && !is_decided(last)
            && self.shared.has(Technique::Aspiration);
        let mut margin = ASPIRATION_WINDOW + last.abs().min(2000) / 100;
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
                // A move that is so much better need not be searched as deeply again.
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

    /// One pass over the moves of the root, told move by move once it has taken long.
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

    /// What can be said before searching: the move that looks best and the static evaluation.
    pub(super) fn first_report(&mut self) -> SearchReport {
        let mut report = self.report(0, Ply(0));
        report.score = match report.best {
            Some(_) => to_score(self.evaluate(self.shared.root)),
            None if self.shared.root.in_check() => Score::MatedIn(Ply(0)),
            None => Score::DRAW,
        };
        report
    }

    /// What is known about the move at `rank`, in the iteration of that depth. A value that a search
    /// was broken off with may be a bound only.
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

    /// Whether another iteration is not worth beginning; the mood that it leaves is kept for a clock
    /// that may start during the next.
    fn is_enough(&mut self, patience: &TimeManager, depth: Ply, limits: &SearchLimits) -> bool {
        let best = &self.line.root_moves[0];
        let score = to_score(best.value);
        let share = best.nodes as f64 / self.control.nodes.max(1) as f64;
        let forced = self.line.root_moves.len() == 1 && depth.0 >= FORCED_DEPTH;
        let sure = forced || is_proved(score, depth.0);
        let elapsed = self.control.started.elapsed();
        let mood = if self.shared.has(Technique::Patience) {
            patience.decision(elapsed, share, sure)
        } else {
            TimeDecision::unstretched(elapsed, sure)
        };
        self.control.time_decision = Some(mood);
        let clock = self.control.ponder_time();
        let over = clock
            .or_else(|| TimeLimits::of(limits))
            .is_some_and(|span| mood.is_over(span));
        over || is_settled(score, depth.0, limits)
            || self.control.nodes >= self.control.node_limit
            || self.control.stop.is_raised()
    }
}

/// A side of the window, opened all the way once it reaches far.
const fn opened(side: i32, margin: i32, limit: i32) -> i32 {
    if margin > WIDEST { limit } else { side }
}

/// The moves to search: those asked for, else those that the tables find sound, else all.
pub(super) fn wanted<'a>(only: &'a [Move], sound: Option<&'a [Move]>) -> &'a [Move] {
    match sound {
        Some(sound) if only.is_empty() => sound,
        Some(_) | None => only,
    }
}
