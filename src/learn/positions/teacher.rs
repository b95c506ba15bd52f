//! Scores of positions by search, as learning targets beside the games' results.
//!
//! A result is one noisy observation for some eighty positions; a search of a position looks further than the static
//! evaluation and has little noise. Learning evaluations from searches that use them raised a program from scratch to
//! master strength (Veness, Silver, Uther and Blair, "Bootstrapping from Game Tree Search", 2009). Only results
//! contain what such a search cannot see, so both are mixed.

use shakmaty::{Chess, Position as _};

use super::evaluators::Evaluators;
use super::plan::SearchTeaching;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::eval::Evaluator;
use crate::search::{SearchLimits, SearchSettings, Searcher};

/// Bound of the scores, which mates have, in centipawns.
pub(super) const MATE: i32 = 3_000;

/// A searcher of positions to a fixed number of nodes.
#[derive(Debug)]
pub(super) struct SearchTeacher<'a> {
    searcher: Searcher,
    /// Evaluators of another heuristic; `None` if the one being fitted evaluates.
    evaluators: Option<Evaluators<'a>>,
    limits: SearchLimits,
    stop: CancelFlag,
}

impl<'a> SearchTeacher<'a> {
    /// Creates a searcher with these settings, which `stop` interrupts.
    pub(super) fn new(teaching: &'a SearchTeaching, stop: &CancelFlag) -> Self {
        Self {
            searcher: Searcher::new(&SearchSettings::for_selfplay()),
            evaluators: teaching.by.as_ref().map(Evaluators::new),
            limits: SearchLimits::nodes(teaching.nodes),
            stop: stop.clone(),
        }
    }

    /// Clears the transposition table, so that scores do not depend on earlier games.
    pub(super) fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Returns the search score of a position in centipawns from White's point of view. `learners` is the evaluator
    /// of the heuristic being fitted, for its phase.
    pub(super) fn value(&mut self, position: &Chess, learners: &Evaluator) -> f64 {
        let evaluator = match &mut self.evaluators {
            Some(evaluators) => evaluators.of(position),
            None => learners,
        };
        let game = GameState::from_position(position.clone());
        let report = self
            .searcher
            .search(&game, evaluator, &self.limits, &self.stop, &mut |_| {});
        let value = report.score.centipawns_or(MATE).0.clamp(-MATE, MATE);
        f64::from(if position.turn().is_white() {
            value
        } else {
            -value
        })
    }
}
