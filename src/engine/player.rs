//! A player: a heuristic compiled for each phase, and a searcher of its own.

use crate::board::Game;
use crate::eval::Evaluator;
use crate::heuristic::Heuristic;
use crate::phase::ByPhase;
use crate::score::Score;
use crate::search::{Event, Limits, Report, SearchSettings, Searcher, Stop};

/// One side's thinking. The phase in which the game stands picks the evaluator of the whole
/// search, as in the original.
#[derive(Debug)]
pub struct Player {
    evaluators: ByPhase<Evaluator>,
    searcher: Searcher,
}

impl Player {
    /// A player with that heuristic.
    pub fn new(heuristic: &Heuristic, settings: &SearchSettings) -> Self {
        Self {
            evaluators: compile(heuristic),
            searcher: Searcher::new(settings),
        }
    }

    /// Plays on with another heuristic; what was found with the old one is not mixed in.
    pub fn set_heuristic(&mut self, heuristic: &Heuristic) {
        self.evaluators = compile(heuristic);
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Thinks about the game's current position within `limits`.
    pub fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        self.searcher
            .search(game, &self.evaluators[game.phase()], limits, stop, on_event)
    }

    /// The static evaluation of the current position, for the side to move.
    pub fn evaluate(&self, game: &Game) -> Score {
        self.evaluators[game.phase()].evaluate(game.position())
    }
}

fn compile(heuristic: &Heuristic) -> ByPhase<Evaluator> {
    ByPhase::new_with(|phase| Evaluator::new(heuristic, phase))
}
