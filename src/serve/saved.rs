//! The saved state, beside the database; written whole after each change.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, uci::UciMove};

use super::error::ServeError;
use super::forgotten::ForgottenCommand;
use super::learned_player::SavedPlayer;
use super::settings::{GameSettings, LevelSetting, OpeningChoice};
use super::time_setting::TimeSetting;
use super::wire::{EvaluationJson, MoveSource};
use crate::board::{GameState, fen};
use crate::files::{read_bytes, replace_soon};
use crate::record::SideName;
use crate::record::{GameResult, Termination};

/// Returns the file for a database: `games.db.serve.json` beside `games.db`, so that `games.sqlite` has another one.
pub(super) fn file_beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".serve.json");
    name.into()
}

/// The saved state.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SavedSession {
    pub version: u64,
    pub token: String,
    pub name: Option<String>,
    pub asked: bool,
    pub settings: GameSettings,
    pub game: Option<SavedGame>,
    /// The learned heuristic that plays; missing in files of earlier versions.
    #[serde(default)]
    pub learned: Option<SavedPlayer>,
}

impl SavedSession {
    /// Makes a guest of who was forgotten, as the session does. Returns true if their name stood here.
    pub fn forget(&mut self, forgotten: &ForgottenCommand) -> bool {
        let name = self.name.take_if(|name| forgotten.is_player(Some(name)));
        let owner = self.game.as_mut().map(|game| &mut game.owner);
        let owner = owner.filter(|owner| forgotten.is_player(owner.name(None).as_deref()));
        let is_owner = owner.map(|owner| *owner = SavedOwner::Guest).is_some();
        let tags = self.game.as_mut().and_then(|game| game.given_end.as_mut());
        let is_in_tags = tags.is_some_and(|tags| forgotten.blank(tags));
        let of = &mut self.settings.openings_of;
        let of = of.take_if(|opponent| forgotten.is_opponent(opponent));
        if of.is_some() {
            self.settings.openings = OpeningChoice::Varied;
        }
        name.is_some() || is_owner || is_in_tags || of.is_some()
    }
}

/// The saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedGame {
    pub id: String,
    pub start: String,
    pub human: SideName,
    #[serde(default)]
    pub owner: SavedOwner,
    pub given: usize,
    /// First plies that belong to a game that had ended; missing in files of earlier versions.
    #[serde(default)]
    pub continued: usize,
    pub time: Option<TimeSetting>,
    /// The engine's level in this game; missing in files of earlier versions.
    #[serde(default)]
    pub level: Option<LevelSetting>,
    /// The date of its beginning in PGN notation; missing in files of earlier versions.
    #[serde(default)]
    pub date: Option<String>,
    pub moves: Vec<SavedMove>,
    pub ending: Option<(GameResult, Termination)>,
    /// The tags of a game that was pasted with its end; missing in files of earlier versions.
    #[serde(default)]
    pub given_end: Option<Vec<(String, String)>>,
    /// How long the side to move had thought when the game ended; missing in files of earlier versions.
    #[serde(default)]
    pub last_thought_ms: u64,
    pub is_stored: bool,
}

/// Who began a saved game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SavedOwner {
    /// Who sits at the board: files of earlier versions name nobody.
    #[default]
    Seated,
    Guest,
    Named(String),
}

impl SavedOwner {
    /// Returns the owner with that name.
    pub fn named(name: Option<&str>) -> Self {
        name.map_or(Self::Guest, |name| Self::Named(name.to_owned()))
    }

    /// Returns the owner's name, if `seated` sits at the board; `None` for a guest.
    pub fn name(&self, seated: Option<&str>) -> Option<String> {
        match self {
            Self::Seated => seated.map(str::to_owned),
            Self::Guest => None,
            Self::Named(name) => Some(name.clone()),
        }
    }
}

/// A saved move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedMove {
    pub uci: String,
    pub by: MoveSource,
    pub spent_ms: Option<u64>,
    /// Missing in files of earlier versions.
    #[serde(default)]
    pub evaluation: Option<EvaluationJson>,
}

impl SavedGame {
    /// Returns the position where the game began; the usual one if the file was edited badly.
    pub fn start(&self) -> Chess {
        fen::read(&self.start).unwrap_or_default()
    }

    /// Returns the moves, up to the first illegal one.
    pub fn moves(&self) -> Vec<(shakmaty::Move, MoveSource, Option<Duration>)> {
        let mut game = GameState::from_position(self.start());
        let mut moves = Vec::new();
        for saved in &self.moves {
            let read: Option<UciMove> = saved.uci.parse().ok();
            let Some(m) = read.and_then(|uci| uci.to_move(game.position()).ok()) else {
                break;
            };
            game.play(m);
            moves.push((m, saved.by, saved.spent_ms.map(Duration::from_millis)));
        }
        moves
    }

    pub fn human(&self) -> Color {
        self.human.into()
    }
}

/// Reads the saved state; the default if there is none yet.
///
/// # Errors
///
/// [`ServeError::State`] if the file cannot be read or is not a saved state, so that no other file is overwritten.
pub(super) fn load(file: &Path) -> Result<SavedSession, ServeError> {
    let failed = |source| ServeError::State {
        file: file.to_owned(),
        source,
    };
    match read_bytes(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SavedSession::default()),
        Err(error) => Err(failed(error)),
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
            let what = format!("it is not what this program wrote: {error}; move it away");
            failed(io::Error::new(io::ErrorKind::InvalidData, what))
        }),
    }
}

/// Writes the state whole, without waiting for the disk. Only its owner may read it, since it holds the token of the address.
///
/// # Errors
///
/// [`ServeError::Save`] if it cannot be written.
pub(super) fn save(file: &Path, saved: &SavedSession) -> Result<(), ServeError> {
    let text = serde_json::to_vec(saved).map_err(io::Error::from)?;
    let is_new = !file.exists();
    replace_soon(file, |out| out.write_all(&text))?;
    if is_new {
        make_private(file)?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_private(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn make_private(file: &Path) -> io::Result<()> {
    fs::metadata(file).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_database_has_its_own_file() {
        for (database, file) in [
            ("games.db", "games.db.serve.json"),
            ("games.sqlite", "games.sqlite.serve.json"),
            ("games", "games.serve.json"),
            ("data/my.games.db", "data/my.games.db.serve.json"),
        ] {
            assert_eq!(file_beside(Path::new(database)), Path::new(file));
        }
    }
}
