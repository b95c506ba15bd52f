//! `bayeschess learn`.

use super::Verdict;

/// Arguments of `learn`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'learn' is not built yet")
}
