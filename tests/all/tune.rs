//! `tune`: a planted effect is found, a run goes on where it stopped, and what is wrong is named.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Stdio;

use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, field, folder, json, own_engine};
#[cfg(unix)]
use crate::support::{interrupt, process, program, wait_until};

/// Writes a recipe for the program under test; `rest` follows its first keys.
fn recipe(folder: &Path, rest: &str) {
    let engine = own_engine().replace('\\', "\\\\").replace('"', "\\\"");
    let text = format!("engine = \"{engine};Adaptation=false;Hash=1\"\n{rest}");
    fs::write(folder.join("my.toml"), text).expect("written");
}

fn tuned(folder: &Path, args: &[&str]) -> Value {
    json(
        bayeschess(folder)
            .args(["tune", "my.toml", "--json"])
            .args(args),
    )
}

#[test]
fn a_planted_effect_is_found_and_validated() {
    let folder = folder();
    recipe(
        folder.path(),
        "games = 24\nvalidation_games = 48\nnodes = 60\nadjudicate = true\n\
         [options.heuristic]\nvalues = [\"initial\", \"modern:learned\"]\nstart = \"initial\"\n\
         [options.Contempt]\nfrom = -20\nto = 20\nlevels = 2\n",
    );
    let found = tuned(folder.path(), &["--out", "out", "--threads", "2"]);
    assert_eq!(found["games"], 24);
    let option = &found["options"][1];
    assert_eq!(option["name"], "Heuristic");
    assert_eq!(
        (&option["start"], &option["best"]),
        (&"initial".into(), &"modern:learned".into())
    );
    let number = |value: &Value| value.as_f64().expect("a number");
    let (effect, error) = (
        number(&option["effect_elo"]),
        number(&option["effect_elo_error_95"]),
    );
    assert!(effect > error && error > 0.0, "{found}");
    let validation = &found["validation"];
    assert!(
        number(&validation["elo"]) > number(&validation["elo_error_95"]),
        "{found}"
    );
    assert_eq!(found["recommended"], true);
    assert!(number(&found["expected_gain_elo_error_95"]) > 0.0);
    assert_eq!(found["faults"], 0);
    let out = folder.path().join("out");
    let read = |name: &str| fs::read_to_string(out.join(name)).expect(name);
    assert!(read("options.txt").ends_with("\"option.Heuristic=modern:learned\"\n"));
    let spsa = read("spsa.txt");
    assert!(
        spsa.starts_with("Contempt, int, ") && spsa.ends_with(", -20, 20, 2, 0.002\n"),
        "{spsa}"
    );
    assert!(read("tune.svg").contains("Heuristic"));
    let kept: Value = serde_json::from_str(&read("result.json")).expect("JSON");
    assert_eq!(field(&kept, "options"), field(&found, "options"));
}

#[test]
fn a_new_recipe_lists_the_options_of_the_engine_and_replaces_nothing() {
    let folder = folder();
    let engine = format!("{};Adaptation=false", own_engine());
    let new = |engine: &str| {
        let mut tune = bayeschess(folder.path());
        tune.args(["tune", "my.toml", "--new", "--engine", engine])
            .assert()
    };
    new("initial").code(2).stderr(predicate::str::contains(
        "--engine: 'initial' is no external engine",
    ));
    new("uci:./not-there").code(2);
    let file = folder.path().join("my.toml");
    assert!(!file.exists());
    new(&engine).success().stdout(predicate::str::contains(
        "then run it: bayeschess tune my.toml --out my\n",
    ));
    let text = fs::read_to_string(&file).expect("a recipe");
    for option in ["Hash", "UCI_Elo", "Adaptation"] {
        assert!(!text.contains(&format!("[options.\"{option}\"]")), "{text}");
    }
    bayeschess(folder.path())
        .args(["tune", "a b.toml", "--new", "--engine", &engine])
        .assert()
        .success()
        .stdout(predicate::str::contains(
            "then run it: bayeschess tune \"a b.toml\" --out \"a b\"\n",
        ));
    // A folder cannot have the name of the recipe.
    bayeschess(folder.path())
        .args(["tune", "my", "--new", "--engine", &engine])
        .assert()
        .success()
        .stdout(predicate::str::contains(
            "then run it: bayeschess tune my --out my-tuning\n",
        ));
    fs::remove_file(folder.path().join("my")).expect("removed");
    new(&engine)
        .code(2)
        .stderr(predicate::str::contains("my.toml is there already"));
    assert_eq!(fs::read_to_string(&file).expect("there"), text);
    bayeschess(folder.path())
        .args(["tune", "my.toml"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there is no option to tune"));
    let chosen = text
        .replace("#[options.\"Contempt\"]", "[options.\"Contempt\"]")
        .replace("games = 20000", "games = 2")
        .replace("#validation_games = 1000", "validation_games = 0")
        .replace("nodes = 5000", "nodes = 10");
    fs::write(&file, chosen).expect("written");
    let found = tuned(folder.path(), &[]);
    assert_eq!(
        (&found["games"], &found["options"][0]["name"]),
        (&2.into(), &"Contempt".into())
    );
}

/// A run of 8 games that is extended to 16 is the run of 16.
#[test]
fn a_run_goes_on_where_it_stopped() {
    let folder = folder();
    let rest = |games: u32| {
        format!(
            "games = {games}\nvalidation_games = 0\nnodes = 40\nadjudicate = true\n\
             [options.Contempt]\nfrom = -100\nto = 100\nlevels = 3\n"
        )
    };
    recipe(folder.path(), &rest(8));
    let first = tuned(folder.path(), &["--out", "parts"]);
    assert_eq!(first["games"], 8);
    recipe(folder.path(), &rest(16));
    let parts = tuned(folder.path(), &["--out", "parts", "--threads", "1"]);
    let whole = tuned(folder.path(), &["--threads", "2"]);
    assert_eq!(parts["games"], 16);
    assert_eq!(field(&parts, "options"), field(&whole, "options"));
    let values: Vec<&str> = whole["options"][0]["curve"]
        .as_array()
        .expect("values")
        .iter()
        .filter_map(|point| point["value"].as_str())
        .collect();
    assert_eq!(values, ["-100", "0", "100"]);
    // Other values are another tuning.
    recipe(folder.path(), &rest(16).replace("levels = 3", "levels = 4"));
    bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "parts"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("another run"));
}

#[test]
fn spsa_goes_on_where_it_stopped_and_a_match_tells_the_gain() {
    let folder = folder();
    let rest = "method = \"spsa\"\ngames = 24\npairs_per_step = 3\nrate = 1.0\nvalidation_games = 4\nnodes = 100\n\
                [options.Contempt]\nfrom = -200\nto = 200\n";
    recipe(folder.path(), rest);
    let whole = tuned(folder.path(), &["--out", "whole", "--threads", "2"]);
    assert_eq!(
        (&whole["method"], &whole["games"]),
        (&"spsa".into(), &24.into())
    );
    assert_eq!(whole["expected_gain_elo"], Value::Null);
    let option = &whole["options"][0];
    assert_eq!(
        (&option["start"], &option["effect_elo"]),
        (&"0".into(), &Value::Null)
    );
    let path = whole["path"].as_array().expect("a path");
    let pairs: Vec<u64> = path
        .iter()
        .filter_map(|point| point["pairs"].as_u64())
        .collect();
    assert_eq!(pairs, [0, 3, 6, 9, 12]);
    let last = path[4]["values"][0].as_f64().expect("a value");
    assert_eq!(option["best"], format!("{last:.0}"));
    assert_ne!(option["best"], "0");
    // A journal that a kill cut off in the middle of a step.
    let journal = folder.path().join("whole/trial.journal");
    let text = fs::read_to_string(&journal).expect("a journal");
    let games = text
        .lines()
        .position(|line| line.contains("\"game\":"))
        .expect("a game");
    let cut: String = text
        .lines()
        .take(games + 9)
        .flat_map(|line| [line, "\n"])
        .collect();
    fs::create_dir(folder.path().join("cut")).expect("made");
    fs::write(folder.path().join("cut/trial.journal"), cut).expect("written");
    let again = tuned(folder.path(), &["--out", "cut", "--threads", "1"]);
    for key in ["options", "path", "validation"] {
        assert_eq!(field(&again, key), field(&whole, key), "{key}");
    }
    let out = folder.path().join("whole");
    assert!(
        fs::read_to_string(out.join("tune.svg"))
            .expect("a chart")
            .contains("Contempt")
    );
    let text = bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "whole"])
        .assert()
        .success();
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    let said = ["a match does", "no value has moved"]
        .iter()
        .any(|words| text.contains(words));
    assert!(said && !text.contains("expected to gain"), "{text}");
    // The number of games decides how large the steps are, and the start where they begin.
    for other in [
        rest.replace("games = 24", "games = 26"),
        format!("{rest}start = -200\n"),
    ] {
        recipe(folder.path(), &other);
        bayeschess(folder.path())
            .args(["tune", "my.toml", "--out", "whole"])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("another run"));
    }
}

/// The steps of SPSA are short, and many engines take long to start.
#[cfg(unix)]
#[test]
fn the_engines_of_spsa_are_started_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let engine = folder.path().join("engine.sh");
    let program = program().display().to_string();
    let script = format!("#!/bin/sh\necho >> starts\nexec '{program}' uci\n");
    fs::write(&engine, script).expect("written");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("allowed");
    let text = "engine = \"uci:./engine.sh;Adaptation=false;Hash=1\"\nmethod = \"spsa\"\ngames = 24\n\
                pairs_per_step = 2\nvalidation_games = 0\nnodes = 30\nadjudicate = true\n\
                [options.Contempt]\nfrom = -200\nto = 200\n";
    fs::write(folder.path().join("my.toml"), text).expect("written");
    let found = tuned(folder.path(), &["--threads", "2"]);
    assert_eq!((&found["games"], &found["faults"]), (&24.into(), &0.into()));
    let starts = fs::read_to_string(folder.path().join("starts")).expect("started");
    // Once for its options, then both players of each thread that found a game to play.
    let number = starts.lines().count();
    assert!((3..=5).contains(&number), "{number}");
}

#[test]
fn a_divided_trial_is_the_trial_of_one_process() {
    let folder = folder();
    let rest = "games = 12\nvalidation_games = 0\nnodes = 30\nadjudicate = true\n\
                [options.Contempt]\nfrom = -100\nto = 100\nlevels = 3\n";
    recipe(folder.path(), rest);
    let whole = tuned(folder.path(), &[]);
    let run = |command: &str| {
        let words = command.split(' ').collect::<Vec<_>>();
        bayeschess(folder.path()).args(words).assert()
    };
    run("shard plan --out my.shards --parts 3 -- tune my.toml").success();
    for part in [2, 0, 1] {
        run(&format!("shard run my.shards {part} --dir parts")).success();
    }
    fs::create_dir(folder.path().join("my")).expect("made");
    // A journal that came after the plan would change which pairs are open, and so those of each part.
    let later = "shard plan --out later.shards --parts 2 -- tune my.toml --out my";
    run(later).success();
    fs::write(folder.path().join("my/trial.journal"), "").expect("written");
    run("shard run later.shards 0 --dir later")
        .code(2)
        .stderr(predicate::str::contains(
            "was not there when the parts were planned",
        ));
    fs::remove_file(folder.path().join("my/trial.journal")).expect("there");
    run("shard merge my.shards --dir parts --out my/trial.journal")
        .success()
        .stdout(predicate::str::contains(
            "next: bayeschess tune my.toml --out my",
        ));
    let journal = folder.path().join("my/trial.journal");
    let before = fs::read(&journal).expect("a journal");
    let merged = tuned(folder.path(), &["--out", "my"]);
    for key in ["games", "options", "interactions"] {
        assert_eq!(field(&merged, key), field(&whole, key), "{key}");
    }
    let after = fs::read(&journal).expect("there");
    assert_eq!(after, before, "no game was played again");
    // Nothing is left to be divided; a recipe with more games has more. SPSA cannot be divided.
    run("shard plan --out more.shards --parts 1 -- tune my.toml --out my")
        .code(2)
        .stderr(predicate::str::contains(
            "the journal holds the whole trial",
        ));
    recipe(folder.path(), &rest.replace("games = 12", "games = 20"));
    run("shard plan --out more.shards --parts 4 -- tune my.toml --out my").success();
    run("shard plan --out most.shards --parts 5 -- tune my.toml --out my").code(2);
    let spsa = rest.replace("games = 12", "method = \"spsa\"\ngames = 12");
    recipe(folder.path(), &spsa.replace("levels = 3\n", ""));
    run("shard plan --out spsa.shards --parts 2 -- tune my.toml")
        .code(2)
        .stderr(predicate::str::contains(
            "each step of SPSA depends on those before it",
        ));
}

/// Holds that a recipe is refused with that line and these words.
#[track_caller]
fn refused_at_line(folder: &Path, rest: &str, line: usize, what: &str) {
    recipe(folder, rest);
    bayeschess(folder)
        .args(["tune", "my.toml"])
        .assert()
        .code(2)
        .stderr(
            predicate::str::contains(what).and(predicate::str::contains(format!("line {line}:"))),
        );
}

#[test]
fn contradictions_and_words_of_other_programs_are_named_with_their_line() {
    let folder = folder();
    let head = "games = 2\nnodes = 10\n";
    for (rest, line, what) in [
        // Keys that contradict each other.
        (
            &format!("{head}tc = \"1\"\nmovetime = 9\n[options.Contempt]\n"),
            5,
            "movetime and tc contradict each other",
        ),
        (
            &format!("{head}time_margin = 9\n[options.Contempt]\n"),
            4,
            "time_margin needs a clock",
        ),
        (
            &format!("{head}max_plies = 0\n[options.Contempt]\n"),
            4,
            "max_plies is out of range",
        ),
        (
            &format!("{head}[options.Contempt]\nvalues = [1, 2]\nlevels = 3\n"),
            6,
            "levels and values contradict each other",
        ),
        (
            &format!("{head}[options.Contempt]\nlevels = 1\n"),
            5,
            "levels = 2 or more",
        ),
        (
            &format!("{head}[options.Ponder]\nto = 3\n"),
            5,
            "only a number has to",
        ),
        (
            &format!("{head}[options.Hash]\nfrom = 1\nto = 9\nstart = 4\n"),
            7,
            "the engine's line sets '1'",
        ),
        // Keys of another method.
        (
            &format!("{head}rate = 0.1\n[options.Contempt]\n"),
            4,
            "rate is a key of SPSA",
        ),
        (
            &format!("{head}method = \"spsa\"\n[options.Contempt]\nlevels = 3\n"),
            6,
            "SPSA moves a number between 'from' and 'to'",
        ),
        (
            &format!("{head}method = \"spsa\"\n[options.Level]\n"),
            5,
            "SPSA moves numbers alone",
        ),
        // Words of other programs.
        (
            &format!("{head}rounds = 3\n[options.Contempt]\n"),
            4,
            "no key 'rounds'; give games",
        ),
        (
            &format!("{head}[options.Contempt]\nmin = -9\n"),
            5,
            "no key 'min'; give from",
        ),
    ] {
        refused_at_line(folder.path(), rest, line, what);
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let folder = folder();
    let head = "games = 2\nnodes = 10\n";
    for (rest, line, what) in [
        ("games = 3\nnodes = 10\n[options.Contempt]\n", 2, "pairs"),
        ("games = 2\n[options.Contempt]\n", 1, "no limit"),
        (head, 1, "options"),
        (&format!("{head}[options]\n"), 4, "no option"),
        (
            "games = \"many\"\nnodes = 10\n[options.Contempt]\n",
            2,
            "expected a whole number from 0 to 4294967295, not the text \"many\"",
        ),
        (
            &format!("{head}[options.Contempt]\n[options.contempt]\n"),
            5,
            "there twice",
        ),
        (
            &format!("{head}speed = 3\n[options.Contempt]\n"),
            4,
            "speed",
        ),
        (
            &format!("{head}[options.Kontempt]\n"),
            4,
            "no option 'Kontempt'",
        ),
        (&format!("{head}[options.Contempt]\nto = 5000\n"), 5, "5000"),
        (
            &format!("{head}[options.Contempt]\nvalues = [9, 1.5]\n"),
            5,
            "whole number",
        ),
        (
            &format!("{head}[options.Contempt]\nstart = \"much\"\n"),
            5,
            "'much'",
        ),
        (&format!("{head}[options.SettingsFile]\n"), 4, "'string'"),
        (
            &format!("{head}tc = \"soon\"\n[options.Contempt]\n"),
            4,
            "soon",
        ),
        (
            &format!("{head}resign = \"4\"\n[options.Contempt]\n"),
            4,
            "MOVES,CENTIPAWNS",
        ),
        (
            &format!("{head}\ndraw = \"soon\"\n[options.Contempt]\n"),
            5,
            "FROM_MOVE,MOVES,CENTIPAWNS",
        ),
    ] {
        refused_at_line(folder.path(), rest, line, what);
    }
    fs::write(
        folder.path().join("my.toml"),
        format!("engine = \"initial\"\n{head}[options.Contempt]\n"),
    )
    .expect("written");
    let refused = bayeschess(folder.path())
        .args(["tune", "my.toml"])
        .assert()
        .code(2);
    refused.stderr(predicate::str::contains("no external engine"));
    fs::write(
        folder.path().join("my.toml"),
        format!("{head}engine = \"uci:e;tc=1+0.1\"\n[options.Contempt]\n"),
    )
    .expect("written");
    let limited = bayeschess(folder.path())
        .args(["tune", "my.toml"])
        .assert()
        .code(2);
    limited.stderr(predicate::str::contains(
        "line 3: 'uci:e;tc=1+0.1' has a limit behind the engine",
    ));
    let missing = bayeschess(folder.path())
        .args(["tune", "none.toml"])
        .assert()
        .code(2);
    missing.stderr(predicate::str::contains("none.toml"));
}

#[test]
fn files_of_others_stay() {
    let folder = folder();
    recipe(folder.path(), "games = 2\nnodes = 10\n[options.Contempt]\n");
    let out = folder.path().join("out");
    for (name, content) in [("result.json", "{}"), ("trial.journal", "my games\n")] {
        fs::create_dir_all(&out).expect("a folder");
        fs::write(out.join(name), content).expect("written");
        bayeschess(folder.path())
            .args(["tune", "my.toml", "--out", "out"])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(name));
        assert_eq!(fs::read_to_string(out.join(name)).expect("there"), content);
        fs::remove_dir_all(&out).expect("removed");
    }
    fs::write(&out, "mine").expect("written");
    bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "out"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains(
            "out: this is a file, and a folder is needed; name another folder, or move the file away",
        ));
    assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
}

#[test]
fn more_games_than_there_are_different_ones_are_told() {
    let folder = folder();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    fs::write(folder.path().join("one.epd"), start).expect("written");
    // Two values meet in two games: either of them has White.
    for (games, validation_games, said) in [
        (2, 0, None),
        (4, 0, Some("of games more than 2 are copies")),
        (2, 4, Some("of validation_games more than 2 are copies")),
    ] {
        recipe(
            folder.path(),
            &format!(
                "games = {games}\nvalidation_games = {validation_games}\nnodes = 10\nopenings = \"one.epd\"\n\
                 [options.heuristic]\nvalues = [\"initial\", \"modern:learned\"]\nstart = \"initial\"\n"
            ),
        );
        let tuned = bayeschess(folder.path())
            .args(["tune", "my.toml"])
            .assert()
            .success();
        let heard = String::from_utf8_lossy(&tuned.get_output().stderr).into_owned();
        assert_eq!(heard.contains("are copies"), said.is_some(), "{heard}");
        assert!(heard.contains(said.unwrap_or_default()), "{heard}");
    }
}

/// An engine that plays no legal move; what it does before its games is in `setting`.
#[cfg(unix)]
fn bad_engine(folder: &Path, setting: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n\
         uci) printf 'id name Bad\\noption name S type spin default 1 min 0 max 9\\nuciok\\n';;\n\
         setoption*) {setting};;\n\
         isready) echo readyok;;\n\
         go*) echo bestmove 0000;;\n\
         quit) exit;;\nesac; done\n"
    );
    let engine = folder.join("engine.sh");
    fs::write(&engine, script).expect("written");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("allowed");
}

/// An engine that ends in every game costs some games, not all of them, and its last words are repeated.
#[cfg(unix)]
#[test]
fn an_engine_that_always_crashes_ends_the_tuning_with_its_last_words() {
    let folder = folder();
    bad_engine(folder.path(), ":");
    let script = folder.path().join("engine.sh");
    let text = fs::read_to_string(&script).expect("there");
    let fatal = "echo 'a line before' >&2; echo 'no network file' >&2; exit 3";
    let text = text.replace("echo bestmove 0000", fatal);
    fs::write(&script, text).expect("written");
    recipe_of_bad_engine(folder.path(), 1000);
    let ended = bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "out", "--threads", "2"])
        .assert()
        .code(2);
    let heard = String::from_utf8_lossy(&ended.get_output().stderr).into_owned();
    let last = heard.lines().last().expect("a sentence");
    for part in [
        "uci:./engine.sh: ",
        "in 20 games one after the other",
        "ended while it should send its move",
        "a line before / no network file",
    ] {
        assert!(last.contains(part), "{heard}");
    }
    let journal = fs::read_to_string(folder.path().join("out/trial.journal")).expect("kept");
    let games = journal.matches("{\"game\":").count();
    assert!((20..40).contains(&games), "{games}");
    // With SPSA several steps are over by then.
    recipe_of_bad_engine(folder.path(), 1000);
    let file = folder.path().join("my.toml");
    let text = fs::read_to_string(&file).expect("there");
    let spsa = text.replace("values = [1, 9]", "from = 1\nto = 9");
    fs::write(
        &file,
        format!("method = \"spsa\"\npairs_per_step = 3\n{spsa}"),
    )
    .expect("written");
    bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "spsa", "--threads", "2"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("in 20 games one after the other"));
    let journal = fs::read_to_string(folder.path().join("spsa/trial.journal")).expect("kept");
    let games = journal.matches("{\"game\":").count();
    assert!((20..40).contains(&games), "{games}");
    // A few such games are no reason to end.
    recipe_of_bad_engine(folder.path(), 6);
    let found = tuned(folder.path(), &[]);
    assert_eq!(found["faults"], 6);
    let last = found["last_fault"].as_str().expect("a fault");
    assert!(
        last.starts_with("game 6: ended while it should send its move")
            && last.ends_with("no network file"),
        "{last}"
    );
}

/// The engine moves late and illegally: with a margin it is judged by its move.
#[cfg(unix)]
#[test]
fn time_margin_and_max_plies_are_those_of_a_match() {
    let folder = folder();
    bad_engine(folder.path(), ":");
    let script = folder.path().join("engine.sh");
    let text = fs::read_to_string(&script).expect("there");
    let text = text.replace("echo bestmove", "sleep 0.3; echo bestmove");
    fs::write(&script, text).expect("written");
    for (margin, end) in [(0, "time_forfeit"), (60_000, "illegal_move")] {
        let text = format!(
            "engine = \"uci:./engine.sh\"\ngames = 2\nvalidation_games = 0\nmovetime = 10\ntime_margin = {margin}\n\
             [options.S]\nvalues = [1, 9]\n"
        );
        fs::write(folder.path().join("my.toml"), text).expect("written");
        tuned(folder.path(), &["--out", end]);
        let journal = folder.path().join(end).join("trial.journal");
        let journal = fs::read_to_string(journal).expect("kept");
        assert_eq!(journal.matches(end).count(), 2, "{journal}");
    }
    recipe(
        folder.path(),
        "games = 4\nvalidation_games = 0\nnodes = 10\nmax_plies = 11\n[options.Contempt]\nlevels = 2\n",
    );
    tuned(folder.path(), &["--out", "short"]);
    let journal = fs::read_to_string(folder.path().join("short/trial.journal")).expect("kept");
    assert_eq!(journal.matches("\"plies\":11,").count(), 4, "{journal}");
}

/// Without a terminal, too, a run says that it has begun and with how many games.
#[test]
fn progress_is_told_where_there_is_no_terminal() {
    let folder = folder();
    recipe(
        folder.path(),
        "games = 4\nvalidation_games = 0\nnodes = 10\nmax_plies = 11\n[options.Contempt]\nlevels = 2\n",
    );
    let tuned = bayeschess(folder.path())
        .args(["tune", "my.toml", "--json"])
        .assert()
        .success();
    tuned.stderr(predicate::str::contains("4 games with drawn options\n"));
}

#[cfg(unix)]
fn recipe_of_bad_engine(folder: &Path, games: u32) {
    let text = format!(
        "engine = \"uci:./engine.sh\"\ngames = {games}\nvalidation_games = 0\nnodes = 10\n[options.S]\nvalues = [1, 9]\n"
    );
    fs::write(folder.join("my.toml"), text).expect("written");
}

/// The engine is stopped while its options are set, which takes it long.
#[cfg(unix)]
#[test]
fn a_stop_is_no_fault_of_the_engine() {
    let folder = folder();
    bad_engine(folder.path(), "touch asked; sleep 20");
    recipe_of_bad_engine(folder.path(), 8);
    let mut child = process(folder.path())
        .args(["tune", "my.toml", "--out", "out"])
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    wait_until("the engine is set up", || {
        folder.path().join("asked").exists()
    });
    interrupt(&child);
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    let journal = fs::read_to_string(folder.path().join("out/trial.journal")).expect("begun");
    assert!(!journal.contains("{\"game\":"), "{journal}");
}

#[cfg(unix)]
#[test]
fn changed_openings_are_another_run() {
    let folder = folder();
    bad_engine(folder.path(), ":");
    recipe_of_bad_engine(folder.path(), 4);
    let file = folder.path().join("my.toml");
    let text = fs::read_to_string(&file).expect("there");
    fs::write(&file, format!("openings = \"book.epd\"\n{text}")).expect("written");
    let book = folder.path().join("book.epd");
    let first = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n";
    let other = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n";
    fs::write(&book, first).expect("written");
    tuned(folder.path(), &["--out", "out"]);
    fs::write(&book, format!("{first}{other}")).expect("written");
    bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "out"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("another run").and(predicate::str::contains("openings")));
}

#[cfg(unix)]
#[test]
fn another_program_of_the_same_name_is_another_run() {
    let folder = folder();
    bad_engine(folder.path(), ":");
    recipe_of_bad_engine(folder.path(), 8);
    let first = tuned(folder.path(), &["--out", "out"]);
    assert_eq!(first["faults"], 8);
    let errors = first["options"][0]["effect_elo_error_95"].as_f64();
    assert!(errors.is_some_and(|error| error > 100.0), "{first}");
    bad_engine(folder.path(), "true");
    recipe_of_bad_engine(folder.path(), 10);
    bayeschess(folder.path())
        .args(["tune", "my.toml", "--out", "out"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("another run").and(predicate::str::contains("program")));
}
