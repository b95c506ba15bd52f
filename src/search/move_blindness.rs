//! Move blindness: a weakened player overlooks some quiet moves inside the search tree.
//!
//! Which moves are overlooked follows from a seed, the position and the move alone, so that the same move is
//! overlooked each time the position occurs. Captures, promotions, checks, moves out of check and the first move of
//! a node's order are always seen. At the root every move is, and so is every move once a side has its king alone.

use shakmaty::{Chess, Move, Position as _, Square};

use super::move_kind::is_quiet;
use crate::board::checks::gives_check;

/// Which share of the quiet moves is overlooked; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveBlindness {
    /// The seed that decides which moves.
    pub seed: u64,
    /// How many in a thousand are overlooked of the quiet moves that give no check.
    pub overlooked: u16,
}

impl MoveBlindness {
    /// Returns true if `m` is overlooked in `position`, whose key is `key`.
    #[inline]
    pub(super) fn misses(self, position: &Chess, key: u64, m: Move) -> bool {
        self.overlooked > 0
            && is_quiet(m)
            && self.draw(key, m) < u64::from(self.overlooked)
            && !has_bare_king(position)
            && !gives_check(position, m)
    }

    /// Returns a number below 1,000 from seed, key and move, by the finaliser of `SplitMix64` (Steele, Lea and
    /// Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
    fn draw(self, key: u64, m: Move) -> u64 {
        let from = m.from().map_or(0, Square::to_usize);
        let squares = (from * 64 + m.to().to_usize()) as u64;
        let mut mixed = key ^ self.seed.rotate_left(32) ^ squares << 40;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % 1000
    }
}

/// Returns true if a side has only its king left.
fn has_bare_king(position: &Chess) -> bool {
    let board = position.board();
    [board.white(), board.black()]
        .into_iter()
        .any(|men| men.count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn about_the_share_asked_for_is_overlooked_and_always_the_same() {
        let position = Chess::default();
        let moves = position.legal_moves();
        let missed = |blindness: MoveBlindness| -> usize {
            (0..500_u64)
                .flat_map(|key| moves.iter().map(move |m| (key << 17, *m)))
                .filter(|(key, m)| blindness.misses(&position, *key, *m))
                .count()
        };
        let blindness = MoveBlindness {
            seed: 5,
            overlooked: 300,
        };
        assert!(
            (2_800..3_200).contains(&missed(blindness)),
            "{}",
            missed(blindness)
        );
        assert_eq!(missed(blindness), missed(blindness));
        assert_eq!(missed(MoveBlindness::default()), 0);
    }

    #[test]
    fn captures_and_checks_are_never_overlooked() {
        let position = fen::read("3rk3/8/8/8/8/8/3P4/R2QK3 b - - 0 30").expect("legal");
        let blindness = MoveBlindness {
            seed: 5,
            overlooked: 1000,
        };
        let seen: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|m| !blindness.misses(&position, 7, *m))
            .map(|m| m.to_string())
            .collect();
        assert_eq!(seen, ["Rd8xd2"]);
        let checks = fen::read("3rk3/8/8/8/8/8/8/R4K2 b - - 0 30").expect("legal");
        let seen = checks
            .legal_moves()
            .into_iter()
            .filter(|m| !blindness.misses(&checks, 7, *m))
            .map(|m| m.to_string());
        assert_eq!(seen.collect::<Vec<_>>(), ["Rd8-d1"]);
    }

    #[test]
    fn nothing_is_overlooked_against_a_bare_king() {
        let blind = MoveBlindness {
            seed: 5,
            overlooked: 1000,
        };
        let misses = |text: &str| {
            let position = fen::read(text).expect("a position");
            let moves = position.legal_moves();
            moves.iter().any(|m| blind.misses(&position, 1, *m))
        };
        assert!(misses("8/8/8/3k3p/8/8/8/R3K3 w - - 0 40"));
        assert!(!misses("8/8/8/3k4/8/8/8/R3K3 w - - 0 40"));
        assert!(!misses("8/8/8/3k4/8/8/8/R3K3 b - - 0 40"));
    }
}
