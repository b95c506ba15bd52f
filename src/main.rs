//! The binary: parses arguments, runs the command, and turns its result into an exit code.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

mod cli;

use bayeschess::foreign::one_line;
use cli::{Cli, RunStatus};
use tracing_subscriber::EnvFilter;

/// Joins an error and its causes. Most errors quote their cause themselves, so only the causes before
/// the first quoted one are appended.
fn sentence(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if said.contains(&cause) {
            break;
        }
        said = format!("{said}: {cause}");
    }
    said
}

/// Turns writing beyond the user's file-size limit into an error, as on a full disk; otherwise a signal would end
/// the program.
#[cfg(unix)]
fn outlive_file_size_limit() {
    let raised = std::sync::Arc::default();
    // If this fails, the signal ends the program as usual.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, raised);
}

fn main() -> ExitCode {
    let filter =
        EnvFilter::try_from_env("BAYESCHESS_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    #[cfg(unix)]
    outlive_file_size_limit();
    match Cli::from_arguments().and_then(|cli| cli.run()) {
        Ok(RunStatus::Success) => ExitCode::SUCCESS,
        Ok(RunStatus::Findings) => ExitCode::from(1),
        Ok(RunStatus::Stopped) => ExitCode::from(130),
        Err(error) => {
            // A closed standard error cannot be reported.
            let _ = writeln!(
                std::io::stderr(),
                "bayeschess: {}",
                one_line(&sentence(&error))
            );
            ExitCode::from(2)
        }
    }
}
