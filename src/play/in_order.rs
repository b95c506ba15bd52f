//! A queue that returns items in the order of their numbers, however they arrive.

use std::collections::BTreeMap;

/// A queue of numbered items, from number 0.
#[derive(Debug)]
pub struct InOrder<T> {
    next: u32,
    waiting: BTreeMap<u32, T>,
}

impl<T> InOrder<T> {
    /// Creates an empty queue.
    pub const fn new() -> Self {
        Self {
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Adds an item with its number.
    pub fn push(&mut self, number: u32, finished: T) {
        self.waiting.insert(number, finished);
    }

    /// Removes and returns the next item in order; `None` if it has not arrived.
    pub fn pop(&mut self) -> Option<T> {
        let finished = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_order_whenever_they_finish() {
        let mut queue = InOrder::new();
        queue.push(2, "two");
        queue.push(1, "one");
        assert_eq!(queue.pop(), None);
        queue.push(0, "zero");
        let all: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(all, ["zero", "one", "two"]);
        assert_eq!(queue.pop(), None);
    }
}
