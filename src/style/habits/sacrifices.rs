//! Habits of sacrifice: material offered on a square, left hanging, or missing.

use shakmaty::{Color, Role};

use super::attack_map::{AttackMap, ObservedMove, size};
use super::habit::{Habit, HabitShares};

/// A material difference within this range, in pawns, is an investment; above it the game is won or lost.
const INVESTMENT: std::ops::RangeInclusive<i32> = 1..=3;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let mover = step.mover;
    seen.add_chance(Habit::Offer, step.risk.0 >= 100);
    seen.add_chance(Habit::PieceOffer, step.risk.0 >= 200);
    let hanging = step.after.threatened(mover);
    seen.add_amount(Habit::LeftHanging, size(hanging), 1);
    // The difference must hold before and after the move, so that no half-done exchange counts.
    let lead = step.before.lead(mover);
    if step.before.has_both_queens() {
        let settled = step.after.lead(mover) == lead;
        seen.add_chance(Habit::Deficit, settled && INVESTMENT.contains(&-lead));
        seen.add_chance(Habit::Surplus, settled && INVESTMENT.contains(&lead));
    }
    seen.add_chance(Habit::Imbalance, is_unlike(step.after));
}

/// Returns true if the sides have different pieces, pawns aside; knights and bishops count as alike.
fn is_unlike(attack_map: &AttackMap) -> bool {
    let count = |side: Color, role| attack_map.men(side, role).count();
    let differ = |role| count(Color::White, role) != count(Color::Black, role);
    let minors = |side| attack_map.minors(side).count();
    differ(Role::Rook) || differ(Role::Queen) || minors(Color::White) != minors(Color::Black)
}
