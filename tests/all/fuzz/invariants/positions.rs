//! Positions and moves: what is read can be written, and reads back as the same.

use bayeschess::board::notation::{self, Language};
use bayeschess::board::{epd, fen};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

/// FEN: a position that is read can be played, and is written as one that reads back.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        match fen::read_as(&text, mode) {
            Ok(position) => check_position(&position, mode),
            Err(error) => check_sentence(&error.to_string()),
        }
    }
}

/// EPD: the same of its position, and its moves are legal.
pub fn epd(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let Ok(read) = epd::read(line) else { continue };
        check_position(&read.position, CastlingMode::Standard);
        for code in ["bm", "am", "pv", "sm"] {
            for found in read.moves(code).unwrap_or_default() {
                assert!(read.position.is_legal(found), "{found}");
            }
        }
        for code in ["acd", "dm", "hmvc", "fmvn"] {
            if let Ok(Some(number)) = read.number(code) {
                assert_eq!(read.word(code).map(str::parse), Some(Ok(number)));
            }
        }
    }
}

/// Moves: the first line is a position, the words behind it are moves. What is read is legal, and is written as a word
/// that reads as the same move.
pub fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let mut position = fen::read_as(first, CastlingMode::Chess960).unwrap_or_default();
    for word in rest.split_whitespace().take(200) {
        let word = notation::without_number(word);
        let mut chosen = None;
        for language in [Language::English, Language::Spanish] {
            match notation::read(&position, word, language) {
                Ok(found) => {
                    assert!(position.is_legal(found), "{word} is read as {found}");
                    let written = notation::write(&position, found, language);
                    let back = notation::read(&position, &written, language);
                    assert_eq!(back, Ok(found), "{word} is written as {written}");
                    let by_squares = UciMove::from_move(found, CastlingMode::Chess960).to_string();
                    let back = notation::read(&position, &by_squares, language);
                    assert_eq!(back, Ok(found), "{word} is written as {by_squares}");
                    chosen.get_or_insert(found);
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        if let Some(chosen) = chosen {
            position.play_unchecked(chosen);
        }
    }
}

fn check_position(position: &Chess, mode: CastlingMode) {
    let legal = position.legal_moves();
    assert!(legal.iter().all(|&m| position.is_legal(m)));
    for &chosen in &legal {
        let mut after = position.clone();
        after.play_unchecked(chosen);
        assert!(after.legal_moves().len() <= 256);
    }
    let written = fen::write(position);
    let back = fen::read_as(&written, mode);
    assert_eq!(back.as_ref(), Ok(position), "{written}");
    assert_eq!(back.map(|back| fen::write(&back)), Ok(written));
}

/// A message is one line that moves no cursor.
fn check_sentence(text: &str) {
    assert!(
        !text.is_empty() && !text.chars().any(char::is_control),
        "{text:?}"
    );
}
