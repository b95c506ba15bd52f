//! Pieces against the enemy king: who bears on his squares, who comes nearer, checks and threats.
//!
//! May use: L0.

use shakmaty::{Bitboard, Role, attacks};

use super::habit::{Habit, Shares};
use super::scene::{Step, size};

/// So many pieces on a king's squares are an attack.
const ATTACK: u32 = 3;

/// The longest way of a king over an empty board.
const LONGEST_WAY: u32 = 7;

pub(super) fn see(step: &Step<'_>, seen: &mut Shares) {
    let (mover, chosen) = (step.mover, step.chosen);
    let after = step.after.force.get(mover).on_king;
    seen.amount(Habit::KingHits, after, 1);
    seen.chance(Habit::KingHeld, after >= ATTACK);
    seen.chance(Habit::Check, step.gives_check());
    let king = *step.after.kings.get(!mover);
    if step.is_of_piece() {
        let nearer = chosen.to().distance(king) < step.from().distance(king);
        seen.chance(Habit::TowardsKing, nearer);
    }
    let pieces =
        step.after.board.by_color(mover) & !step.after.board.pawns() & !step.after.board.kings();
    let near: u32 = pieces
        .into_iter()
        .map(|piece| LONGEST_WAY - piece.distance(king))
        .sum();
    seen.amount(Habit::Closeness, near, size(pieces));
    threats(step, seen);
}

fn threats(step: &Step<'_>, seen: &mut Shares) {
    let (mover, chosen) = (step.mover, step.chosen);
    if !chosen.is_capture() {
        seen.chance(Habit::Threat, new_threats(step).any());
    }
    let faced = step.before.threatened(mover);
    if faced.any() {
        seen.chance(Habit::ThreatsFaced, !faced.contains(step.from()));
    }
}

/// The greater enemy men that the moved man attacks.
pub(super) fn new_threats(step: &Step<'_>) -> Bitboard {
    let (board, to) = (&step.after.board, step.chosen.to());
    let enemy = board.by_color(!step.mover);
    let occupied = board.occupied();
    match step.chosen.role() {
        Role::Pawn => {
            attacks::pawn_attacks(step.mover, to) & enemy & !board.pawns() & !board.kings()
        }
        Role::Knight => attacks::knight_attacks(to) & enemy & (board.rooks() | board.queens()),
        Role::Bishop => {
            attacks::bishop_attacks(to, occupied) & enemy & (board.rooks() | board.queens())
        }
        Role::Rook => attacks::rook_attacks(to, occupied) & enemy & board.queens(),
        Role::Queen | Role::King => Bitboard::EMPTY,
    }
}
