//! `bayeschess match --check`: checks how a UCI engine keeps to the protocol.

use anyhow::bail;
use serde::Serialize;

use crate::cli::interrupt;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::arena::PlayerSpec;
use bayeschess::arena::external::compliance::{ComplianceStep, examine};
use bayeschess::arena::external::{EngineTimeouts, UciClient};
use bayeschess::arena::player_spec::PlayerSpecKind;

#[derive(Debug, Serialize)]
struct ComplianceJson {
    engine: String,
    passed: usize,
    failed: usize,
    steps: Vec<ComplianceStepJson>,
}

#[derive(Debug, Serialize)]
struct ComplianceStepJson {
    step: usize,
    name: String,
    passed: bool,
    reason: Option<String>,
}

/// Checks the engine and prints each step as it ends; exit code 1 if a step fails.
pub(super) fn check(
    engine: &PlayerSpec,
    patience: EngineTimeouts,
    output: JsonFlag,
) -> anyhow::Result<RunStatus> {
    let PlayerSpecKind::Engine(spec) = &engine.kind else {
        bail!("'{engine}' is not an engine; write uci:/path/to/engine and its arguments");
    };
    UciClient::runs(spec)?;
    let stop = interrupt::stop_on_ctrl_c();
    let mut printed = Ok(());
    let mut number = 0;
    let steps = examine(spec, patience, &stop, &mut |step| {
        number += 1;
        if !output.json && printed.is_ok() {
            printed = print(&line(number, step));
            if printed.is_err() {
                stop.stop();
            }
        }
    });
    printed?;
    let failed = steps.iter().filter(|step| step.outcome.is_err()).count();
    let passed = steps.len() - failed;
    if output.json {
        print_json(&ComplianceJson {
            engine: engine.to_string(),
            passed,
            failed,
            steps: (1..)
                .zip(steps)
                .map(|(step, done)| ComplianceStepJson {
                    step,
                    name: done.name,
                    passed: done.outcome.is_ok(),
                    reason: done.outcome.err(),
                })
                .collect(),
        })?;
    } else {
        print(&format!("\n{passed} steps passed, {failed} failed\n"))?;
    }
    Ok(if failed == 0 {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

fn line(number: usize, step: &ComplianceStep) -> String {
    match &step.outcome {
        Ok(()) => format!("{number:>3}  passed  {}\n", step.name),
        Err(reason) => format!("{number:>3}  FAILED  {}: {reason}\n", step.name),
    }
}
