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
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    if scene.all[them].more_than_one() || !can_mate(&scene.men[us]) {
        return;
    }
    let (own, king) = (scene.king[us], scene.king[them]);
    let men = &scene.men[us];
    tally.add::<WHITE>(BARE_KING_EDGE.at(0), from_centre(king));
    tally.add::<WHITE>(BARE_KING_NEAR.at(0), 7 - distance(own, king));
    let lone = scene.all[us].count() == 3;
    if lone && men[KNIGHT].any() && men[BISHOP].any() {
        let corners = if (men[BISHOP] & DARK).any() {
            [Square::A1, Square::H8]
        } else {
            [Square::A8, Square::H1]
        };
        let near = corners.map(|corner| 7 - distance(king, corner));
        tally.add::<WHITE>(BARE_KING_CORNER.at(0), near[0].max(near[1]));
    }
}

fn can_mate(men: &[Bitboard; 6]) -> bool {
    let bishops = men[BISHOP];
    (men[QUEEN] | men[ROOK]).any()
        || (bishops & DARK).any() && (bishops & !DARK).any()
        || bishops.any() && men[KNIGHT].any()
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
pub(super) fn winnable(scene: &BoardFeatures<'_>) -> [i32; 4] {
    let pawns = scene.men[0][PAWN] | scene.men[1][PAWN];
    let both = (pawns & QUEEN_WING).any() && (pawns & !QUEEN_WING).any();
    let alone = (scene.pieces(0) | scene.pieces(1)).is_empty();
    [count(pawns), i32::from(both), i32::from(alone), 1]
}

/// The phase of a position by its pieces: 24 with all of them, 0 without any.
#[inline]
pub(super) fn middlegame_share(scene: &BoardFeatures<'_>) -> i32 {
    let both = |role: usize| count(scene.men[0][role] | scene.men[1][role]);
    let share = both(KNIGHT) + both(BISHOP) + 2 * both(ROOK) + 4 * both(QUEEN);
    share.min(MIDDLEGAME)
}

/// The share of a position with all pieces.
pub(super) const MIDDLEGAME: i32 = 24;

/// The scale of the endgame value if White (`WHITE`) or Black is ahead.
#[inline]
pub(super) fn scale<const WHITE: bool>(scene: &BoardFeatures<'_>) -> i32 {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let (strong, weak) = (&scene.men[us], &scene.men[them]);
    let pawns = count(strong[PAWN]);
    if pawns == 0 {
        return without_pawns(strong, weak);
    }
    let pieces = scene.pieces(us) | scene.pieces(them);
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
    if pieces == strong[BISHOP] && is_wrong_corner::<WHITE>(scene) {
        return 0;
    }
    (42 + 6 * pawns).min(FULL_SCALE)
}

/// Returns the usual value of pieces, in pawns.
fn worth(men: &[Bitboard; 6]) -> i32 {
    3 * (count(men[KNIGHT]) + count(men[BISHOP])) + 5 * count(men[ROOK]) + 9 * count(men[QUEEN])
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

/// Returns true if all pawns stand on a rook's file of the wrong colour for the bishop, and the
/// enemy king holds the corner. Without a bishop the corner is never wrong.
fn is_wrong_corner<const WHITE: bool>(scene: &BoardFeatures<'_>) -> bool {
    let men = &scene.men[index::<WHITE>()];
    let (pawns, bishops) = (men[PAWN], men[BISHOP]);
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
    let of_corner = if DARK.contains(corner) { DARK } else { !DARK };
    (bishops & of_corner).is_empty() && distance(scene.king[other::<WHITE>()], corner) <= 1
}

/// The share of a value left by the fifty-move counter, out of [`FULL_FADE`].
#[inline]
pub(super) fn fade(scene: &BoardFeatures<'_>) -> i32 {
    let moves = scene.position.halfmoves().min(100).cast_signed();
    FULL_FADE - moves
}

/// The denominator of [`fade`]: half is left at the fiftieth move.
pub(super) const FULL_FADE: i32 = 200;
