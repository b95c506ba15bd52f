//! Habits of attack on the king: pieces that attack its squares or come nearer, checks and threats.

use shakmaty::{Bitboard, Color, File, Move, Role, Square, attacks};

use super::attack_map::{AttackMap, ObservedMove, size};
use super::habit::{Habit, HabitShares};

/// Number of pieces on the king's squares that makes an attack.
const ATTACK: u32 = 3;

/// The greatest number of king moves between two squares of an empty board.
const LONGEST_WAY: u32 = 7;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, chosen) = (step.mover, step.chosen);
    let after = step.after.force.get(mover).on_king;
    seen.add_amount(Habit::KingHits, after, 1);
    seen.add_chance(Habit::KingHeld, after >= ATTACK);
    seen.add_chance(Habit::Check, step.gives_check());
    let king = *step.after.kings.get(!mover);
    if step.is_of_piece() {
        let nearer = chosen.to().distance(king) < step.from().distance(king);
        seen.add_chance(Habit::TowardsKing, nearer);
    }
    let pieces =
        step.after.board.by_color(mover) & !step.after.board.pawns() & !step.after.board.kings();
    seen.add_amount(Habit::Closeness, closeness(pieces, king), size(pieces));
    threats(step, seen);
}

fn threats(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, chosen) = (step.mover, step.chosen);
    if !chosen.is_capture() {
        seen.add_chance(Habit::Threat, step.threats.any());
    }
    let faced = step.before.threatened(mover);
    if faced.any() {
        seen.add_chance(Habit::ThreatsFaced, !faced.contains(step.from()));
    }
}

/// Returns the sum over pieces of seven less their distance from the king, in king moves.
fn closeness(pieces: Bitboard, king: Square) -> u32 {
    // A piece at a distance is within that distance and every longer one.
    let mut within = Bitboard::from(king);
    let mut near = 0;
    for _ in 1..LONGEST_WAY {
        within |= (within & !Bitboard::from_file(File::A)).shift(-1)
            | (within & !Bitboard::from_file(File::H)).shift(1);
        within |= within.shift(8) | within.shift(-8);
        near += size(pieces & within);
    }
    near
}

/// Returns the more valuable enemy pieces that the piece just moved by `mover` attacks.
pub(super) fn new_threats(after: &AttackMap, chosen: Move, mover: Color) -> Bitboard {
    let (board, to) = (&after.board, chosen.to());
    let enemy = board.by_color(!mover);
    let occupied = board.occupied();
    match chosen.role() {
        Role::Pawn => attacks::pawn_attacks(mover, to) & enemy & !board.pawns() & !board.kings(),
        Role::Knight => attacks::knight_attacks(to) & enemy & (board.rooks() | board.queens()),
        Role::Bishop => {
            attacks::bishop_attacks(to, occupied) & enemy & (board.rooks() | board.queens())
        }
        Role::Rook => attacks::rook_attacks(to, occupied) & enemy & board.queens(),
        Role::Queen | Role::King => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn closeness_is_the_way_that_is_left(pieces: u64, king in 0_u32..64) {
            let king = Square::new(king);
            let pieces = Bitboard(pieces).without(king);
            let ways = pieces.into_iter().map(|piece| LONGEST_WAY - piece.distance(king));
            prop_assert_eq!(closeness(pieces, king), ways.sum::<u32>());
        }
    }
}
