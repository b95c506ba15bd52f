//! A cache of the evaluation of pawn structures.
//!
//! Pawns seldom move in a tree, and kings not often, so their terms are worth keeping. An entry is
//! found by its pawns and the weights. It keeps the terms of the kings that were there last: when a
//! king moves, only these are counted anew. Pawns, kings and weights are all compared, so that no
//! collision gives a wrong value. One entry fills a cache line.

use shakmaty::{Bitboard, Square};

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

    /// Makes the key of pawns and kings by colour, White first, and of the number of the weights.
    #[inline]
    pub(super) const fn new(pawns: [Bitboard; 2], kings: [Square; 2], weights: u64) -> Self {
        let ([white, black], [white_king, black_king]) = (pawns, kings);
        Self {
            white,
            black,
            rest: weights << 12 | (white_king as u64) << 6 | black_king as u64,
        }
    }

    /// The number of the compiled weights.
    #[inline]
    const fn weights(self) -> u64 {
        self.rest >> 12
    }

    /// Returns true if pawns and weights are the same, wherever the kings stand.
    #[inline]
    fn has_pawns_of(self, other: Self) -> bool {
        self.white == other.white && self.black == other.black && self.weights() == other.weights()
    }

    /// A hash of pawns and weights; its highest bits select the entry.
    #[inline]
    const fn spread(self) -> u64 {
        // Odd numbers with many ones: fractions of the golden ratio and of square roots.
        let mixed = self.white.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self
                .black
                .0
                .wrapping_mul(0x6a09_e667_f3bc_c909)
                .rotate_left(32)
            ^ self.weights().wrapping_mul(0xbb67_ae85_84ca_a73b);
        (mixed ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The part of the evaluation that depends on pawns and kings alone.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct PawnEntry {
    key: PawnKey,
    /// The terms of pawns alone, for White.
    pub(super) structure: PhasePair,
    /// The terms of kings among pawns, for White.
    pub(super) shelter: PhasePair,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The squares that the pawns of each colour can ever attack.
    pub(super) span: [Bitboard; 2],
}

impl PawnEntry {
    const EMPTY: Self = Self {
        key: PawnKey::NONE,
        structure: PhasePair::ZERO,
        shelter: PhasePair::ZERO,
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

    /// Returns the entry of a key. If its pawns are not there yet, `fill_pawns` fills them in; if these or its kings
    /// are not, `fill_kings` does the same for kings.
    #[inline]
    pub(super) fn entry(
        &mut self,
        key: PawnKey,
        fill_pawns: impl FnOnce(&mut PawnEntry),
        fill_kings: impl FnOnce(&mut PawnEntry),
    ) -> &PawnEntry {
        // With one entry the shift is 64, which one `>>` does not allow.
        let place = key.spread() >> 1 >> (63 - self.bits);
        let entry = &mut self.entries[place as usize];
        if entry.key != key {
            if !entry.key.has_pawns_of(key) {
                fill_pawns(entry);
            }
            fill_kings(entry);
            entry.key = key;
        }
        entry
    }
}

impl Default for PawnTable {
    fn default() -> Self {
        Self::new()
    }
}
