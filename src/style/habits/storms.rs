//! Habits of pawn moves: against the enemy king, before the own king, and small waiting moves.

use shakmaty::{File, Role};

use super::attack_map::ObservedMove;
use super::habit::{Habit, HabitShares};

/// The third rank, counted by the mover from 0.
const THIRD: u32 = 2;
const FOURTH: u32 = 3;
const FIFTH: u32 = 4;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, to) = (step.mover, step.chosen.to());
    let is_pawn = step.chosen.role() == Role::Pawn;
    let rank = step.rank_of(to);
    let file = to.file();
    let beside = |king: shakmaty::Square| king.file().distance(file) <= 1;
    let at_king = is_pawn && beside(*step.before.kings.get(!mover));
    if step.before.has_both_queens() {
        seen.add_chance(Habit::StormWithQueens, at_king && rank > THIRD);
    }
    let outer = matches!(file, File::A | File::H);
    seen.add_chance(Habit::SmallPawn, is_pawn && outer && rank == THIRD);
    if !is_pawn {
        return;
    }
    seen.add_chance(Habit::Storm, at_king && rank > FOURTH);
    let own_king = *step.before.kings.get(mover);
    let has_left_centre = !matches!(own_king.file(), File::D | File::E);
    seen.add_chance(
        Habit::OwnShield,
        has_left_centre && beside(own_king) && rank > THIRD,
    );
    seen.add_chance(Habit::FarPush, rank >= FIFTH);
    let on_wing = matches!(file, File::A | File::B | File::G | File::H);
    seen.add_chance(Habit::WingPush, on_wing && rank > THIRD);
}
