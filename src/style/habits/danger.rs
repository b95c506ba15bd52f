//! How sharp the game stands: loose men, material at stake, open kings, unlike pawns and pieces.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::attack_map::{AttackMap, ObservedMove, files_of, size};
use super::habit::{Habit, HabitShares};

/// The own moves within which pieces are developed.
const DEVELOPMENT: u32 = 14;

/// Knights and bishops at the start.
const MINORS: u32 = 4;

pub(super) fn observe(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, scene) = (step.mover, step.after);
    let (own, theirs) = (scene.force.get(mover), scene.force.get(!mover));
    let board = &scene.board;
    let men = board.by_color(mover) & !board.kings();
    let pieces = men & !board.pawns();
    seen.add_amount(Habit::Loose, size(pieces & !own.all), size(pieces));
    let at_stake = scene.threatened(mover) | (men & theirs.all & !own.all);
    seen.add_amount(Habit::Stake, worth(board, at_stake), 1);
    let heavy = own.by_queens | own.by_rooks;
    let ring = shakmaty::attacks::king_attacks(*scene.kings.get(!mover));
    seen.add_chance(Habit::HeavyOnKing, heavy.intersects(ring));
    seen.add_amount(Habit::OpenToKing, open_files(scene, !mover), 3);
    seen.add_amount(Habit::Bare, 3 - size(shelter(scene, mover)).min(3), 3);
    if step.number <= DEVELOPMENT {
        let home = Bitboard::from_rank(mover.relative_rank(shakmaty::Rank::First));
        seen.add_amount(Habit::Undeveloped, size(scene.minors(mover) & home), MINORS);
    }
    shape(step, seen);
}

/// What is unlike between the sides, and how far the pawns have come.
fn shape(step: &ObservedMove<'_>, seen: &mut HabitShares) {
    let (mover, scene) = (step.mover, step.after);
    let pawns = scene.men(mover, Role::Pawn);
    let (white, black) = (
        files_of(scene.men(Color::White, Role::Pawn)),
        files_of(scene.men(Color::Black, Role::Pawn)),
    );
    // Eight squares a file.
    seen.add_amount(
        Habit::UnlikePawns,
        size(white ^ black) / 8,
        size(white | black) / 8,
    );
    let knights = |side| scene.men(side, Role::Knight).count();
    let bishops = |side| scene.men(side, Role::Bishop).count();
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
        size(pawns & !stoppable(scene, mover)),
        size(pawns),
    );
}

/// The squares on which a pawn of `side` still has an enemy pawn before it or beside its way.
fn stoppable(scene: &AttackMap, side: Color) -> Bitboard {
    let enemy = scene.men(!side, Role::Pawn);
    let beside = |file| enemy & !Bitboard::from_file(file);
    let wide = enemy | beside(File::A).shift(-1) | beside(File::H).shift(1);
    // Towards the own first rank.
    let step = side.fold_wb(-8, 8);
    let one = wide.shift(step);
    let two = one | one.shift(step);
    let four = two | two.shift(2 * step);
    four | four.shift(4 * step)
}

/// The value of these men, in pawns.
fn worth(board: &Board, men: Bitboard) -> u32 {
    size(men & board.pawns())
        + 3 * size(men & (board.knights() | board.bishops()))
        + 5 * size(men & board.rooks())
        + 9 * size(men & board.queens())
}

/// A king's file and its neighbours.
fn around(king: Square) -> Bitboard {
    let file = Bitboard::from_file(king.file());
    let beside = |edge| file & !Bitboard::from_file(edge);
    file | beside(File::A).shift(-1) | beside(File::H).shift(1)
}

/// How many of the three files around the king of `side` have no pawn of his.
fn open_files(scene: &AttackMap, side: Color) -> u32 {
    let near = around(*scene.kings.get(side));
    let closed = files_of(scene.men(side, Role::Pawn)) & near;
    size(near & !closed) / 8
}

/// The pawns of `side` around its king's file on its own second and third rank.
fn shelter(scene: &AttackMap, side: Color) -> Bitboard {
    let ranks = Bitboard::from_rank(side.relative_rank(shakmaty::Rank::Second))
        | Bitboard::from_rank(side.relative_rank(shakmaty::Rank::Third));
    scene.men(side, Role::Pawn) & around(*scene.kings.get(side)) & ranks
}
