//! Our own engine keeps to the protocol, step by step, and `bayeschess match --check` can tell.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

use crate::support::{bayeschess, folder, number, own_engine, parsed};

fn compliance(folder: &Path, engine: &str) -> Command {
    let mut command = bayeschess(folder);
    command.args(["match", "--check", engine]);
    command
}

fn own(arguments: &str) -> String {
    own_engine().replace(" uci", &format!(" {arguments}"))
}

#[test]
fn our_engine_passes_every_step() {
    let output = compliance(folder().path(), &own("uci"))
        .arg("--json")
        .output()
        .expect("run");
    let report = parsed(&output.stdout);
    let failed: Vec<&Value> = report["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter(|step| step["passed"] == false)
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(number(&report, "passed") >= 90.0);
    assert_eq!(output.status.code(), Some(0));
}

/// A program that is no engine fails every step that needs an answer, and none of them hangs.
#[test]
fn what_is_no_engine_fails() {
    compliance(folder().path(), &own("--version"))
        .args(["--patience", "1"])
        .assert()
        .code(1)
        .stdout(predicate::str::contains("passed  the engine starts").and(
            predicate::str::contains("FAILED  'uci' is answered by 'uciok'"),
        ));
}

#[test]
fn what_is_no_program_is_refused() {
    for (engine, sentence) in [
        ("uci:./nothing", "could not be started"),
        ("initial", "'initial' is not an engine"),
    ] {
        compliance(folder().path(), engine)
            .assert()
            .code(2)
            .stdout(predicate::str::is_empty())
            .stderr(predicate::str::contains(sentence));
    }
}
