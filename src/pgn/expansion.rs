//! Limit on the expansion of packed input: a small file must not unpack to a full disk.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Maximum ratio of decompressed to compressed bytes, averaged over a file or archive.
///
/// PGN has a ratio of 4 to 8; the same game repeated a thousand times has some hundred.
pub const MOST_EXPANSION: u64 = 200;

/// Decompressed bytes that any file or archive may have, however small it is.
pub(super) const FREE_EXPANSION: u64 = 1 << 26;

/// A reader that counts bytes, for the progress and for the limit.
pub(super) struct CountingReader<R> {
    pub(super) source: R,
    pub(super) all: Arc<AtomicU64>,
    pub(super) own: Arc<AtomicU64>,
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
pub(super) struct ExpansionLimit {
    pub(super) packed: Arc<AtomicU64>,
    given: Arc<AtomicU64>,
    /// True once decompression was stopped. It stays stopped, even if more of the archive is read to find its next
    /// file.
    is_stopped: Arc<AtomicBool>,
}

impl ExpansionLimit {
    /// Returns true if decompression was stopped because the expansion exceeds the limit.
    pub(super) fn is_stopped(&self) -> bool {
        let packed = self.packed.load(Ordering::Relaxed);
        let most = FREE_EXPANSION.saturating_add(packed.saturating_mul(MOST_EXPANSION));
        if self.given.load(Ordering::Relaxed) > most {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Wraps a decompressed stream so that it counts towards this limit.
    pub(super) fn around<R: Read>(&self, unpacked: R) -> LimitedReader<R> {
        LimitedReader {
            unpacked,
            bound: self.clone(),
        }
    }
}

/// A decompressed stream that fails once it exceeds the limit.
pub(super) struct LimitedReader<R> {
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
