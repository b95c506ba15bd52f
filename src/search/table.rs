//! The transposition table: what was found out about a position, kept for when it comes up again.
//!
//! Four entries share a bucket of one cache line, the bucket chosen by the high bits of the
//! position's key. A new entry replaces the one that is worth least: shallow, or left by an older
//! search. All threads of a search share the table without locks: a slot holds its entry beside the
//! key combined with it by exclusive or, so that two halves of different entries never pass for one
//! (Hyatt and Mann, *A Lock-less Transposition Table Implementation*, 2002).

mod entry;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

pub use entry::{Bound, PackedMove, TableEntry};

/// How many entries share a cache line.
const BUCKET: usize = 4;

/// One search's age weighs as much as so many plies of depth when entries are replaced.
const AGE_IN_PLIES: i32 = 4;

/// From so many bytes on a table asks for huge pages (2 MiB on x86-64): below, the few that fit would not pay for
/// the call.
const WORTH_HUGE_PAGES: usize = 4 << 20;

/// The largest table that can be asked for, in mebibytes.
pub const MOST_HASH: u32 = 65_536;

/// How much memory a table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableSize(usize);

impl TableSize {
    /// 16 MiB: a GUI's usual default.
    pub const DEFAULT: Self = Self(16 * 1024);

    /// 64 KiB: stays in the processor's cache, and clearing it costs nothing.
    pub const SMALL: Self = Self(64);

    /// So many kibibytes, at least one.
    pub const fn kibibytes(kibibytes: usize) -> Self {
        Self(if kibibytes == 0 { 1 } else { kibibytes })
    }

    /// So many mebibytes, at least one.
    pub const fn mebibytes(mebibytes: u32) -> Self {
        Self::kibibytes(if mebibytes == 0 {
            1024
        } else {
            (mebibytes as usize).saturating_mul(1024)
        })
    }

    /// The size in mebibytes, rounded down.
    pub const fn in_mebibytes(self) -> usize {
        self.0 / 1024
    }

    /// How many buckets fit.
    const fn buckets(self) -> usize {
        self.0.saturating_mul(1024) / size_of::<TableBucket>()
    }
}

/// An entry, and the key to which it belongs combined with it.
#[derive(Debug, Default)]
struct TableSlot {
    lock: AtomicU64,
    entry: AtomicU64,
}

impl TableSlot {
    #[inline]
    fn read(&self) -> (u64, TableEntry) {
        let bits = self.entry.load(Ordering::Relaxed);
        (
            self.lock.load(Ordering::Relaxed) ^ bits,
            TableEntry::unpack(bits),
        )
    }

    #[inline]
    fn write(&self, key: u64, entry: TableEntry) {
        let bits = entry.pack();
        self.entry.store(bits, Ordering::Relaxed);
        self.lock.store(key ^ bits, Ordering::Relaxed);
    }
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct TableBucket([TableSlot; BUCKET]);

/// The table itself.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<TableBucket>,
    /// Counts searches, from one; zero marks slots that were never used.
    generation: AtomicU8,
    /// Combined with every key by exclusive or.
    key_salt: AtomicU64,
}

impl TranspositionTable {
    /// An empty table of that size; where memory has no room for it, of the largest half, quarter
    /// and so on that it has room for ([`size`](Self::size) tells).
    pub fn new(size: TableSize) -> Self {
        let mut buckets = room_for(size.buckets());
        buckets.resize_with(buckets.capacity().max(1), TableBucket::default);
        Self {
            buckets,
            generation: AtomicU8::new(1),
            key_salt: AtomicU64::new(0),
        }
    }

    /// The memory that it takes.
    pub const fn size(&self) -> TableSize {
        TableSize::kibibytes(self.buckets.len() * size_of::<TableBucket>() / 1024)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.entry.store(0, Ordering::Relaxed);
            slot.lock.store(0, Ordering::Relaxed);
        }
        self.generation.store(1, Ordering::Relaxed);
    }

    /// Begins a new search: what older ones stored is worth less.
    pub fn age(&self) {
        let next = (self.generation() % entry::GENERATIONS) + 1;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// From now on only what is stored in this realm is found, and what older ones hold gives way as
    /// it ages: where values mean something else, nothing need be cleared.
    pub fn set_key_salt(&self, realm: u64) {
        self.key_salt.store(realm, Ordering::Relaxed);
    }

    /// What is known about the position with `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let key = self.salted(key);
        let bucket = self.bucket(key);
        bucket.0.iter().find_map(|slot| {
            let (owner, entry) = slot.read();
            (owner == key && entry.is_used()).then_some(entry)
        })
    }

    /// Asks the processor to fetch what is known about the position with `key`, which will be wanted
    /// soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.bucket(self.salted(key)));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Stores what was found out, in place of what is worth least in its bucket. What is known of
    /// the same position stays where it is deeper and the new entry is not exact; an entry without
    /// a move keeps the move that was known.
    #[inline]
    pub fn store(&self, key: u64, mut new: TableEntry) {
        new.generation = self.generation();
        let key = self.salted(key);
        let bucket = self.bucket(key);
        let mut cheapest = (i32::MAX, &bucket.0[0]);
        for slot in &bucket.0 {
            let (owner, old) = slot.read();
            if old.is_used() && owner == key {
                if new.m == PackedMove::NONE {
                    new.m = old.m;
                }
                let fresh = old.generation == new.generation;
                if fresh && new.bound != Bound::Exact && old.depth > new.depth.saturating_add(3) {
                    return;
                }
                slot.write(key, new);
                return;
            }
            let worth = self.worth(old);
            if worth < cheapest.0 {
                cheapest = (worth, slot);
            }
        }
        cheapest.1.write(key, new);
    }

    /// How many of the first entries belong to this search, in thousandths.
    pub fn hash_full(&self) -> u16 {
        // Enough for a glance; each iteration of a short search asks.
        let sample = self.buckets.len().min(64);
        let generation = self.generation();
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| slot.read().1.generation == generation)
            .count();
        u16::try_from(used * 1000 / (sample * BUCKET).max(1)).unwrap_or(1000)
    }

    #[inline]
    fn salted(&self, key: u64) -> u64 {
        key ^ self.key_salt.load(Ordering::Relaxed)
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// What an entry is worth when another wants its place.
    #[inline]
    fn worth(&self, entry: TableEntry) -> i32 {
        if !entry.is_used() {
            return i32::MIN;
        }
        let age = (self.generation() + entry::GENERATIONS - entry.generation) % entry::GENERATIONS;
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

/// Room for so many buckets, or for half as many, and so on.
fn room_for(mut wanted: usize) -> Vec<TableBucket> {
    let mut buckets: Vec<TableBucket> = Vec::new();
    while wanted > 1 && buckets.try_reserve_exact(wanted).is_err() {
        wanted /= 2;
    }
    let bytes = buckets.capacity() * size_of::<TableBucket>();
    if bytes >= WORTH_HUGE_PAGES {
        // A probe goes anywhere in the table: with small pages nearly each one waits for the processor
        // to look up where its page is, too. Before the first touch, which is when pages are chosen.
        kevy_madvise::advise_hugepage(buckets.as_ptr().cast(), bytes);
    }
    buckets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i16, depth: i8, bound: Bound) -> TableEntry {
        TableEntry::new(PackedMove::NONE, value, None, depth, bound)
    }

    #[test]
    fn sizes_are_kept() {
        for kibibytes in [1, 3, 64, 100] {
            let table = TranspositionTable::new(TableSize::kibibytes(kibibytes));
            assert_eq!(
                table.buckets.len() * size_of::<TableBucket>(),
                kibibytes * 1024
            );
            assert_eq!(table.size(), TableSize::kibibytes(kibibytes));
        }
    }

    #[test]
    fn where_memory_has_no_room_for_all_it_has_for_less() {
        let all = usize::MAX / size_of::<TableBucket>();
        let room = room_for(all).capacity();
        assert!(0 < room && room < all);
    }

    #[test]
    fn the_shallowest_entry_of_the_oldest_search_gives_way() {
        let table = TranspositionTable::new(TableSize::kibibytes(1));
        // Five keys of one bucket, which has four places.
        for (key, depth) in [(1, 6), (2, 2), (3, 5), (4, 9), (5, 1)] {
            table.store(key, entry(10, depth, Bound::Exact));
        }
        let known = |key| table.probe(key).map(|entry| entry.depth);
        assert_eq!(
            [1, 2, 3, 4, 5].map(known),
            [Some(6), None, Some(5), Some(9), Some(1)]
        );
        table.age();
        table.age();
        table.store(6, entry(20, 0, Bound::Exact));
        table.store(7, entry(20, 0, Bound::Exact));
        assert_eq!(
            [1, 3, 4, 5, 6, 7].map(known),
            [Some(6), None, Some(9), None, Some(0), Some(0)]
        );
        table.clear();
        assert_eq!(table.probe(4), None);
        assert_eq!(table.probe(0), None);
    }

    #[test]
    fn a_deeper_bound_of_the_same_search_stays() {
        let table = TranspositionTable::new(TableSize::kibibytes(1));
        table.store(1, entry(10, 9, Bound::Lower));
        table.store(1, entry(20, 2, Bound::Lower));
        assert_eq!(table.probe(1).map(|entry| entry.value), Some(10));
        table.store(1, entry(30, 2, Bound::Exact));
        assert_eq!(table.probe(1).map(|entry| entry.value), Some(30));
    }

    #[test]
    fn half_an_entry_is_no_entry() {
        let table = TranspositionTable::new(TableSize::kibibytes(1));
        table.store(1, entry(10, 9, Bound::Lower));
        let slot = &table.bucket(1).0[0];
        slot.entry
            .store(entry(11, 9, Bound::Lower).pack(), Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
    }
}
