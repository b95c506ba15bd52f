//! Habits of structure: blocked and isolated pawns, the bishop pair, contact, and pieces left.

use shakmaty::{Bitboard, Color, Role};

use super::attack_map::{ObservedMove, files_of, size};
use super::habit::{Habit, HabitShares};

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, attack_map) = (step.mover, step.after);
    let own = attack_map.men(mover, Role::Pawn);
    let theirs = attack_map.men(!mover, Role::Pawn);
    let pawns = size(own);
    let before_them = mover.fold_wb(own.shift(8), own.shift(-8));
    seen.add_amount(Habit::Rams, size(before_them & theirs), pawns);
    let files = files_of(own);
    let not_on = |file| files & !Bitboard::from_file(file);
    let beside = not_on(shakmaty::File::A).shift(-1) | not_on(shakmaty::File::H).shift(1);
    seen.add_amount(Habit::Isolated, size(own & !beside), pawns);
    let pair = |side: Color| attack_map.men(side, Role::Bishop).more_than_one();
    seen.add_chance(Habit::BishopPair, pair(mover) && !pair(!mover));
    let touched = attack_map.force.get(mover).all & attack_map.board.by_color(!mover);
    seen.add_amount(Habit::Contact, size(touched), 1);
    seen.add_amount(Habit::MenLeft, size(attack_map.board.occupied()), 1);
}
