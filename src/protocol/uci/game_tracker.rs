//! Tracks the games that the engine plays, since UCI does not tell when a game begins or how it ends.
//!
//! A game is taken to be over at `ucinewgame`, at the end of the session, or when the engine is to play in another
//! game. Its result follows from the last position, the engine's own last move included; otherwise it is unknown.
//! Analysis and games of the engine against itself are not games against a user. A position may be set for analysis, so
//! it counts only where the game goes on in it, and is forgotten when its analysis begins.

use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{Color, Move, Position as _};

use crate::board::GameState;
use crate::heuristic::Levels;
use crate::phase::ByPhase;
use crate::protocol::engine_session::EndedGame;

/// The most plies that may be taken back before it counts as another game.
const TAKEN_BACK: usize = 6;

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
        self.levels[phase] = levels.map(|levels| levels[phase].clone());
        self.game = game.clone();
        self.pondering = None;
    }

    /// Returns true if `game` is not the current game continued, or taken back a few plies.
    pub(super) fn is_another_game(&self, game: &GameState) -> bool {
        let parted = game.start() != self.game.start()
            || game.moves().first() != self.game.moves().first() && self.game.ply() > 0
            || game.ply() + TAKEN_BACK < self.game.ply();
        self.seat != EngineSides::Nowhere && parted
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
