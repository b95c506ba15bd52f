//! Tests of the archive of games.

use super::*;
use bayeschess::board::GameState;
use bayeschess::heuristic::Levels;
use bayeschess::opponent::Answer;
use bayeschess::phase::ByPhase;
use bayeschess::protocol::OpponentInfo;
use bayeschess::record::GameResult;
use bayeschess::store::{ForgetGames, MeantNames};
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
        answer: Answer::NEUTRAL,
        losses: None,
        remembered: true,
        strength_limit: None,
    }
}

#[test]
fn a_kept_game_says_where_it_is_and_what_can_be_learned_from_it() {
    let (_folder, place, mut keeper) = opened();
    let mut game = GameState::from_position(Chess::default());
    let first = game.position().legal_moves()[0];
    game.play(first);
    let mut played = played_as_white(game);
    let kept = |keeper: &mut GameArchive, played: &PlayedGame| {
        keeper.keep(played).expect("kept").expect("a place")
    };
    let log = log_beside(&place);
    assert_eq!(
        kept(&mut keeper, &played).to_string(),
        format!("unfinished game kept in {}", log.display())
    );
    played.ending = Some(bayeschess::board::GameEnding {
        result: GameResult::WhiteWins,
        termination: Termination::Resignation,
    });
    let sentence = format!("game kept in {} and games.db.played.pgn", place.display());
    assert_eq!(kept(&mut keeper, &played).to_string(), sentence);
    let schema = bayeschess::heuristic::Schema::classic();
    let mut draws = bayeschess::rng::stream(1, "test", 0);
    played.levels.opening = Some(Levels::random(schema, &mut draws));
    assert_eq!(
        kept(&mut keeper, &played).to_string(),
        format!("{sentence}; it has 1 case to learn from")
    );
}

#[test]
fn each_database_has_its_own_log() {
    for (database, log, older) in [
        ("games.db", "games.db.played.pgn", Some("games.played.pgn")),
        (
            "games.sqlite",
            "games.sqlite.played.pgn",
            Some("games.played.pgn"),
        ),
        ("games", "games.played.pgn", None),
        (
            "data/my.games.db",
            "data/my.games.db.played.pgn",
            Some("data/my.games.played.pgn"),
        ),
    ] {
        let database = Path::new(database);
        assert_eq!(log_beside(database), Path::new(log));
        assert_eq!(
            log::older_log_beside(database).as_deref(),
            older.map(Path::new)
        );
    }
}

#[test]
fn an_older_log_is_that_of_this_program_and_of_no_other_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.db");
    let log = folder.path().join("games.played.pgn");
    let found = || own_older_log_beside(&database).expect("readable");
    assert_eq!(found(), None);
    std::fs::write(&log, "[Event \"mine\"]\n\n1. e4 *\n").expect("written");
    assert_eq!(found(), None);
    std::fs::write(&log, "[Event \"?\"]\n[Log \"BayesChess\"]\n\n*\n").expect("written");
    assert_eq!(found(), Some(log.clone()));
    let other = folder.path().join("games");
    std::fs::create_dir(&other).expect("made");
    assert_eq!(found(), Some(log));
    std::fs::remove_dir(&other).expect("removed");
    std::fs::write(&other, "").expect("written");
    assert_eq!(found(), None);
}

#[test]
fn a_log_that_somebody_else_began_stays_as_it_is() {
    let (folder, place, mut keeper) = opened();
    let mut game = GameState::from_position(Chess::default());
    game.play(game.position().legal_moves()[0]);
    let played = played_as_white(game);
    let log = folder.path().join("games.db.played.pgn");
    let users = "[Event \"mine\"]\n\n1. e4 *\n\n[Event \"theirs\"]\n[Log \"BayesChess\"]\n\n*\n";
    std::fs::write(&log, users).expect("written");
    let refusals = [
        keeper.keep(&played).expect_err("refused"),
        keeper.open(&place.to_string_lossy()).expect_err("refused"),
    ];
    for refusal in refusals {
        assert!(refusal.contains("games.db.played.pgn"), "{refusal}");
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

#[test]
fn a_namesake_stays_in_the_log() {
    let (_folder, place, mut keeper) = opened();
    let mut game = GameState::from_position(Chess::default());
    let first = game.position().legal_moves()[0];
    game.play(first);
    let key = |kind| OpponentKey::new("Anna", "", kind);
    for nature in [OpponentKind::Human, OpponentKind::Computer] {
        let mut played = played_as_white(game.clone());
        played.opponent = OpponentInfo {
            name: "Anna".to_owned(),
            nature,
            ..OpponentInfo::default()
        };
        keeper.keep(&played).expect("kept");
    }
    let log = log_beside(&place);
    let meant = MeantNames {
        spellings: vec!["anna".to_owned()],
        meant: Vec::new(),
        namesakes: vec![key(OpponentKind::Unknown)],
    };
    let forgotten = forget_in_log(&log, &meant, ForgetGames::Delete).expect("written");
    assert_eq!(forgotten, 1);
    let text = std::fs::read_to_string(&log).expect("there");
    assert_eq!(text.matches("Anna").count(), 1);
    assert!(text.contains("[WhiteType \"human\"]"), "{text}");
    let all = MeantNames::unknown("ANNA");
    assert_eq!(
        forget_in_log(&log, &all, ForgetGames::Rename).expect("written"),
        1
    );
    assert!(
        !std::fs::read_to_string(&log)
            .expect("there")
            .contains("Anna")
    );
}

#[test]
fn a_game_that_waits_beside_the_database_is_recalled() {
    let (_folder, place, mut keeper) = opened();
    drop(Store::open(&place, Access::Create).expect("a database"));
    let mut game = GameState::new();
    for word in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(24) {
        let word: shakmaty::uci::UciMove = word.parse().expect("a move");
        game.play(word.to_move(game.position()).expect("legal"));
    }
    let mut played = played_as_white(game);
    played.opponent = OpponentInfo::person("Anna");
    let recalled = |keeper: &mut GameArchive| {
        let games = keeper.recall(&OpponentInfo::person("Anna"));
        games.expect("readable").expect("a place").len()
    };
    let long = rusqlite::Connection::open(&place).expect("another program");
    long.execute_batch("BEGIN IMMEDIATE").expect("a lock");
    let kept = keeper.keep(&played).expect("kept").expect("a place");
    assert!(kept.to_string().contains("waits beside it"), "{kept}");
    assert_eq!(recalled(&mut keeper), 1);
    drop(long);
    let queue = bayeschess::store::queue_beside(&place);
    assert!(queue.exists());
    // The next game of the session finds it in the database.
    assert_eq!((recalled(&mut keeper), queue.exists()), (1, false));
}
