//! A slot of the transposition table, which threads write and read without locks.
//!
//! The package `tests/loom` compiles this file with loom's atomic integers and tries every order of the accesses.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// One slot: the key combined with the packed entry by exclusive or, and the packed entry.
///
/// Any bytes are valid atomic integers, so that zeroed memory is a table.
pub(super) type TableSlot = [AtomicU64; 2];

/// Returns the key and the packed entry. Of halves of two different entries the key is not that of either.
#[inline]
pub(super) fn read(slot: &TableSlot) -> (u64, u64) {
    let [lock, entry] = slot.each_ref().map(|word| word.load(Ordering::Relaxed));
    (lock ^ entry, entry)
}

/// Stores a packed entry under a key.
#[inline]
pub(super) fn write([lock, entry]: &TableSlot, key: u64, packed: u64) {
    entry.store(packed, Ordering::Relaxed);
    lock.store(key ^ packed, Ordering::Relaxed);
}
