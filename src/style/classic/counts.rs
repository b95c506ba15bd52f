//! Counts of the classic attributes of players of known style.

use crate::bayes::{Counts, CountsError, Shape};

use super::{ClassicAttribute, ClassicObservation};
use crate::style::Style;

/// How often each value of each attribute occurred with each style; merges and subtracts exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicCounts(Counts);

impl Default for ClassicCounts {
    fn default() -> Self {
        Self::new()
    }
}

impl ClassicCounts {
    /// Makes empty counts.
    pub fn new() -> Self {
        Self(Counts::new(shape()))
    }

    /// Makes counts from stored numbers, ordered by style, attribute and value.
    ///
    /// # Errors
    ///
    /// [`CountsError`] if the attributes of a style do not sum to the same number of cases.
    pub fn from_cells(cells: Vec<u64>) -> Result<Self, CountsError> {
        Counts::from_cells(shape(), cells).map(Self)
    }

    /// Counts one case. Without a first move (a game from another start) nothing is counted.
    pub fn add(&mut self, style: Style, observation: &ClassicObservation) {
        let mut case = [0; ClassicAttribute::ALL.len()];
        for (value, seen) in case.iter_mut().zip(observation.values()) {
            match seen.map(u8::try_from) {
                Some(Ok(seen)) => *value = seen,
                _ => return,
            }
        }
        let counted = self.0.add(style.index(), &case);
        debug_assert!(counted.is_ok(), "an observation fits its own table");
    }

    /// Adds other counts.
    ///
    /// # Errors
    ///
    /// [`CountsError::Overflow`].
    pub fn merge(&mut self, other: &Self) -> Result<(), CountsError> {
        self.0.merge(&other.0)
    }

    /// Subtracts counts that were added.
    ///
    /// # Errors
    ///
    /// [`CountsError::Below`].
    pub fn subtract(&mut self, other: &Self) -> Result<(), CountsError> {
        self.0.subtract(&other.0)
    }

    /// Returns the number of cases of one style.
    pub fn cases(&self, style: Style) -> u64 {
        self.0.cases(style.index())
    }

    /// Returns the number of cases of all styles.
    pub fn total(&self) -> u64 {
        self.0.total()
    }

    /// Returns how often each value of an attribute occurred with a style, in the order of
    /// [`ClassicAttribute::values`].
    pub fn values(&self, style: Style, attribute: ClassicAttribute) -> &[u64] {
        self.0.feature(style.index(), attribute.index())
    }
}

/// Returns the shape of the counts: three styles, and each attribute's number of values.
pub(super) fn shape() -> Shape {
    let values = ClassicAttribute::ALL.map(|attribute| attribute.values().len());
    Shape::new(Style::ALL.len(), values.to_vec())
        .unwrap_or_else(|error| unreachable!("the four attributes have values: {error}"))
}
