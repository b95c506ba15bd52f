//! `bayeschess fit` on files of positions: each layout gives a table, and a bad line is named.

use std::fs;

use serde_json::Value;

use crate::support::{Scratch, field, number};

fn scratch() -> Scratch {
    Scratch::new(&[])
}

fn play(scratch: &Scratch) {
    let line = "selfplay --db a.db --games 60 --nodes 30 --white modern:random \
                --black modern:initial --alternate --adjudicate off --max-plies 120";
    scratch.text(&line.split_whitespace().collect::<Vec<_>>());
}

fn export(scratch: &Scratch, format: &str, out: &str, more: &[&str]) {
    let words = ["db", "export", "a.db", "--format", format, "--out", out];
    scratch.text(&[&words[..], more].concat());
}

fn fit(scratch: &Scratch, file: &str, more: &[&str]) -> Value {
    let words = ["fit", file, "--out", "p.csv", "--force"];
    scratch.json(&[&words[..], more].concat())
}

fn lines(scratch: &Scratch, file: &str) -> usize {
    let text = fs::read_to_string(scratch.at(file)).expect("text");
    text.lines().count()
}

#[test]
fn every_layout_of_positions_is_learned_from() {
    let scratch = scratch();
    play(&scratch);
    export(&scratch, "text", "a.txt", &[]);
    export(&scratch, "text", "b.txt", &["--text-layout", "bracket"]);
    export(&scratch, "epd", "a.epd", &[]);
    export(&scratch, "viriformat", "a.viriformat", &[]);
    for file in ["a.txt", "b.txt", "a.epd"] {
        let fitted = fit(&scratch, file, &["--threads", "2"]);
        assert_eq!(fitted["read"]["lines"], lines(&scratch, file), "{file}");
        assert!(number(&fitted, "scale") > 1.0, "{file}");
        let searched = !fitted["held_out"]["from_searches"].is_null();
        // In EPD a position without a score makes the others count by their results alone.
        assert!(file == "a.epd" || searched == (file == "a.txt"), "{file}");
    }
    let [one, two] = ["1", "2"].map(|threads| fit(&scratch, "a.txt", &["--threads", threads]));
    assert_eq!(field(&one, "checksum"), field(&two, "checksum"));
    let fitted = fit(&scratch, "a.viriformat", &[]);
    // Games that are the same count once.
    let read = |what: &str| fitted["read"][what].as_u64().expect("a number");
    assert!(read("collected") >= 55 && read("collected") + read("twice") == 60);
    // Scores matter where every line has one.
    let [results, scores] = ["0", "1"].map(|trust| fit(&scratch, "a.txt", &["--trust", trust]));
    assert_ne!(field(&results, "checksum"), field(&scores, "checksum"));
}

#[test]
fn evaluations_of_lichess_are_learned_from_packed_or_not() {
    let scratch = scratch();
    play(&scratch);
    export(&scratch, "text", "a.txt", &[]);
    let text = fs::read_to_string(scratch.at("a.txt")).expect("text");
    let evaluations = text
        .lines()
        .map(|line| {
            let (board, rest) = line.split_once(" | ").expect(line);
            let (score, _) = rest.split_once(" | ").expect(line);
            let fields: Vec<&str> = board.split(' ').take(4).collect();
            format!(
                "{{\"fen\":\"{}\",\"evals\":[{{\"pvs\":[{{\"cp\":{score},\"line\":\"\"}}],\"knodes\":1,\"depth\":9}}]}}\n",
                fields.join(" ")
            )
        })
        .collect::<Vec<_>>()
        .concat();
    scratch.write("a.jsonl", &evaluations);
    let packed = zstd::encode_all(evaluations.as_bytes(), 1).expect("packed");
    scratch.write("a.jsonl.zst", &packed);
    let [plain, unpacked] = ["a.jsonl", "a.jsonl.zst"].map(|file| fit(&scratch, file, &[]));
    assert_eq!(field(&plain, "checksum"), field(&unpacked, "checksum"));
    assert!(number(&plain, "read.lines") > 500.0);
    // A file that is cut is refused, and nothing is written.
    fs::remove_file(scratch.at("p.csv")).expect("removed");
    fs::remove_file(scratch.at("p.toml")).expect("removed");
    scratch.write("cut.jsonl.zst", &packed[..packed.len() / 2]);
    let refused = scratch.run(&["fit", "cut.jsonl.zst", "--out", "p.csv"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("cut.jsonl.zst: line "), "{said}");
    assert!(!scratch.at("p.csv").exists());
}

#[test]
fn a_line_that_is_no_position_is_named() {
    let scratch = scratch();
    let board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    scratch.write(
        "a.txt",
        format!("{board} | 500 | 1.0\n\n{board} | 500 | won\n"),
    );
    let refused = scratch.run(&["fit", "a.txt", "--out", "p.csv"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("a.txt: line 3: 'won' is not a result"),
        "{said}"
    );
    scratch.write("few.epd", format!("{board} c9 \"1-0\";\n"));
    let refused = scratch.run(&["fit", "few.epd", "--out", "p.csv"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("few.epd"), "{said}");
    assert_eq!(scratch.files(), ["a.txt", "few.epd"]);
}
