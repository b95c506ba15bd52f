//! `bayeschess compliance`: does an engine keep to the UCI protocol?

use std::time::Duration;

use anyhow::bail;
use serde::Serialize;

use super::RunStatus;
use super::interrupt;
use super::output::{JsonFlag, print, print_json};
use bayeschess::arena::PlayerSpec;
use bayeschess::arena::external::compliance::{ComplianceStep, PATIENCE, examine};
use bayeschess::arena::external::{EngineTimeouts, UciClient};
use bayeschess::arena::player_spec::PlayerSpecKind;

const EXAMPLES: &str = "\
Examples:
  bayeschess compliance \"uci:./bayeschess uci\"
      this program itself
  bayeschess compliance uci:/usr/games/stockfish --json
      another engine, as JSON

The exit code is 0 when every step was passed, 1 when one failed, 2 when there is no such
program.";

/// Examine how a UCI engine keeps to the protocol, step by step
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ComplianceArgs {
    /// The engine as for 'bayeschess match': uci: and its command line
    #[arg(value_name = "ENGINE")]
    engine: PlayerSpec,
    /// How long each answer may take, in seconds
    #[arg(long, value_name = "S", default_value_t = PATIENCE.as_secs_f64(), value_parser = patience)]
    patience: f64,
    #[command(flatten)]
    output: JsonFlag,
}

fn patience(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("give seconds, 0.01 to 3600".to_owned()),
    }
}

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

/// Checks the engine and prints each step as it ends.
///
/// # Errors
///
/// When the text names no engine, or the engine cannot be started.
pub fn run(args: &ComplianceArgs) -> anyhow::Result<RunStatus> {
    let PlayerSpecKind::Engine(spec) = &args.engine.kind else {
        bail!(
            "'{}' is no engine; write uci:/path/to/engine and its arguments",
            args.engine
        );
    };
    let patience = EngineTimeouts {
        answer: Duration::from_secs_f64(args.patience),
        ..EngineTimeouts::default()
    };
    UciClient::runs(spec)?;
    let stop = interrupt::stop_on_ctrl_c();
    let mut printed = Ok(());
    let mut number = 0;
    let steps = examine(spec, patience, &stop, &mut |step| {
        number += 1;
        if !args.output.json && printed.is_ok() {
            printed = print(&line(number, step));
            if printed.is_err() {
                stop.stop();
            }
        }
    });
    printed?;
    let failed = steps.iter().filter(|step| step.outcome.is_err()).count();
    let passed = steps.len() - failed;
    if args.output.json {
        print_json(&ComplianceJson {
            engine: args.engine.to_string(),
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
