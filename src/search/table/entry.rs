//! An entry of the transposition table, and the 64 bits into which it is packed.

use shakmaty::{Bitboard, Chess, Move, Piece, Position as _, Role, Square};

use super::super::value::{INFINITY, to_table};
use crate::board::legality::is_legal;

/// The greatest number of a search; after it they start from 1 again.
pub(super) const GENERATIONS: u8 = 63;

/// Stands for a missing static evaluation.
const NO_EVALUATION: i16 = i16::MIN;

/// The depth of an entry without any move: its evaluation is of use, its value decides nothing.
pub(in crate::search) const STANDING: i8 = -2;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is exact.
    Exact,
    /// The true value is at least this (a beta cut-off).
    Lower,
    /// The true value is at most this (no move reached alpha).
    Upper,
}

/// The stored result of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, packed; [`PackedMove::NONE`] for none.
    pub m: PackedMove,
    /// The value for the side to move; mates are counted from this node (see `value::to_table`).
    pub value: i16,
    evaluation: i16,
    /// The depth to which it was searched, in plies.
    pub depth: i8,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// True if the position is or was on a principal variation.
    pub was_principal: bool,
    /// The number of the search that stored it; 0 marks a slot never used.
    pub(super) generation: u8,
}

impl TableEntry {
    /// Makes an entry; `evaluation` is the static one, `None` in check.
    #[inline]
    pub fn new(
        m: PackedMove,
        value: i16,
        evaluation: Option<i32>,
        depth: i8,
        bound: Bound,
    ) -> Self {
        let evaluation = evaluation.and_then(|value| i16::try_from(value).ok());
        Self {
            m,
            value,
            evaluation: evaluation.unwrap_or(NO_EVALUATION),
            depth,
            bound,
            was_principal: false,
            generation: 1,
        }
    }

    /// Makes an entry of a node of which the static evaluation alone is known: its bound is below every value.
    #[inline]
    pub(in crate::search) fn of_evaluation(evaluation: i32) -> Self {
        let value = to_table(-INFINITY, 0);
        Self::new(
            PackedMove::NONE,
            value,
            Some(evaluation),
            STANDING,
            Bound::Lower,
        )
    }

    /// Returns the entry with what another one of its position knows and it does not: a move, a static evaluation.
    #[inline]
    pub(super) fn completed(mut self, other: Self) -> Self {
        if self.m == PackedMove::NONE {
            self.m = other.m;
        }
        if self.evaluation == NO_EVALUATION {
            self.evaluation = other.evaluation;
        }
        self
    }

    /// Returns the entry with another best move.
    #[inline]
    pub(super) const fn with_move(self, m: PackedMove) -> Self {
        Self { m, ..self }
    }

    /// The static evaluation for the side to move, in centipawns, if it was stored.
    #[inline]
    pub fn evaluation(self) -> Option<i32> {
        (self.evaluation != NO_EVALUATION).then_some(i32::from(self.evaluation))
    }

    /// Returns the entry, marked if the position is or was on a principal variation.
    #[inline]
    pub const fn marked(self, was_principal: bool) -> Self {
        Self {
            was_principal,
            ..self
        }
    }

    #[inline]
    pub(super) const fn is_used(self) -> bool {
        self.generation != 0
    }

    /// Packs move, value, evaluation and depth from the lowest bit up, then two bits of bound and six of
    /// generation. A move leaves the sixteenth bit to `was_principal`.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        let [value, evaluation] =
            [self.value, self.evaluation].map(|value| u64::from(value.cast_unsigned()));
        u64::from(self.m.0)
            | u64::from(self.was_principal) << 15
            | value << 16
            | evaluation << 32
            | u64::from(self.depth.cast_unsigned()) << 48
            | (self.bound as u64) << 56
            | u64::from(self.generation) << 58
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "each field is cut out of the bits that hold it"
    )]
    pub(super) const fn unpack(bits: u64) -> Self {
        Self {
            m: PackedMove(bits as u16 & 0x7fff),
            was_principal: bits & 1 << 15 != 0,
            value: ((bits >> 16) as u16).cast_signed(),
            evaluation: ((bits >> 32) as u16).cast_signed(),
            depth: ((bits >> 48) as u8).cast_signed(),
            bound: match bits >> 56 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            generation: (bits >> 58) as u8,
        }
    }
}

/// A move in 16 bits: from, to and promotion. Unique among the legal moves of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move: a1 to a1 is never legal.
    pub const NONE: Self = Self(0);

    /// Returns the move if it is legal in the position, in which `checkers` give check. It may come from
    /// another position with the same key.
    pub fn unpack(self, position: &Chess, checkers: Bitboard) -> Option<Move> {
        if self == Self::NONE {
            return None;
        }
        let bits = u32::from(self.0);
        let (from, to) = (Square::new(bits & 63), Square::new(bits >> 6 & 63));
        let board = position.board();
        let piece = board.piece_at(from)?;
        let target = board.piece_at(to);
        let m = match (piece.role, target) {
            (Role::King, Some(Piece { color, role }))
                if role == Role::Rook && color == piece.color =>
            {
                Move::Castle {
                    king: from,
                    rook: to,
                }
            }
            (Role::Pawn, None) if from.file() != to.file() => Move::EnPassant { from, to },
            (role, target) => Move::Normal {
                role,
                from,
                capture: target.map(|piece| piece.role),
                to,
                promotion: Role::try_from(bits >> 12).ok(),
            },
        };
        is_legal(position, checkers, m).then_some(m)
    }

    /// Makes a move from its squares, the rook's for castling, and its promotion.
    #[inline]
    pub fn new(from: Square, to: Square, promotion: Option<Role>) -> Self {
        let promotion = promotion.map_or(0, |role| role as u32);
        let bits = from.to_u32() | to.to_u32() << 6 | promotion << 12;
        #[expect(clippy::cast_possible_truncation, reason = "fifteen bits are used")]
        Self(bits as u16)
    }

    /// Makes a move without promotion.
    #[inline]
    pub fn step(from: Square, to: Square) -> Self {
        Self::new(from, to, None)
    }

    /// Returns the square to which the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0 as u32 >> 6 & 63)
    }

    /// Returns the square from which the piece comes.
    #[inline]
    pub const fn from_square(self) -> Square {
        Square::new(self.0 as u32 & 63)
    }
}

impl From<Move> for PackedMove {
    #[inline]
    fn from(m: Move) -> Self {
        match m {
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => Self::new(from, to, promotion),
            _ => Self::step(m.from().unwrap_or(Square::A1), m.to()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_come_back_in_their_position_and_only_legal_ones_elsewhere(
            choices in prop::collection::vec(any::<u16>(), 0..120), foreign in any::<u16>(),
        ) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                for m in &moves {
                    prop_assert_eq!(PackedMove::from(*m).unpack(&position, position.checkers()), Some(*m));
                }
                if let Some(m) = PackedMove(foreign ^ choice).unpack(&position, position.checkers()) {
                    prop_assert!(moves.contains(&m));
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
        }

        #[test]
        fn packing_loses_nothing(
            m in any::<u16>(), value in any::<i16>(), evaluation in any::<i16>(),
            depth in any::<i8>(), bound in 0..3, was_principal in any::<bool>(), generation in 0..=GENERATIONS,
        ) {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][usize::try_from(bound).unwrap_or(0)];
            let entry = TableEntry {
                m: PackedMove(m & 0x7fff), value, evaluation, depth, bound, was_principal, generation,
            };
            prop_assert_eq!(TableEntry::unpack(entry.pack()), entry);
        }
    }
}
