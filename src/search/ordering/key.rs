//! Sort keys of a node's moves: one number per move, on one stack for the whole tree.

/// A move's score (below 2^23 in size) in the high bits, its index counted from the end of the list in the low
/// ones.
///
/// The largest key is the best move; of equal scores, the one generated first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OrderingKey(i32);

impl OrderingKey {
    /// The key of a move that was returned already.
    pub(super) const SPENT: Self = Self(i32::MIN);

    /// Makes the key of the move at index `place` of a list of at most 256.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "an index is below 256"
    )]
    pub(super) const fn new(score: i32, place: usize) -> Self {
        let from_end = 255 - (place & 255) as i32;
        Self(score << 8 | from_end)
    }

    /// Returns the move's score.
    #[inline]
    pub(super) const fn score(self) -> i32 {
        self.0 >> 8
    }

    /// Returns the move's index in the list.
    #[inline]
    pub(super) const fn place(self) -> usize {
        255 - (self.0 & 255).unsigned_abs() as usize
    }

    /// Returns the key of the same move with another score.
    #[inline]
    pub(super) const fn scored(self, score: i32) -> Self {
        Self(score << 8 | (self.0 & 255))
    }
}

/// Number of keys that are compared at once.
const LANES: usize = 16;

/// The keys of all nodes on the path, the deepest node's last, each node's filled up to a multiple of [`LANES`].
///
/// One stack serves the whole tree: an array in each node would be cleared and copied far more often than it is
/// read.
#[derive(Debug, Default)]
pub(in crate::search) struct Keys(pub(super) Vec<OrderingKey>);

impl Keys {
    /// Removes what an aborted search left behind.
    pub(in crate::search) fn clear(&mut self) {
        self.0.clear();
    }

    /// Begins a list of keys behind those of the node's `before` first moves.
    #[inline]
    pub(super) fn begin_list(&mut self, first: usize, before: usize) {
        self.0.truncate(first + before);
    }

    /// Ends a list of keys.
    #[inline]
    pub(super) fn end_list(&mut self, first: usize) {
        let listed = self.0.len() - first;
        let filled = listed.next_multiple_of(LANES);
        self.0.resize(first + filled, OrderingKey::SPENT);
    }

    /// Returns the largest of the node's keys.
    ///
    /// Where it is inlined the compiler looks at key after key; by itself it compares eight at once.
    #[inline(never)]
    pub(super) fn largest(&self, first: usize) -> OrderingKey {
        let (chunks, _) = self.0[first..].as_chunks::<LANES>();
        let mut largest = OrderingKey::SPENT.0;
        for chunk in chunks {
            let start = OrderingKey::SPENT.0;
            let of_chunk = chunk.iter().fold(start, |most, key| most.max(key.0));
            largest = largest.max(of_chunk);
        }
        OrderingKey(largest)
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
        ) {
            let places = scores.iter().enumerate();
            let keys: Vec<OrderingKey> =
                places.map(|(place, score)| OrderingKey::new(*score, place)).collect();
            for (place, key) in keys.iter().enumerate() {
                prop_assert_eq!((key.score(), key.place()), (scores[place], place));
                prop_assert!(*key > OrderingKey::SPENT);
                let other = key.scored(-7);
                prop_assert_eq!((other.score(), other.place()), (-7, place));
            }
            let mut stack = Keys(vec![OrderingKey::new(9, 9); 16]);
            let [one, other] = [0..keys.len() / 3, keys.len() / 3..keys.len()];
            for part in [one, other] {
                stack.begin_list(16, part.start);
                stack.0.extend_from_slice(&keys[part]);
                stack.end_list(16);
            }
            prop_assert_eq!(stack.largest(16), keys.iter().copied().max().expect("a key"));
            prop_assert_eq!(&stack.0[16..16 + keys.len()], &keys);
            let best = keys.iter().max().map(|key| key.place());
            let most = scores.iter().max();
            prop_assert_eq!(best, scores.iter().position(|score| Some(score) == most));
        }
    }
}
