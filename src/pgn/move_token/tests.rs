//! Moves in every notation, and what is none.

use super::*;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

fn read(fen: &str, word: &str, language: PgnLanguage) -> Result<String, NonMove> {
    let fen: Fen = fen.parse().expect("a FEN");
    let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
    read_move(word.as_bytes(), language, &position)
        .map(|chosen| chosen.to_uci(CastlingMode::Standard).to_string())
}

#[test]
fn every_notation_of_a_move_is_read() {
    let fen = "r3k2r/1P1p4/8/3p4/4P3/2N2Q2/8/R3K2R w KQkq - 0 1";
    for (word, uci) in [
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("o-o", "e1g1"),
        ("e1-g1", "e1g1"),
        ("e1c1", "e1c1"),
        ("c3-b5", "c3b5"),
        ("c3b5", "c3b5"),
        ("Nc3-b5", "c3b5"),
        ("Nc3xd5", "c3d5"),
        ("exd5", "e4d5"),
        ("e4:d5", "e4d5"),
        ("e4xd5", "e4d5"),
        ("e4d5", "e4d5"),
        ("b7-b8=Q", "b7b8q"),
        ("b8Q+", "b7b8q"),
        ("b8=N", "b7b8n"),
        ("bxa8=R++", "b7a8r"),
        ("bxa8N", "b7a8n"),
        ("exd5N", "e4d5"),
        ("Rb1N", "a1b1"),
        ("00", "e1g1"),
        ("000", "e1c1"),
        ("b7b8q", "b7b8q"),
        ("12Nb5", "c3b5"),
        ("Qf7#", "f3f7"),
    ] {
        assert_eq!(
            read(fen, word, PgnLanguage::English),
            Ok(uci.to_owned()),
            "{word}"
        );
    }
    for (word, uci) in [
        ("Cb5", "c3b5"),
        ("Df7+", "f3f7"),
        ("Tb1", "a1b1"),
        ("Rd2", "e1d2"),
        ("b8=D", "b7b8q"),
        ("b8C", "b7b8n"),
        ("O-O", "e1g1"),
        ("exd5", "e4d5"),
    ] {
        assert_eq!(
            read(fen, word, PgnLanguage::Spanish),
            Ok(uci.to_owned()),
            "{word}"
        );
    }
}

#[test]
fn what_is_no_move_says_why() {
    let fen = "r3k2r/1P1p4/8/3p4/4P3/2N2Q2/8/R3K2R w KQkq - 0 1";
    for (word, why) in [
        ("--", NonMove::Null),
        ("Z0", NonMove::Null),
        ("Nd4", NonMove::Illegal),
        ("Nc3xb5", NonMove::Illegal),
        ("Bc3-b5", NonMove::Illegal),
        ("c3xb5", NonMove::Illegal),
        ("a1-a9", NonMove::Unreadable),
        ("Cb5", NonMove::Unreadable),
        ("castles", NonMove::Unreadable),
        ("aVeryLongWordIndeed", NonMove::Unreadable),
        ("+-", NonMove::Remark),
        ("e.p", NonMove::Unreadable),
        ("ep", NonMove::Remark),
    ] {
        assert_eq!(read(fen, word, PgnLanguage::English), Err(why), "{word}");
    }
    assert_eq!(
        read(fen, "Nb5", PgnLanguage::Spanish),
        Err(NonMove::Unreadable)
    );
}
