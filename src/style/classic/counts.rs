//! Counts of what players of known style showed.

use crate::bayes::{Counts, CountsError, Shape};

use super::{ClassicAttribute, ClassicObservation};
use crate::style::Style;

/// How often each value of each attribute was seen with each style; merges and subtracts exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicCounts(Counts);

impl Default for ClassicCounts {
    fn default() -> Self {
        Self::new()
    }
}

impl ClassicCounts {
    /// Nothing seen.
    pub fn new() -> Self {
        Self(Counts::new(shape()))
    }

    /// Counts from stored numbers, style by style, attribute by attribute, value by value.
    ///
    /// # Errors
    ///
    /// [`CountsError`] when the attributes of a style do not add up to the same number of cases.
    pub fn from_cells(cells: Vec<u64>) -> Result<Self, CountsError> {
        Counts::from_cells(shape(), cells).map(Self)
    }

    /// Counts one case. An observation without first move is no case (a game from another start),
    /// and nothing is counted then.
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

    /// Adds what another has seen.
    ///
    /// # Errors
    ///
    /// [`CountsError::Overflow`].
    pub fn merge(&mut self, other: &Self) -> Result<(), CountsError> {
        self.0.merge(&other.0)
    }

    /// Takes away what another has seen and this has too.
    ///
    /// # Errors
    ///
    /// [`CountsError::Below`].
    pub fn subtract(&mut self, other: &Self) -> Result<(), CountsError> {
        self.0.subtract(&other.0)
    }

    /// Cases of one style.
    pub fn cases(&self, style: Style) -> u64 {
        self.0.cases(style.index())
    }

    /// Cases of all styles.
    pub fn total(&self) -> u64 {
        self.0.total()
    }

    /// How often each value of an attribute was seen with a style, in the order of
    /// [`ClassicAttribute::values`].
    pub fn values(&self, style: Style, attribute: ClassicAttribute) -> &[u64] {
        self.0.feature(style.index(), attribute.index())
    }
}

/// Three styles; as many values as each attribute has.
pub(super) fn shape() -> Shape {
    let values = ClassicAttribute::ALL.map(|attribute| attribute.values().len());
    Shape::new(Style::ALL.len(), values.to_vec())
        .unwrap_or_else(|error| unreachable!("the four attributes have values: {error}"))
}
