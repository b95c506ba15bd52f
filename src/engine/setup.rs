//! Everything about an engine that can be set.

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
use crate::opponent::{
    AnswerPolicy, AnswerTable, OpeningResults, OpponentResults, StrengthDifference,
};
use crate::search::TableSize;
use crate::strength::{LossCounts, StrengthScale};
use crate::style::{Population, Recogniser};
use crate::units::{Centipawns, Ply};

/// Settings hold from the next search on.
impl Engine {
    /// Forgets what the transposition table holds.
    pub fn clear(&mut self) {
        self.send(WorkerJob::NewGame);
    }

    /// Gives the transposition table another size, and forgets what it held.
    pub fn set_table_size(&mut self, size: TableSize) {
        self.settings.table = size;
        self.send(WorkerJob::Settings(self.settings));
    }

    /// Sets the number of search threads; the transposition table is cleared.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.max(1);
        self.send(WorkerJob::Settings(self.settings));
    }

    /// Plays its moves only so well from the next search on.
    pub const fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Takes a draw to be worth so much less than it is, when it plays a game; below zero it
    /// looks for draws.
    pub const fn set_contempt(&mut self, contempt: Centipawns) {
        self.contempt = contempt;
    }

    /// Sets the bonus in every evaluation for its own side, in centipawns, when it plays a game: whole in the
    /// middlegame, half in the endgame.
    pub const fn set_side_bonus(&mut self, bonus: Centipawns) {
        self.side_bonus = bonus;
    }

    /// Beside that, a draw is worth so much less where the objective is to win, and so much more where it is
    /// not to lose.
    pub const fn set_objective_contempt(&mut self, contempt: Centipawns) {
        self.selector.objective_contempt = contempt;
    }

    /// Whether it draws, by its seed, among moves that are exactly as good as the best.
    pub const fn vary_equals(&mut self, varies: bool) {
        self.varies_equals = varies;
    }

    /// Asks these tablebases about positions with few men; by none, it plays them itself. Inside
    /// the search the largest are asked only where at least so many plies are left.
    pub fn set_tablebase(&mut self, open: Option<Arc<dyn Tablebase>>, probe_depth: Ply) {
        self.send(WorkerJob::Tables(WorkerTablebases { open, probe_depth }));
    }

    /// Plays openings from this book.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.book.book = book;
    }

    /// Changes how the book is used.
    pub const fn set_book_use(&mut self, how: BookSettings) {
        self.book.settings = how;
    }

    /// What the book knows of a position, whether it is used or not.
    pub fn book_moves(&self, game: &GameState) -> Vec<BookMove> {
        self.book.moves(game)
    }

    /// Plays with other weights from the next search on.
    pub fn set_weights(&mut self, weights: HeuristicSource) {
        self.selector.set_weights(weights);
    }

    /// Chooses its answer to the opponent in another way from the next search on.
    pub const fn set_policy(&mut self, policy: AnswerPolicy) {
        self.selector.policy = policy;
    }

    /// Sets by how much the engine's rating is higher than the opponent's, in Elo; `None` if it is not known.
    pub const fn set_rating_advantage(&mut self, advantage: Option<i32>) {
        self.selector.strength.rating_advantage = advantage;
    }

    /// Sets the results of earlier games against this opponent; games that are
    /// [remembered](Self::remember) from now on are added.
    pub const fn set_opponent_results(&mut self, results: OpponentResults) {
        self.selector.strength.results = results;
    }

    /// Sets how openings against this opponent ended, by which the adaptive policy weighs book moves; games that
    /// are [remembered](Self::remember) from now on are added.
    pub fn set_opening_results(&mut self, openings: OpeningResults) {
        self.selector.openings = openings;
    }

    /// Sets the posterior of the difference in strength after the moves of both sides; `None` if it was not estimated.
    pub const fn set_strength_from_moves(&mut self, difference: Option<StrengthDifference>) {
        self.selector.strength.from_moves = difference;
    }

    /// Sets the kind of players that the opponent is compared with, if it is known.
    pub fn set_population(&mut self, population: Option<Population>) {
        self.selector.tracker.set_population(population, &self.game);
    }

    /// Sets when it says what it would have played without its answer to the opponent.
    pub const fn set_explains(&mut self, explains: ExplainTiming) {
        self.explains = explains;
    }

    /// Measures from now on how much the moves of both sides lose, after each answer; for games against somebody.
    pub fn measure_losses(&mut self) {
        self.moves.get_or_insert_default();
    }

    /// Sets the opponent's rating and rating scale, as far as they are known.
    pub fn set_opponent_rating(&self, rating: Option<u32>, scale: Option<StrengthScale>) {
        if let Some(moves) = &self.moves {
            moves.set_opponent(rating, scale);
        }
    }

    /// Returns how much the moves of both sides lost in a game, measuring what is left of it.
    ///
    /// `None` if losses are not [measured](Self::measure_losses), or for games of more than 600 plies.
    pub fn losses_of(&self, game: &GameState) -> Option<ByColor<LossCounts>> {
        self.moves.as_ref()?.losses_of(game)
    }

    /// Sets the answers from which the adaptive policy chooses, with what each gains.
    pub fn set_answers(&mut self, answers: AnswerTable) {
        self.selector.answers = answers;
    }

    /// Recognises styles by these tables; by none, the opponent stays unknown. What others have shown is
    /// forgotten.
    pub fn set_styles(&mut self, styles: Option<Recogniser>) {
        self.selector.tracker.set_styles(styles, &self.game);
    }

    /// Draws from another seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.selector.set_seed(seed);
    }

    /// Changes search and evaluation from the next search on, whatever else plays.
    pub fn set_tuning(&mut self, tuning: Tuning) {
        if self.settings.techniques != tuning.search.techniques {
            self.settings.techniques = tuning.search.techniques;
            self.send(WorkerJob::Settings(self.settings));
        }
        self.selector.set_tuning(tuning);
    }

    /// The terms and weights of the tuning in force that the family which plays does not have: what to tell
    /// a user who set them.
    pub fn idle_tuning(&self) -> Vec<String> {
        self.selector.idle_tuning()
    }
}
