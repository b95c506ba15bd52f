//! What the histories of quiet moves depend on at a node: the moves before it, and what the other side attacks.

use shakmaty::{Bitboard, Move, Role, Square};

/// Number of pairs of piece type and to-square ([`PieceTo`]).
pub(super) const PIECE_TO_PAIRS: usize = 6 * 64;

/// A piece type and the square to which it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    #[inline]
    pub(super) fn of(m: Move) -> Self {
        Self::new(m.role(), m.to())
    }

    #[inline]
    pub(super) const fn new(role: Role, to: Square) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a square is below 64")]
        let to = to.to_u32() as u16;
        Self((role as u16 - 1) * 64 + to)
    }

    /// The square to which the piece went.
    #[inline]
    pub(super) const fn to(self) -> Square {
        Square::new(self.0 as u32 % 64)
    }

    /// Returns the pair as an index below [`PIECE_TO_PAIRS`].
    #[inline]
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }
}

/// What the histories of quiet moves depend on at a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuietContext {
    /// The moves one, two and four plies before the node; `None` for a null move and before the root's first moves.
    pub(super) earlier: [Option<PieceTo>; 3],
    /// The squares that the other side attacks; empty where that was not worked out.
    pub(super) attacked: Bitboard,
}

impl QuietContext {
    /// Returns the opponent's last move.
    #[inline]
    pub(super) const fn last(self) -> Option<PieceTo> {
        self.earlier[0]
    }

    /// Returns the moves before the node that are not null moves.
    #[inline]
    pub(super) fn moves(self) -> impl Iterator<Item = PieceTo> {
        self.earlier.into_iter().flatten()
    }

    /// Returns the same without what the other side attacks, for nodes that try captures alone.
    #[inline]
    pub(super) const fn without_attacks(self) -> Self {
        Self {
            attacked: Bitboard::EMPTY,
            ..self
        }
    }
}
