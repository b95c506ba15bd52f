//! Counts of moves' losses and of habits in one player's games.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::loss::{LossClass, PositionKind};
use crate::bayes::{counts_from_text, counts_to_text};
use crate::style::habits::{Habit, HabitShares};
use crate::style::{HABIT_VALUES, HabitThresholds};

/// Number of counts of moves: one for each kind of position and class of loss.
const MOVES: usize = PositionKind::COUNT * LossClass::COUNT;

/// Number of counts of games: one for each habit and value.
const HABITS: usize = Habit::ALL.len() * HABIT_VALUES;

/// How much a player's moves lost by kind of position, and the habits of their games.
///
/// Integers that add and subtract exactly. Serialised as one string, short for a single game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossCounts {
    /// The number of games, then the moves, then the habits.
    cells: Vec<u32>,
}

/// The error of counts of losses that cannot be added, subtracted or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LossCountsError {
    /// More is subtracted than was counted.
    #[error("more moves or games would be subtracted than were counted")]
    Below,
    /// A sum does not fit its counter.
    #[error("more moves or games than can be counted")]
    Overflow,
    /// The text does not hold such counts.
    #[error("{0}")]
    Text(String),
}

impl Default for LossCounts {
    fn default() -> Self {
        Self {
            cells: vec![0; 1 + MOVES + HABITS],
        }
    }
}

impl LossCounts {
    /// Makes empty counts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.cells[0]
    }

    /// Returns the number of moves whose loss was measured.
    pub fn moves(&self) -> u64 {
        self.losses().iter().map(|count| u64::from(*count)).sum()
    }

    /// Returns true if nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|count| *count == 0)
    }

    /// Counts a move.
    pub fn add_move(&mut self, kind: PositionKind, loss: LossClass) {
        let place = 1 + kind.index() * LossClass::COUNT + loss.index();
        self.cells[place] = self.cells[place].saturating_add(1);
    }

    /// Counts a game by the habits that the player showed in it, binned at `borders`.
    pub fn add_game(&mut self, shares: &HabitShares, borders: &HabitThresholds) {
        self.cells[0] = self.cells[0].saturating_add(1);
        for (place, habit) in Habit::ALL.iter().enumerate() {
            let value = usize::from(borders.value(*habit, shares.of(*habit)));
            let cell = 1 + MOVES + place * HABIT_VALUES + value;
            self.cells[cell] = self.cells[cell].saturating_add(1);
        }
    }

    /// Returns the counts of moves alone, without games and habits.
    #[must_use]
    pub fn of_moves(&self) -> Self {
        let mut moves = Self::new();
        moves.cells[1..=MOVES].copy_from_slice(self.losses());
        moves
    }

    /// Adds the counts of other games.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Overflow`]; then nothing was added.
    pub fn merge(&mut self, other: &Self) -> Result<(), LossCountsError> {
        self.combine(other, u32::checked_add, LossCountsError::Overflow)
    }

    /// Subtracts the counts of games that were added.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Below`]; then nothing was taken away.
    pub fn subtract(&mut self, other: &Self) -> Result<(), LossCountsError> {
        self.combine(other, u32::checked_sub, LossCountsError::Below)
    }

    fn combine(
        &mut self,
        other: &Self,
        operation: impl Fn(u32, u32) -> Option<u32>,
        error: LossCountsError,
    ) -> Result<(), LossCountsError> {
        let pairs = self.cells.iter().zip(&other.cells);
        let cells: Option<Vec<u32>> = pairs.map(|(one, two)| operation(*one, *two)).collect();
        self.cells = cells.ok_or(error)?;
        Ok(())
    }

    /// Returns the counts of moves: for each kind of position, one for each class of loss.
    pub(crate) fn losses(&self) -> &[u32] {
        &self.cells[1..=MOVES]
    }

    /// Returns the counts of games: for each habit, one for each value.
    pub(super) fn habits(&self) -> &[u32] {
        &self.cells[1 + MOVES..]
    }

    /// Returns the counts as one line of text.
    pub fn to_text(&self) -> String {
        counts_to_text(&self.cells)
    }

    /// Reads the text of [`to_text`](Self::to_text).
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Text`].
    pub fn from_text(text: &str) -> Result<Self, LossCountsError> {
        let cells = counts_from_text(text, "losses").map_err(LossCountsError::Text)?;
        let expected = 1 + MOVES + HABITS;
        if cells.len() == expected {
            Ok(Self { cells })
        } else {
            Err(LossCountsError::Text(format!(
                "losses: {} counts where {expected} belong",
                cells.len()
            )))
        }
    }
}

impl Serialize for LossCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for LossCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_text(&text).map_err(de::Error::custom)
    }
}
