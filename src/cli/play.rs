//! `bayeschess play`.

use super::Verdict;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
///
/// Always, until it is built.
pub fn run(_args: &Args) -> anyhow::Result<Verdict> {
    anyhow::bail!("'play' is not built yet")
}
