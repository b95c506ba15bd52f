//! Perft: counting the leaves of the tree of legal moves, the usual proof of a move generator.

use shakmaty::{Chess, Move, Position};

/// How many sequences of `depth` legal half-moves there are from `position`.
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

/// As [`perft`] for `depth` at least one, split by the first move.
pub fn divide(position: &Chess, depth: u32) -> Vec<(Move, u64)> {
    let rest = depth.saturating_sub(1);
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, perft(&after(position, m), rest)))
        .collect()
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}
