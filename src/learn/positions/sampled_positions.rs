//! Sampled positions as two design matrices: training and held-out.

use super::design::{DesignMatrix, PositionRow};
use super::plan::GamesRead;
use crate::model::RunOrigin;

/// Number of games of which one is held out.
const HELD_OUT_OF: u64 = 10;

/// The positions sampled by a plan.
pub(super) struct SampledPositions {
    pub(super) training: DesignMatrix,
    pub(super) held_out: DesignMatrix,
    /// Number of games with training positions, and with held-out ones.
    pub(super) games: [u64; 2],
    pub(super) read: GamesRead,
    pub(super) origins: Vec<RunOrigin>,
}

impl SampledPositions {
    /// Creates an empty sample over `units` units.
    pub(super) const fn new(units: usize) -> Self {
        Self {
            training: DesignMatrix::new(units),
            held_out: DesignMatrix::new(units),
            games: [0; 2],
            read: GamesRead::NONE,
            origins: Vec::new(),
        }
    }

    /// Returns true if every position has a score.
    pub(super) const fn searched_all(&self) -> bool {
        self.training.searched_all() && self.held_out.searched_all()
    }

    /// Packs the rows of games; `weights` are the starting weights by column.
    pub(super) fn add(
        &mut self,
        games: impl IntoIterator<Item = (u64, Option<Vec<PositionRow>>)>,
        weights: &[f64],
    ) {
        for (number, rows) in games {
            let Some(rows) = rows else {
                self.read.given_up += 1;
                continue;
            };
            let is_held_out = number.is_multiple_of(HELD_OUT_OF);
            let design = if is_held_out {
                &mut self.held_out
            } else {
                &mut self.training
            };
            for row in &rows {
                design.push(row, weights);
            }
            self.games[usize::from(is_held_out)] += u64::from(!rows.is_empty());
        }
    }
}
