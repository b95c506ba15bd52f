//! One writer at a time under all names of a file: hard links and bind mounts have paths of their own.
//!
//! The lock is an abstract socket address of Linux, named after the file's device and inode. It belongs to the process
//! until it ends and leaves nothing on disk. On other systems hard links are not recognised.

use std::io;
use std::path::Path;

/// A lock on a file under all its names, released when dropped.
#[derive(Debug)]
pub struct NodeGuard {
    // Bound to the address for as long as the lock lasts.
    #[cfg(target_os = "linux")]
    _address: Option<std::os::unix::net::UnixListener>,
}

impl NodeGuard {
    /// Locks an existing file. The file is not opened: closing it would release the locks that SQLite has on it in
    /// this process.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] while another process, or another guard of this one, has the lock; else the
    /// system's error for the file.
    #[cfg(target_os = "linux")]
    pub fn acquire(file: &Path) -> io::Result<Self> {
        use std::os::linux::net::SocketAddrExt as _;
        use std::os::unix::fs::MetadataExt as _;
        use std::os::unix::net::{SocketAddr, UnixListener};
        let node = std::fs::metadata(file)?;
        let name = format!("bayeschess writes to {}:{}", node.dev(), node.ino());
        let bound = SocketAddr::from_abstract_name(name)
            .and_then(|address| UnixListener::bind_addr(&address));
        match bound {
            Ok(address) => Ok(Self {
                _address: Some(address),
            }),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                Err(io::ErrorKind::WouldBlock.into())
            }
            // If the system has no such addresses, the lock file beside the file has to be enough.
            Err(_) => Ok(Self { _address: None }),
        }
    }

    /// Does nothing on this system.
    ///
    /// # Errors
    ///
    /// None on this system.
    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unnecessary_wraps, reason = "the same shape as on Linux")]
    pub fn acquire(_file: &Path) -> io::Result<Self> {
        Ok(Self {})
    }
}

/// Returns the number of hard links of a file; 1 if the system does not tell.
pub fn hard_links(file: &Path) -> u64 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        std::fs::metadata(file).map_or(1, |file| file.nlink())
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        1
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_hard_link_is_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a"), "").expect("written");
        std::fs::write(at("c"), "").expect("written");
        assert_eq!(hard_links(&at("a")), 1);
        std::fs::hard_link(at("a"), at("b")).expect("linked");
        assert_eq!(hard_links(&at("a")), 2);
        let first = NodeGuard::acquire(&at("a")).expect("free");
        let second = NodeGuard::acquire(&at("b")).expect_err("held under the other name");
        assert_eq!(second.kind(), io::ErrorKind::WouldBlock);
        NodeGuard::acquire(&at("c")).expect("another file");
        drop(first);
        NodeGuard::acquire(&at("b")).expect("free again");
    }
}
