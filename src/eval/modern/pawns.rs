//! Pawn structure, and the shelter of kings behind it: terms that depend on nothing else and are cached.

use shakmaty::{Bitboard, Square};

use super::board_features::{BoardFeatures, PAWN};
use super::feature_sink::FeatureSink;
use super::side::{
    FILE_A, back, beside, count, file, files, fill_forward, forward, front, grown, index, other,
    pawn_attacks, rank, ranks,
};
use crate::heuristic::modern::layout::{
    BACKWARD, BLOCKED_STORM, CANDIDATE, CHAIN_LINK, DOUBLED, ISOLATED, KING_PAWN_DISTANCE, PHALANX,
    SHELTER, STORM, SUPPORTED, UNOPPOSED_FILE,
};

/// Counts the pawn structure of one side; returns its passed pawns.
pub(super) fn structure<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) -> Bitboard {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let (own, enemy) = (features.by_role[us][PAWN], features.by_role[them][PAWN]);
    let mut passed = Bitboard::EMPTY;
    for square in own {
        if pawn::<WHITE>(square, own, enemy, sink) {
            passed |= Bitboard::from_square(square);
        }
    }
    let alone = files(own) & !files(enemy) & ranks::<true>(0, 0);
    sink.add::<WHITE>(UNOPPOSED_FILE.at(0), count(alone));
    passed
}

/// Counts the pawns before one side's king, and its distance to the nearest pawn.
pub(super) fn around_king<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let (own, enemy) = (features.by_role[us][PAWN], features.by_role[them][PAWN]);
    let king = features.king[us];
    shelter::<WHITE>(king, own, enemy, sink);
    sink.add::<WHITE>(KING_PAWN_DISTANCE.at(0), steps_to_any(king, own | enemy));
}

/// The steps that a king needs to the nearest pawn; 0 without pawns.
fn steps_to_any(king: Square, pawns: Bitboard) -> i32 {
    let mut steps = 0;
    let mut within = Bitboard::from_square(king);
    while pawns.any() && (within & pawns).is_empty() {
        within = grown(within);
        steps += 1;
    }
    steps
}

/// Counts the features of one pawn; returns true if it is passed.
fn pawn<const WHITE: bool>(
    square: Square,
    own: Bitboard,
    enemy: Bitboard,
    sink: &mut impl FeatureSink,
) -> bool {
    let here = Bitboard::from_square(square);
    let rank = rank::<WHITE>(square);
    let ahead = front::<WHITE>(here);
    let neighbours = own & beside(files(here));
    let opposed = (enemy & ahead).any();
    let doubled = (own & ahead).any();
    let phalanx = (own & beside(here)).any();
    let supported = (own & beside(back::<WHITE>(here))).any();
    // Pawns on neighbouring files, beside or behind it, may still support it.
    let helpers = neighbours & !beside(ahead);
    let sentries = enemy & beside(ahead);
    if doubled {
        sink.add::<WHITE>(DOUBLED.at(0), 1);
    }
    if phalanx {
        sink.add::<WHITE>(PHALANX.at(rank - 1), 1);
    }
    if supported {
        // No pawn of the first rank supports one of the second.
        sink.add::<WHITE>(SUPPORTED.at(rank - 2), 1);
        if (own & pawn_attacks::<WHITE>(here)).any() {
            sink.add::<WHITE>(CHAIN_LINK.at(0), 1);
        }
    }
    if neighbours.is_empty() {
        sink.add::<WHITE>(ISOLATED.at(usize::from(!opposed)), 1);
    } else if helpers.is_empty() && attacked_ahead::<WHITE>(here, enemy) {
        sink.add::<WHITE>(BACKWARD.at(usize::from(!opposed)), 1);
    }
    let free = !opposed && !doubled;
    if free && sentries.any() && count(helpers) >= count(sentries) && rank < 6 {
        sink.add::<WHITE>(CANDIDATE.at(rank - 1), 1);
    }
    free && sentries.is_empty()
}

/// Returns true if an enemy pawn attacks the square in front of this one.
fn attacked_ahead<const WHITE: bool>(here: Bitboard, enemy: Bitboard) -> bool {
    let next = forward::<WHITE>(here);
    // Enemy pawns attack it from one rank further ahead.
    (enemy & beside(forward::<WHITE>(next))).any()
}

/// Counts the pawns before a king on its file and the two beside it.
fn shelter<const WHITE: bool>(
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    sink: &mut impl FeatureSink,
) {
    // Pawns behind the king shelter nobody.
    let before = fill_forward::<WHITE>(rank_of(king));
    let centre = file(king).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let column = Bitboard(FILE_A.0 << file) & before;
        let edge = file.min(7 - file);
        let shield = nearest::<WHITE>(own & column);
        let stormer = nearest::<WHITE>(enemy & column);
        sink.add::<WHITE>(SHELTER.at(edge * 7 + shield), 1);
        if shield > 0 && stormer == shield + 1 {
            sink.add::<WHITE>(BLOCKED_STORM.at(stormer - 1), 1);
        } else {
            sink.add::<WHITE>(STORM.at(edge * 7 + stormer), 1);
        }
    }
}

/// The whole rank of a square.
const fn rank_of(square: Square) -> Bitboard {
    Bitboard(0xff << (square as u32 >> 3 << 3))
}

/// Returns the rank, from 0, of the pawn nearest to the side's own edge; 0 also without pawns.
fn nearest<const WHITE: bool>(pawns: Bitboard) -> usize {
    let nearest = if WHITE { pawns.first() } else { pawns.last() };
    nearest.map_or(0, rank::<WHITE>)
}

/// All squares that a side's pawns attack or could ever attack.
pub(super) fn span<const WHITE: bool>(pawns: Bitboard) -> Bitboard {
    pawn_attacks::<WHITE>(fill_forward::<WHITE>(pawns))
}
