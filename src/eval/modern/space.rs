//! Space, and the development of the opening.

use shakmaty::{Bitboard, CastlingSide, Color, Position as _, Square};

use super::board_features::{BISHOP, BoardFeatures, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{CENTRE_FILES, back, count, file, forward, index, other, rank, ranks};
use crate::heuristic::modern::layout::{
    BLOCKED_CENTRE, CASTLED, CASTLING_LOST, CASTLING_RIGHT, CONTROL, EARLY_QUEEN, SPACE,
    UNDEVELOPED,
};

/// Where knights begin, for both sides.
const KNIGHTS_HOME: Bitboard = Bitboard(0x4200_0000_0000_0042);
/// Where bishops begin.
const BISHOPS_HOME: Bitboard = Bitboard(0x2400_0000_0000_0024);
/// Where queens begin.
const QUEENS_HOME: Bitboard = Bitboard(0x0800_0000_0000_0008);
/// The d- and e-file.
const MIDDLE_FILES: Bitboard = Bitboard(0x1818_1818_1818_1818);

/// Unit of the space term's weight, which grows with the square of the number of pieces.
const SPACE_UNIT: i32 = 128;

/// Counts one side's room, and the squares that it alone controls.
#[inline]
pub(super) fn space<const WHITE: bool>(scene: &BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let pawns = scene.men[us][PAWN];
    let room = CENTRE_FILES & ranks::<WHITE>(1, 3) & !pawns & !scene.attacks[them][PAWN];
    let mut behind = pawns;
    behind |= back::<WHITE>(behind);
    behind |= back::<WHITE>(back::<WHITE>(behind));
    let safe = count(room) + count(room & behind & !scene.attacked[them]);
    let men = count(scene.all[us]);
    tally.add::<WHITE>(SPACE.at(0), safe * men * men / SPACE_UNIT);
    let alone = scene.attacked[us] & !scene.attacked[them];
    tally.add::<WHITE>(CONTROL.at(0), count(alone));
}

/// Counts what one side has still to do in the opening.
#[inline]
pub(super) fn development<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
) {
    let us = index::<WHITE>();
    let men = &scene.men[us];
    let first = ranks::<WHITE>(0, 0);
    let home = (men[KNIGHT] & KNIGHTS_HOME | men[BISHOP] & BISHOPS_HOME) & first;
    if home.any() {
        tally.add::<WHITE>(UNDEVELOPED.at(0), count(home));
        if men[QUEEN].any() && (men[QUEEN] & QUEENS_HOME & first).is_empty() {
            tally.add::<WHITE>(EARLY_QUEEN.at(0), count(home));
        }
    }
    let centre = men[PAWN] & MIDDLE_FILES & ranks::<WHITE>(1, 1);
    let blocked = forward::<WHITE>(centre) & scene.all[us];
    tally.add::<WHITE>(BLOCKED_CENTRE.at(0), count(blocked));
    castling::<WHITE>(scene, tally);
}

#[inline]
fn castling<const WHITE: bool>(scene: &BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let us = index::<WHITE>();
    let king = scene.king[us];
    let color = if WHITE { Color::White } else { Color::Black };
    let castles = scene.position.castles();
    let rights = i32::from(castles.has(color, CastlingSide::KingSide))
        + i32::from(castles.has(color, CastlingSide::QueenSide));
    if rights > 0 {
        tally.add::<WHITE>(CASTLING_RIGHT.at(0), rights);
    } else if rank::<WHITE>(king) == 0 {
        match outside(king) {
            Some(squares) => {
                if (squares & scene.men[us][ROOK] & ranks::<WHITE>(0, 0)).is_empty() {
                    tally.add::<WHITE>(CASTLED.at(0), 1);
                }
            }
            None => tally.add::<WHITE>(CASTLING_LOST.at(0), 1),
        }
    } else if outside(king).is_none() {
        tally.add::<WHITE>(CASTLING_LOST.at(0), 1);
    }
}

/// The files between a king on a wing and the edge; none for a king in the centre.
#[inline]
const fn outside(king: Square) -> Option<Bitboard> {
    let files = match file(king) {
        file @ 0..=2 => (1 << file) - 1,
        file @ 6..=7 => (0xfe << file) & 0xff,
        _ => return None,
    };
    Some(Bitboard(0x0101_0101_0101_0101 * files))
}
