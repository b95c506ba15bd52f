//! Where PGN text comes from: files, compressed or not, folders of them, standard input.
//!
//! What a file holds is told by its first bytes, not by its name. A file that ends before its time
//! gives what was there, and then the damage. A file that unpacks to far more than its size is
//! stopped: see [`MOST_EXPANSION`].
//!
//! May use: std and the libraries for each format.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use zip::ZipArchive;
use zip::read::ZipFile;

/// How many bytes a packed byte may give, on the average of a file: PGN gives 4 to 8, and the same
/// game repeated a thousand times some hundred.
pub const MOST_EXPANSION: u64 = 200;

/// How much any packed file may give, however small it is.
const FREE_EXPANSION: u64 = 1 << 26;

/// How much is read at once from a plain file.
const BUFFER: usize = 1 << 17;

/// One thing to read games from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A file, perhaps compressed.
    File(PathBuf),
    /// Standard input, perhaps compressed.
    StandardInput,
}

/// Why there is nothing to read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file system refused.
    #[error("{}: cannot be read ({source}); check the path and its permissions", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder without games.
    #[error(
        "{}: there is no PGN file in this folder (.pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .zip); give another one",
        .0.display()
    )]
    Empty(PathBuf),
}

impl Source {
    /// The sources that paths mean: `-` is standard input, a folder stands for all PGN files in
    /// and below it, in the order of their paths.
    ///
    /// # Errors
    ///
    /// [`SourceError`] for a path that is not there and a folder without PGN files.
    pub fn find(paths: &[PathBuf]) -> Result<Vec<Self>, SourceError> {
        let mut sources = Vec::new();
        for path in paths {
            if path.as_os_str() == "-" {
                sources.push(Self::StandardInput);
                continue;
            }
            let refused = |source| SourceError::Io {
                path: path.clone(),
                source,
            };
            if fs::metadata(path).map_err(refused)?.is_dir() {
                let before = sources.len();
                add_folder(path, &mut sources)?;
                if sources.len() == before {
                    return Err(SourceError::Empty(path.clone()));
                }
            } else {
                sources.push(Self::File(path.clone()));
            }
        }
        Ok(sources)
    }

    /// Its name, as it was given.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::StandardInput => "-".to_owned(),
        }
    }

    /// The size of the file, packed or not; `None` where that is not known beforehand.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::File(path) => fs::metadata(path)
                .ok()
                .filter(fs::Metadata::is_file)
                .map(|data| data.len()),
            Self::StandardInput => None,
        }
    }

    /// Opens it and gives every stream of text in it to `take`, with its name: one, but for a zip
    /// archive, which has one for each PGN file in it. `read` counts the bytes that are read of
    /// the source itself.
    ///
    /// # Errors
    ///
    /// When the source cannot be opened, or is an archive without PGN. What goes wrong later comes
    /// out of the stream.
    pub fn each_stream(
        &self,
        read: &Arc<AtomicU64>,
        take: &mut dyn FnMut(&str, &mut dyn Read),
    ) -> io::Result<()> {
        match self {
            Self::File(path) => {
                let mut file = File::open(path)?;
                if file.metadata()?.is_file() && starts_with(&mut file, b"PK\x03\x04")? {
                    return each_member(&self.name(), file, read, take);
                }
                each_plain(&self.name(), file, read, take)
            }
            Self::StandardInput => each_plain("-", io::stdin().lock(), read, take),
        }
    }
}

/// Adds the PGN files in and below a folder.
fn add_folder(folder: &Path, sources: &mut Vec<Source>) -> Result<(), SourceError> {
    let refused = |source| SourceError::Io {
        path: folder.to_owned(),
        source,
    };
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(refused)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link to a folder may lead back here; a link to a file is that file.
        if entry.file_type().map_err(refused)?.is_dir() {
            add_folder(&path, sources)?;
        } else if is_pgn_name(&path) && path.is_file() {
            sources.push(Source::File(path));
        }
    }
    Ok(())
}

/// Whether a file's name is that of PGN, compressed or not.
fn is_pgn_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".zip"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

fn starts_with(file: &mut File, magic: &[u8]) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(magic.len() as u64).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head == magic)
}

/// One stream, unpacked if its first bytes say so.
fn each_plain(
    name: &str,
    source: impl Read,
    read: &Arc<AtomicU64>,
    take: &mut dyn FnMut(&str, &mut dyn Read),
) -> io::Result<()> {
    let (packed, mut source) = Counted::new(source, read);
    let mut head = Vec::new();
    (&mut source).take(4).read_to_end(&mut head)?;
    let whole = io::Cursor::new(head.clone()).chain(source);
    match head.as_slice() {
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            let unpacked = zstd::stream::read::Decoder::new(whole)?;
            take(name, &mut Bounded::new(unpacked, packed));
        }
        [0x1f, 0x8b, ..] => {
            let unpacked = MultiGzDecoder::new(whole);
            take(name, &mut Bounded::new(unpacked, packed));
        }
        [b'B', b'Z', b'h', b'1'..=b'9'] => {
            let unpacked = MultiBzDecoder::new(whole);
            take(name, &mut Bounded::new(unpacked, packed));
        }
        [b'P', b'K', 3, 4] => each_streamed_member(name, whole, &packed, take)?,
        _ => take(name, &mut BufReader::with_capacity(BUFFER, whole)),
    }
    Ok(())
}

/// The PGN files of a zip archive on disk, by its directory; if that is damaged, one after the
/// other as they stand.
fn each_member(
    name: &str,
    mut file: File,
    read: &Arc<AtomicU64>,
    take: &mut dyn FnMut(&str, &mut dyn Read),
) -> io::Result<()> {
    let Ok(mut archive) = ZipArchive::new(BufReader::with_capacity(BUFFER, file.try_clone()?))
    else {
        file.seek(SeekFrom::Start(0))?;
        let (packed, source) = Counted::new(file, read);
        return each_streamed_member(name, source, &packed, take);
    };
    let mut members = 0;
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(io::Error::other)?;
        let Some(inner) = pgn_member(name, &member) else {
            continue;
        };
        members += 1;
        let packed = Arc::new(AtomicU64::new(member.compressed_size()));
        read.fetch_add(member.compressed_size(), Ordering::Relaxed);
        take(&inner, &mut Bounded::new(member, packed));
    }
    if members == 0 {
        return Err(io::Error::other("there is no .pgn file in this archive"));
    }
    Ok(())
}

fn each_streamed_member(
    name: &str,
    mut source: impl Read,
    packed: &Arc<AtomicU64>,
    take: &mut dyn FnMut(&str, &mut dyn Read),
) -> io::Result<()> {
    let mut members = 0;
    while let Some(member) =
        zip::read::read_zipfile_from_stream(&mut source).map_err(io::Error::other)?
    {
        if let Some(inner) = pgn_member(name, &member) {
            members += 1;
            take(&inner, &mut Bounded::new(member, Arc::clone(packed)));
        }
    }
    if members == 0 {
        return Err(io::Error::other("there is no .pgn file in this archive"));
    }
    Ok(())
}

/// The full name of a file in an archive, if it is one of PGN.
fn pgn_member<R: Read>(archive: &str, member: &ZipFile<'_, R>) -> Option<String> {
    let name = String::from_utf8_lossy(member.name_raw());
    let is_pgn = name.to_ascii_lowercase().ends_with(".pgn");
    is_pgn.then(|| format!("{archive}/{name}"))
}

/// Counts what is read through it, for the progress of all sources and for itself.
struct Counted<R> {
    source: R,
    all: Arc<AtomicU64>,
    own: Arc<AtomicU64>,
}

impl<R: Read> Counted<R> {
    fn new(source: R, all: &Arc<AtomicU64>) -> (Arc<AtomicU64>, Self) {
        let own = Arc::new(AtomicU64::new(0));
        let counted = Self {
            source,
            all: Arc::clone(all),
            own: Arc::clone(&own),
        };
        (own, counted)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.all.fetch_add(count as u64, Ordering::Relaxed);
        self.own.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Unpacked text that may not be out of all proportion to what was packed.
struct Bounded<R> {
    unpacked: R,
    packed: Arc<AtomicU64>,
    given: u64,
}

impl<R: Read> Bounded<R> {
    const fn new(unpacked: R, packed: Arc<AtomicU64>) -> Self {
        Self {
            unpacked,
            packed,
            given: 0,
        }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let packed = self.packed.load(Ordering::Relaxed);
        if self.given > FREE_EXPANSION + packed.saturating_mul(MOST_EXPANSION) {
            return Err(io::Error::other(format!(
                "it unpacks to more than {MOST_EXPANSION} times its size, which no collection of games does; if it is one, unpack it first"
            )));
        }
        let count = self.unpacked.read(buffer)?;
        self.given += count as u64;
        Ok(count)
    }
}
