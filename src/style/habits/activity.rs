//! Habits of activity: moves forward and back, into the enemy half, and squares attacked.

use shakmaty::{Bitboard, Color, Role};

use super::attack_map::{ObservedMove, size};
use super::habit::{Habit, HabitShares};

/// The first rank of the enemy half, counted by the mover from 0.
const ENEMY_HALF: u32 = 4;
const SECOND: u32 = 1;

/// Returns the squares of the enemy half of the board, as `side` sees it.
fn beyond_the_middle(side: Color) -> Bitboard {
    side.fold_wb(
        Bitboard(0xffff_ffff_0000_0000),
        Bitboard(0x0000_0000_ffff_ffff),
    )
}

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let mover = step.mover;
    let half = beyond_the_middle(mover);
    let force = step.after.force.get(mover);
    let board = &step.after.board;
    let pieces = board.by_color(mover) & !board.pawns() & !board.kings();
    seen.add_amount(Habit::Advanced, size(pieces & half), size(pieces));
    seen.add_amount(Habit::Reach, force.reach, size(pieces));
    seen.add_amount(Habit::Space, size(force.all & half), 1);
    let again = step
        .previous
        .is_some_and(|previous| previous.to() == step.from());
    seen.add_chance(Habit::SameAgain, again);
    if step.is_of_piece() {
        of_a_piece(step, seen);
    }
}

fn of_a_piece(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (chosen, queens) = (step.chosen, step.before.has_both_queens());
    let (from, to) = (step.rank_of(step.from()), step.rank_of(chosen.to()));
    seen.add_chance(Habit::Backward, to < from);
    let attacked = step.before.force.get(!step.mover).all.contains(chosen.to());
    seen.add_chance(Habit::OntoAttacked, attacked);
    let beyond = to >= ENEMY_HALF;
    match chosen.role() {
        Role::Knight => seen.add_chance(Habit::KnightForward, beyond),
        Role::Bishop => seen.add_chance(Habit::BishopForward, beyond),
        Role::Queen => seen.add_chance(Habit::QueenForward, beyond),
        Role::Rook if queens => seen.add_chance(Habit::RookForward, to > SECOND),
        Role::Rook | Role::Pawn | Role::King => {}
    }
}
