//! What men are worth beside the others of their side: more pawns help knights and hinder rooks, and
//! of several major pieces each does a part of what the others do.
//!
//! After L. Kaufman, *The Evaluation of Material Imbalances*, Chess Life, March 1999, who counts pawns
//! from five on and speaks of the redundancy of major pieces. The bishop pair stands with the minor
//! pieces.
//!
//! May use: `heuristic`.

use super::scene::{KNIGHT, PAWN, QUEEN, ROOK, Scene};
use super::side::{count, index};
use super::tally::Tally;
use crate::heuristic::modern::layout::{KNIGHT_PAWNS, MAJOR_REDUNDANCY, ROOK_PAWNS};

/// With so many pawns a knight and a rook have their plain values.
const PAWNS: i32 = 5;

/// Counts what depends on how many men of each kind a side has.
#[inline]
pub(super) fn imbalance<const WHITE: bool>(scene: &Scene<'_>, tally: &mut impl Tally) {
    let men = &scene.men[index::<WHITE>()];
    let [knights, rooks, queens] = [KNIGHT, ROOK, QUEEN].map(|role| count(men[role]));
    let beyond = count(men[PAWN]) - PAWNS;
    tally.add::<WHITE>(KNIGHT_PAWNS.at(0), knights * beyond);
    tally.add::<WHITE>(ROOK_PAWNS.at(0), rooks * beyond);
    tally.add::<WHITE>(MAJOR_REDUNDANCY.at(0), (rooks + queens - 1).max(0));
}

#[cfg(test)]
mod tests {
    use super::super::recorded;
    use super::*;
    use crate::board::fen;
    use crate::heuristic::modern::layout::{
        Block, ROOK_HALF_OPEN_FILE, ROOK_OPEN_FILE, ROOK_UNOPPOSED_FILE,
    };

    #[test]
    fn men_are_counted_beside_each_other_and_rooks_by_whose_pawns_their_files_lack() {
        let position = fen::read("6k1/4p3/8/8/8/8/P4PPP/R2RR1KN w - - 0 1").expect("a position");
        let (_, record) = recorded(&position);
        let counted = |side: usize, block: Block| -> i32 {
            let of_block = record.features(side).iter();
            of_block
                .filter(|(feature, _)| *feature == block.at(0))
                .map(|(_, times)| times)
                .sum()
        };
        let blocks = [
            KNIGHT_PAWNS,
            ROOK_PAWNS,
            MAJOR_REDUNDANCY,
            ROOK_OPEN_FILE,
            ROOK_HALF_OPEN_FILE,
            ROOK_UNOPPOSED_FILE,
        ];
        assert_eq!(blocks.map(|block| counted(0, block)), [-1, -3, 2, 1, 1, 1]);
        assert_eq!(blocks.map(|block| counted(1, block)), [0; 6]);
    }
}
