//! Pieces: where they can go, and how well they stand among the pawns.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Color, Square};

use super::board_features::{BISHOP, BoardFeatures, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{
    DARK, QUEEN_WING, back, count, distance, file, index, other, rank, ranks, whole_file,
};
use crate::heuristic::modern::layout::{
    ATTACKER, BISHOP_KING_DISTANCE, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS,
    KNIGHT_KING_DISTANCE, KNIGHT_MOBILITY, KNIGHT_OUTPOST, LONG_DIAGONAL, MINOR_BEHIND_PAWN,
    QUEEN_MOBILITY, REACHABLE_OUTPOST, RING_ATTACK, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY,
    ROOK_OPEN_FILE, ROOK_SEVENTH, ROOK_TRAPPED, ROOK_UNOPPOSED_FILE, ROOKS_CONNECTED,
    ROOKS_DOUBLED,
};

/// The four squares in the middle.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// A rook that has no more squares than this can be shut in.
const TRAPPED_MOBILITY: i32 = 3;

/// Adds the attacks of one side's pieces to the features, and counts mobility and placement.
#[inline]
pub(super) fn pieces<const WHITE: bool>(
    features: &mut BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) {
    knights::<WHITE>(features, sink);
    bishops::<WHITE>(features, sink);
    rooks::<WHITE>(features, sink);
    queens::<WHITE>(features, sink);
}

/// Adds the attacks of a piece to the features and counts those on the enemy king; returns its mobility.
#[inline]
fn add_attacks<const WHITE: bool>(
    features: &mut BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    role: usize,
    square: Square,
    attacks: Bitboard,
) -> i32 {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let mut attacks = attacks;
    if features.pinned[us].contains(square) {
        attacks &= ray(features.king[us], square);
    }
    features.add_attacks::<WHITE>(role, attacks);
    if (attacks & features.zone[them]).any() {
        features.attackers[us] += 1;
        sink.danger::<WHITE>(ATTACKER.at(role - KNIGHT), 1);
        let ring = attacks & king_attacks(features.king[them]);
        sink.danger::<WHITE>(RING_ATTACK.at(0), count(ring));
    }
    count(attacks & features.mobility_area[us])
}

/// A number of squares as the index of a table.
#[inline]
const fn place(mobility: i32) -> usize {
    mobility.cast_unsigned() as usize
}

#[inline]
fn knights<const WHITE: bool>(features: &mut BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let us = index::<WHITE>();
    let outposts = outposts::<WHITE>(features);
    for square in features.by_role[us][KNIGHT] {
        let attacks = knight_attacks(square);
        let mobility = add_attacks::<WHITE>(features, sink, KNIGHT, square, attacks);
        sink.add::<WHITE>(KNIGHT_MOBILITY.at(place(mobility)), 1);
        let steps = distance(square, features.king[us]);
        sink.add::<WHITE>(KNIGHT_KING_DISTANCE.at(0), steps);
        minor_behind_pawn::<WHITE>(features, sink, square);
        let supported = features.attacks[us][PAWN];
        if outposts.contains(square) {
            let place = usize::from(supported.contains(square));
            sink.add::<WHITE>(KNIGHT_OUTPOST.at(place), 1);
        } else if (attacks & outposts & supported & !features.all[us]).any() {
            sink.add::<WHITE>(REACHABLE_OUTPOST.at(0), 1);
        }
    }
}

#[inline]
fn bishops<const WHITE: bool>(features: &mut BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let us = index::<WHITE>();
    let bishops = features.by_role[us][BISHOP];
    if bishops.is_empty() {
        return;
    }
    let outposts = outposts::<WHITE>(features);
    if (bishops & DARK).any() && (bishops & !DARK).any() {
        sink.add::<WHITE>(BISHOP_PAIR.at(0), 1);
    }
    // A queen before a bishop does not stop it for long.
    let queens = features.by_role[0][QUEEN] | features.by_role[1][QUEEN];
    for square in bishops {
        let attacks = bishop_attacks(square, features.occupied & !queens);
        let mobility = add_attacks::<WHITE>(features, sink, BISHOP, square, attacks);
        sink.add::<WHITE>(BISHOP_MOBILITY.at(place(mobility)), 1);
        let steps = distance(square, features.king[us]);
        sink.add::<WHITE>(BISHOP_KING_DISTANCE.at(0), steps);
        minor_behind_pawn::<WHITE>(features, sink, square);
        let colour = if DARK.contains(square) { DARK } else { !DARK };
        let pawns = count(features.by_role[us][PAWN] & colour);
        sink.add::<WHITE>(BISHOP_PAWNS.at(0), pawns);
        if (attacks & CENTRE).more_than_one() && !CENTRE.contains(square) {
            sink.add::<WHITE>(LONG_DIAGONAL.at(0), 1);
        }
        if outposts.contains(square) {
            let place = usize::from(features.attacks[us][PAWN].contains(square));
            sink.add::<WHITE>(BISHOP_OUTPOST.at(place), 1);
        }
    }
}

#[inline]
fn rooks<const WHITE: bool>(features: &mut BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let rooks = features.by_role[us][ROOK];
    // Rooks and queens work through each other.
    let others = rooks | features.by_role[0][QUEEN] | features.by_role[1][QUEEN];
    let mut later = rooks;
    for square in rooks {
        let attacks = rook_attacks(square, features.occupied & !others);
        let mobility = add_attacks::<WHITE>(features, sink, ROOK, square, attacks);
        sink.add::<WHITE>(ROOK_MOBILITY.at(place(mobility)), 1);
        let on_file = whole_file(square);
        let [own, enemy] = [us, them].map(|side| (on_file & features.by_role[side][PAWN]).any());
        let by_file = match (own, enemy) {
            (false, false) => Some(ROOK_OPEN_FILE),
            (false, true) => Some(ROOK_HALF_OPEN_FILE),
            (true, false) => Some(ROOK_UNOPPOSED_FILE),
            (true, true) => None,
        };
        if let Some(block) = by_file {
            sink.add::<WHITE>(block.at(0), 1);
        }
        if own && mobility <= TRAPPED_MOBILITY && is_shut_in::<WHITE>(features, square) {
            sink.add::<WHITE>(ROOK_TRAPPED.at(0), 1);
        }
        let prey = features.by_role[them][PAWN] & ranks::<WHITE>(6, 6)
            | features.by_role[them][KING] & ranks::<WHITE>(7, 7);
        if rank::<WHITE>(square) == 6 && prey.any() {
            sink.add::<WHITE>(ROOK_SEVENTH.at(0), 1);
        }
        later.discard(square);
        let seen = attacks & later;
        if (seen & on_file).any() {
            sink.add::<WHITE>(ROOKS_DOUBLED.at(0), 1);
        }
        if (seen & !on_file).any() {
            sink.add::<WHITE>(ROOKS_CONNECTED.at(0), 1);
        }
    }
}

#[inline]
fn queens<const WHITE: bool>(features: &mut BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    for square in features.by_role[index::<WHITE>()][QUEEN] {
        let attacks = queen_attacks(square, features.occupied);
        let mobility = add_attacks::<WHITE>(features, sink, QUEEN, square, attacks);
        sink.add::<WHITE>(QUEEN_MOBILITY.at(place(mobility)), 1);
    }
}

/// The squares on the fourth to sixth rank that no enemy pawn can ever attack.
#[inline]
fn outposts<const WHITE: bool>(features: &BoardFeatures<'_>) -> Bitboard {
    ranks::<WHITE>(3, 5) & !features.span[other::<WHITE>()]
}

#[inline]
fn minor_behind_pawn<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    square: Square,
) {
    let pawns = features.by_role[0][PAWN] | features.by_role[1][PAWN];
    if back::<WHITE>(pawns).contains(square) {
        sink.add::<WHITE>(MINOR_BEHIND_PAWN.at(0), 1);
    }
}

/// Returns true if a rook is shut in between its king and the edge, and the king cannot castle there.
#[inline]
fn is_shut_in<const WHITE: bool>(features: &BoardFeatures<'_>, rook: Square) -> bool {
    let king = features.king[index::<WHITE>()];
    if rank::<WHITE>(king) > 1 {
        return false;
    }
    let color = if WHITE { Color::White } else { Color::Black };
    let (outside, side) = if QUEEN_WING.contains(king) {
        (file(rook) < file(king), CastlingSide::QueenSide)
    } else {
        (file(rook) > file(king), CastlingSide::KingSide)
    };
    outside && !shakmaty::Position::castles(features.position).has(color, side)
}
