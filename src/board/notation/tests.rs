//! Tests of the reader and writer of moves.

use super::*;
use proptest::prelude::*;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .expect("a FEN")
        .into_position(CastlingMode::Standard)
        .expect("legal")
}

fn uci_of(fen: &str, text: &str, language: Language) -> String {
    match read(&position(fen), text, language) {
        Ok(m) => UciMove::from_move(m, CastlingMode::Standard).to_string(),
        Err(error) => error.to_string(),
    }
}

/// The two games printed in §7.2, in the two languages.
const SPANISH: &str = "d4 Cf6 c4 e6 Cc3 Ab4 Ad2 0-0 e4 d5 exd5 exd5 cxd5 Axc3 Axc3 Cxd5 Cf3 b6 \
    Db3 Cxc3 bxc3 c5 Ae2 cxd4 Cxd4 Te8 0-0 Cd7 a4 Cc5 Db4 Ab7 a5";
const ENGLISH: &str = "d4 Nf6 Bg5 d5 e3 g6 Bxf6 exf6 c4 dxc4 Bxc4 Bd6 Nc3 O-O h4 h5 Qc2 Kg7 Nge2 \
    Nd7 O-O-O Nb6 Bb3 Qe7 Qe4 Re8 Qxe7 Bxe7 Nf4 a5 a3 Bd6 Nd3 a4 Ba2 Ra5 e4 Rd8 Rhe1 Be7 Nf4 f5 \
    e5 Bxh4 g3 Bg5 d5 c6 dxc6 Rxd1+ Kxd1 bxc6 e6 Bxf4 e7 Bd7 e8=Q Bxe8 Rxe8";

#[test]
fn the_games_printed_in_the_original_read_and_write_back() {
    for (game, language) in [(SPANISH, Language::Spanish), (ENGLISH, Language::English)] {
        let mut position = Chess::default();
        for word in game.split_whitespace() {
            let m = read(&position, word, language).expect(word);
            assert_eq!(write(&position, m, language), word);
            position.play_unchecked(m);
        }
    }
}

#[test]
fn the_log_of_the_original_reads_with_dashes_and_crosses() {
    let game = "b1-c3 c7-c6 d2-d4 d8-b6 a2-a3 h7-h5 e2-e4 d7-d6 f1-e2 h5-h4 b2-b4 b8-d7 c3-a4 \
                b6-d8 c1-g5 f7-f6 e2-h5+ h8xh5 d1xh5+ g7-g6 h5xg6 #";
    let mut position = Chess::default();
    for word in game.replace(" #", "#").split_whitespace() {
        let m = read(&position, word, Language::Spanish).expect(word);
        position.play_unchecked(m);
    }
    assert!(position.is_checkmate());
}

#[test]
fn only_the_letter_r_depends_on_the_language() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(uci_of(fen, "Rd1", Language::English), "a1d1");
    assert_eq!(uci_of(fen, "Rd1", Language::Spanish), "e1d1");
    for language in Language::ALL {
        assert_eq!(uci_of(fen, "Td1", language), "a1d1");
        assert_eq!(uci_of(fen, "Kd1", language), "e1d1");
    }
}

#[test]
fn promotions_castling_and_captures_in_passing_read_in_every_form() {
    let fen = "1n2k3/2P5/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
    for text in ["c8=Q+", "c8D", "c8=D", "c7c8q", "c7-c8=Q", "c8Q"] {
        assert_eq!(uci_of(fen, text, Language::Spanish), "c7c8q", "{text}");
    }
    for text in ["cxb8=C", "cxb8N", "c7xb8=N", "c7b8n"] {
        assert_eq!(uci_of(fen, text, Language::English), "c7b8n", "{text}");
    }
    for text in ["exd6 a.p.", "exd6e.p.", "e5xd6", "exd6", "ed6"] {
        assert_eq!(uci_of(fen, text, Language::Spanish), "e5d6", "{text}");
    }
    for text in ["0-0", "O-O", "o-o", "e1g1", "e1h1", "O-O!?"] {
        assert_eq!(uci_of(fen, text, Language::English), "e1g1", "{text}");
    }
    assert_eq!(uci_of(fen, "0-0-0", Language::English), "e1c1");
}

#[test]
fn what_is_no_move_is_answered_with_what_would_be_one() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        uci_of(start, "Nd4", Language::English),
        "'Nd4' is not legal here; legal: Na3 Nc3 Nf3 Nh3"
    );
    assert_eq!(
        uci_of(start, "Ae2", Language::Spanish),
        "'Ae2' is not legal here; no bishop has a legal move"
    );
    for (fen, text, why) in [
        (start, "d5", "no pawn can go to d5; legal: d3 d4"),
        (start, "exd3", "legal: d3"),
        (start, "e3e4", "there is nothing on e3; legal: e4"),
        (
            start,
            "e7e5",
            "the pawn on e7 is Black's, and White is to move",
        ),
        (
            start,
            "a1a3",
            "the rook on a1 has no legal move; legal: a3 Na3",
        ),
        (start, "O-O", "the king has no legal move"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "Ne4",
            "White has no knight; legal: e4",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e4", "White has no pawn"),
        (
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            "g6",
            "there is no legal move, because the game is over",
        ),
    ] {
        assert_eq!(
            uci_of(fen, text, Language::English),
            format!("'{text}' is not legal here; {why}")
        );
    }
    assert_eq!(
        uci_of(start, "e2e5", Language::English),
        "'e2e5' is not legal here; legal: e3 e4"
    );
    assert_eq!(
        uci_of("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", Language::English),
        "'Nd2' could be Nbd2 or Nfd2: say which"
    );
    assert!(uci_of(start, "hello", Language::Spanish).contains("Cf3"));
    assert!(uci_of(start, "", Language::English).contains("not a move"));
    // Without its piece a pawn cannot promote.
    assert!(
        uci_of("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", Language::English).contains("legal: e8=Q")
    );
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,24}", ascii in "[a-hA-Tx0-9=+# .-]{0,12}") {
        for language in Language::ALL {
            let _ = read(&Chess::default(), &text, language);
            let _ = read(&Chess::default(), &ascii, language);
        }
    }

    #[test]
    fn every_legal_move_reads_back_as_written(choices in prop::collection::vec(0_usize..200, 0..80)) {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            for m in &moves {
                for language in Language::ALL {
                    let text = write(&position, *m, language);
                    prop_assert_eq!(read(&position, &text, language), Ok(*m));
                }
                let uci = UciMove::from_move(*m, CastlingMode::Standard).to_string();
                prop_assert_eq!(read(&position, &uci, Language::English), Ok(*m));
            }
            let Some(m) = moves.get(choice % moves.len().max(1)) else { break };
            position.play_unchecked(*m);
        }
    }
}
