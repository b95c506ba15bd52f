//! The context of quiet moves at a node, by which histories tell them apart: earlier moves, and attacked squares.

use shakmaty::{Move, Role, Square};

use super::move_kind::is_quiet;
use super::table::PackedMove;
use crate::board::threats::AttackedSquares;

/// Number of pairs of piece type and to-square ([`PieceTo`]).
pub(super) const PIECE_TO_PAIRS: usize = PAIRS as usize;

/// [`PIECE_TO_PAIRS`] in the type that holds an earlier move.
const PAIRS: u32 = 6 * 64;

/// Number of kinds of earlier moves that continuation histories tell apart ([`EarlierMove`]), no move among them.
pub(super) const EARLIER_MOVES: usize = 8 * PIECE_TO_PAIRS + 1;

/// How many plies before a node the moves were played that its continuation histories depend on.
pub(super) const EARLIER_PLIES: [usize; 4] = [1, 2, 4, 6];

/// A piece type and the square to which it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    #[inline]
    pub(super) fn of(m: Move) -> Self {
        // Nearly all moves are normal, and one test is faster than one for each part.
        match m {
            Move::Normal { role, to, .. } => Self::new(role, to),
            _ => Self::new(m.role(), m.to()),
        }
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

/// A move that was played on the path to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedMove {
    /// The move.
    pub(super) m: PackedMove,
    /// Its piece and to-square.
    pub(super) piece_to: PieceTo,
    /// True if it was neither a capture nor a promotion.
    pub(super) is_quiet: bool,
}

impl PlayedMove {
    #[inline]
    pub(super) fn of(m: Move) -> Self {
        let Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } = m
        else {
            return Self::of_special(m);
        };
        Self {
            m: PackedMove::new(from, to, promotion),
            piece_to: PieceTo::new(role, to),
            is_quiet: capture.is_none() && promotion.is_none(),
        }
    }

    /// Does the same for castling and en passant, which are rare.
    #[cold]
    fn of_special(m: Move) -> Self {
        Self {
            m: PackedMove::from(m),
            piece_to: PieceTo::of(m),
            is_quiet: is_quiet(m),
        }
    }
}

/// An earlier move as continuation histories tell it apart: the index at which its row of a table begins.
///
/// They know its piece and to-square, whether it was quiet, whether it answered a check, and whether the side to move
/// at the node played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EarlierMove(u32);

impl EarlierMove {
    /// No move: a null move, or none before the root's first.
    pub(super) const NONE: Self = Self(8 * PAIRS * PAIRS);

    /// Makes it as a move of the other side.
    #[inline]
    pub(super) fn new(played: PlayedMove, answers_check: bool) -> Self {
        let kind = u32::from(played.is_quiet) | u32::from(answers_check) << 1;
        Self((kind * PAIRS + u32::from(played.piece_to.0)) * PAIRS)
    }

    /// Returns it as a move of the side to move at the node.
    #[inline]
    pub(super) const fn as_own(self) -> Self {
        if self.0 == Self::NONE.0 {
            self
        } else {
            Self(self.0 + 4 * PAIRS * PAIRS)
        }
    }

    /// Returns its piece and to-square; `None` for no move.
    #[inline]
    pub(super) fn piece_to(self) -> Option<PieceTo> {
        let piece_to = (self.0 / PAIRS % PAIRS) as u16;
        (self != Self::NONE).then_some(PieceTo(piece_to))
    }

    /// Returns the index of a piece and to-square in the row of this move.
    #[inline]
    pub(super) const fn place(self, piece_to: PieceTo) -> usize {
        self.0 as usize + piece_to.place()
    }

    /// Returns the index of the row, below [`EARLIER_MOVES`].
    #[inline]
    pub(super) const fn row(self) -> usize {
        (self.0 / PAIRS) as usize
    }
}

impl Default for EarlierMove {
    fn default() -> Self {
        Self::NONE
    }
}

/// The context of a node's quiet moves, by which histories tell them apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QuietContext {
    /// The moves [`EARLIER_PLIES`] before the node.
    pub(super) earlier: [EarlierMove; 4],
    /// True if the side to move is in check.
    pub(super) in_check: bool,
    /// The squares that the other side attacks; none where that was not worked out.
    pub(super) attacked: AttackedSquares,
}

impl QuietContext {
    /// Returns the opponent's last move.
    #[inline]
    pub(super) fn last(&self) -> Option<PieceTo> {
        self.earlier[0].piece_to()
    }

    /// Returns the moves before the node after which its continuation histories learn: in check the last two alone.
    #[inline]
    pub(super) fn moves(&self) -> impl Iterator<Item = EarlierMove> {
        let most = if self.in_check { 2 } else { self.earlier.len() };
        let earlier = self.earlier[..most].iter().copied();
        earlier.filter(|earlier| *earlier != EarlierMove::NONE)
    }
}
