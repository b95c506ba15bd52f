//! Counts of one labelled player.

use crate::style::Style;
use crate::style::circumstance::SideCircumstance;
use crate::style::sign::{Sign, SignLayout};
use crate::style::sign_values::{SignValues, UNSEEN};

/// How often one player showed each value, and in which circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCounts {
    style: Style,
    /// Games by the rows of [`SideCircumstance::rows`]; each game counts in two rows.
    pub(super) cells: Vec<u32>,
    /// By sign and value.
    pub(super) values: Vec<u32>,
}

impl PlayerCounts {
    pub(super) fn new(style: Style, layout: &SignLayout) -> Self {
        Self {
            style,
            cells: vec![0; SideCircumstance::ROWS],
            values: vec![0; layout.width()],
        }
    }

    /// Makes a player's counts from stored ones.
    pub const fn from_counts(style: Style, cells: Vec<u32>, values: Vec<u32>) -> Self {
        Self {
            style,
            cells,
            values,
        }
    }

    pub(super) fn fits(&self, layout: &SignLayout) -> bool {
        self.cells.len() == SideCircumstance::ROWS && self.values.len() == layout.width()
    }

    pub(super) fn add(&mut self, reading: &SignValues, layout: &SignLayout) {
        for row in reading.cell.rows() {
            self.cells[row] += 1;
        }
        for (start, value) in layout.starts().iter().zip(reading.values()) {
            if *value != UNSEEN {
                self.values[start + usize::from(*value)] += 1;
            }
        }
    }

    pub(super) fn age(&mut self, layout: &SignLayout) {
        let (cells, strengths) = self.cells.split_at_mut(SideCircumstance::COUNT);
        halve_together(cells);
        halve_together(strengths);
        for sign in Sign::all() {
            halve_together(&mut self.values[layout.values(sign)]);
        }
    }

    /// Returns the player's labelled style.
    pub const fn style(&self) -> Style {
        self.style
    }

    /// Returns the games by the rows of [`SideCircumstance::rows`].
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns the counts by sign and value.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        let cells = self.cells.iter().take(SideCircumstance::COUNT);
        cells.map(|games| u64::from(*games)).sum()
    }
}

/// Halves counts so that their sum is halved and rounded down; the remainder of one is carried to the next.
pub(super) fn halve_together(counts: &mut [u32]) {
    let mut rest = 0;
    for count in counts {
        let half = *count / 2;
        let over = *count % 2 + rest;
        *count = half + over / 2;
        rest = over % 2;
    }
}
