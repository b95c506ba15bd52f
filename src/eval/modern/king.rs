//! The attack on the enemy king, in units of danger.
//!
//! Every feature of an attack adds units, and the sum counts by its square: one feature alone
//! counts little, many together count much.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Square};

use super::board_features::{BISHOP, BoardFeatures, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{
    CENTRE_FILES, FILE_A, QUEEN_WING, count, file, fill_forward, index, other, ranks,
};
use crate::heuristic::modern::layout::{
    ATTACKERS, DANGER_BASE, FLANK_ATTACK, FLANK_DEFENCE, KNIGHT_DEFENDER, NO_QUEEN, OPEN_KING_FILE,
    OPPOSITE_STORM, PINNED_DEFENDER, RING_WEAK, SAFE_CHECK, UNSAFE_CHECK,
};

/// Counts one side's attack on the enemy king. A single attacker without a queen on the board does not count.
#[inline]
pub(super) fn attack<const WHITE: bool>(features: &BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let has_queen = features.by_role[us][QUEEN].any();
    if features.attackers[us] + usize::from(has_queen) < 2 {
        sink.discard_attack::<WHITE>();
        return;
    }
    let king = features.king[them];
    sink.danger::<WHITE>(DANGER_BASE.at(0), 1);
    sink.danger::<WHITE>(ATTACKERS.at(features.attackers[us].min(5)), 1);
    if !has_queen {
        sink.danger::<WHITE>(NO_QUEEN.at(0), 1);
    }
    let held_by_last = features.attacks[them][KING] | features.attacks[them][QUEEN];
    let weak =
        features.attacked[us] & !features.twice[them] & (!features.attacked[them] | held_by_last);
    sink.danger::<WHITE>(RING_WEAK.at(0), count(weak & features.zone[them]));
    checks::<WHITE>(features, sink, weak);
    flank::<WHITE>(features, sink);
    sink.danger::<WHITE>(PINNED_DEFENDER.at(0), count(features.pinned[them]));
    if (features.by_role[them][KNIGHT] & king_attacks(king)).any() {
        sink.danger::<WHITE>(KNIGHT_DEFENDER.at(0), 1);
    }
    let columns = columns(king);
    let pawns = features.by_role[them][PAWN];
    let closed = fill_forward::<false>(pawns) & ranks::<true>(0, 0);
    sink.danger::<WHITE>(
        OPEN_KING_FILE.at(0),
        count(columns & ranks::<true>(0, 0) & !closed),
    );
    if are_opposite(features.king[us], king) {
        let advanced = features.by_role[us][PAWN] & columns & ranks::<WHITE>(3, 6);
        sink.danger::<WHITE>(OPPOSITE_STORM.at(0), count(advanced));
    }
    sink.complete_attack::<WHITE>();
}

/// Counts checks that the next move could give.
#[inline]
fn checks<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
    weak: Bitboard,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let king = features.king[them];
    let attacks = &features.attacks[us];
    let safe = !features.all[us] & (!features.attacked[them] | weak & features.twice[us]);
    // The enemy queen does not block for long.
    let occupied = features.occupied & !features.by_role[them][QUEEN];
    let straight = rook_attacks(king, occupied);
    let diagonal = bishop_attacks(king, occupied);
    let checks = [
        knight_attacks(king) & attacks[KNIGHT],
        diagonal & attacks[BISHOP],
        straight & attacks[ROOK],
        (straight | diagonal) & attacks[QUEEN] & !features.attacks[them][QUEEN],
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (place, squares) in checks.into_iter().enumerate() {
        if (squares & safe).any() {
            sink.danger::<WHITE>(SAFE_CHECK.at(place), 1);
        } else if place + KNIGHT != QUEEN {
            unsafe_checks |= squares;
        }
    }
    let unsafe_checks = unsafe_checks & !features.all[us];
    sink.danger::<WHITE>(UNSAFE_CHECK.at(0), count(unsafe_checks));
}

/// Counts the squares before the enemy king, on its wing, that each side attacks.
#[inline]
fn flank<const WHITE: bool>(features: &BoardFeatures<'_>, sink: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let files = match file(features.king[them]) {
        0..=2 => QUEEN_WING,
        3..=4 => CENTRE_FILES,
        _ => !QUEEN_WING,
    };
    let camp = files & ranks::<WHITE>(3, 7);
    let attacked = features.attacked[us] & camp;
    let attacks = count(attacked) + count(attacked & features.twice[us]);
    sink.danger::<WHITE>(FLANK_ATTACK.at(0), attacks);
    let defences = count(features.attacked[them] & camp);
    sink.danger::<WHITE>(FLANK_DEFENCE.at(0), defences);
}

/// The king's file and the two beside it, moved inside the board.
#[inline]
fn columns(king: Square) -> Bitboard {
    let centre = Bitboard(FILE_A.0 << file(king).clamp(1, 6));
    Bitboard(centre.0 | centre.0 << 1 | centre.0 >> 1)
}

/// Returns true if the kings stand on opposite wings.
#[inline]
const fn are_opposite(one: Square, other: Square) -> bool {
    let (one, other) = (file(one), file(other));
    one <= 2 && other >= 5 || one >= 5 && other <= 2
}
