//! Follows what the engine plays, since UCI never tells how a game ends.
//!
//! A game is taken to be over at `ucinewgame`, at the end of the session, or when another game
//! appears on the board. Its result is what the rules say of the last position, the engine's own
//! last move included; else it is unknown. Analysis and games of the engine against itself are no
//! games against a user.

use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{Color, Move, Position as _};

use crate::board::GameState;
use crate::heuristic::Levels;
use crate::phase::ByPhase;
use crate::protocol::engine_session::EndedGame;

/// So many half-moves may be taken back before it must be another game.
const TAKEN_BACK: usize = 6;

/// What a search is in the game at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchRole {
    /// A move of a game.
    Play,
    /// Perhaps a move of a game: only if the opponent plays as expected.
    Ponder,
    /// No move of a game.
    Analysis,
}

/// Which sides the engine played in the game at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EngineSides {
    #[default]
    Nowhere,
    At(Color),
    /// It played both: nobody's game but its own.
    Both,
}

/// The move that a search chose, told by the thread that searched.
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

/// The game at hand, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct GameTracker {
    game: GameState,
    seat: EngineSides,
    chosen: SharedMove,
    levels: ByPhase<Option<Levels>>,
    /// A pondering search: its game, which ends with the expected move, counts once that was played.
    pondering: Option<(GameState, Option<ByPhase<Levels>>)>,
}

impl GameTracker {
    /// A search begins; the answer is where its move is to be told.
    pub(super) fn begin(
        &mut self,
        game: &GameState,
        role: SearchRole,
        levels: Option<ByPhase<Levels>>,
    ) -> SharedMove {
        self.pondering = None;
        self.chosen = SharedMove::default();
        match role {
            SearchRole::Play => self.take(game, levels),
            SearchRole::Ponder => {
                // The last move is only expected: he who resigns here never plays it.
                self.game = game.clone();
                self.game.undo();
                self.pondering = Some((game.clone(), levels));
            }
            SearchRole::Analysis => return SharedMove::default(),
        }
        self.chosen.clone()
    }

    /// The expected move was played, so the pondering search is a move of the game.
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
    }

    /// Whether `game` cannot be the game at hand gone on, or gone back a little.
    pub(super) fn is_another_game(&self, game: &GameState) -> bool {
        let parted = game.start() != self.game.start()
            || game.moves().first() != self.game.moves().first() && self.game.ply() > 0
            || game.ply() + TAKEN_BACK < self.game.ply();
        self.seat != EngineSides::Nowhere && parted
    }

    /// Ends the game at hand and forgets it; nothing if there was none against a user.
    pub(super) fn finish(&mut self) -> Option<EndedGame> {
        let done = std::mem::take(self);
        let EngineSides::At(machine) = done.seat else {
            return None;
        };
        let mut game = done.game;
        if done.pondering.is_none()
            && let Some(m) = done.chosen.get()
            && game.position().is_legal(m)
        {
            game.play(m);
        }
        Some(EndedGame {
            ending: game.ending(),
            game,
            machine,
            levels: done.levels,
        })
    }

    /// The moves of the game at hand that came in after the engine's last one.
    pub(super) fn see(&mut self, game: &GameState) {
        if self.seat != EngineSides::Nowhere && !self.is_another_game(game) {
            self.game = game.clone();
            self.chosen = SharedMove::default();
        }
    }
}
