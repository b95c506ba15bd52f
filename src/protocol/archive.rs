//! Where games against users go when they are over; the protocol does not know how.

use shakmaty::{ByColor, Color};

use super::opponent::OpponentInfo;
use crate::board::{GameEnding, GameState};
use crate::heuristic::Levels;
use crate::opponent::Answer;
use crate::phase::{ByPhase, Phase};
use crate::record::Case;
use crate::store::OpponentGame;
use crate::strength::LossCounts;

/// A game that the engine played against somebody.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Position and moves.
    pub game: GameState,
    /// Number of plies on the board before the players began.
    pub given_plies: u16,
    /// The engine's side.
    pub machine: Color,
    /// Who sat on the other side.
    pub opponent: OpponentInfo,
    /// What the engine played with, as users write it.
    pub heuristic: String,
    /// How it ended; none when it was broken off or nobody told.
    pub ending: Option<GameEnding>,
    /// The levels that the engine last used in each phase that it moved in.
    pub levels: ByPhase<Option<Levels>>,
    /// How it answered the opponent in most of its moves.
    pub answer: Answer,
    /// How much the moves of both sides lost, if it was measured.
    pub losses: Option<ByColor<LossCounts>>,
    /// False if the user wants nothing remembered of the opponent.
    pub remembered: bool,
}

impl PlayedGame {
    /// What the game teaches: a case for each phase in which the engine used levels. A game
    /// without result teaches nothing.
    pub fn cases(&self) -> Vec<Case> {
        let Some(ending) = self.ending else {
            return Vec::new();
        };
        let case = |(phase, levels): (Phase, &Option<Levels>)| {
            levels.as_ref().map(|levels| Case {
                phase,
                side: self.machine,
                levels: levels.as_bytes().to_vec(),
                result: ending.result.seen_by(self.machine),
            })
        };
        self.levels.iter().filter_map(case).collect()
    }
}

/// Keeps games.
pub trait GameSink {
    /// Keeps games in this place from now on; an empty name means nowhere.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with the place and what to do.
    fn open(&mut self, place: &str) -> Result<(), String>;

    /// Makes no files from now on, other than those of the place that is open now. Who named that one started the
    /// program; who names others may not have.
    fn forbid_new_files(&mut self) {}

    /// Keeps a game; the answer says where, or nothing when games are not kept.
    ///
    /// # Errors
    ///
    /// One sentence that says why it could not be kept.
    fn keep(&mut self, game: &PlayedGame) -> Result<Option<String>, String>;

    /// Returns what is remembered of an opponent's earlier games; `None` where nothing is kept.
    ///
    /// # Errors
    ///
    /// One sentence that says why it could not be read.
    fn recall(&mut self, opponent: &OpponentInfo) -> Result<Option<Vec<OpponentGame>>, String> {
        let _ = opponent;
        Ok(None)
    }
}

/// An archive that keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGameSink;

impl GameSink for NoGameSink {
    fn open(&mut self, _place: &str) -> Result<(), String> {
        Ok(())
    }

    fn keep(&mut self, _game: &PlayedGame) -> Result<Option<String>, String> {
        Ok(None)
    }
}
