//! `shard` with manifests, folders and parts that do not fit: one sentence, and nothing wrong counted.

use std::fs;
use std::path::{Path, PathBuf};

use bayeschess::files::Existing;
use bayeschess::shard::ShardManifest;
use predicates::str::contains;
use serde::Deserialize;

use super::shard::{content_hash, merge, parts_in, plan, run, words};
use super::support::{bayeschess, file_names, process};

const GAMES: &str = "selfplay --games 6 --nodes 20 --alternate --seed 5 --max-plies 60";

/// Expects exit code 2, one line that contains `sentence`, and no other line.
fn refused(folder: &Path, args: &[&str], sentence: &str) {
    let ended = bayeschess(folder).args(args).assert().code(2);
    let said = String::from_utf8_lossy(&ended.get_output().stderr).into_owned();
    assert!(said.contains(sentence), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
}

const MERGE: [&str; 7] = ["shard", "merge", "m", "--dir", "parts", "--out", "sum"];
const RUN: [&str; 6] = ["shard", "run", "m", "0", "--dir", "parts"];

/// Writes a manifest with a changed text and a checksum that fits it.
fn resign(folder: &Path, from: &str, to: &str) {
    #[derive(Deserialize)]
    struct Written {
        manifest: ShardManifest,
    }
    let file = folder.join("m");
    let text = fs::read_to_string(&file).expect("there");
    assert!(text.contains(from), "{text}");
    let written: Written = toml::from_str(&text.replace(from, to)).expect("a manifest");
    written
        .manifest
        .save(&file, Existing::Replace)
        .expect("written");
}

/// Copies the part `from` as if it were part `to`; its name fits its bytes.
fn renamed(folder: &Path, from: &str, to: &str) -> PathBuf {
    let part = part_of(folder, from);
    let name = part.file_name().and_then(|name| name.to_str());
    let name = name.expect("a name").replace(from, to);
    let copy = part.with_file_name(name);
    fs::copy(&part, &copy).expect("copied");
    copy
}

fn part_of(folder: &Path, number: &str) -> PathBuf {
    let found = parts_in(folder);
    let part = found
        .iter()
        .find(|part| part.to_string_lossy().contains(number));
    part.expect("the part").clone()
}

#[test]
fn manifests_of_other_versions_are_refused() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(folder, "m", "2", GAMES);
    resign(folder, "bayeschess 0", "bayeschess 9");
    for command in [&RUN[..], &MERGE[..]] {
        refused(folder, command, "the plan was made by bayeschess 9");
    }
    resign(folder, "format = 1", "format = 2");
    for command in [&RUN[..], &MERGE[..]] {
        refused(folder, command, "its format is 2, and this version reads 1");
    }
    assert_eq!(file_names(folder), ["m"]);
}

#[test]
fn a_wrong_value_in_a_manifest_is_told_with_its_line() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(folder, "m", "1", GAMES);
    let file = folder.join("m");
    let text = fs::read_to_string(&file).expect("there");
    let above = text.lines().take_while(|line| *line != "format = 1");
    let line = 1 + above.count();
    fs::write(&file, text.replacen("format = 1", "format = -1", 1)).expect("written");
    let sentence = format!(
        "this is not a manifest that this version reads \
         (line {line}: expected a whole number from 0 to 4294967295, not -1)"
    );
    for command in [&RUN[..], &MERGE[..]] {
        refused(folder, command, &sentence);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(folder, "m", "1", GAMES);
    fs::write(folder.join("taken"), "mine").expect("written");
    let is_file = "taken: this is a file, and a folder is needed";
    for dir in ["taken", "taken/parts"] {
        let args = ["shard", "run", "m", "0", "--dir", dir];
        refused(folder, &args, is_file);
        let args = ["shard", "merge", "m", "--dir", dir, "--out", "sum"];
        refused(folder, &args, is_file);
    }
    refused(folder, &MERGE, "parts");
    run(folder, "m", 0);
    for out in ["taken/sum", "missing/sum"] {
        let args = ["shard", "merge", "m", "--dir", "parts", "--out", out];
        refused(folder, &args, out.split('/').next().unwrap_or_default());
    }
    let plan = ["shard", "plan", "--out", "missing/m", "--parts", "1", "--"];
    bayeschess(folder)
        .args(plan)
        .args(words(GAMES))
        .assert()
        .code(2)
        .stderr(contains("missing"));
    assert_eq!(file_names(folder), ["m", "parts", "taken"]);
}

#[test]
fn parts_of_two_plans_in_one_folder_are_not_mixed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let other = GAMES.replace("--seed 5", "--seed 6");
    for (name, command, database) in [("m", GAMES, "m.db"), ("n", &*other, "n.db")] {
        plan(folder, name, "2", command);
        bayeschess(folder)
            .args(words(command))
            .args(["--db", database])
            .assert()
            .success();
        run(folder, name, 0);
    }
    fs::create_dir(folder.join("parts/sub")).expect("made");
    fs::write(folder.join("parts/x.part"), "foreign").expect("written");
    for name in ["m", "n"] {
        bayeschess(folder)
            .args(["shard", "merge", name, "--dir", "parts", "--out", "sum"])
            .assert()
            .code(1)
            .stdout(contains("1 of 2 parts are missing: 1"));
        run(folder, name, 1);
        let sum = format!("{name}-sum.db");
        merge(folder, name, &sum);
        let whole = format!("{name}.db");
        assert_eq!(content_hash(folder, &sum), content_hash(folder, &whole));
    }
}

#[test]
fn two_workers_with_one_part_count_it_once() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(folder, "m", "2", GAMES);
    bayeschess(folder)
        .args(words(GAMES))
        .args(["--db", "whole.db"])
        .assert()
        .success();
    run(folder, "m", 1);
    let mut workers: Vec<_> = (0..3)
        .map(|_| process(folder).args(RUN).spawn().expect("started"))
        .collect();
    for worker in &mut workers {
        assert!(worker.wait().expect("ended").success());
    }
    merge(folder, "m", "sum.db");
    assert_eq!(
        content_hash(folder, "sum.db"),
        content_hash(folder, "whole.db")
    );
}

#[test]
fn a_part_with_two_results_is_refused() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(folder, "m", "2", GAMES);
    run(folder, "m", 0);
    run(folder, "m", 1);
    let copy = renamed(folder, "-000001-", "-000000-");
    let sentence = "part 0 was done twice with different results";
    refused(folder, &MERGE, sentence);
    // Without the true part 0, games are missing, and those of part 1 stand there twice.
    let parts = parts_in(folder);
    let original = parts
        .iter()
        .find(|part| part.to_string_lossy().contains("-000000-") && **part != copy);
    fs::remove_file(original.expect("part 0")).expect("there");
    refused(folder, &MERGE, "the parts hold 3 games where the run");
    assert!(!folder.join("sum").exists());
}

const RATED: &str = "[Event \"a\"]\n[Site \"lichess.org\"]\n[TimeControl \"600+0\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
    [Result \"1-0\"]\n[WhiteElo \"1510\"]\n[BlackElo \"1490\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 1-0\n\n";

#[test]
fn losses_of_rated_players_in_parts_are_those_of_all_files_byte_for_byte() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let unrated = RATED.replace("WhiteElo", "A").replace("BlackElo", "B");
    let stronger = RATED.replace("1510", "2110").replace("600+0", "60+0");
    for (name, text) in [("a", RATED), ("b", &*unrated), ("c", &*stronger)] {
        fs::write(folder.join(format!("{name}.pgn")), text).expect("written");
    }
    let norms = "style norms --strength a.pgn b.pgn c.pgn a.pgn --keep-duplicates";
    bayeschess(folder)
        .args(words(norms))
        .args(["--out", "whole"])
        .assert()
        .success();
    plan(folder, "m", "3", &format!("{norms} --out x.toml"));
    for part in [1, 2, 0] {
        run(folder, "m", part);
    }
    merge(folder, "m", "sum");
    let [whole, sum] = ["whole", "sum"].map(|name| fs::read(folder.join(name)).expect("there"));
    assert_eq!(sum, whole);
    renamed(folder, "-000001-", "-000000-");
    fs::remove_file(folder.join("sum")).expect("there");
    refused(
        folder,
        &MERGE,
        "part 0 was done twice with different results",
    );
    bayeschess(folder)
        .args(["shard", "plan", "--out", "d", "--parts", "2", "--"])
        .args(words(
            "style norms --strength a.pgn --evaluate --keep-duplicates",
        ))
        .assert()
        .code(2)
        .stderr(contains("cannot be divided"));
    plan(
        folder,
        "n",
        "1",
        "style norms --strength b.pgn --keep-duplicates",
    );
    run(folder, "n", 0);
    let nothing = ["shard", "merge", "n", "--dir", "parts", "--out", "none"];
    refused(folder, &nothing, "no game has a rating on a known scale");
}

/// Slices of a compressed file are bytes of its text, so each part checks the whole file.
#[test]
fn a_compressed_input_that_differs_is_refused_by_every_part() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let packed = zstd::encode_all(RATED.repeat(2000).as_bytes(), 1).expect("packed");
    fs::write(folder.join("a.pgn.zst"), &packed).expect("written");
    plan(
        folder,
        "m",
        "3",
        "style norms a.pgn.zst --keep-duplicates --out x.toml",
    );
    let mut changed = packed;
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    fs::write(folder.join("a.pgn.zst"), changed).expect("written");
    for part in ["0", "1", "2"] {
        let run = ["shard", "run", "m", part, "--dir", "parts"];
        refused(folder, &run, "its content differs from the planned one");
    }
}

#[test]
fn a_journal_that_is_being_written_is_not_replaced() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    plan(folder, "m", "1", GAMES);
    run(folder, "m", 0);
    let file = fs::File::create(folder.join("sum")).expect("made");
    file.lock().expect("locked");
    let merge = [&MERGE[..], &["--force"]].concat();
    refused(folder, &merge, "it is in use");
    drop(file);
    bayeschess(folder).args(merge).assert().success();
}
