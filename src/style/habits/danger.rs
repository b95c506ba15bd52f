//! Habits of sharpness: unprotected pieces, material at stake, open kings, unlike pawns and pieces.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::attack_map::{AttackMap, ObservedMove, files_of, size};
use super::habit::{Habit, HabitShares};

/// Own moves during which undeveloped pieces are counted.
const DEVELOPMENT: u32 = 14;

/// Number of knights and bishops at the start.
const MINORS: u32 = 4;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, attack_map) = (step.mover, step.after);
    let (own, theirs) = (attack_map.force.get(mover), attack_map.force.get(!mover));
    let board = &attack_map.board;
    let men = board.by_color(mover) & !board.kings();
    let pieces = men & !board.pawns();
    seen.add_amount(Habit::Loose, size(pieces & !own.all), size(pieces));
    let at_stake = attack_map.threatened(mover) | (men & theirs.all & !own.all);
    seen.add_amount(Habit::Stake, worth(board, at_stake), 1);
    let heavy = own.by_queens | own.by_rooks;
    let ring = shakmaty::attacks::king_attacks(*attack_map.kings.get(!mover));
    seen.add_chance(Habit::HeavyOnKing, heavy.intersects(ring));
    seen.add_amount(Habit::OpenToKing, open_files(attack_map, !mover), 3);
    seen.add_amount(Habit::Bare, 3 - size(shelter(attack_map, mover)).min(3), 3);
    if step.number <= DEVELOPMENT {
        let home = Bitboard::from_rank(mover.relative_rank(shakmaty::Rank::First));
        seen.add_amount(
            Habit::Undeveloped,
            size(attack_map.minors(mover) & home),
            MINORS,
        );
    }
    shape(step, seen);
}

/// Counts how the sides differ in pawns and pieces, and how far the pawns have advanced.
fn shape(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, attack_map) = (step.mover, step.after);
    let pawns = attack_map.men(mover, Role::Pawn);
    let (white, black) = (
        files_of(attack_map.men(Color::White, Role::Pawn)),
        files_of(attack_map.men(Color::Black, Role::Pawn)),
    );
    // Eight squares per file.
    seen.add_amount(
        Habit::UnlikePawns,
        size(white ^ black) / 8,
        size(white | black) / 8,
    );
    let knights = |side| attack_map.men(side, Role::Knight).count();
    let bishops = |side| attack_map.men(side, Role::Bishop).count();
    let unlike = knights(Color::White) + bishops(Color::Black)
        != knights(Color::Black) + bishops(Color::White);
    seen.add_chance(Habit::UnlikeMinors, unlike);
    let half = mover.fold_wb(
        Bitboard(0xffff_ffff_0000_0000),
        Bitboard(0x0000_0000_ffff_ffff),
    );
    seen.add_amount(Habit::FarPawns, size(pawns & half), size(pawns));
    seen.add_amount(
        Habit::Passed,
        size(pawns & !stoppable(attack_map, mover)),
        size(pawns),
    );
}

/// Returns the squares on which a pawn of `side` is not passed: an enemy pawn is ahead of it or on a neighbouring
/// file.
fn stoppable(attack_map: &AttackMap, side: Color) -> Bitboard {
    let enemy = attack_map.men(!side, Role::Pawn);
    let beside = |file| enemy & !Bitboard::from_file(file);
    let wide = enemy | beside(File::A).shift(-1) | beside(File::H).shift(1);
    // Towards the side's first rank.
    let step = side.fold_wb(-8, 8);
    let one = wide.shift(step);
    let two = one | one.shift(step);
    let four = two | two.shift(2 * step);
    four | four.shift(4 * step)
}

/// Returns the value of these pieces, in pawns.
fn worth(board: &Board, men: Bitboard) -> u32 {
    size(men & board.pawns())
        + 3 * size(men & (board.knights() | board.bishops()))
        + 5 * size(men & board.rooks())
        + 9 * size(men & board.queens())
}

/// Returns a king's file and its neighbours.
fn around(king: Square) -> Bitboard {
    let file = Bitboard::from_file(king.file());
    let beside = |edge| file & !Bitboard::from_file(edge);
    file | beside(File::A).shift(-1) | beside(File::H).shift(1)
}

/// Returns how many of the three files around the king of `side` have no pawn of that side.
fn open_files(attack_map: &AttackMap, side: Color) -> u32 {
    let near = around(*attack_map.kings.get(side));
    let closed = files_of(attack_map.men(side, Role::Pawn)) & near;
    size(near & !closed) / 8
}

/// Returns the pawns of `side` on the files around its king, on its second and third rank.
fn shelter(attack_map: &AttackMap, side: Color) -> Bitboard {
    let ranks = Bitboard::from_rank(side.relative_rank(shakmaty::Rank::Second))
        | Bitboard::from_rank(side.relative_rank(shakmaty::Rank::Third));
    attack_map.men(side, Role::Pawn) & around(*attack_map.kings.get(side)) & ranks
}
