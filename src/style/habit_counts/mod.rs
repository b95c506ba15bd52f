//! Counts of habits that style is learned from: integers that merge and subtract exactly.
//!
//! There are five tables. The *background* counts what players usually do in given circumstances; it is taken from
//! the labelled players' opponents, so it needs no labels. *Stages* are the background of games in progress.
//! *Players* hold each labelled player's values separately, so that a player can be left out and judged as a
//! stranger. *Pairs* count how often two values occur in one game, which tells which signs repeat each other.
//! *Norms* count what is usual among amateurs, online players and programs, by rating band.

mod background;
mod norms;
mod pairs;
mod player;
mod stages;

use std::collections::BTreeMap;
use std::ops::Range;

pub use background::BackgroundCounts;
pub use norms::{PopulationNorms, UsualFrequencies};
pub use pairs::AttributePairCounts;
pub use player::PlayerCounts;
use player::halve_together;
pub use stages::{STAGES, StageCounts};

use super::Style;
use super::habits::HabitShares;
use super::population::Peers;
use super::sign::SignLayout;
use super::sign_values::SignValues;
use super::thresholds::HabitThresholds;

/// The error of counts that cannot be combined or learned from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HabitCountsError {
    /// Their habits were binned with different thresholds.
    #[error(
        "the two divide habits by different thresholds; count one again with --like and the other"
    )]
    Borders,
    /// One player has a different style in each.
    #[error("'{0}' has one style in one and another in the other; correct the labels")]
    Style(String),
    /// More is subtracted than was counted.
    #[error("{0}: more would be subtracted than was counted")]
    Below(String),
    /// A sum does not fit its counter.
    #[error("{0}: more games than can be counted")]
    Overflow(String),
    /// A table has another size than its thresholds require.
    #[error("{0}: its number of counts does not fit its thresholds")]
    Size(String),
    /// No attacking or no defensive player is labelled.
    #[error("{0} player is labelled; at least one attacking and one defensive player are needed")]
    OneSided(&'static str),
}

/// All counts that a style model is learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct HabitCounts {
    borders: HabitThresholds,
    layout: SignLayout,
    background: BackgroundCounts,
    stages: StageCounts,
    players: BTreeMap<String, PlayerCounts>,
    pairs: AttributePairCounts,
    norms: PopulationNorms,
}

impl HabitCounts {
    /// Makes empty counts with these thresholds.
    pub fn new(borders: HabitThresholds) -> Self {
        let layout = SignLayout::new(&borders);
        Self {
            background: BackgroundCounts::new(&layout),
            stages: StageCounts::new(&layout),
            players: BTreeMap::new(),
            pairs: AttributePairCounts::new(layout.width()),
            norms: PopulationNorms::new(&layout),
            borders,
            layout,
        }
    }

    /// Makes counts from stored tables.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError::Size`] if a table does not fit the thresholds.
    pub fn from_tables(
        borders: HabitThresholds,
        background: BackgroundCounts,
        stages: StageCounts,
        players: BTreeMap<String, PlayerCounts>,
        pairs: AttributePairCounts,
        norms: PopulationNorms,
    ) -> Result<Self, HabitCountsError> {
        let layout = SignLayout::new(&borders);
        let fit = |fits: bool, what: &str| {
            fits.then_some(())
                .ok_or_else(|| HabitCountsError::Size(what.into()))
        };
        fit(background.fits(&layout), "background")?;
        fit(stages.fits(&layout), "stages")?;
        fit(pairs.width() == layout.width(), "pairs")?;
        fit(norms.fits(), "norms")?;
        for (name, player) in &players {
            fit(player.fits(&layout) && player.games() > 0, name)?;
        }
        Ok(Self {
            borders,
            layout,
            background,
            stages,
            players,
            pairs,
            norms,
        })
    }

    /// Returns the thresholds by which shares are binned.
    pub const fn borders(&self) -> &HabitThresholds {
        &self.borders
    }

    /// Returns the position of each sign's values in a row.
    pub const fn layout(&self) -> &SignLayout {
        &self.layout
    }

    /// Returns the background: what players usually do in given circumstances.
    pub const fn background(&self) -> &BackgroundCounts {
        &self.background
    }

    /// Returns the background of games in progress.
    pub const fn stages(&self) -> &StageCounts {
        &self.stages
    }

    /// Returns the background of games in progress, to count into.
    pub const fn stages_mut(&mut self) -> &mut StageCounts {
        &mut self.stages
    }

    /// Returns the labelled players by name.
    pub const fn players(&self) -> &BTreeMap<String, PlayerCounts> {
        &self.players
    }

    /// Returns how often pairs of values occurred in one game.
    pub const fn pairs(&self) -> &AttributePairCounts {
        &self.pairs
    }

    /// Returns the norms of populations other than masters.
    pub const fn norms(&self) -> &PopulationNorms {
        &self.norms
    }

    /// Counts one side of a finished game in the norms of its population.
    ///
    /// Returns false if the game does not tell the population, or if it is masters.
    pub fn add_peer(&mut self, reading: &SignValues) -> bool {
        reading.is_finished() && self.norms.add(reading, &self.layout)
    }

    /// Counts what a side of a game has shown by a stage in the norms of its population.
    pub fn add_peer_stage(&mut self, stage: usize, peers: Peers, shares: &HabitShares) {
        self.norms
            .add_stage(stage, peers, shares, &self.borders, &self.layout);
    }

    /// Returns the number of games of all labelled players.
    pub fn games(&self) -> u64 {
        self.players.values().map(PlayerCounts::games).sum()
    }

    /// Counts a finished game of a labelled player; `opponent` is the same game from the other side. A game
    /// without result is not counted.
    pub fn add(&mut self, name: &str, style: Style, player: &SignValues, opponent: &SignValues) {
        if !player.is_finished() {
            return;
        }
        self.players
            .entry(name.to_owned())
            .or_insert_with(|| PlayerCounts::new(style, &self.layout))
            .add(player, &self.layout);
        self.background.add(opponent, &self.layout);
        self.pairs.add(player, &self.layout);
    }

    /// Adds other counts.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError`]; then nothing is changed.
    pub fn merge(&mut self, other: &Self) -> Result<(), HabitCountsError> {
        self.combine(other, u32::checked_add, HabitCountsError::Overflow)
    }

    /// Subtracts counts that were added; a player without games left is removed.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError`]; then nothing is changed.
    pub fn subtract(&mut self, other: &Self) -> Result<(), HabitCountsError> {
        self.combine(other, u32::checked_sub, HabitCountsError::Below)?;
        self.players.retain(|_, player| player.games() > 0);
        Ok(())
    }

    /// Halves all counts, rounding down, so that old games fade.
    ///
    /// Of the games in each row, and of each sign's values, the sum is halved, so that shares of games stay shares.
    pub fn age(&mut self) {
        let both = self.layout.of_one_side();
        let habits: Vec<Range<usize>> = (both.iter())
            .filter(|values| values.end <= self.layout.habits())
            .cloned()
            .collect();
        halve_rows(&mut self.background.counts, &both);
        halve_rows(&mut self.norms.whole, &both);
        halve_rows(&mut self.stages.counts, &habits);
        halve_rows(&mut self.norms.stages, &habits);
        self.norms.trim();
        self.pairs.age();
        for player in self.players.values_mut() {
            player.age(&self.layout);
        }
        self.players.retain(|_, player| player.games() > 0);
    }

    fn combine(
        &mut self,
        other: &Self,
        operation: fn(u32, u32) -> Option<u32>,
        failed: fn(String) -> HabitCountsError,
    ) -> Result<(), HabitCountsError> {
        if self.borders != other.borders {
            return Err(HabitCountsError::Borders);
        }
        let both =
            |own: &[u32], others: &[u32], what: &str| -> Result<Vec<u32>, HabitCountsError> {
                own.iter()
                    .zip(others)
                    .map(|(one, two)| operation(*one, *two).ok_or_else(|| failed(what.to_owned())))
                    .collect()
            };
        let mut sum = self.clone();
        sum.background.counts = both(
            &self.background.counts,
            &other.background.counts,
            "background",
        )?;
        sum.stages.counts = both(&self.stages.counts, &other.stages.counts, "stages")?;
        sum.pairs.counts = both(&self.pairs.counts, &other.pairs.counts, "pairs")?;
        if !(self.norms.is_empty() && other.norms.is_empty()) {
            let mut theirs = other.norms.clone();
            theirs.fill();
            sum.norms.fill();
            sum.norms.whole = both(&sum.norms.whole, &theirs.whole, "norms")?;
            sum.norms.stages = both(&sum.norms.stages, &theirs.stages, "norms")?;
            sum.norms.trim();
        }
        for (name, theirs) in &other.players {
            let own = sum
                .players
                .entry(name.clone())
                .or_insert_with(|| PlayerCounts::new(theirs.style(), &self.layout));
            if own.style() != theirs.style() {
                return Err(HabitCountsError::Style(name.clone()));
            }
            own.cells = both(&own.cells, &theirs.cells, name)?;
            own.values = both(&own.values, &theirs.values, name)?;
        }
        *self = sum;
        Ok(())
    }
}

/// Halves the first number of each row, its games, and together the values of each sign behind it.
fn halve_rows(counts: &mut [u32], signs: &[Range<usize>]) {
    let width = 1 + signs.last().map_or(0, |values| values.end);
    for row in counts.chunks_exact_mut(width) {
        let (games, values) = row.split_at_mut(1);
        halve_together(games);
        for sign in signs {
            halve_together(&mut values[sign.clone()]);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
