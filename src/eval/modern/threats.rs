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
pub(super) fn threats<const WHITE: bool>(scene: &BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let attacks = &scene.attacks[us];
    let enemies = scene.all[them];
    let pieces = enemies & !scene.men[them][PAWN];
    // Held by a pawn, or by more than attack it.
    let held = scene.attacks[them][PAWN] | scene.twice[them] & !scene.twice[us];
    let weak = enemies & !held & scene.attacked[us];
    let by_minor = (weak | pieces) & (attacks[KNIGHT] | attacks[BISHOP]);
    if by_minor.any() {
        let minor = by_minor & weak | by_minor & (scene.men[them][ROOK] | scene.men[them][QUEEN]);
        let victims = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];
        on::<WHITE, 5>(scene, tally, MINOR_THREAT, minor, victims);
    }
    let by_rook = (weak | scene.men[them][QUEEN]) & attacks[ROOK];
    if by_rook.any() {
        on::<WHITE, 4>(
            scene,
            tally,
            ROOK_THREAT,
            by_rook,
            [PAWN, KNIGHT, BISHOP, QUEEN],
        );
    }
    if weak.any() {
        if (weak & attacks[KING]).any() {
            tally.add::<WHITE>(KING_THREAT.at(0), 1);
        }
        let hanging = weak & (!scene.attacked[them] | pieces & scene.twice[us]);
        tally.add::<WHITE>(HANGING.at(0), count(hanging));
    }
    let restricted = scene.attacked[them] & !held & scene.attacked[us];
    tally.add::<WHITE>(RESTRICTED.at(0), count(restricted));
    by_pawns::<WHITE>(scene, tally, pieces);
    on_queens::<WHITE>(scene, tally, held);
}

/// Counts the pieces of each of `victims` among `squares`.
#[inline]
fn on<const WHITE: bool, const N: usize>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    block: FeatureBlock,
    squares: Bitboard,
    victims: [usize; N],
) {
    let them = other::<WHITE>();
    for (place, role) in victims.into_iter().enumerate() {
        let attacked = squares & scene.men[them][role];
        if attacked.any() {
            tally.add::<WHITE>(block.at(place), count(attacked));
        }
    }
}

#[inline]
fn by_pawns<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    pieces: Bitboard,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let safe = !scene.attacked[them] | scene.attacked[us];
    let pawns = scene.men[us][PAWN];
    let attacked = pawn_attacks::<WHITE>(pawns & safe) & pieces;
    if attacked.any() {
        let victims = [KNIGHT, BISHOP, ROOK, QUEEN];
        on::<WHITE, 4>(scene, tally, PAWN_THREAT, attacked, victims);
    }
    let empty = !scene.occupied;
    let once = forward::<WHITE>(pawns) & empty;
    let again = forward::<WHITE>(once & ranks::<WHITE>(2, 2)) & empty;
    let pushed = (once | again) & safe & !scene.attacks[them][PAWN];
    let soon = pawn_attacks::<WHITE>(pushed) & pieces & !attacked;
    tally.add::<WHITE>(PUSH_THREAT.at(0), count(soon));
}

#[inline]
fn on_queens<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    held: Bitboard,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let attacks = &scene.attacks[us];
    let safe = scene.useful[us] & !held & !scene.all[us];
    for queen in scene.men[them][QUEEN] {
        let by_knight = knight_attacks(queen) & attacks[KNIGHT] & safe;
        tally.add::<WHITE>(QUEEN_KNIGHT_THREAT.at(0), count(by_knight));
        let by_slider = bishop_attacks(queen, scene.occupied) & attacks[BISHOP]
            | rook_attacks(queen, scene.occupied) & attacks[ROOK];
        let by_slider = by_slider & safe & scene.twice[us];
        tally.add::<WHITE>(QUEEN_SLIDER_THREAT.at(0), count(by_slider));
    }
}
