//! Habits of exchange: offered, taken and avoided trades, and pawn tension that is kept.

use shakmaty::{Role, attacks};

use super::attack_map::{ObservedMove, size};
use super::habit::{Habit, HabitShares};

/// Returns true if two pieces are worth the same.
fn equals(one: Role, other: Role) -> bool {
    let minor = |role| matches!(role, Role::Knight | Role::Bishop);
    one == other || minor(one) && minor(other)
}

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    if !step.is_recapture() {
        seen.add_chance(Habit::FirstCapture, step.chosen.is_capture());
    }
    pieces(step, seen);
    pawns(step, seen);
}

fn pieces(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, chosen) = (step.mover, step.chosen);
    let own_facing = step.before.facing_equals(mover);
    let theirs_facing = step.before.facing_equals(!mover);
    let even = step.is_of_piece()
        && chosen
            .capture()
            .is_some_and(|taken| equals(chosen.role(), taken));
    if theirs_facing.any() && !step.answered.is_some_and(shakmaty::Move::is_capture) {
        seen.add_chance(Habit::EvenTrade, even);
    }
    if own_facing.any() {
        let walks = own_facing.contains(step.from()) && !chosen.is_capture();
        seen.add_chance(Habit::TradeAvoided, walks);
    }
    if step.is_of_piece() && !chosen.is_capture() {
        let faces = step.after.facing_equals(mover).contains(chosen.to());
        seen.add_chance(
            Habit::TradeOffered,
            faces && !own_facing.contains(step.from()),
        );
    }
}

fn pawns(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, chosen) = (step.mover, step.chosen);
    let enemy_pawns = step.before.men(!mover, Role::Pawn);
    let can_take = step.before.force.get(mover).by_pawns & enemy_pawns;
    let takes = chosen.role() == Role::Pawn && chosen.capture() == Some(Role::Pawn);
    if can_take.any() {
        seen.add_chance(Habit::TensionKept, !takes);
    }
    if chosen.role() == Role::Pawn {
        let faced = attacks::pawn_attacks(mover, chosen.to()) & step.after.men(!mover, Role::Pawn);
        seen.add_chance(Habit::TensionMade, !chosen.is_capture() && size(faced) > 0);
    }
}
