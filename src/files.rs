//! Atomic writing of files, temporary files, and locks between processes.
//!
//! Start at [`write_whole`]: it writes under a temporary name, then renames, so that a full disk or a
//! kill leaves either the old file or the new one. Every output that is written at once goes through
//! it. No file is overwritten unless the user asked for that.

mod cleanup;
mod encoding;
mod error;
mod folder;
mod guard;
mod identity;
mod node;
mod output;
mod packed;
mod serde_message;
mod staged;
mod temporary;
mod toml_text;
mod write;

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

pub use cleanup::remove_all;
pub use encoding::{decode, decode_unmarked};
pub use error::WriteError;
pub use folder::{check_folder, folder_of, make_folder, sync_folder};
pub use guard::{WriteGuard, is_locked, lock_for_writing};
pub use identity::{check_distinct, check_not_input, is_same_file};
pub use node::{NodeGuard, hard_links};
pub use output::{Existing, check_output, is_special};
pub use packed::write_packed;
pub use serde_message::in_plain_words;
pub use staged::FileSet;
pub use temporary::{TemporaryFolder, sweep};
pub use toml_text::{TomlFault, from_toml, line_at};
pub use write::{replace_soon, sync_file, write_whole};

/// The first sixteen hexadecimal digits of a BLAKE3 hash: the checksum of models and tables.
pub fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// Returns true if `path` leads to a file that the system can run as a program.
pub fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && can_run(path, &found))
}

#[cfg(unix)]
fn can_run(_: &Path, found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn can_run(path: &Path, _: &fs::Metadata) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("exe"))
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

    /// A socket stands for all of them: it is made without rights, and cannot be written to.
    #[cfg(unix)]
    #[test]
    fn a_socket_is_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        for existing in [Existing::Keep, Existing::Replace] {
            let written = write_whole(&socket, existing, |out| out.write_all(b"new"));
            assert!(matches!(written, Err(WriteError::Io { .. })), "{written:?}");
            assert!(is_special(&socket));
            assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
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
