//! Evaluation: one phase's weights compiled into tables that a search can add up move by move.
//!
//! The classic heuristic is a sum over men (the piece's value and its square's) and a bonus for
//! giving check, so an [`Evaluator`] keeps one number for each man on each square, White's positive
//! and Black's negative; [`Evaluator::after`] updates the sum with a few additions a move.
//!
//! May use: L0, `board`, `heuristic`.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

use crate::heuristic::Heuristic;
use crate::heuristic::classic::place;
use crate::phase::Phase;
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// The sum over all men in centipawns, from White's point of view: the part of an evaluation that
/// is kept up to date move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum(pub i32);

/// The weights of one phase, ready to evaluate positions.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// By colour (White first), role and square: what that man adds for White.
    men: [[[i32; 64]; 6]; 2],
    /// For giving check.
    check: i32,
    /// Tells the tables of two evaluators apart.
    salt: u64,
}

impl Evaluator {
    /// Compiles the weights that `heuristic` has for `phase`. The king's own square table gives
    /// way to the endgame king's in the endgame.
    pub fn new(heuristic: &Heuristic, phase: Phase) -> Self {
        let weights = &heuristic.weights()[phase];
        let mut men = [[[0; 64]; 6]; 2];
        for color in Color::ALL {
            for role in Role::ALL {
                let value = place::value(role).map_or(0, |place| weights[place]);
                for square in Square::ALL {
                    let place = if role == Role::King && phase == Phase::Endgame {
                        place::endgame_king(color, square)
                    } else {
                        place::square(color, role, square)
                    };
                    let worth = value + weights[place];
                    men[side(color)][kind(role)][square.to_usize()] =
                        if color.is_white() { worth } else { -worth };
                }
            }
        }
        let check = weights[place::CHECK];
        Self {
            men,
            check,
            salt: salt_of(&men, check),
        }
    }

    /// A number that differs between evaluators with different weights, for mixing into the keys
    /// of a shared transposition table.
    pub const fn salt(&self) -> u64 {
        self.salt
    }

    /// The sum over all men of a position, from scratch.
    pub fn sum(&self, position: &Chess) -> Sum {
        let sum = position
            .board()
            .iter()
            .map(|(square, piece)| self.man(piece.color, piece.role, square))
            .sum();
        Sum(sum)
    }

    /// The sum after `turn` has played `m`.
    #[inline]
    pub fn after(&self, sum: Sum, turn: Color, m: Move) -> Sum {
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
        Sum(sum.0 + change)
    }

    /// The evaluation in centipawns for the side to move, from the sum and whether it is in check.
    #[inline]
    pub fn for_mover(&self, sum: Sum, turn: Color, in_check: bool) -> Centipawns {
        let value = if turn.is_white() { sum.0 } else { -sum.0 };
        Centipawns(if in_check { value - self.check } else { value })
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
        Score::Heuristic(self.for_mover(sum, position.turn(), position.is_check()))
    }

    #[inline]
    const fn man(&self, color: Color, role: Role, square: Square) -> i32 {
        self.men[side(color)][kind(role)][square.to_usize()]
    }
}

/// White's material less Black's, by the initial piece values of the original.
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

#[inline]
const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

#[inline]
const fn kind(role: Role) -> usize {
    role as usize - 1
}

fn salt_of(men: &[[[i32; 64]; 6]; 2], check: i32) -> u64 {
    // Hashed in one go: a drawn heuristic is compiled for every game of self-play.
    let weights = men.iter().flatten().flatten().chain([&check]);
    let bytes: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(&bytes).as_bytes()[..8]);
    u64::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Levels, Schema};
    use crate::phase::ByPhase;
    use proptest::prelude::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, EnPassantMode, FromSetup as _};

    fn random_heuristic(seed: u64) -> Heuristic {
        let schema = Schema::classic();
        let mut rng = crate::rng::stream(seed, "test heuristic", 0);
        let levels = ByPhase::new_with(|_| Levels::random(schema, &mut rng));
        Heuristic::from_levels(schema, &levels)
    }

    fn mirrored(position: &Chess) -> Chess {
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.mirror();
        Chess::from_setup(setup, CastlingMode::Standard).expect("a legal mirror image")
    }

    proptest! {
        #[test]
        fn the_sum_after_each_move_is_the_sum_from_scratch(
            seed in any::<u64>(),
            choices in prop::collection::vec(any::<u16>(), 0..150),
        ) {
            let heuristic = random_heuristic(seed);
            for phase in Phase::ALL {
                let evaluator = Evaluator::new(&heuristic, phase);
                let mut position = Chess::default();
                let mut sum = evaluator.sum(&position);
                for choice in &choices {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves[usize::from(*choice) % moves.len()];
                    sum = evaluator.after(sum, position.turn(), m);
                    position.play_unchecked(m);
                    prop_assert_eq!(sum, evaluator.sum(&position));
                }
            }
        }

        #[test]
        fn a_colour_flip_keeps_the_movers_view_of_the_initial_heuristic(
            choices in prop::collection::vec(any::<u16>(), 0..150),
        ) {
            let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
            let mut position = Chess::default();
            for choice in choices {
                prop_assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&mirrored(&position)));
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
        }
    }

    #[test]
    fn giving_check_is_worth_its_bonus() {
        let fen: Fen = "4k3/8/8/8/8/8/8/K3R3 b - - 0 40"
            .parse()
            .expect("a valid FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
        // A rook (500, e1: 10), its check (30), and kings on a1 (-30) and e8 (0).
        assert_eq!(
            evaluator.evaluate(&position),
            Score::Heuristic(Centipawns(-510))
        );
        assert_eq!(
            material_balance(&position),
            WhiteScore(Score::Heuristic(Centipawns(500)))
        );
    }

    #[test]
    fn salts_tell_heuristics_and_phases_apart() {
        let salt = |heuristic: &Heuristic, phase| Evaluator::new(heuristic, phase).salt();
        let (initial, random) = (Heuristic::initial(), random_heuristic(1));
        assert_eq!(
            salt(&initial, Phase::Opening),
            salt(&initial, Phase::Middlegame)
        );
        assert_ne!(
            salt(&initial, Phase::Opening),
            salt(&initial, Phase::Endgame)
        );
        assert_ne!(
            salt(&initial, Phase::Opening),
            salt(&random, Phase::Opening)
        );
    }
}
