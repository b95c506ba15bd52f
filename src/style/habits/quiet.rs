//! Habits of quiet play: waiting, protecting and retreating.

use super::attack_map::ObservedMove;
use super::habit::{Habit, HabitShares};

/// The second rank, as the mover counts from 0.
const SECOND: u32 = 1;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, chosen) = (step.mover, step.chosen);
    let from = step.from();
    let quiet = !chosen.is_capture() && !step.gives_check() && step.threats.is_empty();
    seen.add_chance(Habit::QuietMove, quiet);
    if step.is_of_piece() {
        let (rank, before) = (step.rank_of(chosen.to()), step.rank_of(from));
        seen.add_chance(Habit::Retreat, rank <= SECOND && rank < before);
        let undone = step
            .previous
            .is_some_and(|last| last.to() == from && last.from() == Some(chosen.to()));
        seen.add_chance(Habit::Undo, undone);
    }
    let own = step.before.board.by_color(mover).without(from);
    let attacked = own & step.before.force.get(!mover).all & !step.before.force.get(mover).all;
    if attacked.any() {
        let guarded = attacked & step.after.force.get(mover).all;
        seen.add_chance(Habit::Guard, quiet && guarded.any());
    }
}
