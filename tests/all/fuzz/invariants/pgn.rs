//! PGN: kept games are legal and read back as themselves.

use bayeschess::pgn::{
    AnnotationKind, Chess960Policy, DamagePolicy, MissingResultPolicy, ReadError, Strictness,
    format_game, format_with_annotations, read_games_as,
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
    while let Some(game) = games.next() {
        match game {
            Ok(game) => {
                check_game(&game, &format_game(&game));
                check_annotated(&game, games.text());
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

/// Written with everything that its text says, a game is the same, and written once more it is the same text.
fn check_annotated(game: &Game, text: &[u8]) {
    let written = format_with_annotations(game, text, &AnnotationKind::ALL);
    let back = check_game(game, &written);
    let again = format_with_annotations(&back, written.as_bytes(), &AnnotationKind::ALL);
    assert_eq!(again, written);
}

/// The moves are legal, and `text` is read as one game with the same content, which is returned.
fn check_game(game: &Game, text: &str) -> Game {
    let mut position = game.start.clone();
    for &chosen in &game.moves {
        assert!(position.is_legal(chosen), "{chosen} is illegal");
        position.play_unchecked(chosen);
    }
    let strictness = Strictness {
        chess960: Chess960Policy::Read,
        ..Strictness::default()
    };
    let mut games: Vec<Game> = read_games_as(text.as_bytes(), strictness)
        .map(|game| game.unwrap_or_else(|error| panic!("{error}:\n{text}")))
        .collect();
    let back = games.pop().filter(|_| games.is_empty());
    let back = back.unwrap_or_else(|| panic!("it reads back as no or several games:\n{text}"));
    let content = |game: &Game| {
        (
            game.start.clone(),
            game.moves.clone(),
            game.result,
            game.termination,
            game.opening_plies,
        )
    };
    assert_eq!(content(game), content(&back), "{text}");
    for (name, value) in game.tags.iter() {
        if !WRITTEN_FROM_THE_GAME.contains(&name) {
            assert_eq!(back.tags.get(name), Some(value), "{name}:\n{text}");
        }
    }
    back
}
