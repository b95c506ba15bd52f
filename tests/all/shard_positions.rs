//! `shard` for the positions of a fit, and for tables of habits: the table of one process, byte for byte.

use std::fs;
use std::path::Path;

use predicates::str::contains;

use super::shard::{merge, plan, run, words};
use super::support::bayeschess;

fn does(folder: &Path, command: &str) {
    bayeschess(folder).args(words(command)).assert().success();
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect(name)
}

/// Samples the positions of a fit in three parts and in one, and compares what comes of them with a fit alone.
fn compare(folder: &Path, fit: &str) {
    does(folder, &format!("{fit} --out whole.csv --threads 1"));
    for (name, parts) in [("three", 3), ("one", 1)] {
        plan(
            folder,
            name,
            &parts.to_string(),
            &format!("{fit} --out ignored.csv"),
        );
        for part in (0..parts).rev() {
            assert_eq!(run(folder, name, part)["state"], "written");
        }
        merge(folder, name, &format!("{name}.positions"));
    }
    assert_eq!(
        bytes(folder, "three.positions"),
        bytes(folder, "one.positions")
    );
    does(
        folder,
        &format!("{fit} --sampled three.positions --out parts.csv --threads 2"),
    );
    for ending in ["csv", "toml"] {
        let [whole, parts] =
            ["whole", "parts"].map(|name| bytes(folder, &format!("{name}.{ending}")));
        assert_eq!(whole, parts, "{ending}");
    }
}

#[test]
fn positions_sampled_in_parts_give_the_table_of_one_fit() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    does(
        folder,
        "selfplay --db games.db --games 40 --nodes 20 --white modern:random --black modern:initial --adjudicate off \
         --max-plies 100",
    );
    let fit = "fit --db games.db --max-per-game 8 --teacher 20";
    compare(folder, fit);
    // The same positions serve fits with another prior.
    does(
        folder,
        &format!("{fit} --sampled one.positions --prior 2 --share 0.5 --out other.csv"),
    );
    let refused = |command: &str, sentence: &str| {
        let mut refused = bayeschess(folder);
        refused.args(words(command)).args(["--out", "no.csv"]);
        refused.assert().code(2).stderr(contains(sentence));
        assert!(!folder.join("no.csv").exists());
    };
    refused(
        "fit --db games.db --sampled one.positions",
        "by other weights or options",
    );
    refused(
        &format!("{fit} --games 39 --sampled one.positions"),
        "those of other games",
    );
    refused(&format!("{fit} --sampled games.db"), "no sampled positions");
    let mut cut = bytes(folder, "one.positions");
    cut.pop();
    fs::write(folder.join("cut.positions"), cut).expect("written");
    refused(&format!("{fit} --sampled cut.positions"), "damaged");
    does(
        folder,
        "selfplay --db more.db --games 40 --nodes 20 --seed 9 --max-plies 60",
    );
    refused(
        &format!(
            "{} --sampled one.positions",
            fit.replace("games.db", "more.db")
        ),
        "those of other games",
    );
    bayeschess(folder)
        .args(words(&format!(
            "{fit} --sampled one.positions --out one.positions --force"
        )))
        .assert()
        .code(2);
}

#[test]
fn lines_of_positions_are_divided_too() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    does(
        folder,
        "selfplay --db games.db --games 30 --nodes 20 --white modern:random --black modern:initial --adjudicate off \
         --max-plies 100",
    );
    does(folder, "db export games.db --format text --out lines.txt");
    compare(folder, "fit lines.txt");
    bayeschess(folder)
        .args(words("shard plan --out m --parts 2 -- fit games.pgn"))
        .assert()
        .code(2);
}

/// Games of two openings, three time controls and two rating bands, with a site that tells the population.
fn games() -> String {
    let openings = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O 1-0",
        "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 1/2-1/2",
    ];
    let game = |number: usize| {
        let elo = 1450 + 200 * (number % 2);
        let control = ["180+2", "60+0", "-"][number % 3];
        let moves = openings[number / 2 % 2];
        format!(
            "[Event \"Test\"]\n[Site \"https://lichess.org/{number}\"]\n[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"{elo}\"]\n\
             [BlackElo \"{elo}\"]\n[TimeControl \"{control}\"]\n\n{moves}\n\n"
        )
    };
    (0..60).map(game).collect()
}

#[test]
fn tables_of_habits_add_up_and_a_count_that_was_stopped_goes_on() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    fs::write(folder.join("a.pgn"), games()).expect("written");
    let norms = "style norms a.pgn --table --keep-duplicates";
    does(folder, &format!("{norms} --out whole.csv"));
    plan(folder, "m", "4", &format!("{norms} --out x.csv"));
    run(folder, "m", 2);
    bayeschess(folder)
        .args(words("shard merge m --dir parts --out sum.csv"))
        .assert()
        .code(1)
        .stdout(contains("missing: 0 1 3"));
    for part in 0..4 {
        let state = if part == 2 {
            "already there"
        } else {
            "written"
        };
        assert_eq!(run(folder, "m", part)["state"], state);
    }
    merge(folder, "m", "sum.csv");
    assert_eq!(bytes(folder, "sum.csv"), bytes(folder, "whole.csv"));
    let text = String::from_utf8(bytes(folder, "whole.csv")).expect("text");
    // Two ratings go with three time controls and two openings, and each has two colours.
    assert_eq!(text.lines().count(), 1 + 24);
    let head: Vec<&str> = text.lines().next().expect("a head").split(',').collect();
    let find = |start: &str| {
        let row = text
            .lines()
            .find(|row| row.starts_with(start))
            .expect(start);
        row.split(',').collect::<Vec<_>>()
    };
    let row = find("lichess,1400,blitz,white,open_game,");
    assert_eq!(row[5], "5");
    let column = |name: &str| head.iter().position(|column| *column == name).expect(name);
    assert_eq!(row.len(), head.len());
    let sum = |row: &[&str], name: &str| row[column(name)].parse::<u64>().expect("a number");
    assert!(sum(&row, "first_capture_chances") > 0);
    assert!(sum(&row, "first_capture_happened") <= sum(&row, "first_capture_chances"));
    assert_eq!(find("lichess,1600,,black,indian,")[4], "indian");
    let mut command = bayeschess(folder);
    command.args(words("style norms a.pgn --table --strength --out x.csv"));
    command.assert().code(2);
}
