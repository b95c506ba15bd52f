//! Writing of one file, whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::error::WriteError;
use super::folder::{folder_of, sync_folder};
use super::output::Existing;
use super::staged::StagedFile;

/// Writes `file` whole: `fill` writes to a temporary file beside it, which is then flushed to disk and renamed.
///
/// When anything fails the temporary file is removed and `file` is as it was. A file that is replaced keeps its
/// permissions, and a link to it stays a link. A device or a pipe is written to as it is.
///
/// # Errors
///
/// As [`check_output`](super::check_output), and [`WriteError::Io`] for what `fill` or the file system reports.
pub fn write_whole(
    file: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    write_file(file, existing, Durability::Now, fill)
}

/// Replaces `file` whole as [`write_whole`] does, without waiting for the disk.
///
/// After a kill the old or the new file is there; after a power cut perhaps neither, until [`sync_file`] was called.
///
/// # Errors
///
/// As [`write_whole`].
pub fn replace_soon(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    write_file(file, Existing::Replace, Durability::Later, fill)
}

/// Waits until a file is on the disk under its name.
///
/// # Errors
///
/// What the file system says.
pub fn sync_file(file: &Path) -> io::Result<()> {
    fs::File::options().write(true).open(file)?.sync_all()?;
    sync_folder(folder_of(file));
    Ok(())
}

/// When a written file is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durability {
    /// Before the writer goes on.
    Now,
    /// When the system or [`sync_file`] puts it there.
    Later,
}

fn write_file(
    file: &Path,
    existing: Existing,
    durability: Durability,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let staged = StagedFile::write(file, existing, fill)?;
    if durability == Durability::Now {
        staged.sync()?;
    }
    let place = staged.settle()?;
    if durability == Durability::Now {
        sync_folder(folder_of(&place));
    }
    Ok(())
}
