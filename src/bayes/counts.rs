//! Counts: how often each value of each feature occurred with each class.
//!
//! They are integers and therefore exact. Merging is associative and commutative, and subtracting
//! what was merged restores the counts exactly.

use super::shape::{CaseError, Shape};

/// How many cases of each class were counted, and how often each value of each feature occurred in
/// them.
///
/// Every case has a value for every feature, so a feature's counts add up to its class's cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    shape: Shape,
    /// By class.
    cases: Vec<u64>,
    /// By class, feature and value, as [`Shape::cells`] lays them out.
    cells: Vec<u64>,
}

/// Why counts cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountsError {
    /// Tables of different shapes.
    #[error(
        "tables of different shapes: {left_classes} classes and {left_features} features against \
         {right_classes} and {right_features}, or features with other numbers of values"
    )]
    Shape {
        /// Classes of the table to be changed.
        left_classes: usize,
        /// Its features.
        left_features: usize,
        /// Classes of the other table.
        right_classes: usize,
        /// Its features.
        right_features: usize,
    },
    /// More would be subtracted than was counted.
    #[error("class {class}: more cases would be subtracted than were counted")]
    Below {
        /// The class where it happened.
        class: usize,
    },
    /// More cases than an unsigned 64-bit number holds.
    #[error("class {class}: more cases than can be counted")]
    Overflow {
        /// The class where it happened.
        class: usize,
    },
    /// The counts of one feature do not add up to its class's cases.
    #[error("class {class}, feature {feature}: the counts add up to {sum}, not to {cases} cases")]
    Sum {
        /// The class.
        class: usize,
        /// The feature's place, from 0.
        feature: usize,
        /// The sum of its counts.
        sum: u64,
        /// How many cases the class has.
        cases: u64,
    },
}

impl Counts {
    /// A table of `shape` without cases.
    pub fn new(shape: Shape) -> Self {
        Self {
            cases: vec![0; shape.classes()],
            cells: vec![0; shape.classes() * shape.cells_per_class()],
            shape,
        }
    }

    /// A table from stored cells, laid out as [`Shape::cells`] says.
    ///
    /// # Errors
    ///
    /// [`CountsError::Sum`] if two features of a class add up to different numbers,
    /// [`CountsError::Overflow`] if a sum is too large, and [`CountsError::Shape`] (the right side
    /// empty) if the number of cells is wrong.
    pub fn from_cells(shape: Shape, cells: Vec<u64>) -> Result<Self, CountsError> {
        if cells.len() != shape.classes() * shape.cells_per_class() {
            return Err(CountsError::Shape {
                left_classes: shape.classes(),
                left_features: shape.features(),
                right_classes: 0,
                right_features: 0,
            });
        }
        let mut all_cases = Vec::with_capacity(shape.classes());
        for class in 0..shape.classes() {
            let sum_of = |feature| {
                cells[shape.cells(class, feature)]
                    .iter()
                    .try_fold(0_u64, |sum, count| sum.checked_add(*count))
                    .ok_or(CountsError::Overflow { class })
            };
            let cases = sum_of(0)?;
            for feature in 1..shape.features() {
                let sum = sum_of(feature)?;
                if sum != cases {
                    return Err(CountsError::Sum {
                        class,
                        feature,
                        sum,
                        cases,
                    });
                }
            }
            all_cases.push(cases);
        }
        Ok(Self {
            shape,
            cases: all_cases,
            cells,
        })
    }

    /// The classes and features.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Counts one case: `case` holds a value for each feature.
    ///
    /// # Errors
    ///
    /// [`CaseError`] when it does not fit; nothing is counted then.
    pub fn add(&mut self, class: usize, case: &[u8]) -> Result<(), CaseError> {
        self.shape.check(class, case)?;
        self.cases[class] += 1;
        for (feature, value) in case.iter().enumerate() {
            let cell = self.shape.cells(class, feature).start + usize::from(*value);
            self.cells[cell] += 1;
        }
        Ok(())
    }

    /// Returns how many cases of `class` were counted.
    ///
    /// # Panics
    ///
    /// When there is no such class.
    pub fn cases(&self, class: usize) -> u64 {
        self.cases[class]
    }

    /// Returns how many cases were counted in all.
    pub fn total(&self) -> u64 {
        self.cases.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Returns how often each value of `feature` occurred with `class`.
    ///
    /// # Panics
    ///
    /// When there is no such class or feature.
    pub fn feature(&self, class: usize, feature: usize) -> &[u64] {
        &self.cells[self.shape.cells(class, feature)]
    }

    /// Adds the counts of `other`.
    ///
    /// # Errors
    ///
    /// [`CountsError::Shape`] or [`CountsError::Overflow`]; nothing is changed then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountsError> {
        self.combine(other, u64::checked_add, |class| CountsError::Overflow {
            class,
        })
    }

    /// Subtracts the counts of `other`, which must be contained in these.
    ///
    /// # Errors
    ///
    /// [`CountsError::Shape`], or [`CountsError::Below`] if they are not contained; nothing is
    /// changed then.
    pub fn subtract(&mut self, other: &Self) -> Result<(), CountsError> {
        self.combine(other, u64::checked_sub, |class| CountsError::Below {
            class,
        })
    }

    /// Halves the cases of every class, rounded down, and the counts with them.
    ///
    /// Every second odd count is rounded up, so that a feature's counts still add up to the cases.
    pub fn halve(&mut self) {
        for class in 0..self.shape.classes() {
            self.cases[class] /= 2;
            for feature in 0..self.shape.features() {
                let mut rounds_up = false;
                for count in &mut self.cells[self.shape.cells(class, feature)] {
                    let odd = *count % 2;
                    *count = *count / 2 + odd * u64::from(rounds_up);
                    rounds_up ^= odd == 1;
                }
            }
        }
    }

    fn combine(
        &mut self,
        other: &Self,
        operation: impl Fn(u64, u64) -> Option<u64>,
        failure: impl Fn(usize) -> CountsError,
    ) -> Result<(), CountsError> {
        if self.shape != other.shape {
            return Err(CountsError::Shape {
                left_classes: self.shape.classes(),
                left_features: self.shape.features(),
                right_classes: other.shape.classes(),
                right_features: other.shape.features(),
            });
        }
        let width = self.shape.cells_per_class();
        let combined = |left: &[u64], right: &[u64], cells_of_a_class: usize| {
            left.iter()
                .zip(right)
                .enumerate()
                .map(|(place, (a, b))| {
                    operation(*a, *b).ok_or_else(|| failure(place / cells_of_a_class))
                })
                .collect::<Result<Vec<u64>, _>>()
        };
        let cells = combined(&self.cells, &other.cells, width)?;
        self.cases = combined(&self.cases, &other.cases, 1)?;
        self.cells = cells;
        Ok(())
    }

    /// Builds a table from the sums of [`super::CountsBuilder`]: cases by class, and the counts of
    /// each value but the last. The last value has the rest of the cases.
    pub(super) fn from_sums(
        shape: Shape,
        cases: Vec<u64>,
        sum: impl Fn(usize, usize, usize) -> u64,
    ) -> Self {
        let mut cells = Vec::with_capacity(shape.classes() * shape.cells_per_class());
        for (class, all) in cases.iter().enumerate() {
            for (feature, values) in shape.values().iter().enumerate() {
                let mut rest = *all;
                for value in 0..values - 1 {
                    let count = sum(class, feature, value);
                    rest -= count;
                    cells.push(count);
                }
                cells.push(rest);
            }
        }
        Self {
            shape,
            cases,
            cells,
        }
    }
}
