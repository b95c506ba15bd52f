//! PGN: kept games are legal and read back as themselves.

use bayeschess::pgn::{
    Chess960Policy, DamagePolicy, MissingResultPolicy, ReadError, Strictness, format_game,
    read_games_as,
};
use bayeschess::record::Game;
use shakmaty::Position as _;

/// Tags that are written from the game itself.
const WRITTEN_FROM_THE_GAME: [&str; 6] = [
    "Result",
    "SetUp",
    "FEN",
    "Termination",
    "TerminationDetails",
    "OpeningPlies",
];

pub fn strict(text: &[u8]) {
    check(text, DamagePolicy::Refuse);
}

pub fn salvaged(text: &[u8]) {
    check(text, DamagePolicy::Salvage);
}

fn check(text: &[u8], damaged: DamagePolicy) {
    let missing_result = match text.len() % 2 {
        0 => MissingResultPolicy::Refuse,
        _ => MissingResultPolicy::FromTag,
    };
    let strictness = Strictness {
        damaged,
        chess960: Chess960Policy::Read,
        missing_result,
    };
    let mut kept = 0;
    let mut games = read_games_as(text, strictness);
    for game in &mut games {
        match game {
            Ok(game) => {
                check_game(&game);
                kept += 1;
            }
            Err(ReadError::Rejected(reject)) => assert!(!reject.to_string().is_empty()),
            Err(ReadError::Source(error)) => panic!("bytes in memory cannot fail: {error}"),
        }
    }
    let counts = games.tally();
    assert_eq!(counts.kept, kept);
    assert_eq!(counts.kept + counts.rejected(), counts.read());
    assert!(
        !format!("{counts:?}").contains("reader_failed"),
        "the reader panicked"
    );
}

/// The moves are legal, and the written game is read as one game with the same content.
fn check_game(game: &Game) {
    let mut position = game.start.clone();
    for &chosen in &game.moves {
        assert!(position.is_legal(chosen), "{chosen} is illegal");
        position.play_unchecked(chosen);
    }
    let text = format_game(game);
    let strictness = Strictness {
        chess960: Chess960Policy::Read,
        ..Strictness::default()
    };
    let games: Vec<Game> = read_games_as(text.as_bytes(), strictness)
        .map(|game| game.unwrap_or_else(|error| panic!("{error}:\n{text}")))
        .collect();
    let [back] = games.as_slice() else {
        panic!("it reads back as {} games:\n{text}", games.len());
    };
    let content = |game: &Game| {
        (
            game.start.clone(),
            game.moves.clone(),
            game.result,
            game.termination,
            game.opening_plies,
        )
    };
    assert_eq!(content(game), content(back), "{text}");
    for (name, value) in game.tags.iter() {
        if !WRITTEN_FROM_THE_GAME.contains(&name) {
            assert_eq!(back.tags.get(name), Some(value), "{name}:\n{text}");
        }
    }
}
