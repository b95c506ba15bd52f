//! The opponents' cards: what is remembered, what was tried; rename, merge, export, forget.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::command::{Problem, ProblemCode};
use crate::identity::{player_name, tidy_name};
use crate::model::AnyStyleModel;
use crate::opponent::{
    LEAST_MOVES, MemoryAgeing, OpponentCard, OpponentDetails, StrengthJudge, load_styles,
    outstanding_habits,
};
use crate::pgn::IngestProgress;
use crate::record::composed_name;
use crate::store::{
    Access, ForgetGames, MeantNames, MemoryFile, Opponent, OpponentGame, Store, StoreError,
};
use crate::style::{Recogniser, UsualSigns};

/// The style model of the cards.
const MODEL: &str = "shipped";

/// What the program that stores the games does for the page.
pub trait OpponentKeeper: Send + Sync {
    /// Takes in games that waited beside the database.
    ///
    /// # Errors
    ///
    /// When the database cannot be used, in a sentence.
    fn catch_up(&self) -> Result<(), String>;

    /// Forgets an opponent in the database and in every file beside it.
    ///
    /// # Errors
    ///
    /// When a file cannot be written, in a sentence.
    fn forget(&self, opponent: &Opponent, games: ForgetGames) -> Result<(), String>;

    /// Learns the games of a player in a PGN file, as those of the opponent `known_as`. `player` has names and patterns,
    /// split by '|'.
    ///
    /// # Errors
    ///
    /// When the file or the database cannot be used, in a sentence.
    fn learn(
        &self,
        file: &Path,
        player: &str,
        known_as: &str,
        on_progress: &mut dyn FnMut(&IngestProgress),
    ) -> Result<LearnedGames, String>;
}

/// What was learned of a player's games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LearnedGames {
    /// The name under which they are remembered.
    pub name: String,
    /// Games that are remembered from now on.
    pub learned: u64,
    /// Games that were remembered already.
    pub unchanged: u64,
    /// Games with too few moves of the player.
    pub too_short: u64,
}

/// Gives an opponent another name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenameCommand {
    pub name: String,
}

/// Makes another opponent's games those of this one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MergeCommand {
    pub other: i64,
}

/// Forgets an opponent. The name is said once more, so that nobody is forgotten by mistake.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ForgetCommand {
    pub name: String,
    pub delete_games: bool,
}

/// A file to be kept by the user.
pub(super) struct ExportedFile {
    pub name: String,
    pub text: String,
}

/// The cards of one database.
pub(super) struct OpponentShelf {
    database: PathBuf,
    keeper: Box<dyn OpponentKeeper>,
    judges: Mutex<Option<Judges>>,
}

/// What judges remembered games. It is loaded once, since that takes a moment.
struct Judges {
    recogniser: Recogniser,
    /// What is usual among peers; `None` for a model without habits.
    usual: Option<UsualSigns>,
    strength: StrengthJudge,
}

type Answer<T> = Result<T, Problem>;

impl OpponentShelf {
    pub fn new(database: PathBuf, keeper: Box<dyn OpponentKeeper>) -> Self {
        Self {
            database,
            keeper,
            judges: Mutex::new(None),
        }
    }

    /// All cards as JSON.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn list(&self) -> Answer<String> {
        let Some(store) = self.open()? else {
            return text(&listed(&[]));
        };
        let cards = self.with_judges(|judges| {
            let cards = store.opponents()?.into_iter().map(|opponent| {
                let games = store.opponent_games(opponent.id)?;
                Ok(judges.card(opponent, &games))
            });
            cards.collect::<Result<Vec<OpponentCard>, StoreError>>()
        })?;
        text(&listed(&cards))
    }

    /// Everything about one opponent as JSON.
    ///
    /// # Errors
    ///
    /// When there is no such opponent, or the database cannot be read.
    pub fn details(&self, id: i64) -> Answer<String> {
        let (store, opponent) = self.find(id)?;
        let games = store.opponent_games(id)?;
        let details = self.with_judges(|judges| {
            let habits = match (&judges.recogniser, &judges.usual) {
                (Recogniser::Habits(judge), Some(usual)) => {
                    outstanding_habits(&games, judge, usual)
                }
                _ => Vec::new(),
            };
            let card = judges.card(opponent, &games);
            Ok(OpponentDetails::new(card, &games, habits))
        })?;
        text(&details)
    }

    /// Gives an opponent another name; answers with all cards.
    ///
    /// # Errors
    ///
    /// When there is no such opponent, the name is taken, or the database cannot be written.
    pub fn rename(&self, id: i64, command: &RenameCommand) -> Answer<String> {
        let name = player_name(&command.name).ok_or_else(Problem::nameless)?;
        let (_, opponent) = self.find(id)?;
        let mut store = self.share()?;
        store
            .rename_opponent(&opponent, &name)
            .map_err(|error| match error {
                StoreError::NameTaken { name, .. } => Problem::new(
                    ProblemCode::NameTaken,
                    format!("'{name}' is another opponent; merge the two if they are one"),
                ),
                error => error.into(),
            })?;
        store.close()?;
        self.list()
    }

    /// Makes two opponents one; answers with all cards.
    ///
    /// # Errors
    ///
    /// When there is no such opponent, both are the same, or the database cannot be written.
    pub fn merge(&self, id: i64, command: &MergeCommand) -> Answer<String> {
        let (_, kept) = self.find(id)?;
        let (_, other) = self.find(command.other)?;
        if kept.id == other.id {
            let sentence = "an opponent cannot be merged with themselves";
            return Err(Problem::new(ProblemCode::SameOpponent, sentence));
        }
        let mut store = self.share()?;
        store.merge_opponents(&kept, &other)?;
        store.close()?;
        self.list()
    }

    /// Returns the names by which an opponent is to be forgotten, if the command names them.
    ///
    /// # Errors
    ///
    /// When there is no such opponent, or the command says another name.
    pub fn meant_names(&self, id: i64, command: &ForgetCommand) -> Answer<MeantNames> {
        let (store, opponent) = self.find(id)?;
        if composed_name(&tidy_name(&command.name)) != composed_name(&opponent.name) {
            return Err(Problem::new(
                ProblemCode::NotConfirmed,
                "write the name as it stands on the card, to be sure who is meant",
            ));
        }
        Ok(store.meant_names(&format!("#{id}"))?)
    }

    /// Forgets an opponent; answers with all cards.
    ///
    /// # Errors
    ///
    /// When there is no such opponent, or a file cannot be written.
    pub fn forget(&self, id: i64, command: &ForgetCommand) -> Answer<String> {
        let (store, opponent) = self.find(id)?;
        store.close()?;
        let games = if command.delete_games {
            ForgetGames::Delete
        } else {
            ForgetGames::Rename
        };
        self.keeper
            .forget(&opponent, games)
            .map_err(|error| Problem::new(ProblemCode::Storage, error))?;
        self.list()
    }

    /// Learns the games of a player in a file.
    ///
    /// # Errors
    ///
    /// As [`OpponentKeeper::learn`].
    pub fn learn(
        &self,
        file: &Path,
        player: &str,
        known_as: &str,
        on_progress: &mut dyn FnMut(&IngestProgress),
    ) -> Result<LearnedGames, String> {
        self.keeper.learn(file, player, known_as, on_progress)
    }

    /// Returns what is remembered of an opponent, as `opponent export` writes it.
    ///
    /// # Errors
    ///
    /// When there is no such opponent, or the database cannot be read.
    pub fn export(&self, id: i64) -> Answer<ExportedFile> {
        let (store, opponent) = self.find(id)?;
        let name = file_name(&opponent);
        let remembered = store.remembered_opponent(opponent)?;
        let text = text(&MemoryFile::of(vec![remembered]))?;
        Ok(ExportedFile { name, text })
    }

    /// Opens the database to read; `None` if there is none yet.
    fn open(&self) -> Answer<Option<Store>> {
        self.keeper
            .catch_up()
            .map_err(|error| Problem::new(ProblemCode::Storage, error))?;
        if !self.database.exists() {
            return Ok(None);
        }
        let store = Store::open(&self.database, Access::Read)?;
        Ok(Some(store))
    }

    /// Opens the database to write, beside the game at the board, which writes into it as well.
    fn share(&self) -> Answer<Store> {
        Store::open(&self.database, Access::Share).map_err(Problem::from)
    }

    fn find(&self, id: i64) -> Answer<(Store, Opponent)> {
        let none = || {
            let sentence = "there is no such opponent; ask for the list at /api/opponents";
            Problem::new(ProblemCode::NoSuchOpponent, sentence)
        };
        let store = self.open()?.ok_or_else(none)?;
        let listed = store.opponents()?;
        let found = listed.into_iter().find(|opponent| opponent.id == id);
        Ok((store, found.ok_or_else(none)?))
    }

    fn with_judges<T>(
        &self,
        judge: impl FnOnce(&mut Judges) -> Result<T, StoreError>,
    ) -> Answer<T> {
        let mut judges = self.judges.lock().unwrap_or_else(PoisonError::into_inner);
        if judges.is_none() {
            *judges = Some(Judges::load()?);
        }
        match judges.as_mut() {
            Some(judges) => judge(judges).map_err(Problem::from),
            None => Err(Problem::new(ProblemCode::Storage, "no style model")),
        }
    }
}

impl Judges {
    fn load() -> Answer<Self> {
        let broken = |error: String| Problem::new(ProblemCode::Storage, error);
        let model = AnyStyleModel::load(MODEL).map_err(|error| broken(error.to_string()))?;
        let usual = match &model {
            AnyStyleModel::Habits(model) => Some(UsualSigns::new(model.knowledge())),
            AnyStyleModel::Classic(_) => None,
        };
        Ok(Self {
            recogniser: load_styles(MODEL).map_err(|error| broken(error.to_string()))?,
            usual,
            strength: StrengthJudge::shipped().map_err(|error| broken(error.to_string()))?,
        })
    }

    fn card(&mut self, opponent: Opponent, games: &[OpponentGame]) -> OpponentCard {
        let ageing = MemoryAgeing::default();
        OpponentCard::new(
            opponent,
            games,
            &self.recogniser,
            ageing,
            &mut self.strength,
        )
        .0
    }
}

/// Returns the list of cards, with the number of moves from which a game tells of its player.
fn listed(cards: &[OpponentCard]) -> serde_json::Value {
    json!({ "opponents": cards, "least_moves": LEAST_MOVES })
}

/// The longest part of an opponent's name in the name of a file, in characters.
const LONGEST_NAME: usize = 60;

/// Returns the name of the file for an opponent: letters and digits of theirs, or their id.
fn file_name(opponent: &Opponent) -> String {
    let words: Vec<&str> = opponent
        .name
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let name: String = words.join("-").chars().take(LONGEST_NAME).collect();
    if name.is_empty() {
        return format!("opponent-{}.json", opponent.id);
    }
    format!("opponent-{name}.json")
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::new(ProblemCode::Storage, error.to_string())
    }
}

fn text(value: &impl serde::Serialize) -> Answer<String> {
    serde_json::to_string(value)
        .map_err(|error| Problem::new(ProblemCode::Storage, error.to_string()))
}
