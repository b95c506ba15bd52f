//! Damage: it costs only its own game, and that once.

use proptest::prelude::*;

use super::*;

/// Returns for each game its event and its number of moves, or the reason for its rejection.
fn fates(text: &str) -> Vec<String> {
    let told = |item: Result<Game, Reject>| match item {
        Ok(game) => {
            let event = game.tags.get("Event").unwrap_or("-");
            let white = game.tags.get("White").unwrap_or("-");
            format!("{event}/{white}/{}", game.moves.len())
        }
        Err(reject) => reject.reason.kind().to_owned(),
    };
    read_all(text.as_bytes()).0.into_iter().map(told).collect()
}

/// Returns the fate of a game with this text, which is followed by another that must be kept.
fn fate(text: &str) -> String {
    let mut fates = fates(&format!("{text}\n\n[Event \"after\"]\n\n1. d4 d5 *\n"));
    assert_eq!(fates.pop().as_deref(), Some("after/-/2"), "{text}");
    assert_eq!(fates.len(), 1, "{text}: {fates:?}");
    fates.remove(0)
}

#[test]
fn a_brace_that_closes_nothing_refuses_its_game() {
    for moves in [
        "1. e4 e5 {x {y} 2. d4 d6} 1-0",
        "1. e4 e5 } 2. d4 1-0",
        "1. e4 e5 (1... c5 {x {y} d6} 2. Nf3) 2. d4 1-0",
        "1. e4 e5 {x {y} 1-0} 2. d4 1-0",
    ] {
        assert_eq!(fate(&format!("[Event \"e\"]\n\n{moves}")), "stray_brace");
    }
    assert_eq!(
        fate("[Event \"e\"]\n\n1. e4 {x ; } e5 ; } 2. d4 1-0\n1-0"),
        "e/-/2"
    );
}

#[test]
fn what_a_stray_brace_leaves_sound_stands_before_its_comment() {
    let strictness = Strictness {
        damaged: DamagePolicy::Salvage,
        ..Strictness::default()
    };
    for (moves, sound) in [
        ("1. e4 e5 {x {y} 2. d4 d6} 3. Nf3 1-0", Some(2)),
        ("1. e4 e5} 2. d4 1-0", None),
    ] {
        let mut game = Game::default();
        let mut parser = parse::PgnParser::new(moves.as_bytes(), strictness);
        let parsed = parser.next_game(&mut game).expect("a game");
        let is_salvaged = parsed.status == validate::ParseStatus::Salvaged;
        assert_eq!(is_salvaged.then_some(game.moves.len()), sound, "{moves}");
    }
}

#[test]
fn a_game_that_breaks_off_before_another_gets_no_result() {
    let tagged = |result: &str, moves: &str| {
        fate(&format!("[Event \"e\"]\n[Result \"{result}\"]\n\n{moves}"))
    };
    for moves in ["1. e4 e5 2. Nf3 Nc6 3.", "1. e4 e5", "1. e4 e5 {so far}"] {
        assert_eq!(tagged("1-0", moves), "no_result", "{moves}");
    }
    assert_eq!(tagged("1-0", ""), "cut_off");
    for moves in ["1. e4 e5 2. N", "1. e4 e5 2. e", "1. e4 e5 2. N {novelty}"] {
        assert_eq!(tagged("*", moves), "cut_off", "{moves}");
    }
    assert_eq!(tagged("*", "1. e4 e5 2."), "e/-/2");
    assert_eq!(tagged("*", "1. e4 e5 N 2. d4"), "e/-/3");
    assert_eq!(tagged("1-0", "1. e4 e5 2. d4 N 1-0"), "e/-/3");
    assert_eq!(tagged("0-1", "1. f3 e5 2. g4 Qh4#"), "e/-/4");
    assert_eq!(tagged("1-0", "1. f3 e5 2. g4 Qh4#"), "two_results");
}

#[test]
fn lines_between_tags_do_not_divide_a_game() {
    for line in [
        "; e4 e5", "{a}", "{a\nb}", "\"", "---", "!?", "% x", "\n; x\n", "14",
    ] {
        let tags = format!("[Event \"e\"]\n{line}\n[White \"w\"]\n[Result \"1-0\"]");
        assert_eq!(fate(&format!("{tags}\n\n1. e4 e5 1-0")), "e/w/2", "{line}");
    }
    let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    assert_eq!(
        fate(&format!(
            "[Event \"e\"]\n{{c}}\n{start}\n\n1. e3 Ke7 2. Ke2 *"
        )),
        "e/-/3"
    );
}

#[test]
fn a_game_torn_in_its_tags_does_not_live_on_without_its_head() {
    let tail = "[White \"w\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0";
    for (torn, reason) in [
        ("[Site \"a long\nname\"]", "e/w/2"),
        ("[Site \"a long\n\nname\"]", "e/w/2"),
        ("[Site \"a\ne4\n\"]", "e/w/2"),
        ("[Site \"a long", "e/w/2"),
        ("[Fen \"8/8\nname", "broken_tag"),
        ("Some prose here", "not_a_move"),
        ("e4 is best", "not_a_move"),
        ("(", "unbalanced_variation"),
        ("}", "stray_brace"),
    ] {
        assert_eq!(
            fate(&format!("[Event \"e\"]\n{torn}\n{tail}")),
            reason,
            "{torn}"
        );
    }
    let tail = "[White \"w\"]\n\"[Result \"1-0\"]\n\n1. e4 e5 1-0";
    assert_eq!(fate(&format!("[Event \"e\"]\n{tail}")), "e/w/2");
    // Games without events are separated where tags repeat.
    let game = |moves: &str| format!("[White \"w\"]\n[Black \"b\"]\n\n{moves}\n\n");
    assert_eq!(
        fates(&(game("1. e4 Ke7") + &game("1. e4 {c} e5") + &game("1. c4 *"))),
        ["illegal_move", "-/w/2", "-/w/1"]
    );
}

#[test]
fn an_event_in_any_letters_ends_an_open_comment() {
    for event in ["EVENT", "event"] {
        let text = format!("[Event \"1\"]\n\n1. e4 {{x\n\n[{event} \"2\"]\n\n1. d4 *\n");
        assert_eq!(fates(&text), ["unclosed_comment", "2/-/1"]);
    }
}

#[test]
fn tags_without_their_event_do_not_take_the_next_game_s() {
    let text = "{[Event \"a\"]\n[White \"A\"]\n[Result \"1-0\"]\n[Event \"b\"]\n[White \"C\"]\n\n1. d4 *\n";
    assert_eq!(fates(text), ["cut_off", "b/C/1"]);
    let text = text.replace("[Event \"b\"]\n", "[Event \"b\"]\n{between}\n");
    assert_eq!(fates(&text), ["cut_off", "b/C/1"]);
    // Tags in another order belong to one game.
    let text = "[Black \"B\"]\n[Event \"b\"]\n[White \"C\"]\n\n1. d4 *\n";
    assert_eq!(fates(text), ["b/C/1"]);
}

#[test]
fn a_start_in_which_only_chess960_castles_is_of_chess960() {
    let text = "[Event \"e\"]\n[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]\n\n\
        1. Nf3 Nf6 2. h3 h6 3. g3 g6 4. O-O *\n";
    assert_eq!(fates(text), ["illegal_move"]);
    let strictness = Strictness {
        chess960: Chess960Policy::Read,
        ..Strictness::default()
    };
    let mut game = Game::default();
    let mut parser = parse::PgnParser::new(text.as_bytes(), strictness);
    let parsed = parser.next_game(&mut game).expect("a game");
    assert_eq!(
        (parsed.status, game.moves.len()),
        (validate::ParseStatus::Sound, 7)
    );
    assert!(game.is_chess960());
    let again = format_game(&game);
    let mut parser = parse::PgnParser::new(again.as_bytes(), strictness);
    let mut read = Game::default();
    parser.next_game(&mut read).expect("a game");
    assert_eq!((&read.moves, &read.start), (&game.moves, &game.start));
}

#[test]
fn rejected_games_are_found_again_without_strays() {
    let text = "; a.pgn: game 1, line 1: why\n1. e4 e5 2. Ke3 *\n\n; a.pgn: game 2, line 5: why\n\
        1. d4 d5 2. Ke3 *\n\n; a.pgn: game 3, line 9: why\n[Event \"e\"]\n\n1. e4 {x\n\n\
        ; a.pgn: game 4, line 13: why\n[Event \"f\"]\n[Result \"1-0\"]\n\n1. e4\n\n";
    let (games, tally) = read_all(text.as_bytes());
    assert_eq!((tally.rejected(), tally.stray_bytes), (4, 0), "{games:?}");
}

#[test]
fn strays_are_counted_alike_however_many_they_are() {
    let count = |line: &[u8], times: usize| read_all(&line.repeat(times)).1.stray_bytes;
    for line in [
        &b"  two words \n"[..],
        b"\0\0\0\0\0\0",
        b" \t\r\n",
        b"; x\n% y\n",
    ] {
        let (few, many) = (120_000, 600_000);
        assert!(line.len() * many > reject::MAX_GAME_BYTES * 2);
        // The cut of the text may also cut a line.
        let difference = (count(line, few) * 5).abs_diff(count(line, many));
        assert!(difference < 40, "{line:?}: {difference}");
    }
}

/// A small collection: games of all kinds, each with the blank line that ends it.
const GAMES: [&str; 5] = [
    "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {(x} e5 2. Nf3 Nc6 1-0\n\n",
    "[Event \"b\"]\n[Site \"s [t]\"]\n[White \"C\"]\n[Result \"0-1\"]\n\n1. d4 (1. c4 {y} c5) d5\n2. c4 ; {\ne6 0-1\n\n",
    "[Event \"c\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[White \"D\"]\n\n1. e4 Ke7 1/2-1/2\n\n",
    "[Event \"d\"]\n{between}\n[White \"E\"]\n[Black \"F\"]\n\n{first} 1. c4 $1 e5!? 2. g3 *\n\n",
    "[Event \"e\"]\n[White \"G\"]\n[Result \"1-0\"]\n\n1. f4 Nf6 2. Nf3 {last}\ng6 3. g3 1-0\n\n",
];

/// A random change of a game's text, or a cut.
#[derive(Clone, Debug)]
enum Mutation {
    Insert(prop::sample::Index, u8),
    Cut(prop::sample::Index, prop::sample::Index),
}

fn blow() -> impl Strategy<Value = Mutation> {
    let byte = prop::sample::select(b"{}()[\";".to_vec());
    prop_oneof![
        (any::<prop::sample::Index>(), byte)
            .prop_map(|(place, byte)| Mutation::Insert(place, byte)),
        (any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(one, other)| Mutation::Cut(one, other)),
    ]
}

impl Mutation {
    fn fall_on(&self, text: &mut Vec<u8>) {
        match self {
            Self::Insert(place, byte) => text.insert(place.index(text.len() + 1), *byte),
            Self::Cut(one, other) => {
                let [one, other] = [one, other].map(|place| place.index(text.len() + 1));
                text.drain(one.min(other)..one.max(other));
            }
        }
    }
}

/// Data of a game that damage to other games must not change.
type KeptGame = (Tags, Vec<shakmaty::Move>, Option<GameResult>);

fn kept(text: &[u8]) -> Vec<KeptGame> {
    let (games, tally) = read_all(text);
    assert_eq!(games.len() as u64, tally.read());
    assert_eq!(
        tally.read(),
        tally.kept + tally.duplicates + tally.rejected()
    );
    let kept = games.into_iter().filter_map(Result::ok);
    kept.map(|game| (game.tags, game.moves, game.result))
        .collect()
}

/// Returns true if a game was kept unchanged. A line of the previous game's tags may precede its own as one of them:
/// nothing shows that it is not its own.
fn is_whole_in((tags, moves, result): &KeptGame, found: &KeptGame) -> bool {
    let has = |(name, value): (&str, &str)| found.0.get(name) == Some(value);
    (moves, result) == (&found.1, &found.2) && tags.iter().all(has)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn games_that_were_not_touched_are_what_they_were(
        first in 0..GAMES.len(),
        more in 0..2_usize,
        blows in prop::collection::vec(blow(), 1..5),
    ) {
        let whole = kept(GAMES.concat().as_bytes());
        prop_assert_eq!(whole.len(), GAMES.len());
        let behind = (first + 1 + more).min(GAMES.len());
        // The line end before the next game and the blank line after the last one stay undamaged.
        let mut touched = GAMES[first..behind].concat().into_bytes();
        touched.truncate(touched.len() - 1);
        for blow in &blows {
            blow.fall_on(&mut touched);
        }
        let text = [GAMES[..first].concat().as_bytes(), &touched, b"\n", GAMES[behind..].concat().as_bytes()].concat();
        let found = kept(&text);
        for (place, game) in whole.iter().enumerate() {
            let is_touched = (first..behind).contains(&place);
            prop_assert!(
                is_touched || found.iter().any(|found| is_whole_in(game, found)),
                "{:?} is not in {:?} of\n{}", game, found, String::from_utf8_lossy(&text)
            );
        }
    }
}
