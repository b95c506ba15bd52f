//! `bayeschess db export --format` and what reads it again: each format has the games that the database has.

use std::fs;
use std::ops::ControlFlow;

use bayeschess::board::{epd, fen};
use bayeschess::record::{Game, GameResult, PositionScore};
use bayeschess::store::{Access, GameFilter, Store};
use serde_json::Value;
use shakmaty::{Chess, Position as _};

use crate::support::Scratch;

fn scratch() -> Scratch {
    Scratch::new(&[])
}

/// Plays games of the program against itself, each with another opening.
fn play(scratch: &Scratch, file: &str, more: &[&str]) {
    let line = "--games 12 --nodes 20 --white random --black random --max-plies 60 --threads 1";
    let mut words = vec!["selfplay", "--db", file];
    words.extend(line.split(' '));
    words.extend(more);
    scratch.text(&words);
}

fn export(scratch: &Scratch, file: &str, format: &str, out: &str) -> Value {
    scratch.json(&["db", "export", file, "--format", format, "--out", out])
}

fn text(scratch: &Scratch, name: &str) -> String {
    fs::read_to_string(scratch.at(name)).expect("text")
}

fn games(scratch: &Scratch, file: &str) -> Vec<Game> {
    let store = Store::open(&scratch.at(file), Access::Read).expect("readable");
    let mut games = Vec::new();
    let taken = store.for_each_game(&GameFilter::default(), |_, game| {
        games.push(game.record);
        ControlFlow::Continue(())
    });
    taken.expect("readable");
    games
}

/// Returns each position behind the opening, with its score and its result.
fn positions(games: &[Game]) -> Vec<(Chess, Option<i16>, GameResult)> {
    let mut positions = Vec::new();
    for game in games {
        let mut position = game.start.clone();
        for (ply, &m) in game.moves.iter().enumerate() {
            if ply >= usize::from(game.opening_plies) {
                let score = game.score_before(ply).map(PositionScore::centipawns);
                positions.push((position.clone(), score, game.result.expect("a result")));
            }
            position.play_unchecked(m);
        }
    }
    positions
}

fn points(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1.0",
        GameResult::BlackWins => "0.0",
        GameResult::Draw => "0.5",
    }
}

#[test]
fn lines_have_the_positions_scores_and_results_of_the_games() {
    let scratch = scratch();
    play(&scratch, "a.db", &[]);
    let all = positions(&games(&scratch, "a.db"));
    let scored: Vec<_> = all.iter().filter(|(_, score, _)| score.is_some()).collect();
    assert!(scored.len() > 100 && scored.len() <= all.len());

    let wrote = export(&scratch, "a.db", "text", "a.txt");
    assert_eq!(wrote["positions"], scored.len());
    assert_eq!(wrote["positions_without_scores"], all.len() - scored.len());
    let lines = text(&scratch, "a.txt");
    assert_eq!(lines.lines().count(), scored.len());
    for (line, (position, score, result)) in lines.lines().zip(&scored) {
        let [board, centipawns, outcome] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        assert_eq!(fen::read(board).expect(line), *position);
        assert_eq!(centipawns.parse::<i16>().ok(), *score, "{line}");
        assert_eq!(outcome, points(*result), "{line}");
    }

    export(&scratch, "a.db", "epd", "a.epd");
    let lines = text(&scratch, "a.epd");
    assert_eq!(lines.lines().count(), all.len());
    for (line, (position, score, result)) in lines.lines().zip(&all) {
        let read = epd::read(line).expect(line);
        assert_eq!(read.position.board(), position.board());
        assert_eq!(read.word("c9"), Some(result.as_pgn()));
        let sign = if position.turn().is_white() { 1 } else { -1 };
        let own = score.map(|score| (sign * i32::from(score)).to_string());
        assert_eq!(read.word("ce"), own.as_deref(), "{line}");
    }

    let words = [
        "db",
        "export",
        "a.db",
        "--format",
        "text",
        "--text-layout",
        "bracket",
    ];
    scratch.text(&[&words[..], &["--out", "b.txt"]].concat());
    let lines = text(&scratch, "b.txt");
    assert_eq!(lines.lines().count(), all.len());
    for (line, (position, _, result)) in lines.lines().zip(&all) {
        let (board, outcome) = line.split_once("; ").expect(line);
        assert_eq!(fen::read(board).expect(line), *position);
        assert_eq!(outcome, format!("[{}]", points(*result)));
    }
}

#[test]
fn games_come_back_from_pgn_and_viriformat_byte_for_byte() {
    let scratch = scratch();
    play(&scratch, "a.db", &[]);
    for format in ["pgn", "viriformat"] {
        let (first, second) = (format!("a.{format}"), format!("b.{format}"));
        let wrote = export(&scratch, "a.db", format, &first);
        assert_eq!(wrote["games"], 12);
        let copy = format!("{format}.db");
        let read = scratch.json(&["db", "import", &copy, &first]);
        assert_eq!(
            (&read["kept"], &read["games_in_database"]),
            (&12.into(), &12.into())
        );
        scratch.text(&["db", "verify", &copy]);
        export(&scratch, &copy, format, &second);
        let [first_bytes, second_bytes] =
            [&first, &second].map(|name| fs::read(scratch.at(name)).expect("bytes"));
        assert!(first_bytes == second_bytes, "{format} differs");
        // The same file adds nothing.
        let again = scratch.json(&["db", "import", &copy, &first]);
        assert_eq!(
            (&again["kept"], &again["games_known"]),
            (&0.into(), &12.into())
        );
        assert_eq!(again["games_in_database"], 12);
    }
    // Scores come with viriformat, so that text has the same lines.
    export(&scratch, "a.db", "text", "a.txt");
    export(&scratch, "viriformat.db", "text", "b.txt");
    let [from_runs, from_file] = ["a.txt", "b.txt"].map(|name| text(&scratch, name));
    assert!(from_runs.lines().all(|line| from_file.contains(line)));
}

#[test]
fn positions_without_scores_are_left_out_or_searched() {
    let scratch = scratch();
    play(&scratch, "a.db", &["--no-scores"]);
    for format in ["text", "viriformat"] {
        let told = scratch.text(&["db", "export", "a.db", "--format", format, "--out", "none"]);
        assert!(
            told.contains("without scores are left out; --rescore NODES"),
            "{told}"
        );
        fs::remove_file(scratch.at("none")).expect("removed");
    }
    let rescore = |threads: &str, out: &str| {
        let words = [
            "db",
            "export",
            "a.db",
            "--format",
            "text",
            "--rescore",
            "50",
        ];
        scratch.json(&[&words[..], &["--threads", threads, "--out", out]].concat())
    };
    let wrote = rescore("1", "a.txt");
    assert_eq!(
        wrote["positions"],
        positions(&games(&scratch, "a.db")).len()
    );
    rescore("3", "b.txt");
    assert!(text(&scratch, "a.txt") == text(&scratch, "b.txt"));
    let refused = scratch.run(&[
        "db",
        "export",
        "a.db",
        "--format",
        "pgn",
        "--rescore",
        "9",
        "--out",
        "a.pgn",
    ]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_damaged_file_of_games_is_refused_whole() {
    let scratch = scratch();
    play(&scratch, "a.db", &[]);
    export(&scratch, "a.db", "viriformat", "a.viriformat");
    let whole = fs::read(scratch.at("a.viriformat")).expect("bytes");
    for length in [
        1,
        31,
        32,
        33,
        40,
        whole.len() / 2 + 1,
        whole.len() - 4,
        whole.len() - 1,
    ] {
        scratch.write("cut.viriformat", &whole[..length]);
        for words in [
            &["db", "import", "new.db", "cut.viriformat"][..],
            &["fit", "cut.viriformat", "--out", "new.csv"],
        ] {
            let refused = scratch.run(words);
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert_eq!(refused.status.code(), Some(2), "{said}");
            assert!(
                said.contains("cut.viriformat: game ") && said.contains("cut off"),
                "{said}"
            );
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    let mut changed = whole;
    // The result of the first game.
    changed[30] = 9;
    scratch.write("cut.viriformat", &changed);
    let refused = scratch.run(&["db", "import", "new.db", "cut.viriformat"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(scratch.files(), ["a.db", "a.viriformat", "cut.viriformat"]);
}

#[test]
fn collected_games_are_in_csv_too() {
    let scratch = scratch();
    let game = "[White \"Tal, M\"]\n[Black \"Fine, R\"]\n[WhiteElo \"2600\"]\n[ECO \"C20\"]\n\n1. e4 e5 1-0\n";
    scratch.write("a.pgn", game);
    scratch.json(&["db", "import", "a.db", "a.pgn"]);
    let wrote = export(&scratch, "a.db", "csv", "a.csv");
    assert_eq!(wrote["games"], 1);
    let rows = text(&scratch, "a.collected.csv");
    assert!(
        rows.starts_with("source,number,white,black,white_elo,"),
        "{rows}"
    );
    assert!(rows.contains(",\"Tal, M\",\"Fine, R\",2600,,"), "{rows}");
    assert!(rows.contains(",e2e4 e7e5,"), "{rows}");
}

#[cfg(feature = "formats")]
#[test]
fn parquet_has_a_row_for_each_position() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;

    let scratch = scratch();
    play(&scratch, "a.db", &[]);
    let game = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n\n1. e4 e5 *\n";
    scratch.write("a.pgn", game);
    scratch.json(&["db", "import", "a.db", "a.pgn"]);
    let wrote = export(&scratch, "a.db", "parquet", "a.parquet");
    let games = games(&scratch, "a.db");
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(
        (&wrote["games"], &wrote["positions"]),
        (&13.into(), &(plies + 2).into())
    );
    let file = fs::File::open(scratch.at("a.parquet")).expect("written");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let rows: Vec<_> = reader
        .get_row_iter(None)
        .expect("rows")
        .map(|row| row.expect("a row"))
        .collect();
    assert_eq!(rows.len(), plies + 2);
    let mut place = 0;
    for game in &games {
        let mut position = game.start.clone();
        for (ply, &m) in game.moves.iter().enumerate() {
            let row = &rows[place];
            assert_eq!(
                row.get_int(4).expect("ply"),
                i32::try_from(ply).expect("small")
            );
            assert_eq!(
                fen::read(row.get_string(5).expect("a FEN")),
                Ok(position.clone())
            );
            let score = game
                .score_before(ply)
                .map(|score| i32::from(score.centipawns()));
            assert_eq!(row.get_int(8).ok(), score);
            position.play_unchecked(m);
            place += 1;
        }
    }
    let last = &rows[plies + 1];
    assert_eq!(last.get_string(1).expect("a kind"), "collected");
    assert_eq!(last.get_string(6).expect("a move"), "e7e5");
    assert_eq!(last.get_int(13).ok(), Some(1500));
    assert!(last.get_int(14).is_err() && last.get_double(9).is_err());
    // The same database gives the same bytes; Parquet is not read.
    export(&scratch, "a.db", "parquet", "b.parquet");
    let bytes = ["a.parquet", "b.parquet"].map(|name| fs::read(scratch.at(name)).expect("bytes"));
    assert!(bytes[0] == bytes[1]);
    let refused = scratch.run(&["db", "import", "new.db", "a.parquet"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("Parquet is written and not read"), "{said}");
}
