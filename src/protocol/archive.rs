//! Where games against users are stored when they are over; the protocols do not know how.

use std::fmt;
use std::path::{Path, PathBuf};

use shakmaty::{ByColor, Color};

use super::opponent::OpponentInfo;
use crate::board::{GameEnding, GameState};
use crate::heuristic::Levels;
use crate::opponent::Answer;
use crate::phase::{ByPhase, Phase};
use crate::record::Case;
use crate::store::OpponentGame;
use crate::strength::LossCounts;

/// A game that the engine played against an opponent.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Position and moves.
    pub game: GameState,
    /// Number of plies that were on the board before the players began.
    pub given_plies: u16,
    /// The engine's side.
    pub machine: Color,
    /// The opponent.
    pub opponent: OpponentInfo,
    /// The name of the engine's heuristic, as users write it.
    pub heuristic: String,
    /// How the game ended; `None` if it was aborted or the client did not tell.
    pub ending: Option<GameEnding>,
    /// The levels that the engine last used in each phase that it moved in.
    pub levels: ByPhase<Option<Levels>>,
    /// The answer to the opponent in most of the engine's moves.
    pub answer: Answer,
    /// The losses of both sides' moves, if they were measured.
    pub losses: Option<ByColor<LossCounts>>,
    /// False if the user wants nothing remembered of the opponent.
    pub remembered: bool,
    /// The limit of the engine's strength, such as `elo 1200`; `None` at full strength.
    pub strength_limit: Option<String>,
}

impl PlayedGame {
    /// Returns the cases to learn from: one for each phase in which the engine used levels. A game without
    /// result has none.
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

/// Where a game was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptGame {
    /// A game with a result.
    Finished {
        /// The database.
        database: PathBuf,
        /// The PGN log beside it; `None` if there is none and the program may not begin one.
        log: Option<PathBuf>,
        /// True if another process writes to the database, so that the game waits beside it until the next game or start.
        waits: bool,
        /// Number of cases to learn from.
        cases: usize,
    },
    /// A game without a result. The database does not list it.
    Unfinished {
        /// The PGN log.
        log: PathBuf,
        /// True if another process writes to the database, so that the memory of the game waits until the next game or start.
        waits: bool,
    },
}

impl fmt::Display for KeptGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (waits, cases) = match self {
            Self::Unfinished { log, waits } => {
                write!(f, "unfinished game kept in {}", log.display())?;
                (*waits, 0)
            }
            Self::Finished {
                database,
                log,
                waits,
                cases,
            } => {
                write!(f, "game kept in {}", database.display())?;
                if let Some(name) = log.as_ref().and_then(|log| log.file_name()) {
                    write!(f, " and {}", Path::new(name).display())?;
                }
                (*waits, *cases)
            }
        };
        if waits {
            f.write_str(
                "; another program is writing to the database, so the game waits beside it until the next game or start",
            )?;
        }
        match cases {
            // Weights that were not drawn from the levels give no cases to count.
            0 => Ok(()),
            1 => f.write_str("; it has 1 case to learn from"),
            cases => write!(f, "; it has {cases} cases to learn from"),
        }
    }
}

/// Stores finished games.
pub trait GameSink {
    /// Stores games in `place` from now on; an empty name means nowhere.
    ///
    /// # Errors
    ///
    /// A sentence that names the fault of the place and what to do.
    fn open(&mut self, place: &str) -> Result<(), String>;

    /// Creates no other files than those of the present place from now on. The person who started the program
    /// named that one; a client may name others without being allowed to.
    fn forbid_new_files(&mut self) {}

    /// Stores a game and returns where; `None` if games are not stored.
    ///
    /// # Errors
    ///
    /// A sentence that says why it could not be stored.
    fn keep(&mut self, game: &PlayedGame) -> Result<Option<KeptGame>, String>;

    /// Returns what is remembered of an opponent's earlier games; `None` if games are not stored.
    ///
    /// # Errors
    ///
    /// A sentence that says why they could not be read.
    fn recall(&mut self, opponent: &OpponentInfo) -> Result<Option<Vec<OpponentGame>>, String> {
        let _ = opponent;
        Ok(None)
    }
}

/// A sink that stores nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGameSink;

impl GameSink for NoGameSink {
    fn open(&mut self, _place: &str) -> Result<(), String> {
        Ok(())
    }

    fn keep(&mut self, _game: &PlayedGame) -> Result<Option<KeptGame>, String> {
        Ok(None)
    }
}
