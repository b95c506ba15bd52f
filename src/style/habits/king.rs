//! Habits of the own king: castling, king moves, and the enemy pieces that bear on it.

use shakmaty::{CastlingSide, Role, Square};

use super::attack_map::ObservedMove;
use super::habit::{Habit, HabitShares};

/// Castling after this many own moves, or never, counts as this late.
const LATE: u32 = 20;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let mover = step.mover;
    let castled = step.chosen.castling_side();
    seen.add_amount(
        Habit::CastledQueenside,
        u32::from(castled == Some(CastlingSide::QueenSide)),
        0,
    );
    seen.add_amount(
        Habit::CastledKingside,
        u32::from(castled == Some(CastlingSide::KingSide)),
        0,
    );
    let before_castling = seen.of(Habit::CastledQueenside).happened == 0
        && seen.of(Habit::CastledKingside).happened == 0;
    if step.number <= LATE {
        seen.add_chance(Habit::CastlingTime, before_castling);
    }
    let enemy = step.after.force.get(!mover);
    seen.add_amount(Habit::KingExposed, enemy.on_king, 1);
    if step.before.has_both_queens() {
        seen.add_chance(
            Habit::KingSteps,
            step.chosen.role() == Role::King && castled.is_none(),
        );
        let left = |king: Square| king.file() <= shakmaty::File::D;
        let kings = &step.after.kings;
        seen.add_chance(Habit::OppositeWings, left(kings.white) != left(kings.black));
    }
}
