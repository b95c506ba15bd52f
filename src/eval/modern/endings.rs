//! Endings: mating a bare king, what makes an endgame winnable, and what makes it drawish.

use shakmaty::{Bitboard, Position as _, Square};

use super::board_features::{BISHOP, BoardFeatures, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{DARK, FILE_A, FILE_H, QUEEN_WING, count, distance, index, other};
use crate::heuristic::modern::layout::{BARE_KING_CORNER, BARE_KING_EDGE, BARE_KING_NEAR};

/// The denominator of the scale of an endgame value.
pub(super) const FULL_SCALE: i32 = 64;

/// Counts the features that lead to mate against a bare king.
#[inline]
pub(super) fn bare_king<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    if features.all[them].more_than_one() || !can_mate(&features.by_role[us]) {
        return;
    }
    let (own, king) = (features.king[us], features.king[them]);
    let pieces = &features.by_role[us];
    sink.add::<WHITE>(BARE_KING_EDGE.at(0), from_centre(king));
    sink.add::<WHITE>(BARE_KING_NEAR.at(0), 7 - distance(own, king));
    let lone = features.all[us].count() == 3;
    if lone && pieces[KNIGHT].any() && pieces[BISHOP].any() {
        let corners = if (pieces[BISHOP] & DARK).any() {
            [Square::A1, Square::H8]
        } else {
            [Square::A8, Square::H1]
        };
        let near = corners.map(|corner| 7 - distance(king, corner));
        sink.add::<WHITE>(BARE_KING_CORNER.at(0), near[0].max(near[1]));
    }
}

fn can_mate(pieces: &[Bitboard; 6]) -> bool {
    let bishops = pieces[BISHOP];
    (pieces[QUEEN] | pieces[ROOK]).any()
        || (bishops & DARK).any() && (bishops & !DARK).any()
        || bishops.any() && pieces[KNIGHT].any()
}

/// The steps of a square from the four central ones, along both axes: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let off = |coordinate: i32| {
        if coordinate < 4 {
            3 - coordinate
        } else {
            coordinate - 4
        }
    };
    off(square as i32 & 7) + off(square as i32 >> 3)
}

/// The counts of the features of `WINNABLE`, which decide whether an endgame can be won.
#[inline]
pub(super) fn winnable(features: &BoardFeatures<'_>) -> [i32; 4] {
    let pawns = features.by_role[0][PAWN] | features.by_role[1][PAWN];
    let both = (pawns & QUEEN_WING).any() && (pawns & !QUEEN_WING).any();
    let alone = (features.pieces(0) | features.pieces(1)).is_empty();
    [count(pawns), i32::from(both), i32::from(alone), 1]
}

/// The middlegame share of a position by its pieces: 24 with all of them, 0 without any.
#[inline]
pub(super) fn middlegame_share(features: &BoardFeatures<'_>) -> i32 {
    let both = |role: usize| count(features.by_role[0][role] | features.by_role[1][role]);
    let share = both(KNIGHT) + both(BISHOP) + 2 * both(ROOK) + 4 * both(QUEEN);
    share.min(MIDDLEGAME)
}

/// The middlegame share of a position with all pieces: the denominator of [`middlegame_share`].
pub(super) const MIDDLEGAME: i32 = 24;

/// The scale of the endgame value out of [`FULL_SCALE`], if White (`WHITE`) or Black is ahead; small where the lead
/// rarely wins.
#[inline]
pub(super) fn scale<const WHITE: bool>(features: &BoardFeatures<'_>) -> i32 {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let (strong, weak) = (&features.by_role[us], &features.by_role[them]);
    let pawns = count(strong[PAWN]);
    if pawns == 0 {
        return without_pawns(strong, weak);
    }
    let pieces = features.pieces(us) | features.pieces(them);
    let bishops = strong[BISHOP] | weak[BISHOP];
    let opposite = count(strong[BISHOP]) == 1
        && count(weak[BISHOP]) == 1
        && (bishops & DARK).any()
        && (bishops & !DARK).any();
    if opposite {
        return if pieces == bishops {
            (12 + 5 * pawns).min(40)
        } else {
            (38 + 2 * pawns).min(56)
        };
    }
    if pieces == strong[BISHOP] && is_wrong_corner::<WHITE>(features) {
        return 0;
    }
    (42 + 6 * pawns).min(FULL_SCALE)
}

/// Returns the total value of a side's pieces without pawns, in pawns (3, 3, 5, 9).
fn worth(pieces: &[Bitboard; 6]) -> i32 {
    3 * (count(pieces[KNIGHT]) + count(pieces[BISHOP]))
        + 5 * count(pieces[ROOK])
        + 9 * count(pieces[QUEEN])
}

/// Without pawns a lead of a minor piece rarely wins, and two knights never do.
fn without_pawns(strong: &[Bitboard; 6], weak: &[Bitboard; 6]) -> i32 {
    let (own, enemy) = (worth(strong), worth(weak));
    let knights_alone = own == 6 && count(strong[KNIGHT]) == 2;
    if own <= 3 || knights_alone && enemy == 0 {
        0
    } else if own - enemy > 3 {
        FULL_SCALE
    } else if enemy <= 3 {
        6
    } else {
        14
    }
}

/// Returns true for a drawn ending with rook pawns and the wrong bishop: all pawns stand on one rook's file, no
/// bishop controls its promotion square, and the enemy king is at most one step from that corner.
fn is_wrong_corner<const WHITE: bool>(features: &BoardFeatures<'_>) -> bool {
    let pieces = &features.by_role[index::<WHITE>()];
    let (pawns, bishops) = (pieces[PAWN], pieces[BISHOP]);
    let edge = [FILE_A, FILE_H]
        .into_iter()
        .find(|edge| (pawns & !*edge).is_empty());
    let Some(edge) = edge.filter(|_| bishops.any()) else {
        return false;
    };
    let corner = match (edge == FILE_A, WHITE) {
        (true, true) => Square::A8,
        (false, true) => Square::H8,
        (true, false) => Square::A1,
        (false, false) => Square::H1,
    };
    let corner_colour = if DARK.contains(corner) { DARK } else { !DARK };
    (bishops & corner_colour).is_empty() && distance(features.king[other::<WHITE>()], corner) <= 1
}

/// The share of a value left by the fifty-move counter, out of [`FULL_FADE`].
#[inline]
pub(super) fn fade(features: &BoardFeatures<'_>) -> i32 {
    let moves = features.position.halfmoves().min(100).cast_signed();
    FULL_FADE - moves
}

/// The denominator of [`fade`]: half is left at the fiftieth move.
pub(super) const FULL_FADE: i32 = 200;
