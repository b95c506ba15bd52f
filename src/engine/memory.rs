//! Earlier games of the opponent, and the limit of the engine's strength in the current one.

use shakmaty::Color;

use super::{Engine, Purpose, SearchRequest};
use crate::board::GameState;
use crate::opponent::{OpeningResults, RecalledOpponent, ResultsByLimit};
use crate::record::GameResult;
use crate::search::SearchLimits;
use crate::store::{CHANGED_LIMIT, OpponentGame};

impl Engine {
    /// Remembers a finished game, in which the engine played `machine`, for the next game against this
    /// opponent.
    ///
    /// A game without a result counts for the style that it showed.
    pub fn remember(&mut self, game: &GameState, machine: Color, result: Option<GameResult>) {
        let limit = self.limit_of_game();
        self.limits_of_game.clear();
        self.selector.tracker.watch(game);
        self.selector.tracker.remember(!machine, result);
        if let Some(moves) = self.moves.as_ref().filter(|_| self.follows_moves) {
            moves.remember(game, machine, limit.clone());
        }
        if let Some(result) = result {
            let result = result.seen_by(machine);
            self.selector.results.add(limit, result);
            self.selector.openings.add(game, machine, result);
        }
        self.selector.tracker.watch(&self.game);
    }

    /// Ends a game that is not remembered.
    pub fn leave_game(&mut self) {
        self.limits_of_game.clear();
    }

    /// Replaces what earlier games of this process told of the opponent by remembered games.
    pub fn recall(&mut self, games: &[OpponentGame]) -> RecalledOpponent {
        self.selector.results = ResultsByLimit::of_games(games);
        self.selector.openings = OpeningResults::of_games(games);
        if let Some(moves) = &self.moves {
            moves.recall(games);
        }
        self.selector.tracker.recall(games, &self.game)
    }

    /// Returns what remembered games tell of an opponent, without taking them up.
    pub fn judge_remembered(&self, games: &[OpponentGame]) -> RecalledOpponent {
        self.selector.tracker.judge_remembered(games)
    }

    /// Forgets the games against the last opponent, before a new one. The rating advantage stays.
    pub fn forget_opponent(&mut self) {
        self.selector.results = ResultsByLimit::default();
        self.selector.openings = OpeningResults::default();
        if let Some(moves) = &self.moves {
            moves.forget();
        }
        self.selector.tracker.forget(&self.game);
    }

    /// Returns the limit of the engine's strength in the current game, in the words that are stored; `None` at full
    /// strength.
    ///
    /// It is the limit of the searches for its moves so far, or `changed` if there were several; before the first
    /// search it is the present limit.
    pub fn limit_of_game(&self) -> Option<String> {
        let mut limits = self.limits_of_game.iter();
        match (limits.next(), limits.next()) {
            (None, _) => self.present_limit(),
            (Some(only), None) => only.clone(),
            (Some(_), Some(_)) => Some(CHANGED_LIMIT.to_owned()),
        }
    }

    /// Sets the limits that the next searches for moves will have.
    ///
    /// Their depth and nodes are part of the limit of the engine's strength, by which earlier games count. Each search for
    /// a move sets them anew; a decision that is asked for before it needs them.
    pub fn expect_limits(&mut self, limits: &SearchLimits) {
        self.search_limits = SearchLimits {
            depth: limits.depth,
            nodes: limits.nodes,
            ..SearchLimits::default()
        };
        self.selector
            .tuning()
            .search
            .tighten(&mut self.search_limits);
        self.pass_on_limit();
    }

    /// Sets the limits of a search that is about to begin, if it is for a move.
    pub(super) fn expect_request(&mut self, request: &SearchRequest) {
        if request.purpose == Purpose::Play {
            self.expect_limits(&request.limits);
        }
    }

    /// Returns the limit of the engine's strength in the next search for a move; `None` at full strength.
    pub(super) fn present_limit(&self) -> Option<String> {
        self.strength.limit(&self.search_limits)
    }

    /// Tells the measurement of moves the present limit.
    pub(super) fn pass_on_limit(&self) {
        if let Some(moves) = &self.moves {
            moves.set_limit(self.present_limit());
        }
    }

    /// Reduces the limits of a search for a move to the engine's strength, and notes that strength.
    pub(super) fn limit_strength(&mut self, limits: &mut SearchLimits) {
        let limit = self.present_limit();
        self.limits_of_game.insert(limit);
        let seed = self.selector.seed_of_blindness();
        self.strength.narrow(limits, self.game.position(), seed);
    }
}
