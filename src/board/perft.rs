//! Perft: counts the leaves of the tree of legal moves, the usual test of a move generator.

use std::hint::black_box;

use shakmaty::{Chess, Move, Position};

use super::after;

/// Returns the number of sequences of `depth` legal plies from `position`.
///
/// ```
/// use bayeschess::board::perft::perft;
/// assert_eq!(perft(&shakmaty::Chess::default(), 3), 8_902);
/// ```
pub fn perft(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|m| perft(&after(position, *m), depth - 1))
        .sum()
}

/// Like [`perft`], but plays every move, also those to the leaves, so that its speed includes
/// making moves.
pub fn perft_by_moves(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        // Not `after`: a returned position is copied, and the copy waits for the stores just made.
        for &m in &moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            black_box(&next);
        }
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|m| perft_by_moves(&after(position, *m), depth - 1))
        .sum()
}

/// Like [`perft`] for `depth` of at least one, split by the first move.
pub fn divide(position: &Chess, depth: u32) -> Vec<(Move, u64)> {
    let rest = depth.saturating_sub(1);
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, perft(&after(position, m), rest)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn making_the_last_moves_changes_no_count() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = crate::board::fen::read(kiwipete).expect("a position");
        for (depth, leaves) in [(0, 1), (1, 48), (2, 2_039), (3, 97_862)] {
            assert_eq!(perft(&position, depth), leaves);
            assert_eq!(perft_by_moves(&position, depth), leaves);
        }
    }
}
