//! The binary: parse, log to standard error, dispatch, exit code.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

mod cli;

use cli::{Cli, RunStatus};
use tracing_subscriber::EnvFilter;

/// The error and its causes as one sentence. Most errors quote their cause where it belongs, and so
/// only causes above the first one that was quoted are put behind.
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

/// Writing beyond the user's limit on the size of files is to be an error, as on a full disk, and
/// not the end of the program.
#[cfg(unix)]
fn outlive_file_size_limit() {
    let raised = std::sync::Arc::default();
    // Without it the program ends there as before: nothing worse.
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
    match Cli::from_arguments().run() {
        Ok(RunStatus::Success) => ExitCode::SUCCESS,
        Ok(RunStatus::Findings) => ExitCode::from(1),
        Ok(RunStatus::Stopped) => ExitCode::from(130),
        Err(error) => {
            // Nothing can be done when standard error is closed as well.
            let _ = writeln!(std::io::stderr(), "bayeschess: {}", sentence(&error));
            ExitCode::from(2)
        }
    }
}
