//! Games in viriformat: the specification's example, every kind of move, cut files.

use super::*;
use proptest::prelude::*;
use shakmaty::fen::Fen;

/// The example of the specification: 1. e4 e5 2. Qh5 Ke7 3. Qxe5#. It prints the pieces with the first one in the
/// high half of a byte; the crate writes the first one into the low half, and so do we.
const EXAMPLE: &str = "ffff00000000ffff 1642256100000000 888888889ecaade9 40 00 0100 0000 02 00 \
    0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000";

fn bytes_of(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).expect("ASCII"));
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).expect("a byte"))
        .collect()
}

fn read(bytes: &[u8]) -> Result<Vec<ViriformatGame>, String> {
    ViriformatReader::new(bytes)
        .collect::<Result<_, _>>()
        .map_err(|error: ViriformatError| error.to_string())
}

fn written(game: &Game) -> Vec<u8> {
    let scores: Vec<_> = game
        .scores
        .iter()
        .map(|score| score.expect("a score"))
        .collect();
    let mut bytes = Vec::new();
    let result = game.result.expect("a result");
    write_game(&mut bytes, &game.start, result, &game.moves, &scores);
    bytes
}

fn random_game(choices: &[u16]) -> GameState {
    let mut game = GameState::new();
    for choice in choices {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(*choice) % moves.len()]);
    }
    game
}

#[test]
fn the_example_of_the_specification_is_read_and_written() {
    let bytes = bytes_of(EXAMPLE);
    let games = read(&bytes).expect("the example");
    let [ViriformatGame { offset: 0, record }] = games.as_slice() else {
        panic!("{games:?}");
    };
    assert_eq!(record.result, Some(GameResult::WhiteWins));
    assert_eq!(record.termination, Termination::Checkmate);
    let scores: Vec<_> = record
        .scores
        .iter()
        .flatten()
        .map(|score| score.centipawns())
        .collect();
    assert_eq!(scores, [10, 20, -30, 32767, 32767]);
    assert_eq!(written(record), bytes);
    assert!(is_viriformat(&bytes));
}

#[test]
fn castling_en_passant_and_promotion_come_back_in_every_kind_of_chess() {
    for (fen, mode, moves, chess960) in [
        (
            "r3k2r/P6p/8/1pP5/8/8/7P/R3K2R w KQkq b6 7 30",
            CastlingMode::Standard,
            "c5b6 h7h5 e1g1 e8c8 a7a8q",
            false,
        ),
        (
            "1r2k1r1/6p1/8/8/8/8/8/1R2K1R1 b GBgb - 0 9",
            CastlingMode::Chess960,
            "e8g8 e1b1",
            true,
        ),
    ] {
        let start: Chess = fen
            .parse::<Fen>()
            .expect("a FEN")
            .into_position(mode)
            .expect("legal");
        let mut game = Game {
            start,
            result: Some(GameResult::Draw),
            ..Game::default()
        };
        let mut position = game.start.clone();
        for (word, score) in moves.split(' ').zip(1..) {
            let m = word
                .parse::<UciMove>()
                .expect("a move")
                .to_move(&position)
                .expect("legal");
            position.play_unchecked(m);
            game.moves.push(m);
            game.scores.push(Some(PositionScore::new(score)));
        }
        let bytes = written(&game);
        let [back] = &read(&bytes).expect(fen)[..] else {
            panic!("one game")
        };
        assert_eq!(
            (&back.record.start, &back.record.moves),
            (&game.start, &game.moves)
        );
        assert_eq!(back.record.is_chess960(), chess960);
        assert_eq!(written(&back.record), bytes);
    }
}

#[test]
fn text_is_not_taken_for_games() {
    for text in [
        "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 3 | 0.5",
    ] {
        assert!(!is_viriformat(text.as_bytes()), "{text}");
    }
}

proptest! {
    #[test]
    fn a_file_that_is_cut_is_refused_except_between_games(
        games in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..30), 1..4),
    ) {
        let (mut bytes, mut ends) = (Vec::new(), vec![0]);
        for choices in games {
            let game = random_game(&choices);
            let scores = (0..).map(|ply: i16| Some(PositionScore::new(ply * 37 - 500)));
            let game = Game {
                scores: scores.take(game.moves().len()).collect(),
                moves: game.moves().to_vec(),
                result: Some(game.ending().map_or(GameResult::Draw, |ending| ending.result)),
                ..Game::default()
            };
            bytes.extend(written(&game));
            ends.push(bytes.len());
        }
        for length in 0..=bytes.len() {
            let read = read(&bytes[..length]);
            match ends.iter().position(|end| *end == length) {
                Some(games) => prop_assert_eq!(read.map(|read| read.len()), Ok(games)),
                None => prop_assert!(read.expect_err("cut").contains("is cut off")),
            }
        }
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0..68_usize, with in any::<u8>()) {
        let _ = read(&bytes);
        let mut changed = bytes_of(EXAMPLE);
        if let Some(byte) = changed.get_mut(at) {
            *byte = with;
        }
        let _ = read(&changed);
    }
}
