//! Material at risk: offered on a square, left hanging, and played without.

use shakmaty::{Color, Role};

use super::attack_map::{AttackMap, ObservedMove, size};
use super::habit::{Habit, HabitShares};

/// A lead or a lack of so many pawns is an investment; of more it is a lost or won game.
const INVESTMENT: std::ops::RangeInclusive<i32> = 1..=3;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let mover = step.mover;
    seen.add_chance(Habit::Offer, step.risk.0 >= 100);
    seen.add_chance(Habit::PieceOffer, step.risk.0 >= 200);
    let hanging = step.after.threatened(mover);
    seen.add_amount(Habit::LeftHanging, size(hanging), 1);
    // What stands before and after the move alike is no exchange half done.
    let lead = step.before.lead(mover);
    if step.before.has_both_queens() {
        let settled = step.after.lead(mover) == lead;
        seen.add_chance(Habit::Deficit, settled && INVESTMENT.contains(&-lead));
        seen.add_chance(Habit::Surplus, settled && INVESTMENT.contains(&lead));
    }
    seen.add_chance(Habit::Imbalance, is_unlike(step.after));
}

/// Whether the sides have other pieces, not only more or fewer pawns; knights count as bishops.
fn is_unlike(scene: &AttackMap) -> bool {
    let count = |side: Color, role| scene.men(side, role).count();
    let differ = |role| count(Color::White, role) != count(Color::Black, role);
    let minors = |side| scene.minors(side).count();
    differ(Role::Rook) || differ(Role::Queen) || minors(Color::White) != minors(Color::Black)
}
