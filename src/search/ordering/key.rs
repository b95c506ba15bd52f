//! By what the moves of a node are compared: one number each, kept on one stack for the whole tree.

/// A move's score, below 2^23 in size, and, below it, its place from the end of the list: the largest key is the best
/// move, the earlier listed one among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OrderingKey(i32);

impl OrderingKey {
    /// That of a move that was handed out.
    pub(super) const SPENT: Self = Self(i32::MIN);

    /// The keys of the moves of a list from a place on, when they have got their scores. A list has no more than
    /// 256 moves.
    pub(super) fn of<'a, T>(
        from: usize,
        moves: &'a [T],
        score: impl Fn(&'a T) -> i32,
    ) -> impl Iterator<Item = Self> {
        let places = (0..256).rev().skip(from).zip(&moves[from..]);
        places.map(move |(from_end, m)| Self(score(m) << 8 | from_end))
    }

    /// The move's score.
    #[inline]
    pub(super) const fn score(self) -> i32 {
        self.0 >> 8
    }

    /// The move's place in the list.
    #[inline]
    pub(super) const fn place(self) -> usize {
        255 - (self.0 & 255).unsigned_abs() as usize
    }

    /// The key of the same move with another score.
    #[inline]
    pub(super) const fn scored(self, score: i32) -> Self {
        Self(score << 8 | (self.0 & 255))
    }
}

/// The keys of the moves of every node on the path, those of the deepest node last.
///
/// One stack serves the whole tree, since an array in each node would be cleared and copied far more often
/// than it is read.
#[derive(Debug, Default)]
pub(in crate::search) struct Keys(pub(super) Vec<OrderingKey>);

impl Keys {
    /// Forgets what a search that was broken off left behind.
    pub(in crate::search) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_key_tells_score_and_place_and_the_best_move_is_the_largest(
            scores in prop::collection::vec(1 - (1 << 23)..1 << 23, 1..=256),
            from in 0_usize..256,
        ) {
            let from = from % scores.len();
            let keys: Vec<OrderingKey> = OrderingKey::of(from, &scores, |score| *score).collect();
            prop_assert_eq!(keys.len(), scores.len() - from);
            for (place, key) in (from..).zip(&keys) {
                prop_assert_eq!((key.score(), key.place()), (scores[place], place));
                prop_assert!(*key > OrderingKey::SPENT);
                let other = key.scored(-7);
                prop_assert_eq!((other.score(), other.place()), (-7, place));
            }
            let best = keys.iter().max().map(|key| key.place());
            let most = scores[from..].iter().max();
            let first = scores[from..].iter().position(|score| Some(score) == most);
            prop_assert_eq!(best, first.map(|place| from + place));
        }
    }
}
