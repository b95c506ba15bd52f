//! Passed pawns: the path ahead, and who can reach it.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Color, Position as _, Square};

use super::board_features::{BoardFeatures, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{beside, distance, file, forward, front, index, other, rank, whole_file};
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
pub(super) fn passed<const WHITE: bool>(features: &BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let passed = features.passed & features.all[us];
    let mut unstoppable = false;
    for square in passed {
        let here = Bitboard::from_square(square);
        let rank = rank::<WHITE>(square);
        sink.add::<WHITE>(PASSED.at(rank - 1), 1);
        if (passed & beside(whole_file(square))).any() {
            sink.add::<WHITE>(PASSED_CONNECTED.at(0), 1);
        }
        rooks_behind::<WHITE>(features, sink, square);
        if rank >= ADVANCED {
            path::<WHITE>(features, sink, here, rank);
        }
        unstoppable |= features.pieces(them).is_empty() && outruns_king::<WHITE>(features, square);
    }
    if unstoppable {
        sink.add::<WHITE>(UNSTOPPABLE.at(0), 1);
    }
}

/// Counts the path of an advanced pawn: blockers, attacked squares, and the distance of both kings.
#[inline]
fn path<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    here: Bitboard,
    rank: usize,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let place = rank - ADVANCED;
    let step = forward::<WHITE>(here);
    let Some(next) = step.first() else { return };
    let own = distance(features.king[us], next).min(FAR);
    let enemy = distance(features.king[them], next).min(FAR);
    sink.add::<WHITE>(PASSED_OWN_KING.at(place), own);
    sink.add::<WHITE>(PASSED_ENEMY_KING.at(place), enemy);
    let barred = features.attacked[them] | features.occupied;
    if (step & features.all[them]).any() {
        sink.add::<WHITE>(PASSED_BLOCKED.at(place), 1);
    } else if (step & barred).is_empty() {
        sink.add::<WHITE>(PASSED_SAFE_STEP.at(place), 1);
        if (front::<WHITE>(here) & barred).is_empty() {
            sink.add::<WHITE>(PASSED_FREE_PATH.at(place), 1);
        }
    }
    if (step & features.attacked[us]).any() {
        sink.add::<WHITE>(PASSED_DEFENDED_STEP.at(place), 1);
    }
}

/// Rooks of either side that stand behind the pawn with nothing between.
#[inline]
fn rooks_behind<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    square: Square,
) {
    let here = Bitboard::from_square(square);
    let rooks = features.by_role[0][ROOK] | features.by_role[1][ROOK];
    let behind = whole_file(square) & !front::<WHITE>(here) & rooks;
    if behind.is_empty() {
        return;
    }
    let seen = rook_attacks(square, features.occupied) & behind;
    if (seen & features.all[index::<WHITE>()]).any() {
        sink.add::<WHITE>(ROOK_BEHIND_PASSED.at(0), 1);
    } else if seen.any() {
        sink.add::<WHITE>(ENEMY_ROOK_BEHIND_PASSED.at(0), 1);
    }
}

/// Returns true if the enemy king is outside the pawn's square and nothing blocks its way.
#[inline]
fn outruns_king<const WHITE: bool>(features: &BoardFeatures<'_>, square: Square) -> bool {
    let path = front::<WHITE>(Bitboard::from_square(square));
    if (path & features.occupied).any() {
        return false;
    }
    let last = if WHITE { 56 } else { 0 };
    // A file is below eight, so this is a square of the last rank.
    let promotion = Square::ALL[last + file(square)];
    // From the second rank the first step is a double one.
    let double = i32::from(rank::<WHITE>(square) == 1);
    let steps = distance(square, promotion) - double;
    let mover = if WHITE { Color::White } else { Color::Black };
    let late = i32::from(features.position.turn() != mover);
    distance(features.king[other::<WHITE>()], promotion) - late > steps
}
