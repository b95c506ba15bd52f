//! PGN files as they are found, through the library and the real binary: every kind of damage costs
//! one game, counts add up, and what is written reads back.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use bayeschess::files::decode;
use bayeschess::pgn::{ReadError, append_game, read_games};
use bayeschess::record::Game;
use serde_json::Value;

use crate::support::{Scratch, bayeschess, field, folder, number, parsed};

const WILD: &[u8] = b"\xef\xbb\xbf[Event \"Latin\"]\r\n[White \"H\xfcbner, R\"]\r\n[WhiteElo \"\"]\r\n\
[Result \"1-0\"]\r\n\r\n1.e4 {good} e5 (1...c5 2.Nf3) 2.Nf3 $1 Nc6!? 1-0\r\n\r\n\
[Event \"Illegal\"]\r\n\r\n1.e4 e5 2.Qh6 *\r\n\r\n\
[Event \"Open comment\"]\r\n\r\n1.e4 {never closed 1-0\r\n\r\n\
[Event \"Unterminated\r\n[White \"A\"]\r\n\r\n1.d4 d5 *\r\n\r\n\
[Event \"Position\"]\r\n[SetUp \"1\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n1.e4 Ke7 1/2-1/2\r\n\r\n\
[Event \"Spanish\"]\r\n\r\n1.e4 e5 2.Cf3 Nf6 *\r\n\r\n\
[Event \"Last\"]\r\n\r\n1.d4 Nf6 0-1\r\n";

#[test]
fn damage_costs_its_own_game_only() {
    let mut games = read_games(WILD);
    let mut kept = Vec::new();
    let mut reasons = Vec::new();
    for game in games.by_ref() {
        match game {
            Ok(game) => kept.push(game),
            Err(ReadError::Rejected(reject)) => reasons.push((reject.game, reject.reason.kind())),
            Err(ReadError::Source(error)) => panic!("{error}"),
        }
    }
    let events: Vec<_> = kept
        .iter()
        .filter_map(|game| game.tags.get("Event"))
        .collect();
    assert_eq!(events, ["Latin", "Position", "Last"]);
    assert_eq!(kept[0].tags.get("White"), Some("Hübner, R"));
    assert_eq!(
        reasons,
        [
            (2, "illegal_move"),
            (3, "unclosed_comment"),
            (6, "not_a_move")
        ]
    );
    let tally = games.tally();
    assert_eq!(tally.read(), 7);
    assert_eq!(tally.read(), tally.kept + tally.rejected());
}

#[test]
fn a_log_of_games_reads_back() {
    let folder = folder();
    let log = folder.path().join("log.pgn");
    let games: Vec<Game> = read_games(WILD).filter_map(Result::ok).collect();
    for game in &games {
        append_game(&log, game).expect("appended");
    }
    let text = std::fs::read(&log).expect("a log");
    let back: Vec<Game> = read_games(text.as_slice())
        .map(|game| game.expect("good"))
        .collect();
    assert_eq!(back.len(), games.len());
    for (one, other) in games.iter().zip(&back) {
        assert_eq!(one.moves, other.moves);
        assert_eq!(one.start, other.start);
        assert_eq!(one.result, other.result);
        assert_eq!(
            one.tags.get("White"),
            other.tags.get("White").filter(|name| *name != "?")
        );
    }
}

fn scratch() -> Scratch {
    Scratch::new(&[])
}

fn corpus(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn");
    folder.join(name).display().to_string()
}

/// What each file of `tests/pgn` comes to: games kept, and why the others are rejected.
const CORPUS: &[(&str, u64, &[&str])] = &[
    ("ambiguous_move.pgn", 1, &["illegal_move"]),
    ("bad_fen.pgn", 1, &["bad_fen"]),
    ("between_tags.pgn", 3, &["not_a_move"]),
    ("blank_before_black.pgn", 2, &[]),
    ("broken_tags.pgn", 2, &["broken_tag"]),
    ("castling.pgn", 3, &[]),
    ("chess960_untold.pgn", 2, &[]),
    ("comments_and_signs.pgn", 2, &[]),
    ("comments_outside.pgn", 3, &[]),
    ("coordinates.pgn", 3, &["illegal_move"]),
    ("crlf_mark_and_latin.pgn", 2, &[]),
    ("cut_amid.pgn", 3, &["cut_off", "cut_off", "no_result"]),
    ("cut_in_tags.pgn", 1, &["broken_tag"]),
    ("cut_off.pgn", 1, &["cut_off"]),
    ("cyrillic_castling.pgn", 2, &[]),
    ("double_forfeit.pgn", 5, &[]),
    ("duplicates.pgn", 4, &[]),
    ("glued.pgn", 6, &[]),
    ("half_latin.pgn", 2, &[]),
    ("illegal_move.pgn", 1, &["illegal_move"]),
    ("languages.pgn", 7, &[]),
    ("loose_captures.pgn", 3, &[]),
    ("mate_lost.pgn", 1, &["two_results"]),
    ("missing_result.pgn", 1, &["no_result"]),
    ("moves_behind_result.pgn", 1, &["moves_after_result"]),
    ("not_signs.pgn", 1, &["not_a_move", "not_a_move"]),
    ("nul_bytes.pgn", 2, &[]),
    ("null_move.pgn", 2, &["null_move"]),
    ("open_comment.pgn", 1, &["unclosed_comment"]),
    ("open_tag.pgn", 2, &[]),
    ("open_variation.pgn", 1, &["unbalanced_variation"]),
    ("other_variant.pgn", 1, &["variant"]),
    ("positions.pgn", 3, &[]),
    ("prose.pgn", 1, &[]),
    ("quotes_in_tags.pgn", 2, &[]),
    ("several_on_a_line.pgn", 4, &[]),
    ("small_event.pgn", 2, &["unclosed_comment"]),
    ("spanish.pgn", 2, &["not_a_move"]),
    ("stray_brace.pgn", 1, &["stray_brace", "stray_brace"]),
    ("stray_bracket.pgn", 1, &["unbalanced_variation"]),
    ("tag_spelling.pgn", 3, &["variant", "variant"]),
    ("two_results.pgn", 1, &["two_results"]),
    ("typography.pgn", 4, &[]),
    ("utf16_big.pgn", 2, &[]),
    ("utf16_little.pgn", 2, &[]),
    ("without_numbers.pgn", 3, &["illegal_move"]),
    ("without_tags.pgn", 5, &[]),
    ("word_that_is_no_move.pgn", 1, &["not_a_move"]),
    ("wrapped_tag.pgn", 2, &[]),
];

#[test]
fn every_nasty_file_costs_what_it_must_and_spares_the_next_game() {
    let scratch = scratch();
    for (name, kept, reasons) in CORPUS {
        let code = i32::from(!reasons.is_empty());
        let figures = scratch.json_with(&["pgn", "check", &corpus(name)], code);
        assert_eq!(figures["kept"], *kept, "{name}: {figures}");
        assert_eq!(figures["rejected"], reasons.len(), "{name}: {figures}");
        for reason in *reasons {
            let times = reasons.iter().filter(|other| *other == reason).count();
            assert_eq!(
                figures["rejected_by_reason"][reason], times,
                "{name}: {figures}"
            );
        }
        let sum = ["kept", "duplicates", "rejected"].map(|key| figures[key].as_u64().expect(key));
        assert_eq!(figures["games"], sum.iter().sum::<u64>(), "{name}");
        let bytes = fs::read(corpus(name)).expect("there");
        // UTF-16 is counted as the UTF-8 that it becomes.
        let size = match bytes.as_slice() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => decode(&bytes).len(),
            _ => bytes.len(),
        };
        assert_eq!(figures["bytes"], size, "{name}");
        let out = scratch.at("sound.pgn").display().to_string();
        let written = scratch.run(&["pgn", "convert", &corpus(name), "--out", &out, "--force"]);
        assert!(written.status.success(), "{name}: {written:?}");
        let text = fs::read_to_string(&out).expect("UTF-8");
        assert!(text.contains("[Event \"after\"]"), "{name}");
        assert!(text.contains("1. d4 d5 2. c4 e6 1/2-1/2"), "{name}");
    }
    let there = fs::read_dir(corpus("")).expect("a folder").count();
    assert_eq!(
        there,
        CORPUS.len() + 1,
        "each file stands in the table, and README.md"
    );
}

#[test]
fn rejected_games_are_written_as_they_are_with_place_and_reason() {
    let scratch = scratch();
    let files = [corpus("illegal_move.pgn"), corpus("open_comment.pgn")];
    let words = ["pgn", "check", &files[0], &files[1], "--rejects", "bad.pgn"];
    let figures = scratch.json_with(&words, 1);
    // The sound game stands in both files.
    assert_eq!(
        (&figures["kept"], &figures["duplicates"]),
        (&1.into(), &1.into())
    );
    let bad = fs::read_to_string(scratch.at("bad.pgn")).expect("written");
    assert!(bad.contains("illegal_move.pgn: game 1, line 4: move 2. Ke3 is not legal there\n"));
    assert!(bad.contains("1. e4 e5 {never closed 2. Nf3 0-1"));
    assert!(!bad.contains("after"));
    scratch.refused(&words, "the file exists");
    // Without a damaged game the file is there, empty, and the command says so.
    let sound = corpus("illegal_move.pgn");
    let words = ["pgn", "check", &sound, "--salvage", "--rejects", "none.pgn"];
    let said = scratch.text(&words);
    assert!(
        said.contains("no rejected games: none.pgn is empty\n"),
        "{said}"
    );
    assert_eq!(fs::read(scratch.at("none.pgn")).expect("written"), b"");
    let salvaged = scratch.json_with(&["pgn", "check", &files[0], "--salvage"], 0);
    assert_eq!(
        (&salvaged["kept"], &salvaged["salvaged"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn every_loss_has_its_place() {
    let scratch = scratch();
    scratch.write(
        "loss.pgn",
        "[Event \"1\"]\n[White Anna]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 d5 2. Ke3 *\n",
    );
    let words = ["pgn", "check", "loss.pgn", "--verbose"];
    let findings = |more: &[&str], code| {
        let words = [&words[..], more].concat();
        let found = scratch.json_with(&words, code)["findings"].clone();
        let found: Vec<_> = found.as_array().expect("a list").clone();
        let kinds = found
            .iter()
            .map(|one| (one["line"].clone(), one["kind"].clone()));
        kinds.collect::<Vec<_>>()
    };
    assert_eq!(
        findings(&[], 1),
        [
            (1.into(), "broken_tags".into()),
            (8.into(), "illegal_move".into())
        ]
    );
    assert_eq!(
        findings(&["--salvage"], 0),
        [
            (1.into(), "broken_tags".into()),
            (6.into(), "salvaged".into())
        ]
    );
    let said = scratch.text(&[&words[..], &["--salvage"]].concat());
    assert!(said.contains("loss.pgn: game 1, which begins at line 1: a broken tag is left out\n"));
    assert!(said.contains(
        "loss.pgn: game 2, which begins at line 6: only its beginning up to the damage is kept\n"
    ));
    let silent = scratch.json_with(&["pgn", "check", "loss.pgn"], 1);
    assert!(silent.get("findings").is_none());
}

#[test]
fn what_cannot_be_read_is_said_after_everything_else_was_counted() {
    let scratch = scratch();
    scratch.refused(
        &["pgn", "check", "missing.pgn"],
        "missing.pgn: cannot be read",
    );
    scratch.refused(&["pgn", "check", "."], "no PGN file in this folder");
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("read.txt", zip::write::SimpleFileOptions::default())
        .expect("a file");
    let zip = zip.finish().expect("whole").into_inner();
    scratch.write("none.zip", zip);
    scratch.refused(
        &["pgn", "check", "none.zip"],
        "none.zip: there is no PGN file in this archive",
    );
    fs::remove_file(scratch.at("none.zip")).expect("there");
    let games = "[Event \"x\"]\n\n1. e4 e5 *\n\n".repeat(2000);
    let packed = zstd::encode_all(games.as_bytes(), 3).expect("packed");
    scratch.write("half.pgn.zst", &packed[..packed.len() / 2]);
    scratch.refused_after_output(
        &["pgn", "check", "half.pgn.zst"],
        "could not be read to its end",
    );
    scratch.write("noise.pgn", [0_u8, 255, 10, 13, 91, 123].repeat(5000));
    let noise = scratch.json_with(&["pgn", "check", "noise.pgn"], 2);
    assert_eq!(noise["games"], 0);
    assert!(number(&noise, "stray_bytes") > 0.0);
    scratch.refused(
        &["pgn", "check", "noise.pgn", "--player", "/(/"],
        "not a pattern for names",
    );
    scratch.refused(
        &["pgn", "check", "noise.pgn", "--color", "white"],
        "give --player",
    );
}

#[test]
fn standard_input_and_every_thread_count_tell_the_same() {
    let scratch = scratch();
    let text: String = CORPUS
        .iter()
        .map(|(name, _, _)| fs::read(corpus(name)).expect("there"))
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned() + "\n\n")
        .collect();
    scratch.write("all.pgn", &text);
    let figures = |threads: &str| {
        let mut figures = scratch.json_with(&["pgn", "stats", "all.pgn", "--threads", threads], 0);
        figures["seconds"] = Value::Null;
        figures
    };
    let alone = figures("1");
    assert!(number(&alone, "rejected") > 10.0);
    assert_eq!(alone, figures("2"));
    assert_eq!(alone, figures("4"));
    let piped = bayeschess(scratch.path())
        .args(["pgn", "check", "-", "--json"])
        .write_stdin(text)
        .output()
        .expect("the binary runs");
    let piped = parsed(&piped.stdout);
    for key in ["games", "kept"] {
        assert_eq!(field(&piped, key), field(&alone, key), "{key}");
    }
}

#[test]
fn what_is_converted_reads_back_and_every_format_is_written() {
    let scratch = scratch();
    let spanish = corpus("spanish.pgn");
    let lines = |format: &str| {
        let output = scratch.run(&["pgn", "convert", &spanish, "--to", format, "--out", "-"]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let pgn = lines("pgn").replace('\n', " ");
    assert!(
        pgn.contains("5. O-O Qd4 6. Nxd4 exd4 7. Re1 Be6 8. Kf1 1-0"),
        "{pgn}"
    );
    scratch.write("clean.pgn", lines("pgn"));
    assert_eq!(
        scratch.json_with(&["pgn", "check", "clean.pgn"], 0)["kept"],
        2
    );
    assert!(lines("uci").starts_with("position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5"));
    let csv = lines("csv");
    assert!(
        csv.starts_with("event,site,date,") && csv.contains("Torneo"),
        "{csv}"
    );
    let epd = lines("epd");
    assert_eq!(epd.lines().count(), 15 + 4);
    assert!(
        epd.lines()
            .next()
            .expect("a line")
            .ends_with(" c9 \"1-0\";"),
        "{epd}"
    );
}

#[test]
fn filters_choose_and_say_what_matched() {
    let scratch = scratch();
    let file = corpus("duplicates.pgn");
    let figures = scratch.json_with(
        &[
            "pgn",
            "stats",
            &file,
            "--player",
            "Kasparov, G",
            "--since",
            "1986",
        ],
        0,
    );
    assert_eq!(
        (&figures["kept"], &figures["filtered"]),
        (&1.into(), &4.into())
    );
    assert_eq!(figures["filtered_by"]["date"], 3);
    assert_eq!(figures["spellings"]["Kasparov, Gary"], 1);
    let out = scratch.json_with(&["pgn", "dedupe", &file, "--out", "once.pgn"], 0);
    assert_eq!((&out["kept"], &out["duplicates"]), (&4.into(), &1.into()));
    let once = fs::read_to_string(scratch.at("once.pgn")).expect("written");
    assert!(once.contains("\"one\"") && !once.contains("\"two\""));
    let again = scratch.json_with(&["pgn", "dedupe", &file, "once.pgn", "--dry-run"], 0);
    assert_eq!(
        (&again["kept"], &again["duplicates"]),
        (&4.into(), &5.into())
    );
}

#[test]
fn collections_go_into_a_database_grow_there_and_leave_it_without_a_trace() {
    let scratch = scratch();
    let game = |year: u32, white: &str| {
        format!(
            "[Event \"e\"]\n[Date \"{year}.01.02\"]\n[White \"{white}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
        )
    };
    let first = game(1990, "Tal, M") + &game(1991, "Tal, M");
    scratch.write("a.pgn", &first);
    scratch.write(
        "b.pgn",
        game(1991, "Tal, Mihail") + &game(1992, "Tal, M") + "[Event \"bad\"]\n\n1. e5 *\n",
    );
    let counts = |figures: &Value| {
        [
            "kept",
            "duplicates",
            "rejected",
            "games_known",
            "games_in_database",
        ]
        .map(|key| figures[key].as_u64().expect("a number"))
    };
    let import =
        |file: &str, code| counts(&scratch.json_with(&["db", "import", "games.db", file], code));
    assert_eq!(import("a.pgn", 0), [2, 0, 0, 0, 2]);
    assert_eq!(import("b.pgn", 1), [1, 1, 1, 0, 3]);
    assert_eq!(import("a.pgn", 0), [0, 0, 0, 2, 3]);
    scratch.write("a.pgn", first.clone() + &game(1993, "Tal, M"));
    assert_eq!(import("a.pgn", 0), [1, 0, 0, 2, 4]);

    let info = scratch.json_with(&["db", "info", "games.db"], 0);
    assert_eq!(info["collected_games"], 4);
    assert_eq!(info["sources"][1]["rejected_by_reason"]["illegal_move"], 1);
    let games = |database: &str| {
        let out = format!("{database}.pgn");
        let done = scratch.run(&["db", "export", database, "--pgn", &out, "--force"]);
        assert!(done.status.success(), "{done:?}");
        fs::read_to_string(scratch.at(&out)).expect("written")
    };
    let forgotten = scratch.json_with(&["db", "forget-source", "games.db", "a.pgn"], 0);
    assert_eq!(
        (&forgotten["games_before"], &forgotten["games_after"]),
        (&4.into(), &2.into())
    );
    scratch.json_with(&["db", "import", "only_b.db", "b.pgn"], 1);
    assert_eq!(games("games.db"), games("only_b.db"));
    assert!(games("games.db").contains("Tal, Mihail"));
    scratch.refused(
        &["db", "forget-source", "games.db", "a.pgn"],
        "there is no source 'a.pgn'",
    );
}

/// Writes down everything that a reader tells its visitor.
#[derive(Default)]
struct Recorder {
    /// The beginning of a comment that comes in pieces.
    partial: Vec<u8>,
}

impl pgn_reader::Visitor for Recorder {
    type Tags = Vec<String>;
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        told: &mut Self::Tags,
        name: &[u8],
        value: pgn_reader::RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name);
        told.push(format!("tag {name} {}", value.decode_utf8_lossy()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, told: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(told)
    }

    fn san(
        &mut self,
        told: &mut Self::Movetext,
        san: pgn_reader::SanPlus,
    ) -> ControlFlow<Self::Output> {
        told.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn nag(
        &mut self,
        told: &mut Self::Movetext,
        nag: pgn_reader::Nag,
    ) -> ControlFlow<Self::Output> {
        told.push(nag.to_string());
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        _told: &mut Self::Movetext,
        comment: pgn_reader::RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        self.partial.extend(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        told: &mut Self::Movetext,
        comment: pgn_reader::RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        let mut whole = std::mem::take(&mut self.partial);
        whole.extend(comment.as_bytes());
        told.push(format!("{{{}}}", String::from_utf8_lossy(&whole)));
        ControlFlow::Continue(())
    }

    fn begin_variation(
        &mut self,
        told: &mut Self::Movetext,
    ) -> ControlFlow<Self::Output, pgn_reader::Skip> {
        told.push("(".to_owned());
        ControlFlow::Continue(pgn_reader::Skip(false))
    }

    fn end_variation(&mut self, told: &mut Self::Movetext) -> ControlFlow<Self::Output> {
        told.push(")".to_owned());
        ControlFlow::Continue(())
    }

    fn outcome(
        &mut self,
        told: &mut Self::Movetext,
        outcome: pgn_reader::Outcome,
    ) -> ControlFlow<Self::Output> {
        told.push(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, told: Self::Movetext) -> Self::Output {
        told
    }
}

/// Annotated as analysis programs do it.
const ANNOTATED: &str = "[Event \"a \\\"b\\\" c\"]\n[White \"A\"]\n\n1. e4 {[%clk 0:01:00]} e5!? (1... c5 2. Nf3 \
     (2. c3 $1 d5) 2... d6) 2.Nf3 $14 ; the rest\n2... Nc6 {over\ntwo lines} 3. Bb5?? a6 *\n\n\
     [Event \"2\"]\n\n1. d4 d5 1/2-1/2\n";

/// Returns the words with each run of letters outside ASCII as one question mark: pgn-reader gives the bytes of any encoding,
/// ours the text.
fn without_accents(words: &[String]) -> Vec<String> {
    let plain = |word: &String| {
        let mut text: Vec<char> = word
            .chars()
            .map(|c| if c.is_ascii() { c } else { '?' })
            .collect();
        text.dedup_by(|a, b| *a == '?' && *b == '?');
        text.into_iter().collect()
    };
    words.iter().map(plain).collect()
}

/// Reads a text with both readers and fails at the first game that they tell otherwise. Returns the number of games told,
/// and of those that ours rejects.
fn games_told_alike(name: &str, text: &[u8]) -> (usize, usize) {
    let (mut ours, mut theirs) = (read_games(text), pgn_reader::Reader::new(text));
    let (mut recorder, mut other) = (Recorder::default(), Recorder::default());
    let (mut alike, mut rejected) = (0, 0);
    while let Some(told) = ours.read_game(&mut recorder) {
        let expected = theirs.read_game(&mut other).expect("readable");
        match told {
            Ok(told) => {
                let place = format!("{name}, game {}", alike + rejected + 1);
                let expected = expected.expect("as many games");
                assert_eq!(
                    without_accents(&told),
                    without_accents(&expected),
                    "{place}"
                );
                alike += 1;
            }
            Err(_) => rejected += 1,
        }
    }
    assert!(theirs.read_game(&mut other).expect("readable").is_none());
    (alike, rejected)
}

#[test]
fn a_visitor_is_told_the_same_by_our_reader_and_by_pgn_reader() {
    let balanced = &include_bytes!("../../data/balanced.pgn")[..];
    for (name, text) in [("balanced", balanced), ("annotated", ANNOTATED.as_bytes())] {
        let (alike, rejected) = games_told_alike(name, text);
        assert!(alike > 1 && rejected == 0, "{name}: {alike}, {rejected}");
    }
}

/// Every collection (`.pgn`, `.pgn.zst`) below the folder that `PGN_COLLECTIONS` names, up to the first difference.
#[test]
#[ignore = "reads a folder of collections, in minutes"]
fn a_visitor_is_told_the_same_of_every_game_of_a_folder() {
    let folder = std::env::var_os("PGN_COLLECTIONS").expect("PGN_COLLECTIONS names a folder");
    let mut paths = vec![std::path::PathBuf::from(folder)];
    let (mut alike, mut rejected) = (0, 0);
    while let Some(path) = paths.pop() {
        let name = path.display().to_string();
        let ending = path.extension().and_then(std::ffi::OsStr::to_str);
        let text = match ending {
            _ if path.is_dir() => {
                let entries = fs::read_dir(&path).expect("a folder");
                paths.extend(entries.map(|entry| entry.expect("listed").path()));
                continue;
            }
            Some("pgn") => fs::read(&path).expect("read"),
            Some("zst") => {
                let packed = fs::read(&path).expect("read");
                zstd::decode_all(&packed[..]).expect("packed")
            }
            _ => continue,
        };
        let (told, refused) = games_told_alike(&name, &text);
        alike += told;
        rejected += refused;
    }
    assert!(
        alike > 0 && rejected == 0,
        "{alike} told alike, {rejected} rejected"
    );
}

#[test]
fn a_visitor_is_told_the_result_once() {
    for end in ["1/2 1/2", "1/2-1/2 1/2-1/2", "½-½", "1/2"] {
        let text = format!("[White \"A\"]\n\n1. e4 e5 {end}\n");
        let mut games = read_games(text.as_bytes());
        let told = games.read_game(&mut Recorder::default());
        let told = told.expect("a game").expect("sound");
        assert_eq!(told[1..], ["e4", "e5", "1/2-1/2"], "{end}");
    }
}

#[test]
fn a_visitor_is_told_of_sound_games_alone() {
    let text = "[White \"A\"]\n\n1. e4 e5 {open\n\n[Event \"2\"]\n\n1. e2e4 Cf6 2. Ac4 O-O *\n\n\
                [Event \"3\"]\n\n1. e2e4 e7-e5 2. Ng1f3 Cc6 *\n\n[Event \"4\"]\n\n1. e4 e5 2. Cf3 Cc6 *\n\n[Event \"5\"]\n\n1. e2e4 e7-e5 2. g1f3 *\n";
    let mut games = read_games(text.as_bytes());
    let mut recorder = Recorder::default();
    let told: Vec<_> = std::iter::from_fn(|| games.read_game(&mut recorder))
        .map(|told| told.ok().map(|words| words[1..].join(" ")))
        .collect();
    let sound = ["e4 e5 Nf3 Nc6 *", "e4 e5 Nf3 *"].map(|words| Some(words.to_owned()));
    assert_eq!(told[..3], [None, None, None]);
    assert_eq!(told[3..], sound);
}
