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

/// Counts one side's space behind its pawns, and the squares that it alone controls.
#[inline]
pub(super) fn space<const WHITE: bool>(features: &BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let pawns = features.by_role[us][PAWN];
    let room = CENTRE_FILES & ranks::<WHITE>(1, 3) & !pawns & !features.attacks[them][PAWN];
    let mut behind = pawns;
    behind |= back::<WHITE>(behind);
    behind |= back::<WHITE>(back::<WHITE>(behind));
    let safe = count(room) + count(room & behind & !features.attacked[them]);
    let pieces = count(features.all[us]);
    sink.add::<WHITE>(SPACE.at(0), safe * pieces * pieces / SPACE_UNIT);
    let alone = features.attacked[us] & !features.attacked[them];
    sink.add::<WHITE>(CONTROL.at(0), count(alone));
}

/// Counts what a side has left undone in the opening: development, blocked centre pawns, castling.
#[inline]
pub(super) fn development<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) {
    let us = index::<WHITE>();
    let own = &features.by_role[us];
    let first = ranks::<WHITE>(0, 0);
    let home = (own[KNIGHT] & KNIGHTS_HOME | own[BISHOP] & BISHOPS_HOME) & first;
    if home.any() {
        sink.add::<WHITE>(UNDEVELOPED.at(0), count(home));
        if own[QUEEN].any() && (own[QUEEN] & QUEENS_HOME & first).is_empty() {
            sink.add::<WHITE>(EARLY_QUEEN.at(0), count(home));
        }
    }
    let centre = own[PAWN] & MIDDLE_FILES & ranks::<WHITE>(1, 1);
    let blocked = forward::<WHITE>(centre) & features.all[us];
    sink.add::<WHITE>(BLOCKED_CENTRE.at(0), count(blocked));
    castling::<WHITE>(features, sink);
}

#[inline]
fn castling<const WHITE: bool>(features: &BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let us = index::<WHITE>();
    let king = features.king[us];
    let color = if WHITE { Color::White } else { Color::Black };
    let castles = features.position.castles();
    let rights = i32::from(castles.has(color, CastlingSide::KingSide))
        + i32::from(castles.has(color, CastlingSide::QueenSide));
    if rights > 0 {
        sink.add::<WHITE>(CASTLING_RIGHT.at(0), rights);
    } else if rank::<WHITE>(king) == 0 {
        match outside(king) {
            Some(squares) => {
                if (squares & features.by_role[us][ROOK] & ranks::<WHITE>(0, 0)).is_empty() {
                    sink.add::<WHITE>(CASTLED.at(0), 1);
                }
            }
            None => sink.add::<WHITE>(CASTLING_LOST.at(0), 1),
        }
    } else if outside(king).is_none() {
        sink.add::<WHITE>(CASTLING_LOST.at(0), 1);
    }
}

/// Returns the files between a king on a wing and the edge; `None` for a king on the d- to f-file.
#[inline]
const fn outside(king: Square) -> Option<Bitboard> {
    let files = match file(king) {
        file @ 0..=2 => (1 << file) - 1,
        file @ 6..=7 => (0xfe << file) & 0xff,
        _ => return None,
    };
    Some(Bitboard(0x0101_0101_0101_0101 * files))
}
