//! Stores games against users in a database, and in a PGN log next to it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, ensure};
use shakmaty::{Chess, Color};

use bayeschess::board::fen;
use bayeschess::files;
use bayeschess::identity::{format_date, tidy_name};
use bayeschess::pgn::append_game;
use bayeschess::protocol::{GameSink, OpponentKind, PlayedGame};
use bayeschess::record::{Game, Provenance, Tags, Termination};
use bayeschess::store::{Access, Store, StoredGame};

/// Stores games in a database, which is reopened for each game, so that programs can share it.
#[derive(Debug, Default)]
pub struct GameArchive {
    database: Option<PathBuf>,
    event: &'static str,
    seed: u64,
}

impl GameArchive {
    /// An archive without a database; it stores nothing.
    pub const fn new(event: &'static str, seed: u64) -> Self {
        Self {
            database: None,
            event,
            seed,
        }
    }

    fn store(&self, database: &Path, played: &PlayedGame) -> anyhow::Result<String> {
        let log = log_beside(database);
        check_log(&log)?;
        append_game(&log, &self.as_pgn(played))?;
        let logged = format!("game logged in {}", log.display());
        let Some(ending) = played.ending else {
            return Ok(format!(
                "{logged}; without a result it is not stored in the database to learn from"
            ));
        };
        let record = Game {
            opening_plies: played.given_plies,
            result: Some(ending.result),
            termination: ending.termination,
            ..played.game.to_record()
        };
        let provenance = Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            models: Vec::new(),
            settings: format!(
                "event = \"{}\"\nheuristic = {:?}\n",
                self.event, played.heuristic
            ),
        };
        let cases = played.cases();
        let worth = match cases.len() {
            // Weights that were not drawn from the levels give no cases to count.
            0 => "positions to learn from, but no cases: those need levels, as the heuristic 'random' \
                  draws them"
                .to_owned(),
            1 => "1 case to learn from".to_owned(),
            cases => format!("{cases} cases to learn from"),
        };
        let game = StoredGame {
            number: 0,
            record: record.with_tags(names_of(played)),
            cases,
            opponent: Some(played.opponent.name.clone()),
            played_at: None,
        };
        let key = Store::open(database, Access::Create)?.add_user_game(&provenance, game)?;
        Ok(format!(
            "{logged} and stored as {key} in {}; it has {worth}",
            database.display()
        ))
    }

    fn as_pgn(&self, played: &PlayedGame) -> Game {
        let machine = format!("BayesChess {}", played.heuristic);
        let opponent = tidy_name(&played.opponent.name);
        let (white, black) = match played.machine {
            Color::White => (&machine, &opponent),
            Color::Black => (&opponent, &machine),
        };
        let mut tags = Tags::new()
            .with("Event", self.event)
            .with(LOG_TAG.0, LOG_TAG.1)
            .with("Date", &format_date(SystemTime::now()))
            .with("White", white)
            .with("Black", black);
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
    let opponent = tidy_name(&played.opponent.name);
    let (white, black) = match played.machine {
        Color::White => (&played.heuristic, &opponent),
        Color::Black => (&opponent, &played.heuristic),
    };
    Tags::new().with("White", white).with("Black", black)
}

/// Adds PGN tags for what is known of both players besides their names. The engine gets no
/// rating, since its own are not on the scale of human ratings.
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

/// The PGN log of a database: `games.played.pgn` next to `games.db`.
fn log_beside(database: &Path) -> PathBuf {
    database.with_extension("played.pgn")
}

/// Bytes within which the tags of a log's first game end.
const MOST_OF_TAGS: u64 = 1 << 14;

/// The tag by which the log of this program is known, and its value.
const LOG_TAG: (&str, &str) = ("Log", "BayesChess");

/// Refuses a log that this program did not begin: its first game has no such tag.
fn check_log(log: &Path) -> anyhow::Result<()> {
    let mut head = Vec::new();
    match File::open(log) {
        Ok(file) => file.take(MOST_OF_TAGS).read_to_end(&mut head),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => Err(error),
    }
    .with_context(|| log.display().to_string())?;
    let head = String::from_utf8_lossy(&head);
    let (tag, value) = LOG_TAG;
    let tag = format!("[{tag} \"{value}\"]");
    // A kill may have left this game without its moves.
    let mut tags = head.lines().take_while(|line| !line.is_empty());
    ensure!(
        head.is_empty() || tags.any(|line| line == tag),
        "{}: this program did not begin this file, so it adds no games to it; move it, or name another database",
        log.display()
    );
    Ok(())
}

/// Returns true if the position castles as in standard chess, so that its FEN reads back the same.
fn is_standard(start: &Chess) -> bool {
    fen::read(&fen::write(start)).is_ok_and(|read| read == *start)
}

impl GameSink for GameArchive {
    fn open(&mut self, place: &str) -> Result<(), String> {
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
        files::check_output(&file, files::Existing::Replace)
            .map_err(|error| format!("{error}; games are not kept"))?;
        if file.exists() {
            // Report damage before the game, not after it.
            Store::open(&file, Access::Read)
                .map_err(|error| format!("{error}; games are not kept"))?;
        }
        check_log(&log_beside(&file)).map_err(|error| format!("{error}; games are not kept"))?;
        self.database = Some(file);
        Ok(())
    }

    fn keep(&mut self, game: &PlayedGame) -> Result<Option<String>, String> {
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
                .map(Some)
                .map_err(|error| format!("the game was not kept: {error:#}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::board::GameState;
    use bayeschess::heuristic::Levels;
    use bayeschess::phase::ByPhase;
    use bayeschess::protocol::OpponentInfo;
    use bayeschess::record::GameResult;
    use shakmaty::{CastlingMode, Position as _};

    /// An archive in a new folder.
    fn opened() -> (tempfile::TempDir, PathBuf, GameArchive) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut keeper = GameArchive::new("test", 1);
        let place = folder.path().join("games.db");
        keeper.open(&place.to_string_lossy()).expect("a new place");
        (folder, place, keeper)
    }

    fn played_as_white(game: GameState) -> PlayedGame {
        PlayedGame {
            game,
            given_plies: 0,
            machine: Color::Black,
            opponent: OpponentInfo::default(),
            heuristic: "initial".to_owned(),
            ending: None,
            levels: ByPhase::<Option<Levels>>::default(),
        }
    }

    #[test]
    fn a_kept_game_says_what_can_be_learned_from_it() {
        let (_folder, _, mut keeper) = opened();
        let mut game = GameState::from_position(Chess::default());
        let first = game.position().legal_moves()[0];
        game.play(first);
        let mut played = played_as_white(game);
        let kept = |keeper: &mut GameArchive, played: &PlayedGame| {
            keeper.keep(played).expect("kept").expect("a sentence")
        };
        assert!(kept(&mut keeper, &played).contains("not stored"));
        played.ending = Some(bayeschess::board::GameEnding {
            result: GameResult::WhiteWins,
            termination: Termination::Resignation,
        });
        let without = kept(&mut keeper, &played);
        assert!(without.contains("positions to learn from, but no cases"));
        let schema = bayeschess::heuristic::Schema::classic();
        let mut draws = bayeschess::rng::stream(1, "test", 0);
        played.levels.opening = Some(Levels::random(schema, &mut draws));
        let with = kept(&mut keeper, &played);
        assert!(with.ends_with("it has 1 case to learn from"), "{with}");
    }

    #[test]
    fn a_log_that_somebody_else_began_stays_as_it_is() {
        let (folder, place, mut keeper) = opened();
        let mut game = GameState::from_position(Chess::default());
        game.play(game.position().legal_moves()[0]);
        let played = played_as_white(game);
        let log = folder.path().join("games.played.pgn");
        let users =
            "[Event \"mine\"]\n\n1. e4 *\n\n[Event \"theirs\"]\n[Log \"BayesChess\"]\n\n*\n";
        std::fs::write(&log, users).expect("written");
        let refusals = [
            keeper.keep(&played).expect_err("refused"),
            keeper.open(&place.to_string_lossy()).expect_err("refused"),
        ];
        for refusal in refusals {
            assert!(refusal.contains("games.played.pgn"), "{refusal}");
        }
        assert_eq!(std::fs::read_to_string(&log).expect("there"), users);
        std::fs::write(&log, "").expect("emptied");
        keeper
            .open(&place.to_string_lossy())
            .expect("nothing of anybody");
        for _ in 0..2 {
            keeper.keep(&played).expect("kept");
        }
        let kept = std::fs::read_to_string(&log).expect("there");
        assert_eq!(kept.matches("[Log \"BayesChess\"]").count(), 2);
    }

    #[test]
    fn a_game_of_chess960_is_refused_aloud() {
        let (_folder, place, mut keeper) = opened();
        let text = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
        let start = fen::read_as(text, CastlingMode::Chess960).expect("a position");
        let mut game = GameState::from_position(start);
        let first = game.position().legal_moves()[0];
        game.play(first);
        let played = played_as_white(game);
        let refusal = keeper.keep(&played).expect_err("refused");
        assert!(refusal.contains("Chess960"), "{refusal}");
        assert!(!place.exists() && !log_beside(&place).exists());
        assert!(is_standard(&Chess::default()));
    }
}
