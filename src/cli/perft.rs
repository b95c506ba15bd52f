//! `bayeschess perft`.

use super::Verdict;

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'perft' is not built yet")
}
