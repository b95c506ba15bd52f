//! The plan of the house, held against the code: which module may use which, how large a room may
//! grow, and that nothing but the command line prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every module with the modules that it may use, from the ground up. A module may always use
/// itself; `cli` may use everything.
const PLAN: &[(&str, &[&str])] = &[
    // L0
    ("units", &[]),
    ("files", &[]),
    ("rng", &[]),
    ("score", &["units"]),
    ("phase", &[]),
    ("record", &["units", "score", "phase"]),
    // L1
    ("board", &["L0"]),
    ("bayes", &["units"]),
    ("plot", &["units", "files"]),
    // L2
    ("heuristic", &["L0", "board"]),
    ("style", &["L0", "board", "bayes"]),
    // L3
    ("model", &["L0", "bayes", "heuristic", "style"]),
    ("pgn", &["L0", "board"]),
    ("store", &["L0", "board", "heuristic"]),
    // L4
    ("eval", &["L0", "board", "heuristic"]),
    ("search", &["L0", "board", "heuristic", "eval"]),
    ("adapt", &["L0", "bayes", "style", "model", "eval"]),
    // L5
    (
        "engine",
        &[
            "L0",
            "board",
            "bayes",
            "heuristic",
            "style",
            "model",
            "eval",
            "search",
            "adapt",
        ],
    ),
    (
        "learn",
        &[
            "L0",
            "board",
            "bayes",
            "heuristic",
            "style",
            "store",
            "pgn",
            "model",
            "eval",
            "search",
        ],
    ),
    // L6
    (
        "selfplay",
        &[
            "L0",
            "board",
            "heuristic",
            "model",
            "pgn",
            "store",
            "eval",
            "search",
            "engine",
        ],
    ),
    (
        "arena",
        &[
            "L0",
            "board",
            "bayes",
            "plot",
            "heuristic",
            "model",
            "pgn",
            "store",
            "eval",
            "search",
            "engine",
            "learn",
            "selfplay",
        ],
    ),
    (
        "protocol",
        &[
            "L0",
            "board",
            "heuristic",
            "style",
            "model",
            "pgn",
            "store",
            "eval",
            "search",
            "adapt",
            "engine",
        ],
    ),
];

const GROUND: &[&str] = &["units", "files", "rng", "score", "phase", "record"];

/// A room that has grown past this must be divided.
const MOST_LINES: usize = 400;

#[test]
fn modules_use_only_those_below_them() {
    let mut broken = BTreeSet::new();
    for (file, text) in sources() {
        let Some(module) = module_of(&file) else {
            continue;
        };
        if module == "cli" {
            continue;
        }
        let plan: BTreeMap<_, _> = PLAN.iter().copied().collect();
        let Some(allowed) = plan.get(module.as_str()) else {
            broken.insert(format!(
                "{}: the module '{module}' has no place in the plan",
                file.display()
            ));
            continue;
        };
        for used in used_modules(&text) {
            let fine = used == module
                || allowed.contains(&used.as_str())
                || allowed.contains(&"L0") && GROUND.contains(&used.as_str());
            if !fine {
                broken.insert(format!("{}: {module} uses {used}", file.display()));
            }
        }
    }
    assert!(
        broken.is_empty(),
        "arrows that point up:\n{}",
        join(&broken)
    );
}

#[test]
fn the_plan_names_the_modules_of_the_library_in_their_order() {
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let declared: BTreeSet<String> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "))
        .map(|line| line.trim_end_matches(';').to_owned())
        .collect();
    let planned: BTreeSet<String> = PLAN
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .chain(["cli".to_owned()])
        .collect();
    assert_eq!(declared, planned);
}

#[test]
fn no_room_is_too_large() {
    let large: BTreeSet<String> = sources()
        .into_iter()
        .filter(|(_, text)| text.lines().count() > MOST_LINES)
        .map(|(file, text)| format!("{}: {} lines", file.display(), text.lines().count()))
        .collect();
    assert!(
        large.is_empty(),
        "rooms past {MOST_LINES} lines:\n{}",
        join(&large)
    );
}

#[test]
fn every_room_says_what_it_is_for() {
    let mute: BTreeSet<String> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(file, _)| file.display().to_string())
        .collect();
    assert!(mute.is_empty(), "no word at the door:\n{}", join(&mute));
}

#[test]
fn only_the_command_line_prints() {
    let words = ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];
    let loud: BTreeSet<String> = sources()
        .into_iter()
        .filter(|(file, _)| module_of(file).is_some_and(|module| module != "cli"))
        .filter(|(_, text)| {
            text.lines()
                .map(str::trim_start)
                .any(|line| !line.starts_with("//") && words.iter().any(|word| line.contains(word)))
        })
        .map(|(file, _)| file.display().to_string())
        .collect();
    assert!(loud.is_empty(), "the core prints:\n{}", join(&loud));
}

fn join(lines: &BTreeSet<String>) -> String {
    lines.iter().cloned().collect::<Vec<_>>().join("\n")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file with its text, named from the project's root.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8");
                found.push((
                    path.strip_prefix(root())
                        .expect("below the root")
                        .to_owned(),
                    text,
                ));
            }
        }
    }
    assert!(
        found.len() > 40,
        "only {} source files were found",
        found.len()
    );
    found
}

/// The top module of a file; none for the roots of library and binary.
fn module_of(file: &Path) -> Option<String> {
    let below = file.strip_prefix("src").ok()?;
    let first = below.iter().next()?.to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!matches!(name, "lib" | "main")).then(|| name.to_owned())
}

/// The modules that a file names as `crate::…`, also inside braces, outside comments and tests.
fn used_modules(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut used = BTreeSet::new();
    for (place, _) in code.match_indices("crate::") {
        let rest = &code[place + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            used.extend(names_in_group(group));
        } else {
            used.insert(leading_name(rest));
        }
    }
    used.remove("");
    used
}

/// The first names of a `{a::b, c}` group, whose opening brace is already read.
fn names_in_group(group: &str) -> Vec<String> {
    let (mut depth, mut item, mut names) = (0, String::new(), Vec::new());
    for letter in group.chars() {
        match letter {
            '}' if depth == 0 => break,
            ',' if depth == 0 => names.push(leading_name(std::mem::take(&mut item).trim())),
            _ => {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                item.push(letter);
            }
        }
    }
    names.push(leading_name(item.trim()));
    names
}

fn leading_name(path: &str) -> String {
    path.chars()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect()
}

#[test]
fn uses_are_read_in_every_form() {
    let text = "use crate::units::Ply;\nuse crate::{\n    score::{Score, WhiteScore},\n    phase,\n};\n// crate::store\nfn f() { crate::files::checksum(b\"\"); }\n#[cfg(test)]\nuse crate::cli;";
    let used: Vec<String> = used_modules(text).into_iter().collect();
    assert_eq!(used, ["files", "phase", "score", "units"]);
}
