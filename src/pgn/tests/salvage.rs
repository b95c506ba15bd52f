//! Salvage: every game that is kept, whole or in part, is legal and can be written and read back.

use proptest::prelude::*;

use super::*;

/// Tags that are written from the game itself.
const WRITTEN_FROM_THE_GAME: [&str; 6] = [
    "Result",
    "SetUp",
    "FEN",
    "Termination",
    "TerminationDetails",
    "OpeningPlies",
];

fn strictness(damaged: DamagePolicy) -> Strictness {
    Strictness {
        damaged,
        chess960: Chess960Policy::Read,
        ..Strictness::default()
    }
}

fn kept_as(damaged: DamagePolicy, text: &[u8]) -> Vec<Game> {
    read_games_as(text, strictness(damaged))
        .filter_map(Result::ok)
        .collect()
}

/// Returns the fault of a game that was kept, `None` if it is valid.
fn fault_of(game: &Game) -> Option<String> {
    let mut position = game.start.clone();
    for &chosen in &game.moves {
        if !position.is_legal(chosen) {
            return Some(format!("{chosen} is illegal"));
        }
        position.play_unchecked(chosen);
    }
    let text = format_game(game);
    let back = kept_as(DamagePolicy::Refuse, text.as_bytes());
    let [back] = back.as_slice() else {
        return Some(format!("it reads back as {} games:\n{text}", back.len()));
    };
    let (one, other) = [game, back]
        .map(|game| {
            (
                &game.start,
                &game.moves,
                game.result,
                game.termination,
                game.opening_plies,
                game.castling_mode(),
            )
        })
        .into();
    if one != other {
        return Some(format!("it reads back as {other:?} of\n{text}"));
    }
    game.tags
        .iter()
        .filter(|(name, _)| !WRITTEN_FROM_THE_GAME.contains(name))
        .find(|(name, value)| back.tags.get(name) != Some(*value))
        .map(|(name, _)| format!("its tag {name} reads back otherwise:\n{text}"))
}

/// Returns the number of games kept of a text, without and with salvage; each must be valid.
fn sound(text: &[u8]) -> [usize; 2] {
    [DamagePolicy::Refuse, DamagePolicy::Salvage].map(|damaged| {
        let games = kept_as(damaged, text);
        for game in &games {
            assert_eq!(fault_of(game), None, "{}", text.escape_ascii());
        }
        games.len()
    })
}

#[test]
fn a_movetext_that_begins_again_forgets_the_moves_before() {
    let head = "[Event \"Club\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    let torn = "[Event \"Club\n[White \"E\"]\n1. e4 e5\n[Black \"G\n[Site \"Town\"]\n\
        [Result \"1-0\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0\n";
    assert_eq!(sound(format!("{head}{torn}").as_bytes()), [1, 2]);
    let salvaged = kept_as(DamagePolicy::Salvage, torn.as_bytes());
    assert_eq!(salvaged[0].moves.len(), 6);
    for text in [
        "[B\"\nb3\n[R\"\n[E\"\nd4\n",
        "[B\"\nb3\n[R\"\n[E\"\nd4",
        "[W\"\rf3\n[B\"\n[E\"\ne4 e5 Nf3 c6 Bb5 f6 OO",
        "[o\"\re4 e5.Nf3 c6.Bb5 f6.OO Be7.d4\n[l\"\n[C\"\rd4 f6.Nf3",
    ] {
        assert_eq!(sound(text.as_bytes()), [0, 1], "{text:?}");
    }
}

#[test]
fn what_was_amiss_before_the_movetext_begins_again_stays_amiss() {
    let text = "[Event \"e\"]\n1. e4 e5 (1... c5\n[White \"w\"]\n\n1. d4 d5 *\n";
    assert_eq!(sound(text.as_bytes())[0], 0);
    let text = "[Event \"e\n1. e4 Ke7\n[White \"w\"]\n\n1. d4 d5 *\n";
    assert_eq!(
        kept_as(DamagePolicy::Salvage, text.as_bytes())[0]
            .moves
            .len(),
        1
    );
}

#[test]
fn an_event_in_any_capitals_is_written_once() {
    for text in [
        "[event \"\"]\n[White \"Me\"]\n\n1. e4 *\n",
        "[EVENT \"a\"]\n\n1. e4 *\n",
        "[White \"w\"] [eVent \"a\"] [Event \"b\"]\n\n1. e4 *\n",
    ] {
        assert_eq!(sound(text.as_bytes()), [1, 1], "{text:?}");
    }
    let mut tags = Tags::new().with("ev-ent", "a");
    assert_eq!(tags.get("Event"), Some("a"));
    tags.set("EVENT", "b");
    assert_eq!(tags.get("Event"), Some("a"));
}

#[test]
fn a_game_that_the_reader_panics_at_costs_itself_only() {
    let text = b"[Event \"1\"]\n\n1. e4 *\n\n[White \"2\"]\n\n1. d4 *\n";
    let mut parser = parse::PgnParser::new(text, Strictness::default());
    let mut game = Game::default();
    let fate =
        |parsed: Option<parse::ParsedSpan>| parsed.map(|parsed| (parsed.bytes, parsed.status));
    let failed = validate::ParseStatus::Refused(RejectReason::ReaderFailed);
    let refused = parser.guarded(&mut game, |parser, _| {
        assert_eq!(parser.at, text.len(), "as a reader fails");
        None
    });
    assert_eq!(fate(refused), Some((0..22, failed)));
    assert_eq!(
        parser.next_game(&mut game).map(|parsed| parsed.status),
        Some(validate::ParseStatus::Sound)
    );
    assert_eq!(game.player(shakmaty::Color::White), "2");
    assert_eq!(fate(parser.next_game(&mut game)), None);
}

/// Lines of which a damaged file may consist.
const LINES: [&str; 66] = [
    "",
    "",
    "",
    "[Event \"e\"]",
    "[Event \"e",
    "[event \"\"]",
    "[EVENT \"x\\\"y\"]",
    "[White \"Wü\"]",
    "[White \"w",
    "[Black \"b\\\\\"]",
    "[Site \"a \"b\" c\"]",
    "[B\"",
    "[x \"y\"] [Event \"z\"]",
    "[1 \"a\"]",
    "[Result \"1-0\"]",
    "[Result \"0-1\"]",
    "[Result \"*\"]",
    "[SetUp \"1\"]",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
    "[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 99 4294967295\"]",
    "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]",
    "[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]",
    "[FEN \"4k3/8/8\"]",
    "[Variant \"Chess960\"]",
    "[Variant \"Atomic\"]",
    "[Termination \"time forfeit\"]",
    "[TerminationDetails \"checkmate\"]",
    "[OpeningPlies \"70000\"]",
    "[OpeningPlies \"2\"]",
    "1. e4 e5",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O",
    "1. f3 e5 2. g4 Qh4#",
    "e3 Ke7",
    "exd6 Kd7",
    "Nf3 Nf6 O-O",
    "d4",
    "OO",
    "2. Cf3 Cc6",
    "(1... c5 2. Nf3",
    ") *",
    "{ comment",
    "}",
    "1-0",
    "0-1 e4 N",
    "[Result \"0-0\"]",
    "[Result \"+--\"]",
    "[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
    "[Site \"a long",
    "name\"]",
    "[White-Type \"x\"] [Site \"s\"] 1. e4 e5",
    "{ outside",
    "{ a [Event \"e\"] } 1. e4",
    "[Termination \"B won\"]",
    "0-0",
    "--+",
    "1. e4\u{a0}e5 2… Nf3",
    "Nf61-0",
    "1) e4 e5 2) d4 ed",
    "1 - 0 [Event \"e\"] [White \"w\"]",
    "1. e4 d5 2. ed5 Qd5:",
    "1. Sf3 d5 2. Lg2",
    "1. Cf3 d5 2. Rg1",
    "1. Кf3 d5 2. Крe2",
    "1... e5 2. Nf3",
    "1. 5254 5755",
    "♘f3 О-О",
];

/// A file, shown as text if a test fails.
#[derive(Clone)]
struct Text(Vec<u8>);

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

fn text() -> impl Strategy<Value = Text> {
    let end = prop::sample::select(vec!["\n", "\n", "\n", "\r", "\r\n", "\0", " "]);
    let line = (prop::sample::select(LINES.to_vec()), end);
    let noise = (any::<prop::sample::Index>(), any::<u8>());
    let lines = prop::collection::vec(line, 1..16);
    (lines, prop::collection::vec(noise, 0..2)).prop_map(|(lines, noise)| {
        let joined: String = lines.iter().flat_map(|(line, end)| [*line, *end]).collect();
        let mut bytes = joined.into_bytes();
        for (place, byte) in noise {
            bytes.insert(place.index(bytes.len() + 1), byte);
        }
        Text(bytes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_kept_game_is_legal_and_reads_back_as_itself(text in text()) {
        for damaged in [DamagePolicy::Refuse, DamagePolicy::Salvage] {
            for game in kept_as(damaged, &text.0) {
                prop_assert_eq!(fault_of(&game), None);
            }
        }
    }

    #[test]
    fn tags_of_any_letters_read_back(name in "[a-zA-Z0-9_]{1,6}|[eE][vV]ent", value in any::<String>()) {
        let tags = Tags::new().with(&name, &value);
        let game = Game { tags, ..Game::default() };
        if !["Result", "SetUp", "FEN", "Variant"].contains(&name.as_str()) {
            prop_assert_eq!(fault_of(&game), None);
        }
    }
}
