//! Scores of positions that were stored without, for exports: each is searched to a fixed number of nodes.

use std::ops::ControlFlow;
use std::thread;

use super::evaluators::Evaluators;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::collection::{ExportedGame, ScoreSource};
use crate::heuristic::Heuristic;
use crate::record::Game;
use crate::search::{SearchLimits, SearchSettings, Searcher};

/// A searcher that gives positions the scores that they lack. The scores of a game depend on nothing but the game.
#[derive(Debug)]
pub struct GameRescorer<'a> {
    workers: Vec<RescoringWorker<'a>>,
}

/// What one thread needs to search.
#[derive(Debug)]
struct RescoringWorker<'a> {
    searcher: Searcher,
    evaluators: Evaluators<'a>,
    limits: SearchLimits,
    stop: CancelFlag,
}

impl<'a> GameRescorer<'a> {
    /// Creates a rescorer that searches `nodes` nodes for each position with `heuristic`, on `threads` threads.
    pub fn new(heuristic: &'a Heuristic, nodes: u64, threads: usize, stop: &CancelFlag) -> Self {
        let worker = || RescoringWorker {
            searcher: Searcher::new(&SearchSettings::for_selfplay()),
            evaluators: Evaluators::new(heuristic),
            limits: SearchLimits::nodes(nodes),
            stop: stop.clone(),
        };
        Self {
            workers: (0..threads.max(1)).map(|_| worker()).collect(),
        }
    }
}

impl ScoreSource for GameRescorer<'_> {
    fn add_scores(&mut self, games: &mut [ExportedGame]) -> ControlFlow<()> {
        let size = games.len().div_ceil(self.workers.len()).max(1);
        let parts = self.workers.iter_mut().zip(games.chunks_mut(size));
        let parts: Vec<_> = parts.collect();
        let is_stopped = thread::scope(|scope| {
            let work = parts.into_iter().map(|(worker, games)| {
                scope.spawn(move || {
                    games
                        .iter_mut()
                        .any(|game| worker.complete(game).is_break())
                })
            });
            let work: Vec<_> = work.collect();
            // A worker that panicked has scored nothing: the export must not go on.
            work.into_iter().any(|one| one.join().unwrap_or(true))
        });
        if is_stopped {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl RescoringWorker<'_> {
    /// Searches the positions of a game that have no score; breaks when it was stopped.
    fn complete(&mut self, game: &mut ExportedGame) -> ControlFlow<()> {
        let first = game.first_ply();
        let record = &mut game.record;
        if (first..record.moves.len()).all(|ply| record.score_before(ply).is_some()) {
            return ControlFlow::Continue(());
        }
        let Game {
            start,
            moves,
            scores,
            ..
        } = record;
        scores.resize(moves.len(), None);
        self.searcher.clear();
        let mut state = GameState::from_position(start.clone());
        for (ply, (&m, score)) in moves.iter().zip(scores).enumerate() {
            if ply >= first && score.is_none() {
                let turn = state.turn();
                let evaluator = self.evaluators.of(state.position());
                let report =
                    self.searcher
                        .search(&state, evaluator, &self.limits, &self.stop, &mut |_| {});
                if self.stop.is_raised() {
                    return ControlFlow::Break(());
                }
                *score = Some(report.score.for_white(turn).into());
            }
            state.play(m);
        }
        ControlFlow::Continue(())
    }
}
