//! Setters for everything about an engine that can be set.

use std::sync::Arc;

use shakmaty::ByColor;

use super::Engine;
use super::book_player::BookSettings;
use super::counterfactual::ExplainTiming;
use super::strength::Strength;
use super::tuning::Tuning;
use super::worker::{WorkerJob, WorkerTablebases};
use crate::board::GameState;
use crate::book::{Book, BookMove, Tablebase};
use crate::model::HeuristicSource;
use crate::opponent::{AnswerPolicy, AnswerTable};
use crate::search::TableSize;
use crate::strength::{LossCounts, StrengthScale};
use crate::style::{Population, Recogniser};
use crate::units::{Centipawns, Ply};

/// All settings apply from the next search on.
impl Engine {
    /// Clears the transposition table and the histories.
    pub fn clear(&mut self) {
        self.send(WorkerJob::NewGame);
    }

    /// Sets the size of the transposition table, and clears it.
    pub fn set_table_size(&mut self, size: TableSize) {
        self.settings.table = size;
        self.send(WorkerJob::Settings(self.settings));
    }

    /// Sets the number of search threads; the transposition table is cleared.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.max(1);
        self.send(WorkerJob::Settings(self.settings));
    }

    /// Sets the limit of playing strength. Only results of games at this limit say how strong the opponent is.
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
        self.pass_on_limit();
    }

    /// Sets contempt for games, in centipawns: a draw scores `-contempt` for the engine's side. Negative
    /// contempt seeks draws.
    pub const fn set_contempt(&mut self, contempt: Centipawns) {
        self.contempt = contempt;
    }

    /// Sets the bonus in every evaluation for the engine's side in games, in centipawns: whole with all pieces,
    /// half without any.
    pub const fn set_side_bonus(&mut self, bonus: Centipawns) {
        self.side_bonus = bonus;
    }

    /// Sets the most contempt that the engine chooses by itself, in centipawns.
    ///
    /// With a fixed objective it is added to the setting to win, and subtracted to avoid losing.
    pub const fn set_objective_contempt(&mut self, contempt: Centipawns) {
        self.selector.objective_contempt = contempt;
    }

    /// Sets whether the engine chooses at random among moves exactly as good as the best.
    pub const fn vary_equals(&mut self, varies: bool) {
        self.varies_equals = varies;
    }

    /// Sets the tablebases; `None` plays without.
    ///
    /// Inside the search, positions with as many pieces as the largest tables are probed from `probe_depth` on.
    pub fn set_tablebase(&mut self, open: Option<Arc<dyn Tablebase>>, probe_depth: Ply) {
        self.send(WorkerJob::Tables(WorkerTablebases { open, probe_depth }));
    }

    /// Sets the opening book; `None` plays without.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.book.book = book;
    }

    /// Sets how the opening book is used.
    pub const fn set_book_use(&mut self, how: BookSettings) {
        self.book.settings = how;
    }

    /// Returns all book moves of a position, whether the book is in use or not.
    pub fn book_moves(&self, game: &GameState) -> Vec<BookMove> {
        self.book.moves(game)
    }

    /// Sets the weights.
    pub fn set_weights(&mut self, weights: HeuristicSource) {
        self.selector.set_weights(weights);
    }

    /// Sets the policy by which the engine chooses its answer to the opponent.
    pub const fn set_policy(&mut self, policy: AnswerPolicy) {
        self.selector.policy = policy;
    }

    /// Sets by how much the engine's rating is higher than the opponent's, in Elo; `None` if it is not known.
    pub const fn set_rating_advantage(&mut self, advantage: Option<i32>) {
        self.selector.rating_advantage = advantage;
    }

    /// Sets the kind of players that the opponent is compared with, if it is known.
    pub fn set_population(&mut self, population: Option<Population>) {
        self.selector.tracker.set_population(population, &self.game);
    }

    /// Sets when the engine says what it would have played without its answer to the opponent.
    pub const fn set_explains(&mut self, explains: ExplainTiming) {
        self.explains = explains;
    }

    /// Turns on measuring how much both sides' moves lose, after each answer; for games against an opponent.
    pub fn measure_losses(&mut self) {
        let limit = self.present_limit();
        self.moves.get_or_insert_default().set_limit(limit);
    }

    /// Has the search thread learn what [measuring](Self::measure_losses) needs, which takes a tenth of a second the first
    /// time. Otherwise it does so after the first move, and the second may have to wait.
    pub fn prepare(&self) {
        if let Some(moves) = self.moves.clone() {
            self.send(WorkerJob::Prepare(moves));
        }
    }

    /// Sets if losses are [measured](Self::measure_losses) after each answer, as they are at first.
    ///
    /// An engine that does not adapt needs them for a [stored memory](Self::losses_of) only.
    pub const fn set_follows_moves(&mut self, on: bool) {
        self.follows_moves = on;
    }

    /// Sets the opponent's rating and rating scale, as far as they are known.
    pub fn set_opponent_rating(&self, rating: Option<u32>, scale: Option<StrengthScale>) {
        if let Some(moves) = &self.moves {
            moves.set_opponent(rating, scale);
        }
    }

    /// Returns the losses of both sides in a game, measuring what is left of it.
    ///
    /// `None` if losses are not [measured](Self::measure_losses), or for games of more than 600 plies.
    pub fn losses_of(&self, game: &GameState) -> Option<ByColor<LossCounts>> {
        self.moves.as_ref()?.losses_of(game)
    }

    /// Sets the answers from which the adaptive policy chooses, with their measured gains.
    pub fn set_answers(&mut self, answers: AnswerTable) {
        self.selector.answers = answers;
    }

    /// Sets the style recogniser; without one the opponent stays unknown. What earlier games showed of the
    /// opponent is forgotten.
    pub fn set_styles(&mut self, styles: Option<Recogniser>) {
        self.selector.tracker.set_styles(styles, &self.game);
    }

    /// Sets the seed of all random choices.
    pub fn set_seed(&mut self, seed: u64) {
        self.selector.set_seed(seed);
    }

    /// Sets the user's changes to search and evaluation.
    pub fn set_tuning(&mut self, tuning: Tuning) {
        if self.settings.techniques != tuning.search.techniques {
            self.settings.techniques = tuning.search.techniques;
            self.send(WorkerJob::Settings(self.settings));
        }
        self.selector.set_tuning(tuning);
    }

    /// Returns the user's terms and weights that the heuristic family in use does not have.
    pub fn idle_tuning(&self) -> Vec<String> {
        self.selector.idle_tuning()
    }
}
