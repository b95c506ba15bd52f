//! Reversible moves by the change that they make to a position's key.
//!
//! Two positions that one move of a piece leads between differ in their keys by that move's change alone: the piece on
//! its two squares, and whose turn it is. All 3,668 changes stand in a cuckoo hash table, so that a search can ask in a
//! few instructions whether an earlier position is one move away. The method is M. N. J. van Kervinck's (2013,
//! `upcoming-rep-v2.pdf` on marcelk.net); Stockfish has it since 2018.

use std::sync::LazyLock;

use shakmaty::attacks::attacks;
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::key::change_of_step;

/// Number of slots: twice as many as there are moves, rounded up to a power of two.
const SLOTS: usize = 1 << 13;

/// A slot without a move; no move changes a key by nothing.
const EMPTY: (u64, [Square; 2]) = (0, [Square::A1; 2]);

/// All moves of single pieces, pawns apart, that a piece could also take back.
#[derive(Debug)]
pub struct ReversibleMoves(Vec<(u64, [Square; 2])>);

impl ReversibleMoves {
    /// Returns the table, which is filled when it is first asked for.
    pub fn get() -> &'static Self {
        static TABLE: LazyLock<ReversibleMoves> = LazyLock::new(ReversibleMoves::new);
        &TABLE
    }

    fn new() -> Self {
        let mut table = Self(vec![EMPTY; SLOTS]);
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
        let pieces = roles.flat_map(|role| Color::ALL.map(|color| Piece { color, role }));
        for piece in pieces {
            for from in Square::ALL {
                let later = attacks(from, piece, Bitboard::EMPTY).into_iter();
                for to in later.filter(|to| from < *to) {
                    table.insert((change_of_step(piece, from, to), [from, to]));
                }
            }
        }
        table
    }

    /// Puts a move into one of its two slots; the move that was there goes to its other one, and so on.
    fn insert(&mut self, mut entry: (u64, [Square; 2])) {
        let [mut slot, _] = slots(entry.0);
        loop {
            std::mem::swap(&mut self.0[slot], &mut entry);
            if entry == EMPTY {
                return;
            }
            let [first, second] = slots(entry.0);
            slot = if slot == first { second } else { first };
        }
    }

    /// Returns the two squares between which one piece moves if that changes a key by `change`.
    #[inline]
    pub fn squares(&self, change: u64) -> Option<[Square; 2]> {
        let found = slots(change).map(|slot| self.0[slot]).into_iter();
        let mut found = found.filter(|(key, _)| *key == change);
        found.next().map(|(_, squares)| squares)
    }
}

/// The two slots where the move of a change may stand.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a slot is given by thirteen bits"
)]
const fn slots(change: u64) -> [usize; 2] {
    [
        change as usize & (SLOTS - 1),
        (change >> 16) as usize & (SLOTS - 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::{Chess, Position as _};

    use crate::board::after;
    use crate::board::key::key_of;

    #[test]
    fn every_reversible_move_has_a_slot() {
        let moves = &ReversibleMoves::get().0;
        assert_eq!(moves.iter().filter(|slot| **slot != EMPTY).count(), 3668);
        assert_eq!(ReversibleMoves::get().squares(1), None);
    }

    proptest! {
        /// Keys that differ by a piece's move and nothing else tell the move; captures and moves of pawns do not.
        #[test]
        fn a_change_of_keys_tells_the_move(choices in prop::collection::vec(any::<u16>(), 0..120)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                for m in &moves {
                    let next = after(&position, *m);
                    let change = key_of(&position) ^ key_of(&next);
                    let found = ReversibleMoves::get().squares(change);
                    let is_plain = m.role() != Role::Pawn && !m.is_capture() && !m.is_castle()
                        && position.castles().castling_rights() == next.castles().castling_rights()
                        && position.legal_ep_square().is_none();
                    let Some(from) = m.from().filter(|_| is_plain) else {
                        prop_assert_eq!(found, None);
                        continue;
                    };
                    let mut squares = [from, m.to()];
                    squares.sort_unstable();
                    prop_assert_eq!(found, Some(squares));
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
        }
    }
}
