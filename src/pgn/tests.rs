//! Reading PGN: tolerated and rejected deviations; writing and reading as inverse operations.

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::*;
use crate::record::{Game, GameResult, Tags, Termination};

mod damage;
mod salvage;
mod written_comments;

fn read_all(text: &[u8]) -> (Vec<Result<Game, Reject>>, ReadCounts) {
    let mut games = read_games(text);
    let all = games
        .by_ref()
        .map(|item| match item {
            Ok(game) => Ok(game),
            Err(ReadError::Rejected(reject)) => Err(reject),
            Err(ReadError::Source(error)) => panic!("a slice cannot fail: {error}"),
        })
        .collect();
    (all, games.tally())
}

fn only(text: &str) -> Game {
    let (mut games, _) = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).expect("a good game")
}

fn reason(text: &str) -> RejectReason {
    let (mut games, _) = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).expect_err("a bad game").reason
}

#[test]
fn comments_variations_and_signs_are_passed_over() {
    let game = only(
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {a (comment) 1-0} e5 (1... c5 2. Nf3 (2. c3 $1) d6) \
         2.Nf3!? $14 ; rest 2... Qh4\n% escaped\n\n2... Nc6 {[%clk 0:01]\n[%eval 0.2]} 3. Bb5 a6 \
         4. Ba4 exd4 e.p. 1-0".replace("exd4 e.p.", "Nf6").as_str(),
    );
    assert_eq!(game.moves.len(), 8);
    assert_eq!(game.result, Some(GameResult::WhiteWins));
}

#[test]
fn a_result_in_words_ends_the_game() {
    let game = only("1. e4 e5 2. Nf3 Nc6 White resigns\n");
    assert_eq!(game.moves.len(), 4);
    assert_eq!(game.result, Some(GameResult::BlackWins));
    let game = only("[White \"A\"]\n\n1. E4 E5 2. NF3 NC6 3. BB5 A6 4. BXC6 Black resigned. 1-0\n");
    assert_eq!(game.moves.len(), 7);
    assert_eq!(game.result, Some(GameResult::WhiteWins));
    assert_eq!(
        reason("1. e4 e5 White to move 1-0\n"),
        RejectReason::NotAMove("White".to_owned())
    );
    assert_eq!(
        reason("1. e4 e5 White resigns 2. Nf3 *\n"),
        RejectReason::MovesAfterResult
    );
}

#[test]
fn an_illegal_move_refuses_its_game_alone() {
    let text = b"[Event \"1\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Event \"2\"]\n\n1. d4 d5 1/2-1/2\n";
    let (games, tally) = read_all(text);
    assert_eq!(
        games[0].as_ref().expect_err("illegal").to_string(),
        "game 1, line 3: move 2. Ke3 is not legal there"
    );
    assert_eq!(games[1].as_ref().expect("legal").moves.len(), 2);
    assert_eq!((tally.read(), tally.kept, tally.rejected()), (2, 1, 1));
}

#[test]
fn an_open_comment_does_not_swallow_the_next_game() {
    let text = b"[Event \"1\"]\n\n1. e4 {oh e5 1-0\n\n[Event \"2\"]\n\n1. d4 {x} d5 0-1\n";
    let (games, _) = read_all(text);
    assert_eq!(games.len(), 2);
    assert_eq!(
        games[0].as_ref().expect_err("open").reason,
        RejectReason::UnclosedComment
    );
    assert_eq!(
        games[1].as_ref().expect("closed").result,
        Some(GameResult::BlackWins)
    );
}

#[test]
fn words_that_only_look_like_moves_refuse_the_game() {
    assert_eq!(
        reason("1. e4 e5 2. Cf3 Nc6"),
        RejectReason::NotAMove("Cf3".to_owned())
    );
    assert_eq!(
        reason("1. e4 e5 2. Nf9 Nc6"),
        RejectReason::NotAMove("Nf9".to_owned())
    );
    assert_eq!(reason("1. e4 (1. d4 e5"), RejectReason::UnbalancedVariation);
    assert_eq!(reason("1. e4 1-0 e5"), RejectReason::MovesAfterResult);
    assert!(matches!(
        reason("1. e4 -- 2. d4"),
        RejectReason::NullMove { .. }
    ));
    assert_eq!(
        reason("1. e4 e5 2. Nf Nc6"),
        RejectReason::NotAMove("Nf".to_owned())
    );
    assert_eq!(
        reason("[Result \"1-0\"]\n\n1. e4 e5"),
        RejectReason::NoResult
    );
    assert!(matches!(
        reason("[Result \"1-0]\n\n1. e4 e5"),
        RejectReason::BrokenTag(_)
    ));
    assert!(matches!(
        reason("[Variant \"Atomic\"]\n\n1. e4"),
        RejectReason::Variant(_)
    ));
    assert!(matches!(
        reason("[FEN \"8/8/8/8 w - -\"]\n\n1. e4"),
        RejectReason::BadFen(_)
    ));
    assert!(matches!(
        reason("[Result \"0-1\"]\n\n1. e4 e5 1-0"),
        RejectReason::TwoResults { .. }
    ));
    assert!(matches!(
        reason("[Result \"0-1\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0"),
        RejectReason::TwoResults { .. }
    ));
    assert_eq!(
        reason("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0").to_string(),
        "its last move is mate, which is 0-1, and its text says 1-0"
    );
    let positions = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Kd2 *";
    assert_eq!(reason(positions).kind(), "repeated_tag");
    assert_eq!(
        reason("1. d4 d5 2. Nf3 Nf6 3. Nd2 *").to_string(),
        "move 3. Nd2 can be made by more than one piece, and does not say which"
    );
}

/// A letter that stands alone may be a remark or the beginning of a move; a game is never read as another one.
#[test]
fn a_lone_letter_is_a_remark_only_where_it_cannot_be_a_move() {
    for text in [
        "1. e 4 e 5 1-0",
        "1. d4 d5 2. e 4 e 6 3. Nf3 *",
        "1. d4 d5 2. N f3 N c6 *",
        "1. d4 d5 2. N\nf3 *",
        "1. d4 d5 2. ♘ f3 ♞ c6 *",
        "1. d4 N f6 *",
        "1. d4 N\nf6 *",
        "1. e4 d5 2. exd5 D d5 *",
        "1. d4 e\n5 *",
    ] {
        let reason = reason(&format!("[Event \"x\"]\n\n{text}"));
        assert_eq!(reason.kind(), "not_a_move", "{text}: {reason}");
    }
    for (text, moves) in [
        ("1. e4 N e5 2. Nf3 N *", 3),
        ("1. e4 N\n1... e5 D\n2. Nf3 *", 3),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *", 6),
        ("1. e4 a6 2. e5 d5 3. exd6 e p\ncxd6 *", 6),
        ("1. e4 a6 2. e5 d5 3. exd6 ep cxd6 *", 6),
        ("1. d4 d5 2. N Nf3 *", 3),
    ] {
        let (games, tally) = read_all(text.as_bytes());
        let read = games[0].as_ref().expect("sound").moves.len();
        assert_eq!((tally.kept, read), (1, moves), "{text}");
    }
}

#[test]
fn every_line_end_and_a_byte_order_mark_are_read() {
    let text = "[Event \"1\"]\n[White \"A\"]\n\n1. e4 e5\n2. d4 1-0\n\n[Event \"2\"]\n\n1. c4 *\n";
    for end in ["\n", "\r\n", "\r", "\r\r\n"] {
        let (games, tally) = read_all(format!("\u{feff}{}", text.replace('\n', end)).as_bytes());
        assert_eq!(tally.kept, 2, "{end:?}: {games:?}");
        assert_eq!(games[0].as_ref().expect("good").moves.len(), 3);
        assert_eq!(games[1].as_ref().expect("good").result, None);
    }
}

#[test]
fn games_without_tags_are_told_apart() {
    let (games, tally) = read_all(b"prose\n1. e4 e5 1-0\n1. d4 d5 0-1\n\n1. c4\n\n1. f4 f5\n");
    assert_eq!(tally.kept, 4, "{games:?}");
    assert_eq!(tally.stray_bytes, 5);
}

#[test]
fn names_are_readable_in_any_encoding() {
    let (games, _) =
        read_all(b"[White \"H\xfcbner \x96 \\\"R\\\"\"][Black \"O \"Kelly\" x\"]\n\n*\n");
    let game = games[0].as_ref().expect("good");
    assert_eq!(game.player(shakmaty::Color::White), "Hübner – \"R\"");
    assert_eq!(game.player(shakmaty::Color::Black), "O \"Kelly\" x");
    assert_eq!(
        only("[White \"Hübner\"]\n\n*").player(shakmaty::Color::White),
        "Hübner"
    );
}

#[test]
fn a_game_beyond_all_measure_is_refused_without_holding_it() {
    let mut text = b"[Event \"1\"]\n\n1. e4 {".to_vec();
    text.resize(reject::MAX_GAME_BYTES * 2, b'x');
    text.extend_from_slice(b"} *\n\n[Event \"2\"]\n\n1. d4 *\n");
    let (games, _) = read_all(&text);
    assert_eq!(
        games[0].as_ref().expect_err("long").reason,
        RejectReason::TooLong
    );
    assert!(games[1].is_ok());
}

#[test]
fn a_game_with_more_tags_than_any_game_has_is_refused_at_once() {
    let tags: Vec<String> = (0..60_000).map(|tag| format!("[T{tag} \"\"]\n")).collect();
    let tags = tags.concat();
    let text = format!("{tags}\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n");
    let (games, _) = read_all(text.as_bytes());
    assert_eq!(
        games[0].as_ref().expect_err("many").reason,
        RejectReason::TooManyTags
    );
    assert!(games[1].is_ok());
}

#[test]
fn movetext_is_wrapped_and_the_roster_comes_first() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(20);
    let mut game = only(&moves);
    game.tags.set("White", "a \"b\" \\ c\n[Black \"injected\"]");
    game.termination = Termination::Agreement;
    game.result = Some(GameResult::Draw);
    let text = format_game(&game);
    assert!(
        text.lines()
            .all(|line| line.len() < 80 || line.starts_with('[')),
        "{text}"
    );
    assert!(
        text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n")
    );
    assert!(text.contains("[White \"a \\\"b\\\" \\\\ c [Black \\\"injected\\\"]\"]\n"));
    assert!(text.contains("[Termination \"normal\"]\n[TerminationDetails \"agreement\"]\n"));
    assert_eq!(only(&text).termination, Termination::Agreement);
}

#[test]
fn a_log_grows_game_by_game_even_after_a_torn_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.pgn");
    let game = only("1. e4 e5 1-0");
    append_game(&log, &game).expect("written");
    let torn = std::fs::read(&log).expect("there");
    std::fs::write(&log, &torn[..torn.len() - 6]).expect("torn");
    append_game(&log, &game).expect("written");
    append_game(&log, &game).expect("written");
    let (games, tally) = read_all(&std::fs::read(&log).expect("there"));
    assert_eq!(tally.read(), 3, "{games:?}");
    let nowhere = append_game(&folder.path().join("no/log.pgn"), &game);
    assert!(
        nowhere
            .expect_err("no folder")
            .to_string()
            .contains("log.pgn")
    );
}

/// Returns a game drawn by `choices`, from the initial position or from one with Black to move.
fn drawn_game(choices: &[u8], from_fen: bool, name: &str, result: Option<GameResult>) -> Game {
    let start: Chess = if from_fen {
        "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq - 0 7"
            .parse::<Fen>()
            .expect("a FEN")
            .into_position(CastlingMode::Standard)
            .expect("legal")
    } else {
        Chess::default()
    };
    let mut position = start.clone();
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[usize::from(*choice) % legal.len()];
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    let result = if position.is_checkmate() {
        Some(GameResult::win_of(!position.turn()))
    } else if position.is_stalemate() {
        Some(GameResult::Draw)
    } else {
        result
    };
    Game {
        tags: Tags::new()
            .with("White", name)
            .with("Black", "B")
            .with("Annotator", name),
        start,
        moves,
        result,
        termination: Termination::Unknown,
        ..Game::default()
    }
}

#[test]
fn a_game_that_lost_its_event_and_its_moves_does_not_take_the_next() {
    for damaged in [
        "\0Event \"?\"]\n[White \"A\"]\n[Annotator \"A\"]\u{1}\u{1}1. b4 a5 2. Nf3 *\n",
        "\0Event \"?\"]\n[White \"A\"]\n\n%. b4 a5 2. Nf3 *\n",
    ] {
        let text = format!("{damaged}\n[Event \"last\"]\n\n1. e4 e5 1-0\n");
        let (games, tally) = read_all(text.as_bytes());
        assert_eq!(tally.read(), 2, "{games:?}");
        let last = games[1].as_ref().expect("a good game");
        assert_eq!(last.moves.len(), 2);
        assert_eq!(last.tags.get("Event"), Some("last"));
        assert_eq!(last.tags.get("White"), None);
    }
}

proptest! {
    #[test]
    fn writing_then_reading_is_the_identity(
        choices in prop::collection::vec(any::<u8>(), 0..120),
        from_fen: bool,
        name in "\\PC{0,40}",
        result in prop::option::of(prop::sample::select(GameResult::ALL.to_vec())),
    ) {
        let game = drawn_game(&choices, from_fen, &name, result);
        let text = format_game(&game).repeat(2);
        let (games, tally) = read_all(text.as_bytes());
        prop_assert_eq!(tally.kept, 2, "{:?}\n{}", games, text);
        for read in games {
            let read = read.expect("kept");
            prop_assert_eq!(&read.moves, &game.moves);
            prop_assert_eq!(&read.start, &game.start);
            prop_assert_eq!(read.result, game.result);
            for (tag, value) in game.tags.iter() {
                prop_assert_eq!(read.tags.get(tag), Some(value));
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let (games, tally) = read_all(&bytes);
        prop_assert_eq!(games.len() as u64, tally.read());
    }

    #[test]
    fn a_mutated_file_still_adds_up_and_spares_the_last_game(
        choices in prop::collection::vec(any::<u8>(), 0..60),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let game = drawn_game(&choices, false, "A", None);
        let mut bytes = format_game(&game).into_bytes();
        for (place, byte) in &changes {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        bytes.extend_from_slice(b"\n[Event \"last\"]\n\n1. e4 e5 1-0\n");
        let (games, tally) = read_all(&bytes);
        prop_assert_eq!(games.len() as u64, tally.read());
        let last = games.last().expect("a game").as_ref().expect("a good game");
        prop_assert_eq!(last.moves.len(), 2);
    }
}
