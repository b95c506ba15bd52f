//! `bayeschess completions`.

use super::Verdict;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'completions' is not built yet")
}
