//! Ingestion: the same outcome on any number of threads and for any bytes, and counts that add up.

mod packing;

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::*;
use crate::identity::{Fingerprint, NameList};
use crate::pgn::{RejectReason, UnusualStarts};

const GAME: &str = "[Event \"E\"]\n[White \"Kasparov, Gary\"]\n[Black \"Karpov, An\"]\n\
    [Date \"1985.09.03\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n";

fn options(threads: usize) -> IngestOptions {
    IngestOptions {
        threads: NonZeroUsize::new(threads),
        ..IngestOptions::default()
    }
}

/// Returns the events of an ingestion as text that can be compared.
fn log(sources: &[PgnSource], options: &IngestOptions) -> (IngestSummary, Vec<String>) {
    let mut log = Vec::new();
    let mut account = ingest(
        sources,
        options,
        || |game: &Game| game.moves.len(),
        |event| {
            match event {
                IngestEvent::Game { place, value, .. } => log.push(format!("{place:?} {value}")),
                IngestEvent::Duplicate { place, .. } => log.push(format!("{place:?} again")),
                IngestEvent::Rejected { reject, text, .. } => {
                    log.push(format!("{reject} {text:?}"));
                }
                IngestEvent::Begin { .. } | IngestEvent::End(_) | IngestEvent::Progress(_) => {}
            }
            ControlFlow::Continue(())
        },
    );
    account.elapsed = std::time::Duration::ZERO;
    (account, log)
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> PgnSource {
    let file = folder.join(name);
    std::fs::write(&file, bytes).expect("written");
    PgnSource::File(file)
}

fn read(text: &[u8], options: &IngestOptions) -> IngestSummary {
    let folder = tempfile::tempdir().expect("a folder");
    log(&[written(folder.path(), "games.pgn", text)], options).0
}

#[test]
fn a_game_found_again_in_another_spelling_counts_once() {
    let again = |white: &str, more: &str| {
        GAME.replace("Kasparov, Gary", white)
            .replace("1985.09.03", more)
    };
    let text = [
        GAME.to_owned(),
        again("Garry Kasparov", "1985.09.03"),
        again("Kasparov,G", "????.??.??"),
        again("?", "1985.??.??"),
        again("Kasparov, Gary", "1986.09.03"),
        again("Kramnik, V", "1985.09.03"),
        GAME.replace("1-0", "0-1"),
        GAME.replace("1-0", "*"),
    ]
    .concat();
    let account = read(text.as_bytes(), &options(2));
    assert_eq!((account.tally.read(), account.tally.kept), (8, 4));
    assert_eq!(account.tally.duplicates, 4);
    let keep = IngestOptions {
        duplicates: DuplicatePolicy::Keep,
        ..options(2)
    };
    assert_eq!(read(text.as_bytes(), &keep).tally.kept, 8);
}

#[test]
fn a_short_draw_of_another_day_is_another_game() {
    let another_day = GAME.replace("09.03", "09.05");
    let account = read(format!("{GAME}{another_day}").as_bytes(), &options(1));
    assert_eq!(account.tally.kept, 2);
    let long = |day: &str| {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(8);
        format!("[Event \"x\"]\n[Date \"{day}\"]\n\n{moves} *\n\n")
    };
    let text = long("1985.09.03") + &long("1985.09.05");
    assert_eq!(read(text.as_bytes(), &options(1)).tally.duplicates, 1);
}

#[test]
fn a_line_without_end_costs_one_game_and_little_memory() {
    let long = "x".repeat(10 << 20);
    for text in [
        format!("{GAME}{long}\n{}", GAME.replace("1985", "1986")),
        format!(
            "{GAME}[Event \"long\"]\n\n1. e4 {{{long}}} e5 *\n\n{}",
            GAME.replace("1985", "1986")
        ),
    ] {
        let account = read(text.as_bytes(), &options(2));
        assert_eq!(account.tally.kept, 2, "{:?}", account.tally);
        assert_eq!(account.bytes, text.len() as u64);
        assert!(account.tally.rejected() <= 1);
        assert!(account.tally.stray_bytes > 9 << 20 || account.tally.rejects["too_long"] == 1);
    }
}

#[test]
fn filters_leave_out_and_say_so() {
    let text = [GAME.to_owned(), GAME.replace("Kasparov, Gary", "Tal, M")].concat();
    let mut players = NameList::default();
    players.add("Kasparov").expect("a name");
    let mut asked = options(2);
    asked.selection.players = players;
    let account = read(text.as_bytes(), &asked);
    assert_eq!(
        (account.tally.kept, account.tally.filters["player"]),
        (1, 1)
    );
    assert_eq!(account.spellings["Kasparov, Gary"], 1);
    asked.selection.games_per_player = Some(1);
    let more = GAME.replace("1985", "1986") + &text;
    assert_eq!(read(more.as_bytes(), &asked).spellings["Kasparov, Gary"], 1);

    let mut capped = options(2);
    capped.selection.games_per_player = Some(1);
    assert_eq!(read(text.as_bytes(), &capped).tally.filters["cap"], 1);

    let mut skip = options(2);
    skip.strictness.chess960 = crate::pgn::Chess960Policy::Read;
    let text = "[Event \"x\"]\n[Variant \"Chess960\"]\n\
        [FEN \"4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1\"]\n\n1. O-O *\n";
    assert_eq!(read(text.as_bytes(), &skip).tally.kept, 1);
    skip.selection.chess960 = UnusualStarts::Skip;
    assert_eq!(read(text.as_bytes(), &skip).tally.filters["start"], 1);
    assert_eq!(
        read(text.as_bytes(), &options(1)).tally.rejects["variant"],
        1
    );
}

/// Creates many games, some damaged, in several chunks and files.
fn collection(folder: &Path) -> Vec<PgnSource> {
    let mut text = String::new();
    for number in 0..9000_u32 {
        let year = 1500 + number % 400;
        let game = GAME.replace("1985", &format!("{year}"));
        if number % 97 == 7 {
            text.push_str("prose between games\n\n");
        }
        text.push_str(&match number % 97 {
            3 => game.replace("Nc6", "Nc3"),
            5 => game.replace("2. Nf3", "2. Nf3 {open"),
            _ => game,
        });
    }
    // Without this line nothing would end an open comment.
    let other = text
        .replace("[Event \"E\"]\n", "")
        .replace("{open", "{open}");
    vec![
        written(folder, "a.pgn", text.repeat(2).as_bytes()),
        written(folder, "b.pgn", text.replace('\n', "\r\n").as_bytes()),
        written(folder, "c.pgn", other.repeat(2).as_bytes()),
    ]
}

#[test]
fn threads_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = collection(folder.path());
    let (alone, first) = log(&sources, &options(1));
    assert!(alone.bytes > 5 << 20, "several chunks");
    assert_eq!(alone.tally.read(), 5 * 9000, "{:?}", alone.tally);
    for threads in [2, 4] {
        let (account, other) = log(&sources, &options(threads));
        assert_eq!(account, alone);
        assert!(other == first, "{threads} threads tell something else");
    }
    let games: Vec<_> = sources.iter().rev().cloned().collect();
    let (turned, _) = log(&games, &options(2));
    assert_eq!(turned.tally, alone.tally);
    let mut sampled = options(2);
    sampled.selection.sample = Some(crate::pgn::GameSample {
        share: 0.5,
        seed: 3,
    });
    let kept = log(&sources, &sampled).0.tally.kept;
    // All have the same moves, so they are drawn together.
    assert!(kept == 0 || kept == 400, "{kept} of 400");
    let drawn = (0..1000).filter(|number| Fingerprint(*number).sample_fraction(3) < 0.5);
    assert!((430..570).contains(&drawn.count()));
    assert_eq!(log(&games, &sampled).0.tally.kept, kept);
}

#[test]
fn what_was_read_is_known_again_and_only_what_is_new_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let mut asked = options(2);
    asked.marks = SourceMarking::Computed;
    let torn = "[Event \"torn\"]\n[Result \"1-0\"]\n\n1. e4 e5";
    std::fs::write(&path, format!("{GAME}{torn}")).expect("written");
    let sources = [PgnSource::File(path.clone())];
    let (account, _) = log(&sources, &asked);
    let mark = account.streams[0].mark.clone().expect("a mark");
    assert_eq!((mark.games, mark.bytes), (1, GAME.len() as u64));
    assert_eq!(account.tally.rejects["no_result"], 1);

    asked.known.push(mark);
    let grown = format!("{GAME}{torn} 2. Nf3 1-0\n\n{GAME}");
    std::fs::write(&path, &grown).expect("written");
    let (account, events) = log(&sources, &asked);
    let stream = &account.streams[0];
    assert_eq!(
        (stream.known_games, stream.known_bytes),
        (1, GAME.len() as u64)
    );
    assert_eq!(account.tally.read(), 2, "{events:?}");
    assert!(events[0].contains("game: 2, line: 9"), "{events:?}");
    let mark = stream.mark.clone().expect("a mark");
    assert_eq!((mark.games, mark.bytes), (3, grown.len() as u64));

    asked.known = vec![mark];
    assert_eq!(log(&sources, &asked).0.tally.read(), 0);
    let packed = written(
        folder.path(),
        "other_name.zst",
        &zstd::encode_all(grown.as_bytes(), 1).expect("packed"),
    );
    assert_eq!(log(&[packed], &asked).0.tally.read(), 0);
    std::fs::write(&path, grown.replace("Karpov", "Korchnoi")).expect("written");
    assert_eq!(log(&sources, &asked).0.tally.read(), 3);
}

/// Checks that text which is skipped behind an overlong game belongs to the mark of the stream.
#[test]
fn a_stream_with_an_overlong_game_is_known_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut asked = options(2);
    asked.marks = SourceMarking::Computed;
    let long = format!(
        "[Event \"long\"]\n\n1. e4 {{{}}} *\n\n",
        "x\n".repeat(3 << 20)
    );
    let other = GAME.replace("1985", "1986");
    for (text, games, open) in [
        (format!("{long}{GAME}"), 2, 0),
        (format!("{GAME}{long}{other}{long}{GAME}{GAME}"), 6, 0),
        // A game that is cut short at the end of the text may go on.
        (format!("{GAME}{long}{other}{long}"), 4, 1),
        ("x\n".repeat(3 << 20), 0, 0),
    ] {
        asked.known.clear();
        let (first, _) = log(
            &[written(folder.path(), "games.pgn", text.as_bytes())],
            &asked,
        );
        assert_eq!(first.tally.read(), games);
        let mark = first.streams[0].mark.clone().expect("a mark");
        assert_eq!(mark.games, games - open);
        assert_eq!(mark.bytes == text.len() as u64, open == 0);
        asked.known.push(mark);
        let grown = format!("{text}{}", GAME.replace("1985", "1987"));
        for (text, new) in [(&text, 0), (&grown, 1)] {
            let source = written(folder.path(), "games.pgn", text.as_bytes());
            let (again, _) = log(&[source], &asked);
            assert_eq!(again.tally.read(), open + new);
            assert_eq!(again.tally.kept, new);
            let whole = log(
                &[written(folder.path(), "games.pgn", text.as_bytes())],
                &IngestOptions {
                    known: Vec::new(),
                    ..asked.clone()
                },
            )
            .0;
            assert_eq!(again.streams[0].mark, whole.streams[0].mark);
        }
    }
}

#[test]
fn reading_can_be_broken_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = collection(folder.path());
    let mut games = 0;
    let account = ingest(
        &sources,
        &options(2),
        || |_: &Game| (),
        |event| match event {
            IngestEvent::Game { .. } => {
                games += 1;
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        },
    );
    // What was read before is counted.
    assert_eq!((games, account.streams.len()), (1, 1));
    assert_eq!((account.tally.kept, account.streams[0].tally.kept), (1, 1));
}

#[test]
fn a_folder_without_games_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = PgnSource::find(&[folder.path().to_owned()]).expect_err("empty");
    assert!(error.to_string().contains("no PGN file in this folder"));
    let missing = PathBuf::from("no/such/file.pgn");
    let error = PgnSource::find(&[missing]).expect_err("missing");
    assert!(error.to_string().contains("check the path"));
    assert_eq!(RejectReason::CutOff.kind(), "cut_off");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_file_cut_at_any_byte_adds_up_and_spares_the_games_before(cut in 0_usize..4 * GAME.len()) {
        let text: String = (0..4).map(|n| GAME.replace("1985", &format!("198{n}"))).collect();
        let account = read(&text.as_bytes()[..cut], &options(2));
        let whole = (cut / GAME.len()) as u64;
        prop_assert!(account.tally.kept >= whole);
        prop_assert!(account.tally.read() <= whole + 1);
        prop_assert_eq!(account.bytes, cut as u64);
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..4000)) {
        let one = read(&bytes, &options(1));
        // Text in UTF-16, by its mark, is counted as it is in UTF-8.
        if !bytes.starts_with(&[0xff, 0xfe]) && !bytes.starts_with(&[0xfe, 0xff]) {
            prop_assert_eq!(one.bytes, bytes.len() as u64);
        }
        prop_assert_eq!(one.tally, read(&bytes, &options(3)).tally);
    }

    #[test]
    fn what_is_spliced_in_spares_its_neighbours(
        place in 0_usize..GAME.len(),
        noise in prop::collection::vec(prop::sample::select(b"{}()[]\"\\;%*-01\n\re4Nx.$ \xff".to_vec()), 0..60),
    ) {
        let other = |year: &str| GAME.replace("1985", year);
        let mut text = other("1984").into_bytes();
        text.extend_from_slice(&GAME.as_bytes()[..place]);
        text.extend_from_slice(&noise);
        text.extend_from_slice(&GAME.as_bytes()[place..]);
        text.extend_from_slice(b"\n");
        text.extend_from_slice(other("1986").as_bytes());
        let folder = tempfile::tempdir().expect("a folder");
        let source = written(folder.path(), "games.pgn", &text);
        let (account, events) = log(&[source], &options(2));
        prop_assert_eq!(account.tally.read(), events.len() as u64);
        prop_assert!(events[0].contains("game: 1, line: 1") && events[0].ends_with(" 6"));
        prop_assert!(events.last().is_some_and(|last| last.ends_with(" 6")), "{:?}", events);
    }
}
