//! One writer at a time under all names of a file: hard links and bind mounts have paths of their own.
//!
//! Linux has names that belong to a process until it ends, and that leave nothing on disk: abstract addresses of
//! sockets. Elsewhere hard links are not told apart.

use std::io;
use std::path::Path;

/// The right to write to a file under all its names, given back when dropped.
#[derive(Debug)]
pub struct NodeGuard {
    // Held for its address.
    #[cfg(target_os = "linux")]
    _address: Option<std::os::unix::net::UnixListener>,
}

impl NodeGuard {
    /// Takes the right to write to a file that is there. The file is not opened: closing it would let go of the locks
    /// that SQLite has on it in this process.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] while another process, or another guard of this one, has it; else what the system
    /// says of the file.
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
            // Without such addresses, the lock file beside the file has to be enough.
            Err(_) => Ok(Self { _address: None }),
        }
    }

    /// Takes the right to write to a file that is there.
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

/// Returns the number of names (hard links) of a file; 1 where the system does not tell.
pub fn names_of(file: &Path) -> u64 {
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
        assert_eq!(names_of(&at("a")), 1);
        std::fs::hard_link(at("a"), at("b")).expect("linked");
        assert_eq!(names_of(&at("a")), 2);
        let first = NodeGuard::acquire(&at("a")).expect("free");
        let second = NodeGuard::acquire(&at("b")).expect_err("held under the other name");
        assert_eq!(second.kind(), io::ErrorKind::WouldBlock);
        NodeGuard::acquire(&at("c")).expect("another file");
        drop(first);
        NodeGuard::acquire(&at("b")).expect("free again");
    }
}
