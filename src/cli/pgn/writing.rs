//! What commands share that write games to a file: nothing is written where there is no game.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;

use super::reading::verdict;
use crate::cli::RunStatus;
use bayeschess::files::{self, Existing, WriteError};
use bayeschess::pgn::IngestSummary;

/// Writes the games that `fill` gives to `file`; a file without a game is not written, and one that
/// is there stays. `fill` returns the account of what it read, and whether it could write.
///
/// # Errors
///
/// As [`files::write_whole`].
pub fn write_games(
    file: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut dyn Write) -> (IngestSummary, io::Result<()>),
) -> Result<IngestSummary, WriteError> {
    let mut account = IngestSummary::default();
    let mut is_empty = false;
    let written = files::write_whole(file, existing, |out| {
        let (read, filled) = fill(out);
        account = read;
        filled?;
        is_empty = account.tally.kept == 0;
        if is_empty {
            return Err(io::Error::other("there is no game to write"));
        }
        Ok(())
    });
    if !is_empty {
        written?;
    }
    Ok(account)
}

/// The verdict on games that were written, as [`verdict`] has it; none is an error.
///
/// # Errors
///
/// As [`verdict`], and when every game was rejected.
pub fn verdict_of_writing(account: &IngestSummary) -> anyhow::Result<RunStatus> {
    let found = verdict(account, RunStatus::Success)?;
    if account.tally.kept == 0 {
        bail!(
            "none of the {} games is sound, and there is nothing to write; 'bayeschess pgn check \
             --verbose' tells what is wrong with each",
            account.tally.read()
        );
    }
    Ok(found)
}
