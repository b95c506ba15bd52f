//! Atomic writing of files, temporary files, and locks between processes.
//!
//! Start at [`write_whole`]: it writes under a temporary name, then renames, so that a full disk or a
//! kill leaves either the old file or the new one. Every output that is written at once goes through
//! it. No file is overwritten unless the user asked for that.

mod cleanup;
mod error;
mod folder;
mod guard;
mod identity;
mod node;
mod temporary;

use std::fs;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::Path;

pub use cleanup::remove_all;
pub use error::WriteError;
pub use folder::{folder_of, sync_folder};
pub use guard::{WriteGuard, is_locked, lock_for_writing};
pub use identity::{check_distinct, check_not_input, is_same_file};
pub use node::{NodeGuard, hard_links};
pub use temporary::{TemporaryFolder, sweep};

use temporary::TemporaryFile;

/// What a write may do to an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the writer is refused (`--force` not given).
    Keep,
    /// It is replaced in one step.
    Replace,
}

impl Existing {
    /// The choice that a `--force` flag makes.
    pub const fn from_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// Returns the system's error without the name of the temporary file in it.
fn without_name(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Other => error,
        kind if error.raw_os_error().is_none() && error.get_ref().is_some() => kind.into(),
        _ => error,
    }
}

/// Checks before the work begins that an output can be written at its end: the folder is there, the file is not.
///
/// # Errors
///
/// [`WriteError::NoFolder`] and, with [`Existing::Keep`], [`WriteError::Exists`].
pub fn check_output(file: &Path, existing: Existing) -> Result<(), WriteError> {
    let folder = folder_of(file);
    if !folder.is_dir() {
        return Err(WriteError::NoFolder {
            file: file.to_owned(),
            folder: folder.to_owned(),
        });
    }
    if existing == Existing::Keep && file.exists() {
        return Err(WriteError::Exists(file.to_owned()));
    }
    Ok(())
}

/// Writes `file` whole: `fill` writes to a temporary file beside it, which is then flushed to disk
/// and renamed. When anything fails the temporary file is removed and `file` is as it was. A file
/// that is replaced keeps its permissions, and a link to it stays a link.
///
/// # Errors
///
/// As [`check_output`], and [`WriteError::Io`] for what `fill` or the file system reports.
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
    check_output(file, existing)?;
    let failed = |source: io::Error| WriteError::Io {
        file: file.to_owned(),
        source,
    };
    let old = match existing {
        Existing::Keep => None,
        Existing::Replace => file.canonicalize().ok(),
    };
    let place = old.as_deref().unwrap_or(file);
    let TemporaryFile {
        file: temporary,
        live,
    } = TemporaryFile::within(folder_of(place)).map_err(|error| failed(without_name(error)))?;
    if let Some(old) = old.as_deref().and_then(|old| fs::metadata(old).ok()) {
        temporary
            .as_file()
            .set_permissions(old.permissions())
            .map_err(failed)?;
    }
    // The plain file, because the temporary one would put its name into every error.
    let mut writer = BufWriter::new(temporary.as_file());
    fill(&mut writer)
        .and_then(|()| writer.flush())
        .map_err(failed)?;
    drop(writer);
    if durability == Durability::Now {
        temporary.as_file().sync_all().map_err(failed)?;
    }
    let renamed = match existing {
        Existing::Replace => temporary
            .persist(place)
            .map(drop)
            .map_err(|error| failed(error.error)),
        Existing::Keep => temporary
            .persist_noclobber(file)
            .map(drop)
            .map_err(|error| {
                if error.error.kind() == io::ErrorKind::AlreadyExists {
                    WriteError::Exists(file.to_owned())
                } else {
                    failed(error.error)
                }
            }),
    };
    drop(live);
    renamed?;
    if durability == Durability::Now {
        sync_folder(folder_of(place));
    }
    Ok(())
}

/// The first sixteen hexadecimal digits of a BLAKE3 hash: the checksum of models and tables.
pub fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// The size of the largest file that is read at once, in bytes.
const LONGEST: u64 = 1 << 30;

/// The size of the largest input from a pipe or a device, which may have no end, in bytes.
const LONGEST_STREAM: u64 = 64 << 20;

/// Reads a whole file. A file without end, such as `/dev/zero`, is an error, and so is one of more than a gibibyte.
///
/// # Errors
///
/// What the file system says.
pub fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    let opened = fs::File::open(file)?;
    let is_file = opened.metadata()?.is_file();
    let longest = if is_file { LONGEST } else { LONGEST_STREAM };
    let mut bytes = Vec::new();
    opened.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "it has no end, or is too long to be such a file",
        ));
    }
    Ok(bytes)
}

/// Reads a whole text file, as [`read_bytes`] does.
///
/// # Errors
///
/// What the file system says, or that the file is not text (UTF-8).
pub fn read_text(file: &Path) -> io::Result<String> {
    String::from_utf8(read_bytes(file)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Reads a whole file, as [`read_bytes`] does, with errors that name it.
///
/// # Errors
///
/// What the file system says, with the file's name in front.
pub fn read_whole(file: &Path) -> io::Result<Vec<u8>> {
    read_bytes(file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("table.csv");
        write_whole(&file, Existing::Keep, |out| out.write_all(b"old")).expect("written");
        let refused = write_whole(&file, Existing::Keep, |out| out.write_all(b"new"));
        assert!(matches!(refused, Err(WriteError::Exists(_))));
        let broken = write_whole(&file, Existing::Replace, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(
            broken
                .expect_err("must fail")
                .to_string()
                .contains("the disk is full")
        );
        assert_eq!(fs::read(&file).expect("still there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        write_whole(&file, Existing::Replace, |out| out.write_all(b"new")).expect("replaced");
        assert_eq!(fs::read(&file).expect("there"), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions_and_its_links() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("table.csv");
        let link = folder.path().join("link.csv");
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("allowed");
        std::os::unix::fs::symlink("table.csv", &link).expect("linked");
        for name in [&file, &link] {
            write_whole(name, Existing::Replace, |out| out.write_all(b"new")).expect("replaced");
            assert_eq!(fs::read(&file).expect("there"), b"new");
            let mode = fs::metadata(&file).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            assert!(link.is_symlink());
        }
    }

    #[test]
    fn a_missing_folder_is_refused_and_not_created() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("missing/table.csv");
        assert!(matches!(
            check_output(&file, Existing::Replace),
            Err(WriteError::NoFolder { .. })
        ));
    }

    #[test]
    fn what_is_replaced_soon_is_there_at_once_and_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("state");
        assert!(sync_file(&file).is_err());
        for text in ["first", "second"] {
            replace_soon(&file, |out| out.write_all(text.as_bytes())).expect("written");
            assert_eq!(read_text(&file).expect("read"), text);
            sync_file(&file).expect("on the disk");
        }
        let failed = replace_soon(&file, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(read_text(&file).expect("read"), "second");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }
}
