//! `bayeschess uci`.

use super::Verdict;

/// Arguments of `uci`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'uci' is not built yet")
}
