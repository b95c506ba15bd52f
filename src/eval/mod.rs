//! Evaluation: a heuristic compiled for one search, which then asks for the value of positions.
//!
//! Every family has a part that is a sum over pieces (the piece's value and its square's): one
//! number for each piece on each square, White's positive and Black's negative.
//! [`Evaluator::sum_after`] updates it with a few additions for each move. The classic family only
//! adds a bonus for giving check.
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

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use piece_square::{PieceSquareValues, kind, side};

use crate::heuristic::{Heuristic, Schema};
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// A heuristic compiled for searches from one root context.
#[derive(Clone, Debug)]
pub struct Evaluator {
    men: PieceSquareValues,
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
    /// Compiles `heuristic` for a search from `outlook`; for the classic family a bare
    /// [`Phase`](crate::phase::Phase) is enough.
    pub fn new(heuristic: &Heuristic, outlook: impl Into<RootContext>) -> Self {
        let outlook = outlook.into();
        if heuristic.schema().name() == Schema::modern().name() {
            let modern = modern::ModernEvaluator::new(heuristic, outlook);
            return Self {
                men: modern.men(),
                salt: modern.salt() ^ outlook.bonus_salt(),
                family: FamilyEvaluator::Modern(modern),
            };
        }
        let weights = &heuristic.weights()[outlook.phase];
        let men = classic::men(weights, outlook.phase);
        let classic = classic::ClassicEvaluator::new(weights, outlook);
        Self {
            men,
            salt: classic::salt_of(&men, &classic) ^ outlook.bonus_salt(),
            family: FamilyEvaluator::Classic(classic),
        }
    }

    /// Returns true if compiling for `outlook` would give the same evaluator.
    pub fn is_valid_for(&self, outlook: RootContext) -> bool {
        match &self.family {
            FamilyEvaluator::Classic(classic) => classic.is_valid_for(outlook),
            FamilyEvaluator::Modern(modern) => modern.is_valid_for(outlook),
        }
    }

    /// A number that differs between evaluators with different weights, mixed into the keys of a
    /// shared transposition table.
    pub const fn salt(&self) -> u64 {
        self.salt
    }

    /// The approximate value of a captured piece on any square, in centipawns; used for margins. A
    /// king counts zero.
    pub fn worth(&self, role: Role) -> i32 {
        match &self.family {
            FamilyEvaluator::Classic(classic) => classic.worth(role),
            FamilyEvaluator::Modern(modern) => modern.worth(role),
        }
    }

    /// Computes the sum over all pieces of a position from scratch.
    pub fn sum(&self, position: &Chess) -> PieceSquareSum {
        let sum = position
            .board()
            .iter()
            .map(|(square, piece)| self.man(piece.color, piece.role, square))
            .sum();
        PieceSquareSum(sum)
    }

    /// Updates the sum after `turn` has played `m`.
    #[inline]
    pub fn sum_after(&self, sum: PieceSquareSum, turn: Color, m: Move) -> PieceSquareSum {
        let man = |role, square| self.man(turn, role, square);
        let change = match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                let captured = capture.map_or(0, |captured| self.man(!turn, captured, to));
                man(promotion.unwrap_or(role), to) - man(role, from) - captured
            }
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                man(Role::Pawn, to) - man(Role::Pawn, from) - self.man(!turn, Role::Pawn, captured)
            }
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_king_side(king < rook);
                let king_to = Square::from_coords(side.king_to_file(), king.rank());
                let rook_to = Square::from_coords(side.rook_to_file(), rook.rank());
                man(Role::King, king_to) - man(Role::King, king) + man(Role::Rook, rook_to)
                    - man(Role::Rook, rook)
            }
            // Drops do not exist in standard chess.
            Move::Put { role, to } => man(role, to),
        };
        PieceSquareSum(sum.0 + change)
    }

    /// The static evaluation in centipawns for the side to move. `sum` is the position's
    /// [`sum`](Self::sum), and `checkers` are the pieces that give check to the side to move.
    /// `pawns` caches pawn structures, and may be shared between evaluators.
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

    /// The static evaluation of a position for the side to move, from scratch.
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

    /// Breaks the static evaluation of a position down: the steps add up to
    /// [`evaluate`](Self::evaluate).
    pub fn explain(&self, position: &Chess) -> Explanation {
        match &self.family {
            FamilyEvaluator::Classic(classic) => classic.explain(&self.men, position),
            FamilyEvaluator::Modern(modern) => modern.explain(position),
        }
    }

    #[inline]
    const fn man(&self, color: Color, role: Role, square: Square) -> i64 {
        self.men[side(color)][kind(role)][square.to_usize()]
    }
}

/// White's material minus Black's, by the piece values of 2005.
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
