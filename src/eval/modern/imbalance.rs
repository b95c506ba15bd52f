//! Imbalance: how the value of a piece depends on the other pieces and pawns of its side.
//!
//! More pawns help knights and hinder rooks, and several major pieces partly duplicate each other.
//! After L. Kaufman, *The Evaluation of Material Imbalances*, Chess Life, March 1999, who counts
//! pawns from five on and speaks of the redundancy of major pieces. The bishop pair is a term of
//! the minor pieces.

use super::board_features::{BoardFeatures, KNIGHT, PAWN, QUEEN, ROOK};
use super::feature_sink::FeatureSink;
use super::side::{count, index};
use crate::heuristic::modern::layout::{KNIGHT_PAWNS, MAJOR_REDUNDANCY, ROOK_PAWNS};

/// The number of pawns at which a knight and a rook have their plain values.
const PAWNS: i32 = 5;

/// Counts the features that depend on how many pieces of each kind a side has.
#[inline]
pub(super) fn imbalance<const WHITE: bool>(
    features: &BoardFeatures<'_>,
    sink: &mut impl FeatureSink,
) {
    let own = &features.by_role[index::<WHITE>()];
    let [knights, rooks, queens] = [KNIGHT, ROOK, QUEEN].map(|role| count(own[role]));
    let beyond = count(own[PAWN]) - PAWNS;
    sink.add::<WHITE>(KNIGHT_PAWNS.at(0), knights * beyond);
    sink.add::<WHITE>(ROOK_PAWNS.at(0), rooks * beyond);
    sink.add::<WHITE>(MAJOR_REDUNDANCY.at(0), (rooks + queens - 1).max(0));
}
