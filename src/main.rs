//! The binary: parse, log to standard error, dispatch, exit code.

use std::io::Write as _;
use std::process::ExitCode;

use bayeschess::cli::{Cli, Verdict};
use clap::Parser as _;
use tracing_subscriber::EnvFilter;

/// The error and its causes as one sentence. Most errors quote their cause where it belongs, so
/// only a cause that was not said yet is put behind.
fn sentence(error: &anyhow::Error) -> String {
    error
        .chain()
        .skip(1)
        .map(ToString::to_string)
        .fold(error.to_string(), |said, cause| {
            if said.contains(&cause) {
                said
            } else {
                format!("{said}: {cause}")
            }
        })
}

fn main() -> ExitCode {
    let filter =
        EnvFilter::try_from_env("BAYESCHESS_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    match Cli::parse().run() {
        Ok(Verdict::Success) => ExitCode::SUCCESS,
        Ok(Verdict::Findings) => ExitCode::from(1),
        Err(error) => {
            // Nothing can be done when standard error is closed as well.
            let _ = writeln!(std::io::stderr(), "bayeschess: {}", sentence(&error));
            ExitCode::from(2)
        }
    }
}
