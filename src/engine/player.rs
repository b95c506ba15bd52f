//! A player: a heuristic, compiled for each search that asks for it, and a searcher of its own.

use std::sync::Arc;

use crate::board::GameState;
use crate::book::Tablebase;
use crate::cancel::CancelFlag;
use crate::eval::{Evaluator, RootContext};
use crate::heuristic::Heuristic;
use crate::phase::ByPhase;
use crate::score::Score;
use crate::search::{SearchEvent, SearchLimits, SearchReport, SearchSettings, Searcher, TableSize};
use crate::units::{Centipawns, Ply};

/// One side's thinking. The outlook of the game's position settles the evaluator of the whole
/// search; in the classic family that is its phase, as in the original.
#[derive(Debug)]
pub struct Player {
    heuristic: Heuristic,
    /// The last one that was compiled for each phase.
    evaluators: ByPhase<Option<Evaluator>>,
    searcher: Searcher,
    side_bonus: Centipawns,
}

impl Player {
    /// A player with that heuristic.
    pub fn new(heuristic: &Heuristic, settings: &SearchSettings) -> Self {
        Self {
            heuristic: heuristic.clone(),
            evaluators: ByPhase::default(),
            searcher: Searcher::new(settings),
            side_bonus: settings.side_bonus,
        }
    }

    /// Plays on with another heuristic; what was found with the old one is not mixed in.
    pub fn set_heuristic(&mut self, heuristic: &Heuristic) {
        self.heuristic = heuristic.clone();
        self.evaluators = ByPhase::default();
        self.searcher.forget_corrections();
    }

    /// Takes a draw to be worth so much less than it is to the side that it thinks for.
    pub fn set_contempt(&mut self, contempt: Centipawns) {
        self.searcher.set_contempt(contempt);
    }

    /// Sets the bonus in every evaluation for the side that it thinks for, in centipawns: whole in the
    /// middlegame, half in the endgame.
    pub const fn set_side_bonus(&mut self, bonus: Centipawns) {
        self.side_bonus = bonus;
    }

    /// Draws among truly equal best moves from that seed; without one the first found is played.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        self.searcher.set_seed(seed);
    }

    /// Sets the tablebases for positions with few men. The largest are probed only if enough plies remain.
    pub fn set_tablebase(&mut self, tables: Option<&Arc<dyn Tablebase>>, probe_depth: Ply) {
        self.searcher.set_tablebase(tables);
        self.searcher.set_probe_depth(probe_depth);
    }

    /// The memory that its transposition table takes.
    pub fn table_size(&self) -> TableSize {
        self.searcher.table_size()
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Thinks about the game's current position within `limits`.
    pub fn choose(
        &mut self,
        game: &GameState,
        limits: &SearchLimits,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let outlook = RootContext {
            side_bonus: self.side_bonus,
            ..RootContext::of(game.position())
        };
        let kept = &mut self.evaluators[outlook.phase];
        if kept
            .as_ref()
            .is_some_and(|kept| !kept.is_valid_for(outlook))
        {
            *kept = None;
        }
        let evaluator = kept.get_or_insert_with(|| Evaluator::new(&self.heuristic, outlook));
        self.searcher
            .search(game, evaluator, limits, stop, on_event)
    }

    /// The static evaluation of the current position, for the side to move.
    pub fn evaluate(&self, game: &GameState) -> Score {
        let outlook = RootContext::of(game.position());
        Evaluator::new(&self.heuristic, outlook).evaluate(game.position())
    }
}
