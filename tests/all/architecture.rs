//! The plan of the house, held against the code: which module may use which, how large a room may
//! grow, and that nothing but the command line prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every module, in the order of `src/lib.rs`, with the modules that it may use. A module may
/// always use itself. `cli` belongs to the binary, which may use everything.
const PLAN: &[(&str, &str)] = &[
    // L0
    ("units", ""),
    ("foreign", ""),
    ("files", ""),
    ("rng", ""),
    ("score", "units"),
    ("phase", ""),
    ("record", "phase score units"),
    // L1
    ("bayes", "units"),
    ("board", "L0"),
    ("plot", "L0"),
    // L2
    ("heuristic", "L0 board bayes"),
    ("style", "L0 bayes board"),
    ("book", "L0 board"),
    // L3
    ("model", "L0 bayes heuristic style"),
    ("pgn", "L0 board"),
    ("store", "L0"),
    // L4
    ("eval", "L0 board heuristic"),
    ("search", "L0 board book heuristic eval"),
    ("adapt", "L0 style model"),
    // L5
    (
        "engine",
        "L0 board heuristic style book model eval search adapt",
    ),
    (
        "learn",
        "L0 board bayes heuristic style model pgn store eval search",
    ),
    // L6
    (
        "selfplay",
        "L0 board heuristic model pgn store eval search engine",
    ),
    (
        "arena",
        "L0 bayes board plot heuristic model pgn store eval search engine selfplay",
    ),
    (
        "train",
        "L0 bayes plot heuristic model store search learn selfplay arena",
    ),
    ("protocol", "L0 board book heuristic model search engine"),
];

/// The modules of L0, which every layer above may use.
const GROUND: &[&str] = &[
    "units", "foreign", "files", "rng", "score", "phase", "record",
];

/// A room that has grown past this must be divided.
const MOST_LINES: usize = 400;

#[test]
fn modules_use_only_those_below_them() {
    let plan: BTreeMap<&str, BTreeSet<&str>> = PLAN
        .iter()
        .map(|(name, uses)| (*name, uses.split_whitespace().collect()))
        .collect();
    let mut broken = BTreeSet::new();
    for (file, text) in sources() {
        let Some(module) = module_of(&file).filter(|module| module != "cli") else {
            continue;
        };
        let Some(allowed) = plan.get(module.as_str()) else {
            broken.insert(format!(
                "{}: the module '{module}' has no place in the plan",
                file.display()
            ));
            continue;
        };
        for used in used_modules(&text) {
            if used != module && !names(allowed, &used) {
                broken.insert(format!("{}: {module} uses {used}", file.display()));
            }
        }
    }
    assert!(
        broken.is_empty(),
        "arrows that the plan does not know:\n{}",
        join(&broken)
    );
}

#[test]
fn the_plan_itself_points_down() {
    let mut above = BTreeSet::from(["L0"]);
    for (module, uses) in PLAN {
        for used in uses.split_whitespace() {
            assert!(
                above.contains(used),
                "{module} uses {used}, which stands below it"
            );
        }
        above.insert(module);
    }
}

/// `May use:` at the head of a file binds the file, and at the head of a room everything in it.
#[test]
fn the_word_at_the_door_names_every_module_that_is_used() {
    let sources = sources();
    let mut broken = BTreeSet::new();
    for (door, text) in &sources {
        let Some(words) = may_use(text) else { continue };
        let words = words.iter().map(String::as_str).collect();
        for (file, text) in sources.iter().filter(|(file, _)| is_behind(file, door)) {
            for used in used_modules(text) {
                if module_of(file).as_ref() != Some(&used) && !names(&words, &used) {
                    broken.insert(format!(
                        "{} uses {used}, unknown to {}",
                        file.display(),
                        door.display()
                    ));
                }
            }
        }
    }
    assert!(broken.is_empty(), "broken words:\n{}", join(&broken));
}

#[test]
fn the_plan_names_the_modules_of_the_library_in_their_order() {
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let declared: Vec<&str> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    let planned: Vec<&str> = PLAN.iter().map(|(name, _)| *name).collect();
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

/// Whether a list of modules, in which `L0` stands for all of the ground floor, names this one.
fn names(allowed: &BTreeSet<&str>, module: &str) -> bool {
    allowed.contains(module) || allowed.contains("L0") && GROUND.contains(&module)
}

/// The words of the paragraph `May use: …` at the head of a file; none where there is no such
/// paragraph, or where it says that everything may be used.
fn may_use(text: &str) -> Option<BTreeSet<String>> {
    let words: BTreeSet<String> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .skip_while(|line| !line.starts_with(" May use: "))
        .take_while(|line| !line.is_empty())
        .flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric()))
        .map(str::to_owned)
        .collect();
    (!words.is_empty() && !words.contains("everything")).then_some(words)
}

/// Whether `file` is `door` itself or lies in the room that it opens; tests may look anywhere.
fn is_behind(file: &Path, door: &Path) -> bool {
    let room = match door.file_name() {
        Some(name) if name == "mod.rs" => door.parent().unwrap_or(door).to_owned(),
        _ => door.with_extension(""),
    };
    let is_test = file
        .components()
        .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")));
    !is_test && (file == door || file.starts_with(room))
}

/// The modules that a file names as `crate::…`, also inside braces, outside comments and tests.
fn used_modules(text: &str) -> BTreeSet<String> {
    let mut lines = text.lines();
    let mut code = String::new();
    while let Some(line) = lines.next() {
        match line.trim_start() {
            // Inline tests stand at the end of a file; elsewhere one line belongs to the tests.
            "#[cfg(test)]" => {
                if lines.next().is_some_and(|item| item.ends_with('{')) {
                    break;
                }
            }
            comment if comment.starts_with("//") => {}
            _ => {
                code.push_str(line);
                code.push('\n');
            }
        }
    }
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
    let text = "use crate::units::Ply;\nuse crate::{\n    score::{Score, WhiteScore},\n    phase,\n};\n// crate::store\nfn f() { crate::files::checksum(b\"\"); }\n#[cfg(test)]\nuse crate::cli;\nuse crate::rng;";
    let used: Vec<String> = used_modules(text).into_iter().collect();
    assert_eq!(used, ["files", "phase", "rng", "score", "units"]);
}
