//! Moves in capital letters throughout, as some old files have them: `E4`, `NF3`, `BXC6`, `E8=Q`.

use shakmaty::Move;

/// Returns the move that an English word in capitals denotes; `read` reads the usual spellings. `BC6` is a bishop's move
/// or a pawn's capture: where both are legal it denotes none.
pub(super) fn read_capitals(word: &[u8], read: impl Fn(&[u8]) -> Option<Move>) -> Option<Move> {
    let (first, rest) = word.split_first()?;
    let names_file = |byte: &u8| matches!(byte, b'A'..=b'H');
    let has_file = rest.iter().any(names_file);
    // A `B` without another letter may be a bishop whose file is missing; pawns alone promote.
    let is_pawn = names_file(first) && (*first != b'B' || rest.contains(&b'='));
    if rest.iter().any(u8::is_ascii_lowercase) || !(has_file || is_pawn) {
        return None;
    }
    let of_pawn = word.to_ascii_lowercase();
    let of_piece = [&[*first][..], of_pawn.get(1..)?].concat();
    let is_piece = has_file && matches!(first, b'K' | b'Q' | b'R' | b'B' | b'N');
    let by_piece = if is_piece { read(&of_piece) } else { None };
    match (by_piece, read(&of_pawn)) {
        (Some(one), Some(two)) if one != two => None,
        (one, two) => one.or(two),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use crate::pgn::letters::PgnLanguage;
    use crate::pgn::move_token::read_move;

    fn read(fen: &str, word: &str) -> Option<String> {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        read_move(word.as_bytes(), PgnLanguage::English, &position)
            .ok()
            .map(|chosen| chosen.to_uci(CastlingMode::Standard).to_string())
    }

    #[test]
    fn moves_in_capitals_are_read() {
        let fen = "r3k2r/1P1p4/8/3p4/4P3/2N2Q2/8/R3K2R w KQkq - 0 1";
        for (word, uci) in [
            ("E5", "e4e5"),
            ("EXD5", "e4d5"),
            ("ED5", "e4d5"),
            ("NB5", "c3b5"),
            ("NXD5+", "c3d5"),
            ("QF7#", "f3f7"),
            ("B8=Q", "b7b8q"),
            ("BXA8=N", "b7a8n"),
            ("RAB1", "a1b1"),
            ("E4E5", "e4e5"),
            ("O-O", "e1g1"),
        ] {
            assert_eq!(read(fen, word).as_deref(), Some(uci), "{word}");
        }
        for word in ["N5", "B5", "E6", "NE9", "QQ", "E", "Bb4", "EXd5X"] {
            assert_eq!(read(fen, word), None, "{word}");
        }
    }

    #[test]
    fn a_word_in_capitals_with_two_meanings_is_refused() {
        let bishop_or_pawn = "4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1";
        assert_eq!(read(bishop_or_pawn, "BC6"), None);
        assert_eq!(read(bishop_or_pawn, "BE4").as_deref(), Some("d5e4"));
        let pawn = "4k3/8/2p5/1P6/8/8/8/4K3 w - - 0 1";
        assert_eq!(read(pawn, "BC6").as_deref(), Some("b5c6"));
    }
}
