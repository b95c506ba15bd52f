//! Pieces: where they can go, and how well they stand among the pawns.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Color, Square};

use super::board_features::{BISHOP, BoardFeatures, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{
    DARK, QUEEN_WING, back, count, distance, file, files, index, other, rank, ranks,
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

/// Enters the attacks of one side's pieces and counts what they make of their squares.
#[inline]
pub(super) fn pieces<const WHITE: bool>(
    scene: &mut BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
) {
    knights::<WHITE>(scene, tally);
    bishops::<WHITE>(scene, tally);
    rooks::<WHITE>(scene, tally);
    queens::<WHITE>(scene, tally);
}

/// Enters what a piece attacks and counts it against the enemy king; returns its mobility.
#[inline]
fn enter<const WHITE: bool>(
    scene: &mut BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    role: usize,
    square: Square,
    attacks: Bitboard,
) -> i32 {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let mut attacks = attacks;
    if scene.pinned[us].contains(square) {
        attacks &= ray(scene.king[us], square);
    }
    scene.enter::<WHITE>(role, attacks);
    if (attacks & scene.zone[them]).any() {
        scene.attackers[us] += 1;
        tally.danger::<WHITE>(ATTACKER.at(role - KNIGHT), 1);
        let ring = attacks & king_attacks(scene.king[them]);
        tally.danger::<WHITE>(RING_ATTACK.at(0), count(ring));
    }
    count(attacks & scene.useful[us])
}

/// A number of squares as a place in a table.
#[inline]
const fn place(mobility: i32) -> usize {
    mobility.cast_unsigned() as usize
}

#[inline]
fn knights<const WHITE: bool>(scene: &mut BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let us = index::<WHITE>();
    let outposts = outposts::<WHITE>(scene);
    for square in scene.men[us][KNIGHT] {
        let attacks = knight_attacks(square);
        let mobility = enter::<WHITE>(scene, tally, KNIGHT, square, attacks);
        tally.add::<WHITE>(KNIGHT_MOBILITY.at(place(mobility)), 1);
        let steps = distance(square, scene.king[us]);
        tally.add::<WHITE>(KNIGHT_KING_DISTANCE.at(0), steps);
        minor_behind_pawn::<WHITE>(scene, tally, square);
        let supported = scene.attacks[us][PAWN];
        if outposts.contains(square) {
            let place = usize::from(supported.contains(square));
            tally.add::<WHITE>(KNIGHT_OUTPOST.at(place), 1);
        } else if (attacks & outposts & supported & !scene.all[us]).any() {
            tally.add::<WHITE>(REACHABLE_OUTPOST.at(0), 1);
        }
    }
}

#[inline]
fn bishops<const WHITE: bool>(scene: &mut BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let us = index::<WHITE>();
    let bishops = scene.men[us][BISHOP];
    if bishops.is_empty() {
        return;
    }
    let outposts = outposts::<WHITE>(scene);
    if (bishops & DARK).any() && (bishops & !DARK).any() {
        tally.add::<WHITE>(BISHOP_PAIR.at(0), 1);
    }
    // A queen before a bishop does not stop it for long.
    let queens = scene.men[0][QUEEN] | scene.men[1][QUEEN];
    for square in bishops {
        let attacks = bishop_attacks(square, scene.occupied & !queens);
        let mobility = enter::<WHITE>(scene, tally, BISHOP, square, attacks);
        tally.add::<WHITE>(BISHOP_MOBILITY.at(place(mobility)), 1);
        let steps = distance(square, scene.king[us]);
        tally.add::<WHITE>(BISHOP_KING_DISTANCE.at(0), steps);
        minor_behind_pawn::<WHITE>(scene, tally, square);
        let colour = if DARK.contains(square) { DARK } else { !DARK };
        let pawns = count(scene.men[us][PAWN] & colour);
        tally.add::<WHITE>(BISHOP_PAWNS.at(0), pawns);
        if (attacks & CENTRE).more_than_one() && !CENTRE.contains(square) {
            tally.add::<WHITE>(LONG_DIAGONAL.at(0), 1);
        }
        if outposts.contains(square) {
            let place = usize::from(scene.attacks[us][PAWN].contains(square));
            tally.add::<WHITE>(BISHOP_OUTPOST.at(place), 1);
        }
    }
}

#[inline]
fn rooks<const WHITE: bool>(scene: &mut BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let rooks = scene.men[us][ROOK];
    // Rooks and queens work through each other.
    let others = rooks | scene.men[0][QUEEN] | scene.men[1][QUEEN];
    let mut later = rooks;
    for square in rooks {
        let attacks = rook_attacks(square, scene.occupied & !others);
        let mobility = enter::<WHITE>(scene, tally, ROOK, square, attacks);
        tally.add::<WHITE>(ROOK_MOBILITY.at(place(mobility)), 1);
        let here = Bitboard::from_square(square);
        let column = files(here);
        let [own, enemy] = [us, them].map(|side| (column & scene.men[side][PAWN]).any());
        let by_file = match (own, enemy) {
            (false, false) => Some(ROOK_OPEN_FILE),
            (false, true) => Some(ROOK_HALF_OPEN_FILE),
            (true, false) => Some(ROOK_UNOPPOSED_FILE),
            (true, true) => None,
        };
        if let Some(block) = by_file {
            tally.add::<WHITE>(block.at(0), 1);
        }
        if own && mobility <= TRAPPED_MOBILITY && is_shut_in::<WHITE>(scene, square) {
            tally.add::<WHITE>(ROOK_TRAPPED.at(0), 1);
        }
        let prey = scene.men[them][PAWN] & ranks::<WHITE>(6, 6)
            | scene.men[them][KING] & ranks::<WHITE>(7, 7);
        if rank::<WHITE>(square) == 6 && prey.any() {
            tally.add::<WHITE>(ROOK_SEVENTH.at(0), 1);
        }
        later &= !here;
        let seen = attacks & later;
        if (seen & column).any() {
            tally.add::<WHITE>(ROOKS_DOUBLED.at(0), 1);
        }
        if (seen & !column).any() {
            tally.add::<WHITE>(ROOKS_CONNECTED.at(0), 1);
        }
    }
}

#[inline]
fn queens<const WHITE: bool>(scene: &mut BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    for square in scene.men[index::<WHITE>()][QUEEN] {
        let attacks = queen_attacks(square, scene.occupied);
        let mobility = enter::<WHITE>(scene, tally, QUEEN, square, attacks);
        tally.add::<WHITE>(QUEEN_MOBILITY.at(place(mobility)), 1);
    }
}

/// The squares on the fourth to sixth rank that no enemy pawn can ever attack.
#[inline]
fn outposts<const WHITE: bool>(scene: &BoardFeatures<'_>) -> Bitboard {
    ranks::<WHITE>(3, 5) & !scene.span[other::<WHITE>()]
}

#[inline]
fn minor_behind_pawn<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    square: Square,
) {
    let pawns = scene.men[0][PAWN] | scene.men[1][PAWN];
    if back::<WHITE>(pawns).contains(square) {
        tally.add::<WHITE>(MINOR_BEHIND_PAWN.at(0), 1);
    }
}

/// Returns true if a rook is shut in between its king and the edge, and the king cannot castle there.
#[inline]
fn is_shut_in<const WHITE: bool>(scene: &BoardFeatures<'_>, rook: Square) -> bool {
    let king = scene.king[index::<WHITE>()];
    if rank::<WHITE>(king) > 1 {
        return false;
    }
    let color = if WHITE { Color::White } else { Color::Black };
    let (outside, side) = if QUEEN_WING.contains(king) {
        (file(rook) < file(king), CastlingSide::QueenSide)
    } else {
        (file(rook) > file(king), CastlingSide::KingSide)
    };
    outside && !shakmaty::Position::castles(scene.position).has(color, side)
}
