//! Passed pawns: the path ahead, and who can reach it.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Color, Position as _, Square};

use super::board_features::{BoardFeatures, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{beside, distance, file, files, forward, front, index, other, rank};
use crate::heuristic::modern::layout::{
    ENEMY_ROOK_BEHIND_PASSED, PASSED, PASSED_BLOCKED, PASSED_CONNECTED, PASSED_DEFENDED_STEP,
    PASSED_ENEMY_KING, PASSED_FREE_PATH, PASSED_OWN_KING, PASSED_SAFE_STEP, ROOK_BEHIND_PASSED,
    UNSTOPPABLE,
};

/// The distance from which on a king counts as far away.
const FAR: i32 = 5;

/// The rank, from 0, from which on a passed pawn's path counts.
const ADVANCED: usize = 3;

/// Counts one side's passed pawns.
#[inline]
pub(super) fn passed<const WHITE: bool>(scene: &BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let passed = scene.passed & scene.all[us];
    let mut unstoppable = false;
    for square in passed {
        let here = Bitboard::from_square(square);
        let rank = rank::<WHITE>(square);
        tally.add::<WHITE>(PASSED.at(rank - 1), 1);
        if (passed & beside(files(here))).any() {
            tally.add::<WHITE>(PASSED_CONNECTED.at(0), 1);
        }
        rooks_behind::<WHITE>(scene, tally, square);
        if rank >= ADVANCED {
            way::<WHITE>(scene, tally, here, rank);
        }
        unstoppable |= scene.pieces(them).is_empty() && outruns_king::<WHITE>(scene, square);
    }
    if unstoppable {
        tally.add::<WHITE>(UNSTOPPABLE.at(0), 1);
    }
}

/// Counts the path of an advanced pawn: who blocks it, attacks it and is near it.
#[inline]
fn way<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    here: Bitboard,
    rank: usize,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let place = rank - ADVANCED;
    let step = forward::<WHITE>(here);
    let Some(next) = step.first() else { return };
    let own = distance(scene.king[us], next).min(FAR);
    let enemy = distance(scene.king[them], next).min(FAR);
    tally.add::<WHITE>(PASSED_OWN_KING.at(place), own);
    tally.add::<WHITE>(PASSED_ENEMY_KING.at(place), enemy);
    let barred = scene.attacked[them] | scene.occupied;
    if (step & scene.all[them]).any() {
        tally.add::<WHITE>(PASSED_BLOCKED.at(place), 1);
    } else if (step & barred).is_empty() {
        tally.add::<WHITE>(PASSED_SAFE_STEP.at(place), 1);
        if (front::<WHITE>(here) & barred).is_empty() {
            tally.add::<WHITE>(PASSED_FREE_PATH.at(place), 1);
        }
    }
    if (step & scene.attacked[us]).any() {
        tally.add::<WHITE>(PASSED_DEFENDED_STEP.at(place), 1);
    }
}

/// Rooks of either side that stand behind the pawn with nothing between.
#[inline]
fn rooks_behind<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    square: Square,
) {
    let here = Bitboard::from_square(square);
    let rooks = scene.men[0][ROOK] | scene.men[1][ROOK];
    let behind = files(here) & !front::<WHITE>(here) & rooks;
    if behind.is_empty() {
        return;
    }
    let seen = rook_attacks(square, scene.occupied) & behind;
    if (seen & scene.all[index::<WHITE>()]).any() {
        tally.add::<WHITE>(ROOK_BEHIND_PASSED.at(0), 1);
    } else if seen.any() {
        tally.add::<WHITE>(ENEMY_ROOK_BEHIND_PASSED.at(0), 1);
    }
}

/// Returns true if the enemy king is outside the pawn's square and nothing blocks its way.
#[inline]
fn outruns_king<const WHITE: bool>(scene: &BoardFeatures<'_>, square: Square) -> bool {
    let way = front::<WHITE>(Bitboard::from_square(square));
    if (way & scene.occupied).any() {
        return false;
    }
    let last = if WHITE { 56 } else { 0 };
    // A file is below eight, so this is a square of the last rank.
    let promotion = Square::ALL[last + file(square)];
    // From the second rank the first step is a double one.
    let double = i32::from(rank::<WHITE>(square) == 1);
    let steps = distance(square, promotion) - double;
    let mover = if WHITE { Color::White } else { Color::Black };
    let late = i32::from(scene.position.turn() != mover);
    distance(scene.king[other::<WHITE>()], promotion) - late > steps
}
