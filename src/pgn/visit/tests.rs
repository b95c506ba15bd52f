//! Tokens and the moves of the main line: the same as those of simple readings that take more time.

use proptest::prelude::*;
use shakmaty::CastlingMode;

use super::*;

/// Returns the length of the word at the beginning of a text, of which the whole line is looked at.
fn length_in_line(text: &[u8]) -> usize {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r' | 0));
    word_length(lines.next().unwrap_or_default())
}

proptest! {
    #[test]
    fn a_word_ends_in_its_line(
        text in prop::collection::vec(prop::sample::select(b"e8=(Q) \n\r\0.x1".to_vec()), 0..12),
    ) {
        prop_assert_eq!(Tokens::new(&text).length_of_word(), length_in_line(&text));
    }

    #[test]
    fn moves_in_another_notation_are_those_of_their_positions(
        choices in prop::collection::vec(any::<u16>(), 0..60),
        spellings in prop::collection::vec(0_u8..3, 60),
    ) {
        let mut game = Game::default();
        let mut position = Chess::default();
        let mut words = Vec::new();
        for (choice, spelling) in choices.iter().zip(spellings) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[usize::from(*choice) % legal.len()];
            let san = SanPlus::from_move(position.clone(), chosen);
            words.push((match spelling {
                0 => san.to_string(),
                1 => chosen.to_uci(CastlingMode::Standard).to_string(),
                // This is no move.
                _ => "xx".to_owned(),
            }, san));
            if spelling < 2 {
                position.play_unchecked(chosen);
                game.moves.push(chosen);
            }
        }
        let mut main_line = MainLine::new(&game);
        for (word, san) in words {
            let expected = if word == "xx" { Vec::new() } else { vec![san] };
            prop_assert_eq!(main_line.take_parts(word.as_bytes()).moves, expected);
        }
        prop_assert!(main_line.is_done());
    }
}
