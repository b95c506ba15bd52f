//! The transposition table: what was found out about a position, kept for when it comes up again.
//!
//! One entry a slot, the slot chosen by the low bits of the position's key. A new entry replaces
//! one of an older search, or a shallower one of the same search.

use shakmaty::{Move, Role, Square};

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
    pub const fn mebibytes(mebibytes: usize) -> Self {
        Self::kibibytes(if mebibytes == 0 {
            1024
        } else {
            mebibytes.saturating_mul(1024)
        })
    }

    /// The largest power of two of entries that fits.
    const fn entries(self) -> usize {
        let fitting = self.0.saturating_mul(1024) / size_of::<Entry>();
        if fitting == 0 {
            1
        } else {
            1 << fitting.ilog2()
        }
    }
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is exact.
    Exact,
    /// The true value is at least this (a beta cut-off).
    Lower,
    /// The true value is at most this (no move reached alpha).
    Upper,
}

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: u32,
    /// The best move, packed; zero for none.
    pub m: PackedMove,
    /// The value, mates counted from this node (see `value::to_table`).
    pub value: i16,
    /// The depth to which it was searched, in plies.
    pub depth: i8,
    /// What the value says.
    pub bound: Bound,
    generation: u8,
}

const EMPTY: Entry = Entry {
    key: 0,
    m: PackedMove::NONE,
    value: 0,
    depth: -1,
    bound: Bound::Upper,
    generation: 0,
};

/// A move in sixteen bits: from, to and promotion. Unique among the legal moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move: a1 to a1 is never legal.
    pub const NONE: Self = Self(0);

    /// From and to alone, below 4,096.
    #[inline]
    pub const fn path(self) -> usize {
        (self.0 & 0xfff) as usize
    }
}

impl From<Move> for PackedMove {
    #[inline]
    fn from(m: Move) -> Self {
        let from = m.from().map_or(0, Square::to_u32);
        let promotion = m.promotion().map_or(0, |role: Role| role as u32);
        let bits = from | m.to().to_u32() << 6 | promotion << 12;
        #[expect(clippy::cast_possible_truncation, reason = "fifteen bits are used")]
        Self(bits as u16)
    }
}

/// The table itself.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Entry>,
    generation: u8,
    /// How many slots this generation holds.
    used: usize,
}

impl Table {
    /// An empty table of that size.
    pub fn new(size: TableSize) -> Self {
        Self {
            entries: vec![EMPTY; size.entries()],
            generation: 1,
            used: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.generation = 1;
        self.used = 0;
    }

    /// Begins a new search: what older ones stored may now be replaced.
    pub fn age(&mut self) {
        // Zero marks slots that were never used.
        self.generation = self.generation.checked_add(1).unwrap_or(1);
        self.used = 0;
    }

    /// What is known about the position with `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == verifier(key) && entry.generation != 0).then_some(entry)
    }

    /// Stores what was found out, unless the slot holds something deeper from this search.
    #[inline]
    pub fn store(&mut self, key: u64, m: PackedMove, value: i16, depth: i8, bound: Bound) {
        let (generation, slot) = (self.generation, self.slot(key));
        let old = &mut self.entries[slot];
        let same = old.key == verifier(key);
        if old.generation == generation
            && old.depth > depth
            && !(same && (bound == Bound::Exact || depth + 2 >= old.depth))
        {
            return;
        }
        self.used += usize::from(old.generation != generation);
        let m = if m == PackedMove::NONE && same {
            old.m
        } else {
            m
        };
        *old = Entry {
            key: verifier(key),
            m,
            value,
            depth,
            bound,
            generation,
        };
    }

    /// How many slots this search has filled, in thousandths.
    pub fn hash_full(&self) -> u16 {
        u16::try_from(self.used * 1000 / self.entries.len()).unwrap_or(1000)
    }

    #[inline]
    const fn slot(&self, key: u64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "only the low bits choose the slot"
        )]
        let low = key as usize;
        low & (self.entries.len() - 1)
    }
}

#[inline]
const fn verifier(key: u64) -> u32 {
    (key >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_two_of_entries() {
        for kibibytes in [0, 1, 3, 64, 100] {
            let size = TableSize::kibibytes(kibibytes);
            assert!(size.entries().is_power_of_two());
            assert!(size.entries() * size_of::<Entry>() <= size.0 * 1024);
        }
    }

    #[test]
    fn deeper_entries_of_the_same_search_stay() {
        let mut table = Table::new(TableSize::kibibytes(1));
        let (near, far) = (1 << 40, 2 << 40);
        table.store(near, PackedMove::NONE, 10, 6, Bound::Exact);
        table.store(far, PackedMove::NONE, 20, 2, Bound::Exact);
        assert_eq!(table.probe(near).map(|entry| entry.value), Some(10));
        assert_eq!(table.probe(far), None);
        table.age();
        table.store(far, PackedMove::NONE, 20, 2, Bound::Exact);
        assert_eq!(table.probe(far).map(|entry| entry.value), Some(20));
        table.clear();
        assert_eq!(table.probe(far), None);
        assert_eq!(table.probe(0), None);
    }
}
