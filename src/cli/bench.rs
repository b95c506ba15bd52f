//! `bayeschess bench`.

use super::Verdict;

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'bench' is not built yet")
}
