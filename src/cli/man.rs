//! `bayeschess man`.

use super::Verdict;

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'man' is not built yet")
}
