//! Counts of how often two values occur together in one game.

use super::player::halve_together;
use crate::style::sign::SignLayout;
use crate::style::sign_values::{SignValues, UNSEEN};

/// How often each pair of values occurs in one game, as a symmetric table.
///
/// The lower triangle is stored row by row: the pair (i, j ≤ i) is at i (i + 1) / 2 + j. The diagonal counts each
/// value alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributePairCounts {
    pub(super) counts: Vec<u32>,
    width: usize,
}

impl AttributePairCounts {
    pub(super) fn new(width: usize) -> Self {
        Self {
            counts: vec![0; width * (width + 1) / 2],
            width,
        }
    }

    /// Makes a table from its triangle; `None` if the length does not fit this width.
    pub fn from_counts(counts: Vec<u32>, width: usize) -> Option<Self> {
        (counts.len() == width * (width + 1) / 2).then_some(Self { counts, width })
    }

    /// Returns the triangle.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Returns the number of values of all signs.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns how often two values occurred in one game.
    pub fn of(&self, one: usize, other: usize) -> u32 {
        let (high, low) = (one.max(other), one.min(other));
        self.counts[high * (high + 1) / 2 + low]
    }

    pub(super) fn add(&mut self, reading: &SignValues, layout: &SignLayout) {
        let places: Vec<usize> = layout
            .starts()
            .iter()
            .zip(reading.values())
            .filter(|(_, value)| **value != UNSEEN)
            .map(|(start, value)| start + usize::from(*value))
            .collect();
        for (upto, place) in places.iter().enumerate() {
            let row = &mut self.counts[place * (place + 1) / 2..][..=*place];
            for other in &places[..=upto] {
                row[*other] += 1;
            }
        }
    }

    /// Halves the counts, row by row of the triangle, so that the many small ones do not all vanish.
    pub(super) fn age(&mut self) {
        let mut begin = 0;
        for width in 1..=self.width {
            halve_together(&mut self.counts[begin..begin + width]);
            begin += width;
        }
    }
}
