//! A cache of the evaluation of pawn structures.
//!
//! Pawns and kings seldom move in a tree, so their terms are worth keeping. An entry is keyed by
//! the pawns and kings themselves and by the weights, and all of that is compared, so that no
//! collision gives a wrong value. One entry fills a cache line.

use shakmaty::{Bitboard, Board, Color};

use super::modern::phase_pair::PhasePair;

/// The number of entries of a searcher's table, as a power of two. With 64 bytes each they take a quarter of a
/// megabyte.
const USUAL_BITS: u32 = 12;

/// A cache of pawn structures, one for each searcher.
#[derive(Clone, Debug)]
pub struct PawnTable {
    entries: Vec<PawnEntry>,
    bits: u32,
}

/// The key of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PawnKey {
    white: Bitboard,
    black: Bitboard,
    /// The number of the compiled weights, above twelve bits with the squares of both kings.
    rest: u64,
}

impl PawnKey {
    /// The key of no position: no weights have number zero.
    const NONE: Self = Self {
        white: Bitboard::EMPTY,
        black: Bitboard::EMPTY,
        rest: 0,
    };

    #[inline]
    pub(super) fn of(board: &Board, weights: u64) -> Self {
        let pawns = board.pawns();
        let king = |color| board.king_of(color).map_or(0, |square| square as u64);
        Self {
            white: pawns & board.white(),
            black: pawns & board.black(),
            rest: weights << 12 | king(Color::White) << 6 | king(Color::Black),
        }
    }

    /// A hash of the key; its highest bits select the entry.
    #[inline]
    const fn spread(self) -> u64 {
        // Odd numbers with many ones: fractions of the golden ratio and of square roots.
        let mixed = self.white.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self
                .black
                .0
                .wrapping_mul(0x6a09_e667_f3bc_c909)
                .rotate_left(32)
            ^ self.rest.wrapping_mul(0xbb67_ae85_84ca_a73b);
        (mixed ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The part of the evaluation that depends on pawns and kings alone.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct PawnEntry {
    key: PawnKey,
    /// The terms of pawns and shelter, for White.
    pub(super) value: PhasePair,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The squares that the pawns of each colour can ever attack.
    pub(super) span: [Bitboard; 2],
}

impl PawnEntry {
    const EMPTY: Self = Self {
        key: PawnKey::NONE,
        value: PhasePair::ZERO,
        passed: Bitboard::EMPTY,
        span: [Bitboard::EMPTY; 2],
    };
}

impl PawnTable {
    /// A table of the default size, 4096 structures.
    pub fn new() -> Self {
        Self::with_bits(USUAL_BITS)
    }

    /// A table with room for a single structure.
    pub fn smallest() -> Self {
        Self::with_bits(0)
    }

    fn with_bits(bits: u32) -> Self {
        Self {
            entries: vec![PawnEntry::EMPTY; 1 << bits],
            bits,
        }
    }

    /// Returns the entry of a key, filled in by `compute` if it is not there yet.
    #[inline]
    pub(super) fn entry(
        &mut self,
        key: PawnKey,
        compute: impl FnOnce(&mut PawnEntry),
    ) -> &PawnEntry {
        // With one entry the shift is 64, which one `>>` does not allow.
        let place = key.spread() >> 1 >> (63 - self.bits);
        let entry = &mut self.entries[place as usize];
        if entry.key != key {
            entry.key = key;
            compute(entry);
        }
        entry
    }
}

impl Default for PawnTable {
    fn default() -> Self {
        Self::new()
    }
}
