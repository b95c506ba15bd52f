//! The pattern of a written move: which moves it can mean.

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, CastlingSide, File, Move, Rank, Role, Square};

/// Squares, piece and promotion of a written move; `None` for what is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePattern {
    Castle(CastlingSide),
    /// Given by the piece's letter, or a pawn move without a letter.
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
    /// Given by both squares, for any piece.
    Squares {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
}

impl MovePattern {
    /// Returns true if a legal move fits the pattern.
    pub(super) fn matches(self, m: Move, mode: CastlingMode) -> bool {
        match self {
            Self::Castle(side) => m.castling_side() == Some(side),
            Self::Piece {
                role,
                file,
                rank,
                to,
                promotion,
            } => {
                !m.is_castle()
                    && m.role() == role
                    && m.to() == to
                    && m.promotion() == promotion
                    && file.is_none_or(|file| m.from().map(Square::file) == Some(file))
                    && rank.is_none_or(|rank| m.from().map(Square::rank) == Some(rank))
            }
            Self::Squares {
                from,
                to,
                promotion,
            } => {
                // In Chess960 the king's own squares may be those of a plain move as well.
                let target = UciMove::from_move(m, mode).to();
                m.from() == Some(from)
                    && (target == Some(to) || m.to() == to)
                    && m.promotion() == promotion
            }
        }
    }

    /// Returns true if a legal move is close to the pattern and worth suggesting instead.
    pub(super) fn is_similar_to(self, m: Move) -> bool {
        match self {
            Self::Castle(_) => m.role() == Role::King,
            Self::Piece { role, to, .. } => {
                m.role() == role && (role != Role::Pawn || m.to() == to)
            }
            Self::Squares { from, .. } => m.from() == Some(from),
        }
    }

    /// Returns true for a move of one of the pawns that the pattern may mean.
    pub(super) fn is_of_its_pawns(self, m: Move) -> bool {
        match self {
            Self::Piece {
                role: Role::Pawn,
                file,
                to,
                ..
            } => {
                m.role() == Role::Pawn
                    && m.from().map(Square::file) == Some(file.unwrap_or(to.file()))
            }
            _ => false,
        }
    }

    /// Returns true if a move of any piece goes to the square of the pattern.
    pub(super) fn reaches_target(self, m: Move) -> bool {
        match self {
            Self::Castle(_) => false,
            Self::Piece { to, .. } | Self::Squares { to, .. } => !m.is_castle() && m.to() == to,
        }
    }
}
