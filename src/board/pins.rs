//! Pins: pieces that alone stand between a king and an enemy slider, and where they may go.

use shakmaty::attacks::{between, bishop_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Chess, Color, Position as _, Square};

/// Returns the pieces of the side to move that alone stand between `king` and a slider of
/// `snipers`.
pub(super) fn blockers(position: &Chess, king: Square, snipers: Color) -> Bitboard {
    let board = position.board();
    let sliders = (rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    let mut shields = Bitboard::EMPTY;
    for sniper in sliders & board.by_color(snipers) {
        let between = between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            shields |= between;
        }
    }
    shields & position.us()
}

/// Returns those `targets` that a piece on `from` may reach: a pinned piece stays on the line
/// through its king.
#[inline]
pub(super) fn unpinned_targets(
    from: Square,
    targets: Bitboard,
    king: Square,
    pinned: Bitboard,
) -> Bitboard {
    if pinned.contains(from) {
        targets & ray(king, from)
    } else {
        targets
    }
}
