//! The hash by which inputs and parts are known.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;

use super::error::ShardError;

/// Returns the BLAKE3 hash of a file, or of a range of its bytes, as 64 hexadecimal digits.
pub(super) fn hash_of(path: &Path, range: Option<Range<u64>>) -> Result<String, ShardError> {
    let read = || -> io::Result<String> {
        let mut file = File::open(path)?;
        let range = range.unwrap_or(0..u64::MAX);
        file.seek(SeekFrom::Start(range.start))?;
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(file.take(range.end.saturating_sub(range.start)))?;
        Ok(hasher.finalize().to_hex().to_string())
    };
    read().map_err(ShardError::io(path))
}
