//! The binary: parses arguments, runs the command, and turns its result into an exit code.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

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

/// Under a limit of address space starts the program anew with one arena of glibc's allocator.
///
/// Otherwise each thread asks for 64 MiB of addresses, and where there are none, for a page at every allocation.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn share_one_arena_under_a_limit() {
    use std::os::unix::process::CommandExt as _;
    const VARIABLE: &str = "MALLOC_ARENA_MAX";

    let limit = rustix::process::getrlimit(rustix::process::Resource::As);
    if limit.current.is_none() || std::env::var_os(VARIABLE).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut arguments = std::env::args_os();
        let mut command = std::process::Command::new(&program);
        command.arg0(arguments.next().unwrap_or_else(|| program.into()));
        // If this fails, the program goes on as it is.
        let _ = command.args(arguments).env(VARIABLE, "1").exec();
    }
}

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    share_one_arena_under_a_limit();
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
