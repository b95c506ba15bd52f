//! Correction history: the average error of static evaluations in similar positions, by which later ones are
//! corrected.
//!
//! When a search returns another value than the static evaluation, the difference enters a running average for the
//! position's pawn structure and for each side's pieces. Later positions with the same pawns or pieces are
//! corrected by these averages. The idea appeared in the engine Caissa (2023) and has spread since.

use shakmaty::{Bitboard, Chess, Color, Position as _};

use super::boxed::boxed;
use super::search_constant::SearchConstant;

/// Number of slots for each feature and side to move; positions are hashed into them.
const PLACES: usize = 1 << 13;

/// Units in which corrections are stored, per centipawn.
const GRAIN: i32 = 256;

/// The largest correction, in centipawns.
pub(super) static LARGEST: SearchConstant = SearchConstant::new("LargestCorrection", 48, 12, 120);

/// The sum of the weights of old average and new difference in the running average.
const WHOLE: i32 = 256;

/// One thread's corrections; cleared between games.
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    /// By feature (pawns, White's pieces, Black's pieces), side to move and slot.
    tables: Box<[i16; 3 * 2 * PLACES]>,
}

/// The indices of a position's three corrections in the tables: pawns, White's pieces, Black's pieces.
pub(super) type CorrectionIndices = [usize; 3];

impl Corrections {
    pub(super) fn new() -> Self {
        Self { tables: boxed(0) }
    }

    pub(super) fn clear(&mut self) {
        self.tables.fill(0);
    }

    /// Returns the indices of a position's corrections: pawns, White's pieces, Black's pieces.
    #[inline]
    pub(super) fn places(position: &Chess) -> CorrectionIndices {
        let board = position.board();
        let turn = usize::from(position.turn().is_black());
        let pieces = |color: Color| board.by_color(color) & !board.pawns();
        let roles = |own: Bitboard| {
            let diagonal = (own & board.bishops()).0 ^ (own & board.knights()).0.rotate_left(21);
            let straight = (own & board.rooks()).0 ^ (own & board.queens()).0.rotate_left(37);
            mixed(own.0, diagonal ^ straight.rotate_left(11))
        };
        let aspects = [
            mixed(
                (board.pawns() & board.white()).0,
                (board.pawns() & board.black()).0,
            ),
            roles(pieces(Color::White)),
            roles(pieces(Color::Black)),
        ];
        let mut places = [0; 3];
        for (aspect, (place, hash)) in places.iter_mut().zip(aspects).enumerate() {
            *place = (aspect * 2 + turn) * PLACES + (hash & (PLACES - 1));
        }
        places
    }

    /// Returns the correction to add to the static evaluation, in centipawns for the side to move.
    #[inline]
    pub(super) fn of(&self, places: CorrectionIndices) -> i32 {
        let [pawns, white, black] = places.map(|place| i32::from(self.tables[place]));
        (2 * pawns + white + black) / (2 * GRAIN)
    }

    /// Learns that a search to `depth` returned a value `difference` centipawns above the static evaluation.
    pub(super) fn learn(&mut self, places: CorrectionIndices, difference: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = difference.clamp(-4 * LARGEST.get(), 4 * LARGEST.get()) * GRAIN;
        for place in places {
            let slot = &mut self.tables[place];
            let mean = (i32::from(*slot) * (WHOLE - weight) + target * weight) / WHOLE;
            let limit = LARGEST.get() * GRAIN;
            *slot = i16::try_from(mean.clamp(-limit, limit)).unwrap_or(*slot);
        }
    }
}

/// Hashes two bitboards to one number (multipliers: Steele and Vigna, *Computationally Easy, Spectrally Good
/// Multipliers*, 2022).
#[inline]
const fn mixed(first: u64, second: u64) -> usize {
    let sum = first
        .wrapping_mul(0xd134_2543_de82_ef95)
        .wrapping_add(second)
        .wrapping_mul(0xaf25_1af3_b0f0_25b5);
    (sum >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_follow_what_searches_find_and_stay_small() {
        let mut corrections = Corrections::new();
        let places = Corrections::places(&Chess::default());
        assert_eq!(corrections.of(places), 0);
        for _ in 0..500 {
            corrections.learn(places, 20, 8);
        }
        assert!((30..=40).contains(&corrections.of(places)));
        for _ in 0..500 {
            corrections.learn(places, -5000, 8);
        }
        assert!((-2 * LARGEST.get()..0).contains(&corrections.of(places)));
    }
}
