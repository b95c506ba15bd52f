//! `bayeschess completions`.

use std::io::Write as _;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, RunStatus, output};

const EXAMPLES: &str = "\
Examples:
  bayeschess completions bash > ~/.local/share/bash-completion/completions/bayeschess
  bayeschess completions zsh > \"${fpath[1]}/_bayeschess\"
  bayeschess completions fish > ~/.config/fish/completions/bayeschess.fish";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
///
/// When standard output cannot be written.
pub fn run(args: &CompletionsArgs) -> anyhow::Result<RunStatus> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bayeschess", &mut script);
    script.flush()?;
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(RunStatus::Success)
}
