//! `bayeschess completions`.

use std::io::Write as _;

use clap::Command;
use clap_complete::Shell;

use super::output;
use super::run_status::RunStatus;

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

/// Prints the script that completes the commands of `program`.
pub fn run(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<RunStatus> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "bayeschess", &mut script);
    script.flush()?;
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(RunStatus::Success)
}
