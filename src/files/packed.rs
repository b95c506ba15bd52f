//! Outputs that are compressed as their names say.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::error::WriteError;
use super::output::Existing;
use super::write::write_whole;

/// Endings of files that are read, and not written.
const ONLY_READ: [&str; 5] = ["7z", "bz2", "rar", "xz", "zip"];

/// Writes `file` whole as [`write_whole`] does: compressed if its name ends in `.gz` or `.zst`.
///
/// # Errors
///
/// As [`write_whole`], and [`WriteError::Packing`] for the ending of another kind of compressed file.
pub fn write_packed(
    file: &Path,
    existing: Existing,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    if ONLY_READ.contains(&&*ending) {
        return Err(WriteError::Packing(file.to_owned()));
    }
    write_whole(file, existing, |out| match &*ending {
        "gz" => {
            let mut packed = GzEncoder::new(out, Compression::default());
            fill(&mut packed)?;
            packed.finish().map(drop)
        }
        "zst" => {
            let mut packed = zstd::Encoder::new(out, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            fill(&mut packed)?;
            packed.finish().map(drop)
        }
        _ => fill(out),
    })
}
