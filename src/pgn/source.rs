//! Sources of PGN text: files, compressed or not, folders of them, standard input, and functions that write it.
//!
//! The first bytes of a file, not its name, determine its format: see `unpack`. Text in UTF-16 with its byte-order
//! mark is converted to UTF-8.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, PipeWriter, Read, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

use super::encoding::DecodingReader;
use super::expansion::CountingReader;
use super::unpack::{self, FailedReader, each_in_file, each_in_stream, is_archive_without_pgn};

/// A function that writes the games of a file as PGN text; it may stop when the output is closed.
pub type PgnTextWriter = fn(&Path, &mut dyn Write) -> io::Result<()>;

/// A source of PGN text.
#[derive(Clone, Debug)]
pub enum PgnSource {
    /// A file, possibly compressed.
    File(PathBuf),
    /// The games in a range of bytes of a file, between two of its [cuts](super::cuts()); of a compressed file, bytes of its text.
    Range(PathBuf, Range<u64>),
    /// The games of a file that holds no PGN, as a database: the function writes them while they are read.
    Written(PathBuf, PgnTextWriter),
    /// Standard input, possibly compressed.
    StandardInput,
}

/// Number of bytes that are written into a pipe at a time.
const BUFFER: usize = 1 << 16;

/// Reason why a source cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnSourceError {
    /// Input failed.
    #[error("{}: cannot be read ({source}); check the path and its permissions", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The folder contains no PGN files.
    #[error(
        "{}: there is no PGN file in this folder (.pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .pgn.xz, .zip); give another one",
        .0.display()
    )]
    Empty(PathBuf),
    /// The archive contains no PGN files.
    #[error(
        "{}: there is no PGN file in this archive (.pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .pgn.xz); give another one",
        .0.display()
    )]
    EmptyArchive(PathBuf),
}

impl PgnSource {
    /// Returns the sources that paths name: `-` is standard input, a folder means all PGN files in and below it, in
    /// path order.
    ///
    /// A zip archive counts as a PGN file if it contains one.
    ///
    /// # Errors
    ///
    /// [`PgnSourceError`] for a missing path, and a folder or an archive without PGN files.
    pub fn find(paths: &[PathBuf]) -> Result<Vec<Self>, PgnSourceError> {
        let mut sources = Vec::new();
        for path in paths {
            if path.as_os_str() == "-" {
                sources.push(Self::StandardInput);
                continue;
            }
            let refused = |source| PgnSourceError::Io {
                path: path.clone(),
                source,
            };
            if fs::metadata(path).map_err(refused)?.is_dir() {
                let before = sources.len();
                add_folder(path, &mut BTreeSet::new(), &mut sources)?;
                if sources.len() == before {
                    return Err(PgnSourceError::Empty(path.clone()));
                }
            } else if is_archive_without_pgn(path) {
                return Err(PgnSourceError::EmptyArchive(path.clone()));
            } else {
                sources.push(Self::File(path.clone()));
            }
        }
        Ok(sources)
    }

    /// Returns true for the file name of PGN, compressed or not, or of an archive, which may be of a kind that is refused.
    pub fn is_pgn_name(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        unpack::is_pgn_name(&name) || unpack::is_archive_name(&name)
    }

    /// Returns the path of the file; `None` for standard input.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Range(path, _) | Self::Written(path, _) => Some(path),
            Self::StandardInput => None,
        }
    }

    /// Returns the name as given.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) | Self::Range(path, _) | Self::Written(path, _) => {
                path.display().to_string()
            }
            Self::StandardInput => "-".to_owned(),
        }
    }

    /// Returns the size of the text in bytes, packed as it is; `None` if unknown.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::File(path) => fs::metadata(path)
                .ok()
                .filter(fs::Metadata::is_file)
                .map(|data| data.len()),
            Self::Range(_, bytes) => Some(bytes.end.saturating_sub(bytes.start)),
            Self::Written(..) | Self::StandardInput => None,
        }
    }

    /// Opens the source and passes every stream of text in it to `take`, with its name.
    ///
    /// A zip archive has a stream for each PGN file in it, any other source has one. Text in UTF-16
    /// becomes UTF-8; other text stays as it is. `read` counts the bytes read from the source
    /// itself.
    ///
    /// # Errors
    ///
    /// An error if the source cannot be opened, or is an archive without PGN. Later errors come from the stream.
    pub fn each_stream(
        &self,
        read: &Arc<AtomicU64>,
        take: &mut dyn FnMut(&str, &mut dyn Read),
    ) -> io::Result<()> {
        let mut take =
            |name: &str, stream: &mut dyn Read| take(name, &mut DecodingReader::new(stream));
        match self {
            Self::File(path) => each_in_file(&self.name(), File::open(path)?, read, &mut take),
            Self::Range(path, bytes) => {
                let mut file = File::open(path)?;
                let length = bytes.end.saturating_sub(bytes.start);
                if unpack::packing_of(&mut file)?.is_stream() {
                    let name = self.name();
                    return each_in_file(&name, file, &Arc::default(), &mut |name, text| {
                        take_range(name, text, bytes, read, &mut take);
                    });
                }
                file.seek(SeekFrom::Start(bytes.start))?;
                each_in_stream(&self.name(), file.take(length), read, &mut take)
            }
            Self::Written(path, write) => {
                let (text, out) = io::pipe()?;
                thread::scope(|scope| {
                    let writing = scope.spawn(|| write_text(path, *write, out));
                    // The pipe is closed here if the reader stops early, which ends the writer.
                    let read = each_in_stream(&self.name(), text, read, &mut take);
                    let written = writing.join().unwrap_or_else(|_| {
                        Err(io::Error::other("the games could not be written"))
                    });
                    written.and(read)
                })
            }
            Self::StandardInput => each_in_stream("-", io::stdin().lock(), read, &mut take),
        }
    }
}

/// Writes the games of a file into a pipe, until the other end is closed.
fn write_text(path: &Path, write: PgnTextWriter, out: PipeWriter) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    match write(path, &mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Passes a range of bytes of a text to `take`; `read` counts them.
fn take_range(
    name: &str,
    text: &mut dyn Read,
    bytes: &Range<u64>,
    read: &Arc<AtomicU64>,
    take: &mut dyn FnMut(&str, &mut dyn Read),
) {
    match io::copy(&mut Read::take(&mut *text, bytes.start), &mut io::sink()) {
        Ok(_) => take(
            name,
            &mut CountingReader {
                source: Read::take(text, bytes.end.saturating_sub(bytes.start)),
                all: Arc::clone(read),
                own: Arc::default(),
            },
        ),
        Err(error) => take(name, &mut FailedReader(Some(error))),
    }
}

/// Adds the PGN files in and below a folder, which may be a link; `visited` holds the folders that are done.
fn add_folder(
    folder: &Path,
    visited: &mut BTreeSet<PathBuf>,
    sources: &mut Vec<PgnSource>,
) -> Result<(), PgnSourceError> {
    let refused = |source| PgnSourceError::Io {
        path: folder.to_owned(),
        source,
    };
    // A link to a folder may lead back here.
    if !visited.insert(folder.canonicalize().map_err(refused)?) {
        return Ok(());
    }
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(refused)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            add_folder(&path, visited, sources)?;
            continue;
        }
        // A link that leads nowhere is named when it is read.
        let is_given = path.is_file() || !path.exists();
        if PgnSource::is_pgn_name(&path) && is_given && !is_archive_without_pgn(&path) {
            sources.push(PgnSource::File(path));
        }
    }
    Ok(())
}

/// Passes the streams of text in `bytes` to `take`, decompressed and decoded as in [`PgnSource::each_stream`].
///
/// # Errors
///
/// An error if the bytes are an archive without PGN. Later errors come from the stream.
pub fn each_stream_in(
    name: &str,
    bytes: &[u8],
    take: &mut dyn FnMut(&str, &mut dyn Read),
) -> io::Result<()> {
    let mut take = |name: &str, stream: &mut dyn Read| take(name, &mut DecodingReader::new(stream));
    each_in_stream(name, bytes, &Arc::default(), &mut take)
}
