//! Evaluation: scores positions without search, by the weights of a heuristic.
//!
//! Start at [`Evaluator`]: it compiles a heuristic once for each search. Both families have a
//! piece-square sum: one number for each piece on each square, White's positive and Black's
//! negative. [`Evaluator::sum_after`] updates it with a few additions for each move. The classic
//! family adds a bonus for giving check, the modern one some forty terms; both add the bonus for
//! the side that searches, if one is set.
//!
//! May use: L0, `board`, `heuristic`.

mod classic;
pub mod explain;
mod modern;
mod pawn_table;
mod piece_square;
mod root_context;
#[cfg(test)]
mod tests;
pub mod trace;

pub use explain::Explanation;
pub use pawn_table::PawnTable;
pub use piece_square::PieceSquareSum;
pub use root_context::RootContext;
pub use trace::EvaluationTrace;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};

use piece_square::{PieceSquareValues, color_index, role_index};

use crate::heuristic::{Heuristic, Schema};
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// The weights of a heuristic, compiled for searches from one root context.
#[derive(Clone, Debug)]
pub struct Evaluator {
    piece_values: PieceSquareValues,
    family: FamilyEvaluator,
    /// Distinguishes the transposition table entries of different evaluators.
    salt: u64,
}

/// What a family needs besides the sum.
#[derive(Clone, Debug)]
enum FamilyEvaluator {
    Classic(classic::ClassicEvaluator),
    Modern(modern::ModernEvaluator),
}

impl Evaluator {
    /// Compiles `heuristic` for searches from `context`. A [`Phase`](crate::phase::Phase) converts to a
    /// context without a side bonus, which is enough for the classic family.
    pub fn new(heuristic: &Heuristic, context: impl Into<RootContext>) -> Self {
        let context = context.into();
        if heuristic.schema().name() == Schema::modern().name() {
            let modern = modern::ModernEvaluator::new(heuristic, context);
            return Self {
                piece_values: modern.piece_square_values(),
                salt: modern.salt() ^ context.bonus_salt(),
                family: FamilyEvaluator::Modern(modern),
            };
        }
        let weights = &heuristic.weights()[context.phase];
        let piece_values = classic::piece_values(weights, context.phase);
        let classic = classic::ClassicEvaluator::new(weights, context);
        Self {
            piece_values,
            salt: classic::salt_of(&piece_values, &classic) ^ context.bonus_salt(),
            family: FamilyEvaluator::Classic(classic),
        }
    }

    /// Returns true if compiling for `context` would give the same evaluator.
    pub fn is_valid_for(&self, context: RootContext) -> bool {
        match &self.family {
            FamilyEvaluator::Classic(classic) => classic.is_valid_for(context),
            FamilyEvaluator::Modern(modern) => modern.is_valid_for(context),
        }
    }

    /// Returns a number that is mixed into the keys of a shared transposition table.
    ///
    /// With it, scores of another heuristic or side bonus are not reused.
    /// Evaluators of the modern family that differ only in the share of the opening have the same number.
    pub const fn salt(&self) -> u64 {
        self.salt
    }

    /// Returns the value of a piece by these weights, in centipawns, whatever its square; used for pruning
    /// margins. A king counts zero.
    pub fn worth(&self, role: Role) -> i32 {
        match &self.family {
            FamilyEvaluator::Classic(classic) => classic.worth(role),
            FamilyEvaluator::Modern(modern) => modern.worth(role),
        }
    }

    /// Computes the piece-square sum of a position from scratch.
    pub fn sum(&self, position: &Chess) -> PieceSquareSum {
        let sum = position
            .board()
            .iter()
            .map(|(square, piece)| self.piece_value(piece.color, piece.role, square))
            .sum();
        PieceSquareSum(sum)
    }

    /// Returns the piece-square sum after `turn` plays `m`, given the sum before it.
    #[inline]
    pub fn sum_after(&self, sum: PieceSquareSum, turn: Color, m: Move) -> PieceSquareSum {
        let change = match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                let captured = capture.map_or(0, |captured| self.piece_value(!turn, captured, to));
                self.piece_value(turn, promotion.unwrap_or(role), to)
                    - self.piece_value(turn, role, from)
                    - captured
            }
            Move::EnPassant { from, to } => self.en_passant_change(turn, from, to),
            Move::Castle { king, rook } => self.castling_change(turn, king, rook),
            // Drops do not exist in standard chess.
            Move::Put { role, to } => self.piece_value(turn, role, to),
        };
        PieceSquareSum(sum.0 + change)
    }

    /// Returns by what a capture en passant changes the sum; apart, as it is rare.
    #[cold]
    fn en_passant_change(&self, turn: Color, from: Square, to: Square) -> i64 {
        let captured = Square::from_coords(to.file(), from.rank());
        self.piece_value(turn, Role::Pawn, to)
            - self.piece_value(turn, Role::Pawn, from)
            - self.piece_value(!turn, Role::Pawn, captured)
    }

    /// Returns by what castling changes the sum; apart, as it is rare.
    #[cold]
    fn castling_change(&self, turn: Color, king: Square, rook: Square) -> i64 {
        let side = CastlingSide::from_king_side(king < rook);
        let king_to = Square::from_coords(side.king_to_file(), king.rank());
        let rook_to = Square::from_coords(side.rook_to_file(), rook.rank());
        self.piece_value(turn, Role::King, king_to) - self.piece_value(turn, Role::King, king)
            + self.piece_value(turn, Role::Rook, rook_to)
            - self.piece_value(turn, Role::Rook, rook)
    }

    /// Returns the static evaluation in centipawns for the side to move.
    ///
    /// `sum` is the position's [`sum`](Self::sum), and `checkers` are the pieces that give check to the
    /// side to move. `pawns` caches pawn structures, and may be shared between evaluators.
    #[inline]
    pub fn for_mover(
        &self,
        position: &Chess,
        sum: PieceSquareSum,
        checkers: Bitboard,
        pawns: &mut PawnTable,
    ) -> Centipawns {
        match &self.family {
            FamilyEvaluator::Classic(classic) => {
                classic.for_mover(sum, position.turn(), checkers.any())
            }
            FamilyEvaluator::Modern(modern) => {
                Centipawns(modern.for_mover(position, sum, checkers, pawns))
            }
        }
    }

    /// Returns the static evaluation of a position for the side to move, computed from scratch.
    ///
    /// ```
    /// use bayeschess::{eval::Evaluator, heuristic::Heuristic, phase::Phase, score::Score};
    /// let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Opening);
    /// assert_eq!(evaluator.evaluate(&shakmaty::Chess::default()), Score::DRAW);
    /// ```
    pub fn evaluate(&self, position: &Chess) -> Score {
        let sum = self.sum(position);
        let pawns = &mut PawnTable::smallest();
        Score::Heuristic(self.for_mover(position, sum, position.checkers(), pawns))
    }

    /// Returns the static evaluation of a position term by term. Without a side bonus the steps add up to
    /// [`evaluate`](Self::evaluate); a side bonus is left out.
    pub fn explain(&self, position: &Chess) -> Explanation {
        match &self.family {
            FamilyEvaluator::Classic(classic) => classic.explain(&self.piece_values, position),
            FamilyEvaluator::Modern(modern) => modern.explain(position),
        }
    }

    #[inline]
    const fn piece_value(&self, color: Color, role: Role, square: Square) -> i64 {
        self.piece_values[color_index(color)][role_index(role)][square.to_usize()]
    }
}

/// Returns White's material minus Black's, by the fixed piece values of
/// [static exchange evaluation](mod@crate::board::see).
pub fn material_balance(position: &Chess) -> WhiteScore {
    let board = position.board();
    let value = |color: Color| -> i32 {
        Role::ALL
            .into_iter()
            .filter(|role| *role != Role::King)
            .map(|role| {
                let count = (board.by_color(color) & board.by_role(role)).count();
                let count = i32::try_from(count).unwrap_or(0);
                crate::board::see::exchange_value(role).0 * count
            })
            .sum()
    };
    WhiteScore(Score::Heuristic(Centipawns(
        value(Color::White) - value(Color::Black),
    )))
}
