//! Counts of how often two values occur together in one game.

use crate::style::sign::SignLayout;
use crate::style::sign_values::{SignValues, UNSEEN};

/// How often each pair of values was seen together, as a symmetric table.
///
/// Its lower triangle is kept row by row: the pair (i, j ≤ i) lies at i (i + 1) / 2 + j. The diagonal
/// holds how often a value was seen at all.
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

    /// A table from its triangle; `None` when that is none of this width.
    pub fn from_counts(counts: Vec<u32>, width: usize) -> Option<Self> {
        (counts.len() == width * (width + 1) / 2).then_some(Self { counts, width })
    }

    /// The triangle.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Values of all signs.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How often two values were seen together.
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
}
