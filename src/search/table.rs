//! The transposition table: results of searched positions, kept for when they come up again.
//!
//! Four entries share a bucket of one cache line; the high bits of the key choose the bucket. A new entry replaces
//! the least valuable one: shallow, or left by an older search. All threads of a search share the table without
//! locks: a slot holds its entry and the key combined with it by exclusive or, so that halves of two different
//! entries never pass for one (Hyatt and Mann, *A Lock-less Transposition Table Implementation*, 2002).

mod entry;
mod pages;
mod slot;

use std::fmt;
use std::sync::atomic::Ordering;

use memmap2::MmapMut;
use zerocopy::FromBytes as _;

pub(super) use entry::STANDING;
pub use entry::{Bound, PackedMove, TableEntry};
pub(super) use pages::has_room;
use slot::TableSlot;

/// Number of entries in a cache line.
const BUCKET: usize = 4;

/// When entries are replaced, each search of age counts like this many plies of depth.
const AGE_IN_PLIES: i32 = 4;

/// From this size in bytes on a table is cleared by mapping new memory: writing 64 GiB would take half a minute.
const CLEARED_BY_SYSTEM: usize = 1 << 30;

/// The largest table that can be asked for, in MiB.
pub const MOST_HASH: u32 = 65_536;

/// The memory that a table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableSize(usize);

impl TableSize {
    /// 16 MiB, the usual default of chess GUIs.
    pub const DEFAULT: Self = Self(16 * 1024);

    /// 64 KiB: it stays in the processor's cache and is cleared in no time.
    pub const SMALL: Self = Self(64);

    /// Makes a size of this number of kibibytes, at least one.
    pub const fn kibibytes(kibibytes: usize) -> Self {
        Self(if kibibytes == 0 { 1 } else { kibibytes })
    }

    /// Makes a size of this number of mebibytes, at least one.
    pub const fn mebibytes(mebibytes: u32) -> Self {
        Self::kibibytes(if mebibytes == 0 {
            1024
        } else {
            (mebibytes as usize).saturating_mul(1024)
        })
    }

    const fn bytes(self) -> usize {
        self.0.saturating_mul(1024)
    }
}

/// In whole MB, as chess GUIs write the size of a table; a smaller one in kB.
impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / 1024 {
            0 => write!(f, "{} kB", self.0),
            mebibytes => write!(f, "{mebibytes} MB"),
        }
    }
}

/// One bucket, the size of a cache line.
type TableBucket = [TableSlot; BUCKET];

/// Returns the key and the entry of a slot.
#[inline]
fn read(slot: &TableSlot) -> (u64, TableEntry) {
    let (key, packed) = slot::read(slot);
    (key, TableEntry::unpack(packed))
}

/// The transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Whole buckets. A mapping starts at a page, and so at a cache line.
    memory: MmapMut,
    /// The number of the search, from 1; 0 marks slots that were never used.
    generation: u8,
    /// Memory in bytes that is to be left for the threads of the search.
    left_free: usize,
    /// True if nothing has been stored since the table was cleared.
    is_empty: bool,
}

impl TranspositionTable {
    /// Makes an empty table of this size. If memory is short, the size is halved until the table and `left_free`
    /// bytes more fit; [`size`](Self::size) returns the actual size.
    pub fn new(size: TableSize, left_free: usize) -> Self {
        Self {
            memory: pages::zeroed(size.bytes(), size_of::<TableBucket>(), left_free),
            left_free,
            generation: 1,
            is_empty: true,
        }
    }

    /// Returns the memory that the table takes.
    pub fn size(&self) -> TableSize {
        TableSize::kibibytes(self.memory.len() / 1024)
    }

    /// Clears the table. A large one gets new memory, which the system clears as it is used.
    pub fn clear(&mut self) {
        if self.is_empty {
            return;
        }
        if self.memory.len() >= CLEARED_BY_SYSTEM {
            let (bytes, bucket) = (self.memory.len(), size_of::<TableBucket>());
            // There may be no room for the new memory beside the old.
            self.memory = pages::zeroed(bucket, bucket, 0);
            self.memory = pages::zeroed(bytes, bucket, self.left_free);
            self.generation = 1;
            self.is_empty = true;
            return;
        }
        for word in self.view(0).buckets.as_flattened().as_flattened() {
            word.store(0, Ordering::Relaxed);
        }
        self.generation = 1;
        self.is_empty = true;
    }

    /// Starts a new search: entries of older searches lose value.
    pub fn age(&mut self) {
        self.generation = (self.generation % entry::GENERATIONS) + 1;
    }

    /// Returns the view of the table that the threads of a search share.
    ///
    /// Only entries stored under the same `key_salt` are found; others are replaced as they age. So nothing is
    /// cleared when values change their meaning.
    pub fn view(&mut self, key_salt: u64) -> TableView<'_> {
        self.is_empty = false;
        let Ok(buckets) = <[TableBucket]>::mut_from_bytes(&mut self.memory) else {
            unreachable!("a mapping is aligned to a page and holds whole buckets");
        };
        TableView {
            buckets,
            generation: self.generation,
            key_salt,
        }
    }
}

/// A view of the transposition table during a search, shared by its threads.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    buckets: &'a [TableBucket],
    generation: u8,
    /// Combined with every key by exclusive or.
    key_salt: u64,
}

impl TableView<'_> {
    /// Returns the entry of the position with `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let key = self.salted(key);
        let bucket = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let (owner, entry) = read(slot);
            (owner == key && entry.is_used()).then_some(entry)
        })
    }

    /// Asks the processor to prefetch the entry of the position with `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.bucket(self.salted(key)));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Stores an entry in place of the least valuable one of its bucket.
    ///
    /// An entry of the same position is kept, but for its move, if this search stored it more than three plies deeper
    /// and the new one is not exact. An entry without a move or an evaluation keeps the one known before.
    #[inline]
    pub fn store(&self, key: u64, mut new: TableEntry) {
        new.generation = self.generation;
        let key = self.salted(key);
        let bucket = self.bucket(key);
        let mut cheapest = (i32::MAX, &bucket[0]);
        for slot in bucket {
            let (owner, old) = read(slot);
            if old.is_used() && owner == key {
                let new = new.completed(old);
                let fresh = old.generation == new.generation;
                if fresh && new.bound != Bound::Exact && old.depth > new.depth.saturating_add(3) {
                    if new.m != old.m {
                        slot::write(slot, key, old.with_move(new.m).pack());
                    }
                    return;
                }
                slot::write(slot, key, new.pack());
                return;
            }
            let worth = self.worth(old);
            if worth < cheapest.0 {
                cheapest = (worth, slot);
            }
        }
        slot::write(cheapest.1, key, new.pack());
    }

    /// Returns how many entries belong to this search, in thousandths, from a sample at the table's start.
    pub fn hash_full(&self) -> u16 {
        // A small sample is enough; each iteration of a short search asks.
        let sample = self.buckets.len().min(64);
        let used = self.buckets[..sample]
            .iter()
            .flatten()
            .filter(|slot| read(slot).1.generation == self.generation)
            .count();
        u16::try_from(used * 1000 / (sample * BUCKET).max(1)).unwrap_or(1000)
    }

    #[inline]
    fn salted(&self, key: u64) -> u64 {
        key ^ self.key_salt
    }

    /// Returns an entry's value when another is to replace it: depth less age, in plies.
    #[inline]
    fn worth(&self, entry: TableEntry) -> i32 {
        if !entry.is_used() {
            return i32::MIN;
        }
        let age = (self.generation + entry::GENERATIONS - entry.generation) % entry::GENERATIONS;
        i32::from(entry.depth) - AGE_IN_PLIES * i32::from(age)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &TableBucket {
        // The high half of the product spreads the keys evenly over any number of buckets
        // (Lemire, *Fast Random Integer Generation in an Interval*, 2019).
        let product = u128::from(key) * self.buckets.len() as u128;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the high half is below the number of buckets"
        )]
        let place = (product >> 64) as usize;
        &self.buckets[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    fn entry(value: i16, depth: i8, bound: Bound) -> TableEntry {
        TableEntry::new(PackedMove::NONE, value, None, depth, bound)
    }

    #[test]
    fn sizes_are_kept() {
        for kibibytes in [1, 3, 64, 100] {
            let table = TranspositionTable::new(TableSize::kibibytes(kibibytes), 0);
            assert_eq!(table.memory.len(), kibibytes * 1024);
            assert_eq!(table.size(), TableSize::kibibytes(kibibytes));
        }
        let said = [64, 1023, 1024, 2047, 2048].map(|size| TableSize::kibibytes(size).to_string());
        assert_eq!(said, ["64 kB", "1023 kB", "1 MB", "1 MB", "2 MB"]);
    }

    #[test]
    fn the_shallowest_entry_of_the_oldest_search_gives_way() {
        let mut memory = TranspositionTable::new(TableSize::kibibytes(1), 0);
        let table = memory.view(0);
        // Five keys of one bucket, which has four places.
        for (key, depth) in [(1, 6), (2, 2), (3, 5), (4, 9), (5, 1)] {
            table.store(key, entry(10, depth, Bound::Exact));
        }
        let known = |table: TableView<'_>, key| table.probe(key).map(|entry| entry.depth);
        assert_eq!(
            [1, 2, 3, 4, 5].map(|key| known(table, key)),
            [Some(6), None, Some(5), Some(9), Some(1)]
        );
        memory.age();
        memory.age();
        let table = memory.view(0);
        table.store(6, entry(20, 0, Bound::Exact));
        table.store(7, entry(20, 0, Bound::Exact));
        assert_eq!(
            [1, 3, 4, 5, 6, 7].map(|key| known(table, key)),
            [Some(6), None, Some(9), None, Some(0), Some(0)]
        );
        memory.clear();
        let table = memory.view(0);
        assert_eq!(table.probe(4), None);
        assert_eq!(table.probe(0), None);
    }

    #[test]
    fn a_deeper_bound_of_the_same_search_stays() {
        let mut memory = TranspositionTable::new(TableSize::kibibytes(1), 0);
        let table = memory.view(0);
        table.store(1, entry(10, 9, Bound::Lower));
        table.store(1, entry(20, 2, Bound::Lower));
        assert_eq!(table.probe(1).map(|entry| entry.value), Some(10));
        let m = PackedMove::step(Square::E2, Square::E4);
        table.store(1, TableEntry::new(m, 20, None, 2, Bound::Lower));
        let known = table.probe(1).map(|entry| (entry.value, entry.m));
        assert_eq!(known, Some((10, m)));
        table.store(1, entry(30, 2, Bound::Exact));
        assert_eq!(table.probe(1).map(|entry| entry.value), Some(30));
    }

    #[test]
    fn what_a_new_entry_does_not_know_stays() {
        let mut memory = TranspositionTable::new(TableSize::kibibytes(1), 0);
        let table = memory.view(0);
        let m = PackedMove::new(Square::E2, Square::E4, None);
        table.store(1, TableEntry::of_evaluation(34));
        table.store(1, TableEntry::new(m, 20, None, 3, Bound::Lower));
        table.store(1, entry(10, 4, Bound::Upper));
        let known = table.probe(1).expect("an entry");
        assert_eq!((known.m, known.evaluation(), known.depth), (m, Some(34), 4));
    }

    #[test]
    fn half_an_entry_is_no_entry() {
        let mut memory = TranspositionTable::new(TableSize::kibibytes(1), 0);
        let table = memory.view(0);
        table.store(1, entry(10, 9, Bound::Lower));
        let [_, half] = &table.bucket(1)[0];
        half.store(entry(11, 9, Bound::Lower).pack(), Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
    }
}
