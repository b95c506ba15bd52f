//! The moves of the main line: the same as those of a simple reading that takes more time.

use proptest::prelude::*;
use shakmaty::CastlingMode;

use super::*;

proptest! {
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
                // This is not a move.
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
