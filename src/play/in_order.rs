//! What workers finish in any order, handed out in the order of its numbers.

use std::collections::{BTreeMap, BTreeSet};

/// A queue by number, from 0.
#[derive(Debug)]
pub struct InOrder<T> {
    next: u32,
    waiting: BTreeMap<u32, T>,
    /// Numbers that nobody waits for any more.
    lost: BTreeSet<u32>,
}

impl<T> InOrder<T> {
    /// One that waits for number 0.
    pub const fn new() -> Self {
        Self {
            next: 0,
            waiting: BTreeMap::new(),
            lost: BTreeSet::new(),
        }
    }

    /// Takes what has that number.
    pub fn push(&mut self, number: u32, finished: T) {
        self.waiting.insert(number, finished);
    }

    /// Nothing will come with that number.
    pub fn lose(&mut self, number: u32) {
        self.lost.insert(number);
    }

    /// The next one, once all before it came or were lost.
    pub fn pop(&mut self) -> Option<T> {
        while self.lost.remove(&self.next) {
            self.next += 1;
        }
        let finished = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_holds_nobody_up() {
        let mut queue = InOrder::new();
        queue.push(2, "two");
        queue.lose(1);
        assert_eq!(queue.pop(), None, "the first is still awaited");
        queue.push(0, "nought");
        assert_eq!(
            [(); 3].map(|()| queue.pop()),
            [Some("nought"), Some("two"), None]
        );
    }
}
