//! The error of an output that could not be written.

use std::io;
use std::path::PathBuf;

/// Why an output could not be written; names the file and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file of that name exists.
    #[error("{}: the file exists; give another name, or --force to replace it", .0.display())]
    Exists(PathBuf),
    /// It is `-`, which stands for standard output in other programs.
    #[error(
        "'-' names no output, since standard output is for the report; give the name of a file"
    )]
    Dash,
    /// It is a device, a pipe or a socket, and the output cannot be written in one go.
    #[error("{}: this is a device, a pipe or a socket, and would be lost; give the name of a file", .0.display())]
    Special(PathBuf),
    /// It is one of the files that the command reads.
    #[error("{}: this file is read by the same command, and would be lost; give another name", .0.display())]
    Input(PathBuf),
    /// Its name is that of an archive, or of a compression that is only read.
    #[error("{}: files of this kind are read and not written; end the name in .gz or .zst, or leave the ending out", .0.display())]
    Packing(PathBuf),
    /// Two outputs of one command have this name.
    #[error("{}: two outputs of the same command have this name; give one of them another", .0.display())]
    Twice(PathBuf),
    /// The folder that should hold it is not there.
    #[error("{}: the folder {} does not exist; create it first", file.display(), folder.display())]
    NoFolder {
        /// The file to be written.
        file: PathBuf,
        /// Its missing folder.
        folder: PathBuf,
    },
    /// A file stands where a folder is needed.
    #[error("{}: this is a file, and a folder is needed; name another folder, or move the file away", .0.display())]
    NotFolder(PathBuf),
    /// A folder could not be made.
    #[error("{}: the folder cannot be made ({source}); name another one, or remove the cause that the system reports", folder.display())]
    Folder {
        /// The folder to be made.
        folder: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file system refused.
    #[error("{}: could not be written ({source}); nothing was changed: {}", file.display(), remedy(source))]
    Io {
        /// The file to be written.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Returns the remedy for an error of the file system.
fn remedy(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "give a file in a folder that you may write to"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "make room, or give a file on another disk"
        }
        _ => "give another name, or remove the cause that the system reports",
    }
}
