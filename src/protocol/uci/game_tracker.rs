//! Tracks the games that the engine plays, since UCI does not tell when a game begins or how it ends.
//!
//! A game is taken to be over at `ucinewgame`, at the end of the session, or when the engine is to play in another
//! game. Its result follows from the last position, the engine's own last move included; otherwise it is unknown.
//! A game from which plies are taken back stays the same game, so that plies played again count once.
//! Analysis and games of the engine against itself are not games against a user. A position may be set for analysis, so
//! it counts only where the game goes on in it, and is forgotten when its analysis begins.

use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{Color, Move, Position as _};

use crate::board::GameState;
use crate::heuristic::Levels;
use crate::phase::{ByPhase, Phase};
use crate::protocol::engine_session::EndedGame;

/// The most plies that may be taken back if several others follow; after more, it counts as another game.
const TAKEN_BACK: usize = 6;

/// The fewest plies that stay of a game from which more are taken back. After fewer, it may as well be a new game of a
/// client that does not announce it.
const FEWEST_PLIES: usize = 4;

/// The role of a search in the current game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchRole {
    /// A move of a game.
    Play,
    /// A move of a game if the opponent plays the expected move.
    Ponder,
    /// Not a move of a game.
    Analysis,
}

/// The sides that the engine has played in the current game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EngineSides {
    #[default]
    Nowhere,
    At(Color),
    /// Both sides, so the game is not against a user.
    Both,
}

/// The move that a search chose, set by the search thread.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedMove(Arc<Mutex<Option<Move>>>);

impl SharedMove {
    pub(super) fn set(&self, m: Option<Move>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = m;
    }

    fn get(&self) -> Option<Move> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The current game, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct GameTracker {
    game: GameState,
    seat: EngineSides,
    chosen: SharedMove,
    levels: ByPhase<Option<Levels>>,
    /// The game with moves that came in after the engine's last one.
    continued: Option<GameState>,
    /// The game of a pondering search, which ends with the expected move; it counts once that was played.
    pondering: Option<(GameState, Option<ByPhase<Levels>>)>,
}

impl GameTracker {
    /// Starts tracking a search; returns where its move is to be stored.
    pub(super) fn begin(
        &mut self,
        game: &GameState,
        role: SearchRole,
        levels: Option<ByPhase<Levels>>,
    ) -> SharedMove {
        self.continued = None;
        match role {
            SearchRole::Play => self.take(game, levels),
            SearchRole::Ponder => {
                // The last move is only expected; an opponent who resigns never plays it.
                self.game = game.clone();
                self.game.undo();
                self.pondering = Some((game.clone(), levels));
            }
            // The game stays as it was.
            SearchRole::Analysis => return SharedMove::default(),
        }
        self.chosen = SharedMove::default();
        self.chosen.clone()
    }

    /// The expected move was played, so the pondering search is for a move of the game.
    pub(super) fn ponder_hit(&mut self) {
        if let Some((game, levels)) = self.pondering.take() {
            self.take(&game, levels);
        }
    }

    fn take(&mut self, game: &GameState, levels: Option<ByPhase<Levels>>) {
        let turn = game.turn();
        self.seat = match self.seat {
            EngineSides::Nowhere => EngineSides::At(turn),
            EngineSides::At(side) if side == turn => EngineSides::At(side),
            EngineSides::At(_) | EngineSides::Both => EngineSides::Both,
        };
        let phase = game.phase();
        if game.ply() < self.game.ply() {
            // The moves of later phases are taken back.
            for later in Phase::ALL.into_iter().filter(|later| *later > phase) {
                self.levels[later] = None;
            }
        }
        self.levels[phase] = levels.map(|levels| levels[phase].clone());
        self.game = game.clone();
        self.pondering = None;
    }

    /// Returns true if `game` is not the current game, continued or taken back.
    pub(super) fn is_another_game(&self, game: &GameState) -> bool {
        let parted = game.start() != self.game.start()
            || game.moves().first() != self.game.moves().first() && self.game.ply() > 0
            || game.ply() + TAKEN_BACK < self.game.ply() && !self.is_taken_back_to(game);
        self.seat != EngineSides::Nowhere && parted
    }

    /// Returns true if `game` is the beginning of the current game, with at most one other ply after it.
    fn is_taken_back_to(&self, game: &GameState) -> bool {
        let pairs = game.moves().iter().zip(self.game.moves());
        let shared = pairs.take_while(|(one, other)| one == other).count();
        let has_changed_sides = self.seat == EngineSides::At(!game.turn());
        game.ply() >= FEWEST_PLIES && shared + 1 >= game.ply() && !has_changed_sides
    }

    /// Returns the number of the engine's moves in the current game that `game` takes back.
    pub(super) fn moves_taken_back(&self, game: &GameState) -> usize {
        let searched = match self.seat {
            EngineSides::Nowhere => 0,
            EngineSides::At(_) | EngineSides::Both => self.game.ply() + 1,
        };
        searched.saturating_sub(game.ply()).div_ceil(2)
    }

    /// Ends the current game and returns it; `None` if there was none against a user.
    pub(super) fn finish(&mut self) -> Option<EndedGame> {
        let done = std::mem::take(self);
        let EngineSides::At(machine) = done.seat else {
            return None;
        };
        let game = done.continued.clone().unwrap_or_else(|| done.known());
        Some(EndedGame {
            ending: game.ending(),
            game,
            machine,
            levels: done.levels,
        })
    }

    /// Observes the moves of the game that came in after the engine's last one.
    pub(super) fn see(&mut self, game: &GameState) {
        let known = self.known();
        let goes_on = game.start() == known.start() && game.moves().starts_with(known.moves());
        self.continued = (self.seat != EngineSides::Nowhere && goes_on).then(|| game.clone());
    }

    /// Returns the game up to the engine's last move.
    fn known(&self) -> GameState {
        let mut game = self.game.clone();
        if self.pondering.is_none()
            && let Some(m) = self.chosen.get()
            && game.position().is_legal(m)
        {
            game.play(m);
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::line::read_coordinates;

    /// Eight moves of White and seven of Black.
    const MOVES: &str =
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3";

    /// Returns the game of the first plies of [`MOVES`], and of others after them.
    fn game(plies: usize, others: &str) -> GameState {
        let mut game = GameState::new();
        let first = MOVES.split_whitespace().take(plies);
        for word in first.chain(others.split_whitespace()) {
            let m = read_coordinates(game.position(), word).expect("a legal move");
            game.play(m);
        }
        game
    }

    /// Returns the tracker of a game in which the engine has Black and is to move.
    fn tracker() -> GameTracker {
        let mut tracker = GameTracker::default();
        drop(tracker.begin(&game(15, ""), SearchRole::Play, None));
        tracker
    }

    #[test]
    fn a_game_stays_the_same_however_much_is_taken_back() {
        let tracker = tracker();
        for (plies, others, moves) in [
            (15, "d6d5 d2d4", 0),
            (15, "", 1),
            (13, "", 2),
            (7, "", 5),
            (6, "b5c6", 5),
            (5, "", 6),
            (4, "d2d4", 6),
        ] {
            let game = game(plies, others);
            assert!(!tracker.is_another_game(&game), "{plies} {others}");
            assert_eq!(tracker.moves_taken_back(&game), moves, "{plies} {others}");
        }
    }

    #[test]
    fn a_new_game_is_told_from_one_that_is_taken_back() {
        let tracker = tracker();
        // The engine has the other side in the game of six plies.
        for (plies, others) in [
            (0, ""),
            (0, "d2d4"),
            (1, ""),
            (3, ""),
            (2, "f2f4 e5f4 g1f3"),
            (4, "f1c4 f8c5 c2c3"),
            (6, ""),
        ] {
            let game = game(plies, others);
            assert!(tracker.is_another_game(&game), "{plies} {others}");
        }
    }
}
