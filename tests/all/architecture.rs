//! The architecture, checked against the sources: layers, circles, names, sizes, documentation.
//!
//! The lists of exceptions below may only shrink: a new exception fails, and so does one that is
//! listed and gone. Delete its line then.

mod graph;
mod source;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use graph::{circles, file_graph, mentions};
use source::{files, modules, root, top};
use words::{documented, functions, public_types};

/// The top modules from the ground up, in the order of `src/lib.rs`: layer, name, modules that it
/// may use. `L0` in the last column stands for all modules of that layer, and so on; a module may
/// always use itself, and `cli` everything. Modules that do not exist yet may be listed.
const PLAN: &[(&str, &str, &str)] = &[
    ("L0", "units", ""),
    ("L0", "foreign", ""),
    ("L0", "files", ""),
    ("L0", "cancel", ""),
    ("L0", "rng", ""),
    ("L0", "score", "units"),
    ("L0", "phase", ""),
    ("L0", "record", "units score phase"),
    //
    ("L1", "bayes", "L0"),
    ("L1", "board", "L0"),
    ("L1", "plot", "L0"),
    ("L1", "identity", "L0 board"),
    //
    ("L2", "heuristic", "L0 bayes board"),
    ("L2", "style", "L0 bayes board"),
    ("L2", "strength", "L0 bayes board style"),
    ("L2", "book", "L0 board"),
    //
    ("L3", "model", "L0 L1 L2"),
    ("L3", "pgn", "L0 board identity"),
    ("L3", "store", "L0 board identity"),
    //
    ("L4", "collection", "L0 board identity pgn store"),
    ("L4", "eval", "L0 L1 L2"),
    ("L4", "search", "L0 L1 L2 eval"),
    ("L4", "opponent", "L0 L1 L2 model store"),
    //
    ("L5", "engine", "L0 L1 L2 L3 L4"),
    ("L5", "learn", "L0 L1 L2 L3 L4"),
    //
    ("L6", "play", "L0 L1 L2 L3 L4 engine"),
    //
    ("L7", "protocol", "L0 L1 L2 L3 L4 engine"),
    ("L7", "selfplay", "L0 L1 L2 L3 L4 engine play"),
    (
        "L7",
        "arena",
        "L0 L1 L2 L3 L4 engine play selfplay protocol",
    ),
    //
    ("L8", "train", "L0 L1 L2 L3 L4 L5 play selfplay arena"),
    ("L8", "shard", "L0 L1 L2 L3 L4 L5 play selfplay train"),
    ("L8", "serve", "L0 L1 L2 L3 L4 L5 play protocol arena train"),
];

/// The most lines of a file.
const MOST_LINES: usize = 400;

/// The most lines of a function.
const MOST_FUNCTION_LINES: usize = 60;

#[test]
fn modules_use_only_those_below_them() {
    let modules = modules();
    let mut broken = BTreeSet::new();
    for mention in mentions(&modules) {
        let (Some(from), Some(to)) = (top(&mention.from), top(&mention.to)) else {
            continue;
        };
        if from == to || from == "cli" || !modules.contains_key(&format!("crate::{to}")) {
            continue;
        }
        if !allowed(from).contains(to) {
            broken.insert(format!("{}: {from} uses {to}", mention.file.display()));
        }
    }
    assert!(
        broken.is_empty(),
        "the plan does not allow:\n{}",
        join(&broken)
    );
}

#[test]
fn the_plan_itself_points_down() {
    let mut below = BTreeSet::new();
    for (_, module, uses) in PLAN {
        for used in uses.split_whitespace() {
            assert!(
                below.contains(used),
                "{module} uses {used}, which is not above it in the plan"
            );
        }
        below.insert(*module);
        below.extend(PLAN.iter().find(|row| row.1 == *module).map(|row| row.0));
    }
}

#[test]
fn the_plan_names_the_modules_of_the_library_in_their_order() {
    let library = std::fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let declared = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .filter(|name| *name != "cli");
    let mut planned = PLAN.iter().map(|row| row.1);
    for module in declared {
        assert!(
            planned.any(|name| name == module),
            "src/lib.rs: '{module}' is not in the plan, or not at this place"
        );
    }
}

/// The front page shows the same layers as the plan, with the modules that exist.
#[test]
fn the_front_page_shows_the_layers_of_the_plan() {
    let library = std::fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let declared = |name: &&str| library.contains(&format!("\npub mod {name};"));
    for number in 0..9 {
        let layer = format!("L{number}");
        let names: Vec<String> = PLAN
            .iter()
            .filter(|row| row.0 == layer)
            .map(|row| row.1)
            .filter(declared)
            .map(|name| format!("[`{name}`]"))
            .collect();
        let row = format!("| {} |\n", names.join(", "));
        assert!(
            names.is_empty() || library.contains(&row),
            "src/lib.rs lacks the row of layer {number}: {row}"
        );
    }
}

/// `May use: …` stands at the head of a top module, and says there what the plan says.
#[test]
fn a_module_says_what_it_may_use() {
    let is_layer = |word: &str| word.len() == 2 && word.starts_with('L');
    let mut deep = Vec::new();
    for (file, text) in files() {
        let Some(words) = may_use(&text) else {
            continue;
        };
        let parts: Vec<_> = file.iter().skip(1).collect();
        let module = parts[0].to_string_lossy();
        let module = module.trim_end_matches(".rs");
        let is_top = parts.len() == 1 || parts.len() == 2 && parts[1] == "mod.rs";
        if !is_top {
            deep.push(file.display().to_string());
        } else if module != "cli" {
            let names: BTreeSet<&str> = PLAN.iter().map(|row| row.1).collect();
            let told = words
                .iter()
                .map(String::as_str)
                .filter(|word| is_layer(word) || names.contains(word));
            let extra: Vec<&str> = told
                .flat_map(expanded)
                .filter(|name| !allowed(module).contains(name))
                .collect();
            assert!(
                extra.is_empty(),
                "{}: the plan does not allow {extra:?}",
                file.display()
            );
        }
    }
    assert!(
        deep.is_empty(),
        "only the heads of top modules say what they may use, and these files do:\n{}",
        deep.join("\n")
    );
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let graph = file_graph(&modules());
    let found = circles(&graph);
    let name = |file: &Path| {
        let name = file.strip_prefix("src").expect("below src");
        name.display().to_string()
    };
    let mut shown = String::new();
    for circle in &found {
        for file in circle {
            for (other, path) in &graph[file] {
                if circle.contains(other) {
                    let _ = writeln!(shown, "    {} -> {} by {path}", name(file), name(other));
                }
            }
        }
        let _ = writeln!(shown);
    }
    assert!(
        found.is_empty(),
        "{} groups of files import each other in circles:\n{shown}",
        found.len()
    );
}

#[test]
fn no_two_public_types_share_a_name() {
    let shared: BTreeMap<String, Vec<String>> = public_types(&modules())
        .into_iter()
        .filter(|(_, files)| files.len() > 1)
        .collect();
    assert!(shared.is_empty(), "names of two public types: {shared:#?}");
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = files()
        .into_iter()
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(file, lines)| format!("{}: {lines} lines", file.display()))
        .collect();
    assert!(long.is_empty(), "files past {MOST_LINES} lines: {long:#?}");
}

#[test]
fn no_function_is_too_long() {
    let long: Vec<String> = functions(&modules())
        .into_iter()
        .filter(|(_, _, lines)| *lines > MOST_FUNCTION_LINES)
        .map(|(file, name, lines)| format!("{file}: {name}: {lines} lines"))
        .collect();
    assert!(
        long.is_empty(),
        "functions past {MOST_FUNCTION_LINES} lines: {long:#?}"
    );
}

#[test]
fn every_file_says_what_it_is_for() {
    let mute: BTreeSet<String> = files()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(file, _)| file.display().to_string())
        .collect();
    assert!(
        mute.is_empty(),
        "no documentation at the head:\n{}",
        join(&mute)
    );
}

#[test]
fn doc_comments_begin_with_a_short_plain_sentence() {
    let unclear: Vec<String> = documented(&modules())
        .into_iter()
        .filter(words::Documented::is_unclear)
        .map(|item| format!("{}: {}", item.place, item.sentence))
        .collect();
    assert!(
        unclear.is_empty(),
        "first sentences of doc comments that are longer than 25 words or in odd words:\n{}",
        unclear.join("\n")
    );
}

#[test]
fn only_the_command_line_prints() {
    let words = ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];
    let loud: BTreeSet<String> = files()
        .into_iter()
        .filter(|(file, _)| {
            !file.starts_with("src/cli") && file.as_path() != Path::new("src/main.rs")
        })
        .filter(|(_, text)| {
            text.lines()
                .map(str::trim_start)
                .any(|line| !line.starts_with("//") && words.iter().any(|word| line.contains(word)))
        })
        .map(|(file, _)| file.display().to_string())
        .collect();
    assert!(loud.is_empty(), "the core prints:\n{}", join(&loud));
}

/// Two answers of the program that are both missing are equal, and a missing number is less than
/// any: tests compare them by `support::field` and `support::number`, which fail instead.
#[test]
fn tests_compare_only_answers_that_are_there() {
    let indexed = r#"\s*&?\w+(\[("\w+"|key)\])+\s*"#;
    let twice = format!(r"assert_(eq|ne)!\({indexed},{indexed}[,)]");
    let ordered = r"as_[fui]64\(\)\s*[<>]";
    let vanishing = r"\.ok\(\),?\s*[\w:.(]*[^;]*\.ok\(\)\s*\)";
    let mut found = BTreeSet::new();
    for pattern in [&twice, ordered, vanishing] {
        let pattern = regex::Regex::new(pattern).expect("a pattern");
        for entry in std::fs::read_dir(root().join("tests/all")).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() && !path.ends_with("architecture.rs") {
                let text = std::fs::read_to_string(&path).expect("UTF-8");
                let hits = pattern.find_iter(&text);
                found.extend(hits.map(|hit| format!("{}: {}", path.display(), hit.as_str())));
            }
        }
    }
    assert!(
        found.is_empty(),
        "these may compare nothing with nothing:\n{}",
        join(&found)
    );
}

fn join(lines: &BTreeSet<String>) -> String {
    lines.iter().cloned().collect::<Vec<_>>().join("\n")
}

/// The modules that the plan allows a module to use.
fn allowed(module: &str) -> BTreeSet<&'static str> {
    let row = PLAN.iter().find(|row| row.1 == module);
    let uses = row.map_or("", |row| row.2);
    uses.split_whitespace().flat_map(expanded).collect()
}

/// A module, or all modules of a layer.
fn expanded(word: &str) -> Vec<&'static str> {
    let is_meant = |row: &&(&str, &'static str, &str)| row.0 == word || row.1 == word;
    PLAN.iter().filter(is_meant).map(|row| row.1).collect()
}

/// Returns the words of the paragraph `May use: …` at the head of a file; none where there is none.
fn may_use(text: &str) -> Option<BTreeSet<String>> {
    let words: BTreeSet<String> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .skip_while(|line| !line.starts_with(" May use: "))
        .take_while(|line| !line.is_empty())
        .flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric()))
        .map(str::to_owned)
        .collect();
    (!words.is_empty()).then_some(words)
}
