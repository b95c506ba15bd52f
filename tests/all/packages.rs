//! The files that packages are made from, held to the program.

use std::fs;
use std::path::Path;

use crate::support::{bayeschess, folder};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file of the project; `None` in the published crate, which leaves packages inside it out.
fn text_of(name: &str) -> Option<String> {
    fs::read_to_string(root().join(name)).ok()
}

fn version_in(manifest: &str) -> String {
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let version = manifest["package"]["version"].as_str();
    version.expect("a version").to_owned()
}

#[test]
fn the_launcher_has_the_version_of_the_program() {
    if let Some(launcher) = text_of("integrations/launcher/Cargo.toml") {
        assert_eq!(version_in(&launcher), env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn the_changelog_of_the_debian_package_begins_with_this_version() {
    let text = text_of("integrations/debian/changelog").expect("there");
    let first = text.lines().next().expect("a line");
    let expected = format!("bayeschess ({}-", env!("CARGO_PKG_VERSION"));
    assert!(first.starts_with(&expected), "{first}");
}

/// What the Debian package consists of is in the repository, or made by the program: manual pages and completions.
#[test]
fn everything_in_the_debian_package_is_there_or_is_made() {
    let manifest: toml::Table = text_of("Cargo.toml").expect("there").parse().expect("TOML");
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array();
    let assets = assets.expect("a list");
    let scratch = folder();
    bayeschess(scratch.path())
        .args(["man", "--out", "."])
        .assert()
        .success();
    let pages = fs::read_dir(scratch.path()).expect("a folder").count();
    assert!(pages > 50, "{pages} manual pages");
    for shell in ["bash", "zsh", "fish"] {
        let made = bayeschess(scratch.path())
            .args(["completions", shell])
            .assert();
        assert!(made.success().get_output().stdout.len() > 1_000, "{shell}");
    }
    let mut from_repository = 0;
    for asset in assets {
        let source = asset[0].as_str().expect("a path");
        if !source.starts_with("target/portable/") {
            assert!(root().join(source).exists(), "{source}");
            from_repository += 1;
        }
    }
    assert!(from_repository >= 5, "{from_repository}");
}

/// Scid reads a list of names and values in braces; name, command and folder are required (its `enginelist.tcl`).
#[test]
fn the_entry_for_scid_names_a_command_that_speaks_uci() {
    let text = text_of("integrations/scid/engines.dat").expect("there");
    let inside = text
        .trim()
        .strip_prefix("engine {")
        .and_then(|rest| rest.strip_suffix('}'));
    let words: Vec<&str> = inside.expect("an entry").split_whitespace().collect();
    let value = |name: &str| {
        let at = words.iter().step_by(2).position(|word| *word == name);
        words[2 * at.unwrap_or_else(|| panic!("no {name}")) + 1]
    };
    assert_eq!(words.len() % 2, 0);
    assert_eq!((value("Cmd"), value("UCI")), (env!("CARGO_PKG_NAME"), "1"));
    assert!(!value("Name").is_empty() && value("Dir") == ".");
    let scratch = folder();
    let said = bayeschess(scratch.path())
        .write_stdin("uci\nquit\n")
        .assert()
        .success();
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(said.lines().any(|line| line == "uciok"), "{said}");
}
