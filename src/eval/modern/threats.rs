//! Threats: pieces that are attacked by lesser ones, hang, or will soon be attacked.

use shakmaty::Bitboard;
use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};

use super::board_features::{BISHOP, BoardFeatures, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{count, forward, index, other, pawn_attacks, ranks};
use crate::heuristic::modern::layout::{
    FeatureBlock, HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT,
    QUEEN_KNIGHT_THREAT, QUEEN_SLIDER_THREAT, RESTRICTED, ROOK_THREAT,
};

/// Counts what one side threatens.
#[inline]
pub(super) fn threats<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let attacks = &features.attacks[us];
    let enemies = features.all[them];
    let pieces = enemies & !features.by_role[them][PAWN];
    // Defended by a pawn, or twice while we attack it once.
    let defended = features.attacks[them][PAWN] | features.twice[them] & !features.twice[us];
    let weak = enemies & !defended & features.attacked[us];
    let by_minor = (weak | pieces) & (attacks[KNIGHT] | attacks[BISHOP]);
    if by_minor.any() {
        let minor = by_minor & weak
            | by_minor & (features.by_role[them][ROOK] | features.by_role[them][QUEEN]);
        let victims = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];
        count_victims::<WHITE, 5>(features, sink, MINOR_THREAT, minor, victims);
    }
    let by_rook = (weak | features.by_role[them][QUEEN]) & attacks[ROOK];
    if by_rook.any() {
        count_victims::<WHITE, 4>(
            features,
            sink,
            ROOK_THREAT,
            by_rook,
            [PAWN, KNIGHT, BISHOP, QUEEN],
        );
    }
    if weak.any() {
        if (weak & attacks[KING]).any() {
            sink.add::<WHITE>(KING_THREAT.at(0), 1);
        }
        let hanging = weak & (!features.attacked[them] | pieces & features.twice[us]);
        sink.add::<WHITE>(HANGING.at(0), count(hanging));
    }
    let restricted = features.attacked[them] & !defended & features.attacked[us];
    sink.add::<WHITE>(RESTRICTED.at(0), count(restricted));
    by_pawns::<WHITE>(features, sink, pieces);
    on_queens::<WHITE>(features, sink, defended);
}

/// Counts the pieces of each of `victims` among `squares`.
#[inline]
fn count_victims<const WHITE: bool, const N: usize>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    block: FeatureBlock,
    squares: Bitboard,
    victims: [usize; N],
) {
    let them = other::<WHITE>();
    for (place, role) in victims.into_iter().enumerate() {
        let attacked = squares & features.by_role[them][role];
        if attacked.any() {
            sink.add::<WHITE>(block.at(place), count(attacked));
        }
    }
}

#[inline]
fn by_pawns<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    pieces: Bitboard,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let safe = !features.attacked[them] | features.attacked[us];
    let pawns = features.by_role[us][PAWN];
    let attacked = pawn_attacks::<WHITE>(pawns & safe) & pieces;
    if attacked.any() {
        let victims = [KNIGHT, BISHOP, ROOK, QUEEN];
        count_victims::<WHITE, 4>(features, sink, PAWN_THREAT, attacked, victims);
    }
    let empty = !features.occupied;
    let once = forward::<WHITE>(pawns) & empty;
    let again = forward::<WHITE>(once & ranks::<WHITE>(2, 2)) & empty;
    let pushed = (once | again) & safe & !features.attacks[them][PAWN];
    let soon = pawn_attacks::<WHITE>(pushed) & pieces & !attacked;
    sink.add::<WHITE>(PUSH_THREAT.at(0), count(soon));
}

#[inline]
fn on_queens<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    defended: Bitboard,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let attacks = &features.attacks[us];
    let safe = features.mobility_area[us] & !defended & !features.all[us];
    for queen in features.by_role[them][QUEEN] {
        let by_knight = knight_attacks(queen) & attacks[KNIGHT] & safe;
        sink.add::<WHITE>(QUEEN_KNIGHT_THREAT.at(0), count(by_knight));
        let by_slider = bishop_attacks(queen, features.occupied) & attacks[BISHOP]
            | rook_attacks(queen, features.occupied) & attacks[ROOK];
        let by_slider = by_slider & safe & features.twice[us];
        sink.add::<WHITE>(QUEEN_SLIDER_THREAT.at(0), count(by_slider));
    }
}
