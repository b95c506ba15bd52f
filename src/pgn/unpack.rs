//! Decompression: zstd, gzip, bzip2, and zip archives of PGN files, which may be compressed
//! themselves.
//!
//! The first bytes determine the format. A truncated file gives its readable part, and then the error. Input that
//! expands far beyond its size is stopped: see [`MOST_EXPANSION`].

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

/// Maximum ratio of decompressed to compressed bytes, averaged over a file or archive.
///
/// PGN has a ratio of 4 to 8; the same game repeated a thousand times has some hundred.
pub const MOST_EXPANSION: u64 = 200;

/// Decompressed bytes that any file or archive may have, however small it is.
const FREE_EXPANSION: u64 = 1 << 26;

/// Number of bytes read at a time from a plain file.
const BUFFER: usize = 1 << 17;

/// Callback for the streams of a source, with their names.
type StreamCallback<'a> = &'a mut dyn FnMut(&str, &mut dyn Read);

/// Passes the streams of a file to `take`; `read` counts its bytes.
pub(super) fn each_in_file(
    name: &str,
    mut file: File,
    read: &Arc<AtomicU64>,
    take: StreamCallback<'_>,
) -> io::Result<()> {
    let data = file.metadata()?;
    if !data.is_file() || !begins_archive(&mut file)? {
        return each_in_stream(name, file, read, take);
    }
    let Ok(mut archive) = ZipArchive::new(BufReader::with_capacity(BUFFER, file.try_clone()?))
    else {
        // The directory of the archive is damaged, so its files are read in sequence.
        file.seek(SeekFrom::Start(0))?;
        return each_in_stream(name, file, read, take);
    };
    let bound = ExpansionLimit::default();
    bound.packed.store(data.len(), Ordering::Relaxed);
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(io::Error::other)?;
        let Some(inner) = pgn_member(member.name_raw()) else {
            continue;
        };
        if bound.is_stopped() {
            return Err(io::Error::other(UNREAD));
        }
        read.fetch_add(member.compressed_size(), Ordering::Relaxed);
        unpack(
            &format!("{name}/{inner}"),
            bound.around(member),
            &bound,
            take,
        );
    }
    Ok(())
}

/// Passes the streams of a source that cannot seek to `take`.
pub(super) fn each_in_stream(
    name: &str,
    source: impl Read,
    read: &Arc<AtomicU64>,
    take: StreamCallback<'_>,
) -> io::Result<()> {
    let bound = ExpansionLimit::default();
    let mut source = CountingReader {
        source,
        all: Arc::clone(read),
        own: Arc::clone(&bound.packed),
    };
    let head = head_of(&mut source)?;
    let is_archive = Packing::of(&head) == Packing::Zip;
    let mut whole = io::Cursor::new(head).chain(source);
    if !is_archive {
        unpack(name, whole, &bound, take);
        return Ok(());
    }
    let mut members = 0;
    while let Some(member) =
        zip::read::read_zipfile_from_stream(&mut whole).map_err(io::Error::other)?
    {
        if let Some(inner) = pgn_member(member.name_raw()) {
            if bound.is_stopped() {
                return Err(io::Error::other(UNREAD));
            }
            members += 1;
            unpack(
                &format!("{name}/{inner}"),
                bound.around(member),
                &bound,
                take,
            );
        }
    }
    if members == 0 {
        return Err(io::Error::other("it is an archive without a .pgn file"));
    }
    Ok(())
}

/// Error for an archive's files after the one that was stopped.
const UNREAD: &str = "what follows in this archive was not read";

/// Returns true for a valid zip archive without a PGN file.
pub(super) fn is_archive_without_pgn(path: &Path) -> bool {
    let lacks_pgn = || -> io::Result<bool> {
        let mut file = File::open(path)?;
        if !begins_archive(&mut file)? {
            return Ok(false);
        }
        let archive = ZipArchive::new(BufReader::new(file)).map_err(io::Error::other)?;
        Ok(archive
            .file_names()
            .all(|name| name.is_ok_and(|name| !is_pgn_name(&name))))
    };
    // A pipe must not be opened twice.
    path.is_file() && lacks_pgn().unwrap_or(false)
}

/// How a file is packed, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Text as it is.
    Plain,
    /// Zstandard, also with a skippable frame first.
    Zstd,
    /// Gzip.
    Gzip,
    /// Bzip2.
    Bzip2,
    /// A zip archive.
    Zip,
}

impl Packing {
    /// Returns the packing of a file that begins so; four bytes tell.
    pub(super) fn of(head: &[u8]) -> Self {
        match head {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            _ => Self::Plain,
        }
    }
}

/// Passes one stream to `take`, decompressed according to its first bytes. Errors come from the stream.
fn unpack(name: &str, mut source: impl Read, bound: &ExpansionLimit, take: StreamCallback<'_>) {
    let head = match head_of(&mut source) {
        Ok(head) => head,
        Err(error) => return take(name, &mut FailedReader(Some(error))),
    };
    let packing = Packing::of(&head);
    let whole = io::Cursor::new(head).chain(source);
    match packing {
        Packing::Zstd => match zstd::stream::read::Decoder::new(whole) {
            Ok(unpacked) => take(name, &mut bound.around(unpacked)),
            Err(error) => take(name, &mut FailedReader(Some(error))),
        },
        Packing::Gzip => take(name, &mut bound.around(MultiGzDecoder::new(whole))),
        Packing::Bzip2 => {
            take(name, &mut bound.around(MultiBzDecoder::new(whole)));
        }
        // An archive within an archive is read as text, which it is not.
        Packing::Plain | Packing::Zip => {
            take(name, &mut BufReader::with_capacity(BUFFER, whole));
        }
    }
}

/// A stream that only returns an error.
struct FailedReader(Option<io::Error>);

impl Read for FailedReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads the first bytes of a stream, which show its format.
fn head_of(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    source.take(4).read_to_end(&mut head)?;
    Ok(head)
}

fn begins_archive(file: &mut File) -> io::Result<bool> {
    let head = head_of(file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(Packing::of(&head) == Packing::Zip)
}

/// Returns the name of an archive's file, if it is a PGN file, compressed or not.
fn pgn_member(name: &[u8]) -> Option<String> {
    let name = String::from_utf8_lossy(name).into_owned();
    is_pgn_name(&name).then_some(name)
}

/// Returns true for the file name of PGN, compressed or not.
pub(super) fn is_pgn_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// A reader that counts bytes, for the progress and for the limit.
struct CountingReader<R> {
    source: R,
    all: Arc<AtomicU64>,
    own: Arc<AtomicU64>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.all.fetch_add(count as u64, Ordering::Relaxed);
        self.own.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The limit on expansion: compressed and decompressed bytes of a file or archive.
#[derive(Clone, Default)]
struct ExpansionLimit {
    packed: Arc<AtomicU64>,
    given: Arc<AtomicU64>,
    /// True once decompression was stopped. It stays stopped, even if more of the archive is read to find its next
    /// file.
    is_stopped: Arc<AtomicBool>,
}

impl ExpansionLimit {
    /// Returns true if decompression was stopped because the expansion exceeds the limit.
    fn is_stopped(&self) -> bool {
        let packed = self.packed.load(Ordering::Relaxed);
        let most = FREE_EXPANSION.saturating_add(packed.saturating_mul(MOST_EXPANSION));
        if self.given.load(Ordering::Relaxed) > most {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Wraps a decompressed stream so that it counts towards this limit.
    fn around<R: Read>(&self, unpacked: R) -> LimitedReader<R> {
        LimitedReader {
            unpacked,
            bound: self.clone(),
        }
    }
}

/// A decompressed stream that fails once it exceeds the limit.
struct LimitedReader<R> {
    unpacked: R,
    bound: ExpansionLimit,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bound.is_stopped() {
            return Err(io::Error::other(format!(
                "it unpacks to more than {MOST_EXPANSION} times its size, which no collection of games does; if it is one, unpack it first"
            )));
        }
        let count = self.unpacked.read(buffer)?;
        self.bound.given.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default())
                .expect("a file");
            zip.write_all(bytes).expect("written");
        }
        zip.finish().expect("whole").into_inner()
    }

    /// Name and number of bytes of a stream, and true if all of it could be read.
    type Stream = (String, u64, bool);

    /// Returns the streams of an archive, read as a file and as a stream, and true if there was no error.
    fn streams(archive: &[u8]) -> [(Vec<Stream>, bool); 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.zip");
        std::fs::write(&path, archive).expect("written");
        [true, false].map(|is_file| {
            let mut found = Vec::new();
            let mut take = |name: &str, stream: &mut dyn Read| {
                let mut bytes = 0;
                let mut buffer = vec![0; 1 << 16];
                let is_whole = loop {
                    match stream.read(&mut buffer) {
                        Ok(0) => break true,
                        Ok(count) => bytes += count as u64,
                        Err(_) => break false,
                    }
                };
                found.push((name.to_owned(), bytes, is_whole));
            };
            let read = Arc::default();
            let outcome = if is_file {
                let file = File::open(&path).expect("there");
                each_in_file("a", file, &read, &mut take)
            } else {
                each_in_stream("a", archive, &read, &mut take)
            };
            (found, outcome.is_ok())
        })
    }

    #[test]
    fn files_in_archives_may_be_packed_themselves() {
        let text = b"1. e4 e5 *\n";
        let packed = zstd::encode_all(&text[..], 1).expect("packed");
        let archive = zipped(&[
            ("x.pgn.zst", &packed),
            ("y.txt", b"no"),
            ("z/y.PGN", text),
            ("half.pgn.zst", &packed[..packed.len() - 3]),
        ]);
        for (found, is_ok) in streams(&archive) {
            assert!(is_ok);
            let size = text.len() as u64;
            assert_eq!(found[0], ("a/x.pgn.zst".to_owned(), size, true));
            assert_eq!(found[1], ("a/z/y.PGN".to_owned(), size, true));
            assert!(found[2].0 == "a/half.pgn.zst" && !found[2].2);
            assert_eq!(found.len(), 3);
        }
    }

    #[test]
    fn what_an_archive_may_give_is_shared_by_its_files() {
        let blanks = vec![b' '; 24 << 20];
        let names = ["1.pgn", "2.pgn", "3.pgn", "4.pgn", "5.pgn", "6.pgn"];
        let archive = zipped(&names.map(|name| (name, blanks.as_slice())));
        for (found, is_ok) in streams(&archive) {
            let given: u64 = found.iter().map(|(_, bytes, _)| bytes).sum();
            let most = FREE_EXPANSION + archive.len() as u64 * MOST_EXPANSION;
            assert!(given < most + (1 << 20), "{given} of {most}");
            assert!(!is_ok, "the rest is not passed over in silence");
            assert_eq!(found.iter().filter(|(_, _, is_whole)| !is_whole).count(), 1);
        }
    }

    #[test]
    fn an_archive_without_pgn_is_known_beforehand() {
        let folder = tempfile::tempdir().expect("a folder");
        let lacks_pgn = |bytes: &[u8]| {
            let path = folder.path().join("a.zip");
            std::fs::write(&path, bytes).expect("written");
            is_archive_without_pgn(&path)
        };
        let text = zipped(&[("read.txt", b"hello")]);
        assert!(lacks_pgn(&text));
        assert!(!lacks_pgn(&zipped(&[("a.PGN.gz", b"")])));
        assert!(!lacks_pgn(&text[..text.len() / 2]), "that one is damaged");
        assert!(!lacks_pgn(b"1. e4 *"));
        assert!(!is_archive_without_pgn(folder.path()));
        assert!(
            streams(&text)
                .iter()
                .any(|(found, is_ok)| found.is_empty() && !is_ok)
        );
    }
}
