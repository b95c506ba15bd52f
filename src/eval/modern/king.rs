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

/// Counts one side's attack on the enemy king. A single attacker without a queen behind it does not
/// count.
#[inline]
pub(super) fn attack<const WHITE: bool>(scene: &BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let has_queen = scene.men[us][QUEEN].any();
    if scene.attackers[us] + usize::from(has_queen) < 2 {
        tally.discard_attack::<WHITE>();
        return;
    }
    let king = scene.king[them];
    tally.danger::<WHITE>(DANGER_BASE.at(0), 1);
    tally.danger::<WHITE>(ATTACKERS.at(scene.attackers[us].min(5)), 1);
    if !has_queen {
        tally.danger::<WHITE>(NO_QUEEN.at(0), 1);
    }
    let held_by_last = scene.attacks[them][KING] | scene.attacks[them][QUEEN];
    let weak = scene.attacked[us] & !scene.twice[them] & (!scene.attacked[them] | held_by_last);
    tally.danger::<WHITE>(RING_WEAK.at(0), count(weak & scene.zone[them]));
    checks::<WHITE>(scene, tally, weak);
    flank::<WHITE>(scene, tally);
    tally.danger::<WHITE>(PINNED_DEFENDER.at(0), count(scene.pinned[them]));
    if (scene.men[them][KNIGHT] & king_attacks(king)).any() {
        tally.danger::<WHITE>(KNIGHT_DEFENDER.at(0), 1);
    }
    let columns = columns(king);
    let pawns = scene.men[them][PAWN];
    let closed = fill_forward::<false>(pawns) & ranks::<true>(0, 0);
    tally.danger::<WHITE>(
        OPEN_KING_FILE.at(0),
        count(columns & ranks::<true>(0, 0) & !closed),
    );
    if are_opposite(scene.king[us], king) {
        let advanced = scene.men[us][PAWN] & columns & ranks::<WHITE>(3, 6);
        tally.danger::<WHITE>(OPPOSITE_STORM.at(0), count(advanced));
    }
    tally.complete_attack::<WHITE>();
}

/// Counts checks that the next move could give.
#[inline]
fn checks<const WHITE: bool>(
    scene: &BoardFeatures<'_>,
    tally: &mut impl FeatureSink,
    weak: Bitboard,
) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let king = scene.king[them];
    let attacks = &scene.attacks[us];
    let safe = !scene.all[us] & (!scene.attacked[them] | weak & scene.twice[us]);
    // The enemy queen does not block for long.
    let occupied = scene.occupied & !scene.men[them][QUEEN];
    let straight = rook_attacks(king, occupied);
    let diagonal = bishop_attacks(king, occupied);
    let checks = [
        knight_attacks(king) & attacks[KNIGHT],
        diagonal & attacks[BISHOP],
        straight & attacks[ROOK],
        (straight | diagonal) & attacks[QUEEN] & !scene.attacks[them][QUEEN],
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (place, squares) in checks.into_iter().enumerate() {
        if (squares & safe).any() {
            tally.danger::<WHITE>(SAFE_CHECK.at(place), 1);
        } else if place + KNIGHT != QUEEN {
            unsafe_checks |= squares;
        }
    }
    let unsafe_checks = unsafe_checks & !scene.all[us];
    tally.danger::<WHITE>(UNSAFE_CHECK.at(0), count(unsafe_checks));
}

/// Counts who controls the king's side of the board.
#[inline]
fn flank<const WHITE: bool>(scene: &BoardFeatures<'_>, tally: &mut impl FeatureSink) {
    let (us, them) = (index::<WHITE>(), other::<WHITE>());
    let files = match file(scene.king[them]) {
        0..=2 => QUEEN_WING,
        3..=4 => CENTRE_FILES,
        _ => !QUEEN_WING,
    };
    let camp = files & ranks::<WHITE>(3, 7);
    let attacked = scene.attacked[us] & camp;
    let attacks = count(attacked) + count(attacked & scene.twice[us]);
    tally.danger::<WHITE>(FLANK_ATTACK.at(0), attacks);
    let held = count(scene.attacked[them] & camp);
    tally.danger::<WHITE>(FLANK_DEFENCE.at(0), held);
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
