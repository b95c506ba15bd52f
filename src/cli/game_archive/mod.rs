//! Stores games against users in a database, and in a PGN log next to it.

mod log;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use shakmaty::{Chess, Color};

use log::{LOG_TAG, append_to_log, check_log};
pub use log::{forget_in_log, log_beside, own_older_log_beside};

use bayeschess::board::fen;
use bayeschess::files;
use bayeschess::foreign::shell_word;
use bayeschess::identity::{tidy_name, today};
use bayeschess::opponent::{
    MeasuredLosses, remember_older_games, remembered_game, remembers_all, shipped_strength,
};
use bayeschess::protocol::{GameSink, KeptGame, OpponentInfo, PlayedGame};
use bayeschess::record::{Game, Provenance, Tags, Termination};
use bayeschess::store::{
    Access, GameDestination, MemorySource, Opponent, OpponentGame, OpponentKey, OpponentKind,
    Store, StoreError, StoredGame,
};

/// Stores games in a database and recalls an opponent's earlier games. The database is opened anew for each game,
/// so that several programs can share it.
#[derive(Debug, Default)]
pub struct GameArchive {
    database: Option<PathBuf>,
    event: &'static str,
    seed: u64,
    new_files: NewFiles,
}

/// Which files may be created.
#[derive(Debug, Default)]
enum NewFiles {
    #[default]
    All,
    /// Those of this database; none if `None`.
    Of(Option<PathBuf>),
}

impl GameArchive {
    /// An archive without a database; it stores nothing.
    pub const fn new(event: &'static str, seed: u64) -> Self {
        Self {
            database: None,
            event,
            seed,
            new_files: NewFiles::All,
        }
    }

    /// Returns the name of the person who played last on this computer; `None` if nobody has.
    ///
    /// Opponents of whom only learned games are remembered have not played. There is none, either, if the database cannot
    /// be read, which [`recall`](GameSink::recall) tells.
    pub fn last_person(&self) -> Option<String> {
        let database = self.database.as_ref().filter(|file| file.exists())?;
        let known = Store::open(database, Access::Read).and_then(|store| store.opponents());
        let has_played = |opponent: &Opponent| {
            opponent.kind != OpponentKind::Computer
                && opponent.origin.is_empty()
                && (opponent.games_played > 0 || opponent.games == 0)
        };
        let last = known.ok()?.into_iter().find(has_played)?;
        Some(last.name)
    }

    /// Stores games in this database from now on; an empty name means nowhere.
    ///
    /// # Errors
    ///
    /// A sentence that names the fault of the database and what to do.
    pub fn set_database(&mut self, place: &str) -> Result<(), String> {
        self.database = None;
        if place.is_empty() {
            return Ok(());
        }
        let file = PathBuf::from(place);
        if file.extension().is_some_and(|extension| extension == "pgn") {
            return Err(format!(
                "{place}: a database cannot end in .pgn, the name of its log; choose another name"
            ));
        }
        files::check_output(&file, files::Existing::Replace).map_err(|error| error.to_string())?;
        if !self.may_begin(&file) && std::fs::metadata(&file).map_or(0, |there| there.len()) == 0 {
            return Err(format!(
                "{place}: there is no database here, and only the person who starts the program may create one: give it \
                 --database {}, or --allow-files",
                shell_word(place)
            ));
        }
        if file.exists() {
            // Report damage before the game, not after it.
            Store::open(&file, Access::Read).map_err(|error| error.to_string())?;
        }
        check_log(&log_beside(&file)).map_err(|error| error.to_string())?;
        catch_up(&file).map_err(|error| error.to_string())?;
        self.database = Some(file);
        Ok(())
    }

    /// Returns true if this database and its log may be created.
    fn may_begin(&self, database: &Path) -> bool {
        match &self.new_files {
            NewFiles::All => true,
            NewFiles::Of(allowed) => allowed.as_deref() == Some(database),
        }
    }

    fn store(&self, database: &Path, played: &PlayedGame) -> anyhow::Result<Option<KeptGame>> {
        let log = log_beside(database);
        let log = (log.exists() || self.may_begin(database)).then_some(log);
        if let Some(log) = &log {
            append_to_log(log, &self.as_pgn(played))?;
        }
        let memory = self.memory_of(played);
        let Some(ending) = played.ending else {
            let mut waits = false;
            if let Some((key, memory)) = played.opponent.key().zip(memory) {
                let record = played.game.to_record();
                let ((), place) = Store::share_or_queue(database, |store| {
                    store.remember_unfinished(&key, &record, memory.clone())
                })?;
                waits = place == GameDestination::Queue;
            }
            return Ok(log.map(|log| KeptGame::Unfinished { log, waits }));
        };
        let record = Game {
            opening_plies: played.given_plies,
            result: Some(ending.result),
            termination: ending.termination,
            ..played.game.to_record()
        };
        let provenance = self.provenance(played);
        let game = StoredGame {
            number: 0,
            record: record.with_tags(names_of(played)),
            cases: played.cases(),
            opponent: played.opponent.key().filter(|_| played.remembered),
            played_at: None,
        };
        let (_, place) = Store::share_or_queue(database, |store| {
            store.add_user_game(&provenance, game.clone(), memory.clone())
        })?;
        Ok(Some(KeptGame::Finished {
            database: database.to_owned(),
            log,
            waits: place == GameDestination::Queue,
            cases: game.cases.len(),
        }))
    }

    fn provenance(&self, played: &PlayedGame) -> Provenance {
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            models: Vec::new(),
            settings: format!(
                "event = \"{}\"\nheuristic = {:?}\n",
                self.event, played.heuristic
            ),
        }
    }

    /// Returns the counts to remember of a game; moves read from a file say nothing about a user.
    fn memory_of(&self, played: &PlayedGame) -> Option<OpponentGame> {
        if !played.remembered || played.given_plies > 0 || played.opponent.key().is_none() {
            return None;
        }
        let objective = played.answer.name();
        let (game, side) = (self.as_pgn(played), !played.machine);
        let mut memory = remembered_game(&game, side, MemorySource::Played, objective)?;
        memory.strength_limit.clone_from(&played.strength_limit);
        // Without the model, which ships with the program, the game is still remembered.
        if let (Some(losses), Ok(model)) = (&played.losses, shipped_strength()) {
            MeasuredLosses::new(model.card(), &game, side, losses).put_into(&mut memory);
        }
        Some(memory)
    }

    fn as_pgn(&self, played: &PlayedGame) -> Game {
        let machine = format!("BayesChess {}", played.heuristic);
        let opponent = name_of(&played.opponent);
        let (white, black) = match played.machine {
            Color::White => (&machine, &opponent),
            Color::Black => (&opponent, &machine),
        };
        let mut tags = Tags::new()
            .with("Event", self.event)
            .with(LOG_TAG.0, LOG_TAG.1)
            .with("Date", &today())
            .with("White", white)
            .with("Black", black);
        if !played.opponent.origin.is_empty() {
            tags.set("Site", &played.opponent.origin);
        }
        tell_of_players(&mut tags, played);
        Game {
            tags,
            result: played.ending.map(|ending| ending.result),
            termination: played
                .ending
                .map_or(Termination::Unknown, |ending| ending.termination),
            opening_plies: played.given_plies,
            ..played.game.to_record()
        }
    }
}

/// Returns the names of both players: the user by name, the engine by its heuristic.
fn names_of(played: &PlayedGame) -> Tags {
    let opponent = name_of(&played.opponent);
    let (white, black) = match played.machine {
        Color::White => (&played.heuristic, &opponent),
        Color::Black => (&opponent, &played.heuristic),
    };
    Tags::new().with("White", white).with("Black", black)
}

/// Returns the opponent's name for records; `?` without one.
fn name_of(opponent: &OpponentInfo) -> String {
    opponent
        .key()
        .map_or_else(|| "?".to_owned(), |key| tidy_name(&key.name))
}

/// Returns the remembered games of an opponent, also those that wait beside the database for another process.
fn remembered_games(database: &Path, key: &OpponentKey) -> Result<Vec<OpponentGame>, StoreError> {
    catch_up(database)?;
    // Read before the database: another process may move them there meanwhile.
    let waiting = Store::waiting_games(database, key)?;
    let mut games = if database.exists() {
        Store::open(database, Access::Read)?.remembered_games(key)?
    } else {
        Vec::new()
    };
    for game in waiting {
        let is_same = |other: &OpponentGame| {
            (other.fingerprint, other.color, &other.occasion)
                == (game.fingerprint, game.color, &game.occasion)
        };
        if !games.iter().any(is_same) {
            games.push(game);
        }
    }
    games.sort_by(|one, two| one.played_at.cmp(&two.played_at));
    Ok(games)
}

/// Moves waiting games into the database, and remembers games that an older program stored.
///
/// What another process prevents by writing is done another time.
pub fn catch_up(database: &Path) -> Result<(), StoreError> {
    let caught_up = Store::empty_queue(database).and_then(|_| {
        if !database.exists() || remembers_all(&Store::open(database, Access::Read)?)? {
            return Ok(());
        }
        remember_older_games(&mut Store::open(database, Access::Share)?).map(drop)
    });
    match caught_up {
        Err(StoreError::Locked(_) | StoreError::SecondWriter(_) | StoreError::ReadOnly(_)) => {
            Ok(())
        }
        caught_up => caught_up,
    }
}

/// Adds PGN tags for what is known of the players besides their names. The engine gets no rating, since its own
/// ratings are not on a human scale.
fn tell_of_players(tags: &mut Tags, played: &PlayedGame) {
    let (their_elo, their_type, own_type) = match played.machine {
        Color::White => ("BlackElo", "BlackType", "WhiteType"),
        Color::Black => ("WhiteElo", "WhiteType", "BlackType"),
    };
    if let Some(rating) = played.opponent.rating {
        tags.set(their_elo, &rating.to_string());
    }
    match played.opponent.nature {
        OpponentKind::Unknown => {}
        OpponentKind::Human => tags.set(their_type, "human"),
        OpponentKind::Computer => tags.set(their_type, "program"),
    }
    tags.set(own_type, "program");
}

/// Returns true if the position castles as in standard chess, so that its FEN can be read back.
fn is_standard(start: &Chess) -> bool {
    fen::read(&fen::write(start)).is_ok_and(|read| read == *start)
}

impl GameSink for GameArchive {
    fn open(&mut self, place: &str) -> Result<(), String> {
        self.set_database(place)
            .map_err(|error| format!("{error}; games are not kept"))
    }

    fn forbid_new_files(&mut self) {
        self.new_files = NewFiles::Of(self.database.clone());
    }

    fn keep(&mut self, game: &PlayedGame) -> Result<Option<KeptGame>, String> {
        if game.game.moves().is_empty() {
            return Ok(None);
        }
        match &self.database {
            None => Ok(None),
            Some(_) if !is_standard(game.game.start()) => Err(
                "the game was not kept: the database holds standard chess, and this began from a \
                 position of Chess960"
                    .to_owned(),
            ),
            Some(database) => self
                .store(database, game)
                .map_err(|error| format!("the game was not kept: {error:#}")),
        }
    }

    fn recall(&mut self, opponent: &OpponentInfo) -> Result<Option<Vec<OpponentGame>>, String> {
        let (Some(database), Some(key)) = (&self.database, opponent.key()) else {
            return Ok(None);
        };
        remembered_games(database, &key)
            .map(Some)
            .map_err(|error| format!("earlier games are not remembered: {error}"))
    }
}
