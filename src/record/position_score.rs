//! Scores of the positions of a game, in the two bytes that databases and training data have for each.

use std::fmt;

use crate::score::{Score, WhiteScore};

/// Number from which a mate's distance in plies is subtracted.
const MATE: i32 = 32_000;

/// Bound of evaluations, which keeps them apart from mates.
const MOST: i32 = 30_000;

/// A score in centipawns from White's point of view, as a search gave it.
///
/// A mate in n plies is 32,000 - n for White and n - 32,000 for Black; evaluations are clamped to ±30,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionScore(i16);

impl PositionScore {
    /// Returns the score with this number of centipawns; -32,768 becomes -32,767.
    pub fn new(centipawns: i16) -> Self {
        Self(centipawns.max(-i16::MAX))
    }

    /// Returns the number of centipawns.
    pub const fn centipawns(self) -> i16 {
        self.0
    }

    /// Returns the two bytes of the score of a position, or of a missing score.
    pub fn to_bytes(score: Option<Self>) -> [u8; 2] {
        score.map_or(i16::MIN, |score| score.0).to_le_bytes()
    }

    /// Returns the score, or `None` for a missing score, from its two bytes.
    pub const fn from_bytes(bytes: [u8; 2]) -> Option<Self> {
        match i16::from_le_bytes(bytes) {
            i16::MIN => None,
            centipawns => Some(Self(centipawns)),
        }
    }
}

impl From<WhiteScore> for PositionScore {
    fn from(score: WhiteScore) -> Self {
        let centipawns = match score.0 {
            Score::Heuristic(value) => value.0.clamp(-MOST, MOST),
            mate => mate.centipawns_or(MATE).0,
        };
        // The bounds above fit; the longest mates are far from zero.
        Self::new(i16::try_from(centipawns).unwrap_or(0))
    }
}

impl fmt::Display for PositionScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Centipawns, Ply};
    use proptest::prelude::*;

    #[test]
    fn mates_are_beyond_every_evaluation_and_nearer_ones_further() {
        let of = |score| PositionScore::from(WhiteScore(score)).centipawns();
        assert_eq!(of(Score::Heuristic(Centipawns(-35))), -35);
        assert_eq!(of(Score::Heuristic(Centipawns(i32::MAX))), 30_000);
        assert_eq!(of(Score::MateIn(Ply(3))), 31_997);
        assert_eq!(of(Score::MatedIn(Ply(4))), -31_996);
        assert_eq!(of(Score::MatedIn(Ply::MAX)), -31_873);
    }

    proptest! {
        #[test]
        fn every_score_reads_back(centipawns in any::<i16>()) {
            let score = PositionScore::new(centipawns);
            prop_assert_eq!(PositionScore::from_bytes(PositionScore::to_bytes(Some(score))), Some(score));
            prop_assert_eq!(PositionScore::from_bytes(PositionScore::to_bytes(None)), None);
            prop_assert!(centipawns == i16::MIN || score.centipawns() == centipawns);
        }
    }
}
