//! Habits with the queen: how early it moves, and who seeks its exchange.

use shakmaty::Role;

use super::attack_map::ObservedMove;
use super::habit::{Habit, HabitShares};

/// Queen moves among this many first own moves count as early.
const EARLY: u32 = 12;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, chosen) = (step.mover, step.chosen);
    let is_queen = chosen.role() == Role::Queen;
    if step.number <= EARLY {
        seen.add_chance(Habit::EarlyQueen, is_queen);
    }
    let both = step.before.has_both_queens();
    seen.add_chance(Habit::QueensOn, both);
    if !both {
        return;
    }
    let takes_first = is_queen && chosen.capture() == Some(Role::Queen) && !step.is_recapture();
    seen.add_amount(Habit::QueenTraded, u32::from(takes_first), 0);
    let own = step.before.men(mover, Role::Queen);
    let facing = (step.before.force.get(!mover).by_queens & own).any();
    let walks = is_queen && !chosen.is_capture();
    if facing {
        seen.add_chance(Habit::QueenAvoided, walks);
    }
    if walks {
        let faces = step.after.force.get(!mover).by_queens.contains(chosen.to());
        seen.add_chance(Habit::QueenOffered, faces && !facing);
    }
}
