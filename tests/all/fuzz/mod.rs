//! Foreign bytes of every kind, each held to its invariant: the seeds, and inputs made from them. Longer runs of the same
//! invariants are those of cargo-fuzz, in `fuzz/`.

mod generator;
mod invariants;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use generator::InputGenerator;
use invariants::{CONVERSATIONS, FuzzTarget, LARGE, TARGETS};

/// Number of inputs of each kind, of large ones a quarter. The environment variable `FUZZ_INPUTS` sets another number;
/// `.ci/run` takes ten times as many. `FUZZ_ROUND` makes others, so that many inputs can be made in parts.
const INPUTS: usize = 500;

/// Number of inputs that make one conversation.
const JOINED: usize = 50;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads the seeds of a kind, by name.
fn seeds(target: &FuzzTarget) -> Vec<Vec<u8>> {
    let folder = root().join(target.seeds);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .filter(|file| file.extension().is_none_or(|ending| ending != "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {}", folder.display());
    let read = |file| fs::read(file).expect("a seed");
    files.iter().map(read).collect()
}

/// Checks the seeds of a kind and inputs made from them. An input that breaks the invariant is kept as a file.
fn check(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.expect("a target of that name");
    let seeds = seeds(target);
    let wanted =
        number_of("FUZZ_INPUTS").unwrap_or(INPUTS) / if LARGE.contains(&name) { 4 } else { 1 };
    let round = number_of("FUZZ_ROUND").unwrap_or(0);
    let generator = InputGenerator::new(name, round, seeds.clone());
    let mut inputs = seeds.into_iter().chain(generator.take(wanted)).peekable();
    let joined = if CONVERSATIONS.contains(&name) {
        JOINED
    } else {
        1
    };
    for number in 0.. {
        if inputs.peek().is_none() {
            break;
        }
        let together: Vec<Vec<u8>> = inputs.by_ref().take(joined).collect();
        let input = together.join(&b'\n');
        if catch_unwind(AssertUnwindSafe(|| (target.check)(&input))).is_err() {
            let file = format!("fuzz-{name}-{round}-{number}");
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
            fs::write(&file, &input).expect("kept");
            panic!(
                "{name}: input {number} breaks the invariant; see {}",
                file.display()
            );
        }
    }
}

/// A number set by an environment variable.
fn number_of(variable: &str) -> Option<usize> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().expect("a number"))
}

macro_rules! fuzz_tests {
    ($($(#[$condition:meta])* $name:ident,)*) => {
        $(
            $(#[$condition])*
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn every_kind_is_tested() {
            let tested = [$($(#[$condition])* stringify!($name),)*];
            let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(known, tested);
        }
    };
}

fuzz_tests! {
    pgn_strict,
    pgn_salvaged,
    fen,
    epd,
    moves,
    uci,
    xboard,
    polyglot,
    opening_tree,
    heuristic_table,
    style_model,
    recipe,
    settings,
    journal,
    manifest,
    database,
    #[cfg(feature = "serve")]
    page,
}

/// The package of cargo-fuzz has a target for each kind. It is no part of the published package.
#[test]
fn every_kind_is_a_target_of_cargo_fuzz() {
    let Ok(manifest) = fs::read_to_string(root().join("fuzz/Cargo.toml")) else {
        return;
    };
    for target in TARGETS {
        let name = target.name;
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let file = root().join(format!("fuzz/fuzz_targets/{name}.rs"));
        let text = fs::read_to_string(file).expect("a target");
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
    }
}
