//! A player: a heuristic with its compiled evaluators, and a searcher.

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

/// One player: its heuristic and its search.
///
/// The phase of the root position decides the evaluator of the whole search, as in the original of 2005.
#[derive(Debug)]
pub struct Player {
    heuristic: Heuristic,
    /// The evaluator compiled last for each phase.
    evaluators: ByPhase<Option<Evaluator>>,
    searcher: Searcher,
    side_bonus: Centipawns,
}

impl Player {
    /// Makes a player with this heuristic.
    pub fn new(heuristic: &Heuristic, settings: &SearchSettings) -> Self {
        Self {
            heuristic: heuristic.clone(),
            evaluators: ByPhase::default(),
            searcher: Searcher::new(settings),
            side_bonus: settings.side_bonus,
        }
    }

    /// Sets the heuristic; scores found with the old one are not reused.
    pub fn set_heuristic(&mut self, heuristic: &Heuristic) {
        self.heuristic = heuristic.clone();
        self.evaluators = ByPhase::default();
        self.searcher.forget_corrections();
    }

    /// Sets contempt in centipawns: a draw scores `-contempt` for the player's side.
    pub fn set_contempt(&mut self, contempt: Centipawns) {
        self.searcher.set_contempt(contempt);
    }

    /// Sets the bonus in every evaluation for the player's side, in centipawns: whole with all pieces on the
    /// board, half without any.
    pub const fn set_side_bonus(&mut self, bonus: Centipawns) {
        self.side_bonus = bonus;
    }

    /// Sets the seed of the choice among equal best moves; without one the first found is played.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        self.searcher.set_seed(seed);
    }

    /// Sets the tablebases. Positions with as many pieces as the largest are probed only from `probe_depth` on.
    pub fn set_tablebase(&mut self, tables: Option<&Arc<dyn Tablebase>>, probe_depth: Ply) {
        self.searcher.set_tablebase(tables);
        self.searcher.set_probe_depth(probe_depth);
    }

    /// Returns the memory that the transposition table takes.
    pub fn table_size(&self) -> TableSize {
        self.searcher.table_size()
    }

    /// Clears everything learned in the last game.
    pub fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Searches the game's current position within `limits`.
    pub fn choose(
        &mut self,
        game: &GameState,
        limits: &SearchLimits,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let context = RootContext {
            side_bonus: self.side_bonus,
            ..RootContext::of(game.position())
        };
        let kept = &mut self.evaluators[context.phase];
        if kept
            .as_ref()
            .is_some_and(|kept| !kept.is_valid_for(context))
        {
            *kept = None;
        }
        let evaluator = kept.get_or_insert_with(|| Evaluator::new(&self.heuristic, context));
        self.searcher
            .search(game, evaluator, limits, stop, on_event)
    }

    /// Returns the static evaluation of the current position for the side to move, without side bonus.
    pub fn evaluate(&self, game: &GameState) -> Score {
        let context = RootContext::of(game.position());
        Evaluator::new(&self.heuristic, context).evaluate(game.position())
    }
}
