//! `bayeschess quickstart`.

use super::Verdict;

/// Arguments of `quickstart`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'quickstart' is not built yet")
}
