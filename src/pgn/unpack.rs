//! Decompression: zstd, gzip, bzip2, xz, and zip archives of PGN files, which may be compressed or archives themselves.
//!
//! The first bytes determine the format. A truncated file gives its readable part, and then the error. Input that
//! expands far beyond its size is stopped: see [`MOST_EXPANSION`](super::expansion::MOST_EXPANSION). Archives of 7z and
//! RAR are refused with a message.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use zip::ZipArchive;

use super::expansion::{CountingReader, ExpansionLimit};

/// Memory that unpacking XZ may take, in KiB: twice what its strongest setting needs.
const XZ_MEMORY: u32 = 1 << 17;

/// Maximum number of archives around a file.
const MOST_ARCHIVES: usize = 4;

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
    let Ok(archive) = ZipArchive::new(BufReader::with_capacity(BUFFER, file.try_clone()?)) else {
        // The directory of the archive is damaged, so its files are read in sequence.
        file.seek(SeekFrom::Start(0))?;
        each_in_stream(name, file, read, take)?;
        return Err(io::Error::other(LIST_DAMAGED));
    };
    let bound = ExpansionLimit::default();
    bound.packed.store(data.len(), Ordering::Relaxed);
    each_member(name, archive, &bound, 1, take, &mut |size| {
        read.fetch_add(size, Ordering::Relaxed);
    })
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
        unpack(name, whole, &bound, 0, take);
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
                1,
                take,
            );
        }
    }
    if members == 0 {
        return Err(io::Error::other("it is an archive without a .pgn file"));
    }
    if has_end_record(&mut whole)? {
        Ok(())
    } else {
        Err(io::Error::other(LIST_DAMAGED))
    }
}

/// Returns true if the rest of an archive has the record with which a whole archive ends.
fn has_end_record(archive: &mut impl Read) -> io::Result<bool> {
    let mut list = Vec::new();
    archive.take(MOST_LIST_BYTES).read_to_end(&mut list)?;
    Ok(memchr::memmem::find(&list, b"PK\x05\x06").is_some())
}

/// Error for an archive whose list of files cannot be read.
const LIST_DAMAGED: &str = "the list of its files is damaged, and some may be missing";

/// Maximum number of bytes of the list of an archive's files.
const MOST_LIST_BYTES: u64 = 1 << 26;

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
            .all(|name| name.is_ok_and(|name| !is_pgn_name(&name) && !is_archive_name(&name))))
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
    /// XZ.
    Xz,
    /// A zip archive.
    Zip,
    /// A 7z archive, which is not read.
    SevenZip,
    /// A RAR archive, which is not read.
    Rar,
}

impl Packing {
    /// Returns true for one compressed stream, and not for plain text or an archive of files.
    pub(super) const fn is_stream(self) -> bool {
        matches!(self, Self::Zstd | Self::Gzip | Self::Bzip2 | Self::Xz)
    }

    /// Returns the packing of a file that begins so; four bytes tell.
    pub(super) fn of(head: &[u8]) -> Self {
        match head {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            [0xfd, b'7', b'z', b'X', ..] => Self::Xz,
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            [b'7', b'z', 0xbc, 0xaf, ..] => Self::SevenZip,
            [b'R', b'a', b'r', b'!', ..] => Self::Rar,
            _ => Self::Plain,
        }
    }
}

/// Passes one stream to `take`, decompressed according to its first bytes. Errors come from the stream.
///
/// An archive gives a stream for each of its PGN files; `depth` is the number of archives around it.
fn unpack(
    name: &str,
    mut source: impl Read,
    bound: &ExpansionLimit,
    depth: usize,
    take: StreamCallback<'_>,
) {
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
        Packing::Xz => {
            let unpacked = XzReader::new_mem_limit(whole, true, XZ_MEMORY);
            take(name, &mut bound.around(unpacked));
        }
        Packing::Zip => {
            if let Err(error) = unpack_inner(name, whole, bound, depth, take) {
                take(name, &mut FailedReader(Some(error)));
            }
        }
        Packing::SevenZip | Packing::Rar => {
            let kind = if packing == Packing::Rar { "RAR" } else { "7z" };
            let what = format!("it is a {kind} archive, which is not read here: unpack it first");
            take(name, &mut FailedReader(Some(io::Error::other(what))));
        }
        Packing::Plain => {
            take(name, &mut BufReader::with_capacity(BUFFER, whole));
        }
    }
}

/// Passes the streams of an archive within an archive to `take`, from a temporary copy.
fn unpack_inner(
    name: &str,
    mut archive: impl Read,
    bound: &ExpansionLimit,
    depth: usize,
    take: StreamCallback<'_>,
) -> io::Result<()> {
    if depth >= MOST_ARCHIVES {
        return Err(io::Error::other(
            "it lies in too many archives; unpack the outer ones first",
        ));
    }
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut archive, &mut copy)?;
    copy.seek(SeekFrom::Start(0))?;
    let archive =
        ZipArchive::new(BufReader::with_capacity(BUFFER, copy)).map_err(io::Error::other)?;
    each_member(name, archive, bound, depth + 1, take, &mut |_| {})
}

/// Passes the PGN files of an archive to `take`; `begin` gets the compressed size of each.
fn each_member<R: Read + Seek>(
    name: &str,
    mut archive: ZipArchive<R>,
    bound: &ExpansionLimit,
    depth: usize,
    take: StreamCallback<'_>,
    begin: &mut dyn FnMut(u64),
) -> io::Result<()> {
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(io::Error::other)?;
        let Some(inner) = pgn_member(member.name_raw()) else {
            continue;
        };
        if bound.is_stopped() {
            return Err(io::Error::other(UNREAD));
        }
        begin(member.compressed_size());
        let path = format!("{name}/{inner}");
        unpack(&path, bound.around(member), bound, depth, &mut *take);
    }
    Ok(())
}

/// A stream that only returns an error.
pub(super) struct FailedReader(pub(super) Option<io::Error>);

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
    Ok(packing_of(file)? == Packing::Zip)
}

/// Returns how a file is packed, and goes to its beginning.
pub(super) fn packing_of(file: &mut File) -> io::Result<Packing> {
    let head = head_of(file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(Packing::of(&head))
}

/// Returns the name of an archive's file, if it is a PGN file, compressed or not, or another archive.
fn pgn_member(name: &[u8]) -> Option<String> {
    let name = String::from_utf8_lossy(name).into_owned();
    (is_pgn_name(&name) || is_archive_name(&name)).then_some(name)
}

/// Returns true for the file name of PGN, compressed or not.
pub(super) fn is_pgn_name(name: &str) -> bool {
    has_ending(
        name,
        &[".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.xz"],
    )
}

/// Returns true for the file name of an archive, also of a kind that is refused.
pub(super) fn is_archive_name(name: &str) -> bool {
    has_ending(name, &[".zip", ".7z", ".rar"])
}

/// Returns true if a name ends so, in any case. macOS's files `._NAME` are no copies of NAME, and are left out.
fn has_ending(name: &str, endings: &[&str]) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    let file = file.to_ascii_lowercase();
    !file.starts_with("._") && endings.iter().any(|ending| file.ends_with(ending))
}

#[cfg(test)]
mod tests;
