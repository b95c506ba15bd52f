//! What a position is worth to a search: a second witness beside the game's result.
//!
//! A result is one throw of the dice for some eighty positions; a search of the same position looks
//! further than the static evaluation and has little noise. Learning evaluations from searches that
//! use them raised a program from nothing to a master's strength (Veness, Silver, Uther and Blair,
//! "Bootstrapping from Game Tree Search", 2009). What no search of that size sees only results tell,
//! so both are mixed.

use shakmaty::{Chess, Position as _};

use super::evaluators::Evaluators;
use super::plan::SearchTeaching;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::eval::Evaluator;
use crate::search::{SearchLimits, SearchSettings, Searcher};

/// What a mate is worth, in centipawns: beyond all doubt.
const MATE: i32 = 3_000;

/// Searches positions to a fixed number of nodes.
#[derive(Debug)]
pub(super) struct SearchTeacher<'a> {
    searcher: Searcher,
    /// Its own evaluators, if it is not the learner.
    evaluators: Option<Evaluators<'a>>,
    limits: SearchLimits,
    stop: CancelFlag,
}

impl<'a> SearchTeacher<'a> {
    /// One that teaches so until it is stopped.
    pub(super) fn new(teaching: &'a SearchTeaching, stop: &CancelFlag) -> Self {
        Self {
            searcher: Searcher::new(&SearchSettings::for_selfplay()),
            evaluators: teaching.by.as_ref().map(Evaluators::new),
            limits: SearchLimits::nodes(teaching.nodes),
            stop: stop.clone(),
        }
    }

    /// Forgets, so that what is said of a game does not depend on the games before it.
    pub(super) fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// The value of a position in centipawns for White; `learners` is the learner's evaluator of its
    /// outlook.
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
