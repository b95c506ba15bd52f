//! `bayeschess selfplay`.

use super::Verdict;

/// Arguments of `selfplay`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'selfplay' is not built yet")
}
