//! The shape of a table of counts: how many classes, and how many values each feature takes.
//!
//! Features may differ in their number of values. A cell is addressed by class, feature and value;
//! the cells of one class lie together, feature by feature.

use std::ops::Range;

/// The most values that one feature can take: a case holds a byte for each feature.
const MOST_VALUES: usize = 255;

/// How many classes there are and how many values each feature takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    classes: usize,
    values: Vec<usize>,
    /// The first cell of each feature within its class, and the end of the last.
    starts: Vec<usize>,
}

/// Why a shape is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// No class or no feature.
    #[error("{classes} classes and {features} features: a table needs at least one of each")]
    Empty {
        /// How many classes were asked for.
        classes: usize,
        /// How many features were asked for.
        features: usize,
    },
    /// A feature with no value, or with more than fit into a byte.
    #[error("feature {feature} has {values} values: expected 1 to 255")]
    Values {
        /// The feature's place, from 0.
        feature: usize,
        /// How many values were asked for.
        values: usize,
    },
}

/// A case that does not fit the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    /// No such class.
    #[error("class {class}: the table has {classes}, numbered from 0")]
    Class {
        /// The case's class.
        class: usize,
        /// How many there are.
        classes: usize,
    },
    /// Another number of features.
    #[error("{found} values: a case of this table has {expected}")]
    Length {
        /// How many features the table has.
        expected: usize,
        /// How many values the case had.
        found: usize,
    },
    /// A value that its feature does not take.
    #[error("value {value} of feature {feature}: expected less than {values}")]
    Value {
        /// The feature's place, from 0.
        feature: usize,
        /// The value.
        value: u8,
        /// How many values the feature has.
        values: usize,
    },
}

impl Shape {
    /// A shape of `classes` classes whose features take `values` values each.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] without class or feature, or with a feature of 0 or more than 255 values.
    pub fn new(classes: usize, values: Vec<usize>) -> Result<Self, ShapeError> {
        if classes == 0 || values.is_empty() {
            return Err(ShapeError::Empty {
                classes,
                features: values.len(),
            });
        }
        let mut starts = Vec::with_capacity(values.len() + 1);
        let mut end = 0;
        starts.push(end);
        for (feature, &count) in values.iter().enumerate() {
            if !(1..=MOST_VALUES).contains(&count) {
                return Err(ShapeError::Values {
                    feature,
                    values: count,
                });
            }
            end += count;
            starts.push(end);
        }
        Ok(Self {
            classes,
            values,
            starts,
        })
    }

    /// A shape whose `features` all take the same number of values.
    ///
    /// # Errors
    ///
    /// As [`Shape::new`].
    pub fn uniform(classes: usize, features: usize, values: usize) -> Result<Self, ShapeError> {
        Self::new(classes, vec![values; features])
    }

    /// How many classes.
    pub const fn classes(&self) -> usize {
        self.classes
    }

    /// Returns the number of features.
    pub const fn features(&self) -> usize {
        self.values.len()
    }

    /// Returns the number of values of each feature.
    pub fn values(&self) -> &[usize] {
        &self.values
    }

    /// Returns the number of cells of one class: the sum over [`values`](Self::values).
    pub fn cells_per_class(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the cells of a class and feature.
    ///
    /// # Panics
    ///
    /// When there is no such class or feature.
    pub fn cells(&self, class: usize, feature: usize) -> Range<usize> {
        assert!(class < self.classes, "class {class} of {}", self.classes);
        let first = class * self.cells_per_class();
        first + self.starts[feature]..first + self.starts[feature + 1]
    }

    /// Checks that a case of `class` with these values fits.
    ///
    /// # Errors
    ///
    /// [`CaseError`], naming what does not fit.
    pub fn check(&self, class: usize, case: &[u8]) -> Result<(), CaseError> {
        if class >= self.classes {
            return Err(CaseError::Class {
                class,
                classes: self.classes,
            });
        }
        self.check_values(case)
    }

    /// Checks that the values of a case fit.
    ///
    /// # Errors
    ///
    /// [`CaseError`], naming what does not fit.
    pub fn check_values(&self, case: &[u8]) -> Result<(), CaseError> {
        if case.len() != self.values.len() {
            return Err(CaseError::Length {
                expected: self.values.len(),
                found: case.len(),
            });
        }
        let bad = case
            .iter()
            .zip(&self.values)
            .position(|(value, values)| usize::from(*value) >= *values);
        match bad {
            Some(feature) => Err(CaseError::Value {
                feature,
                value: case[feature],
                values: self.values[feature],
            }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_lie_class_by_class_and_feature_by_feature() {
        let shape = Shape::new(2, vec![3, 2]).expect("a shape");
        assert_eq!(shape.cells_per_class(), 5);
        assert_eq!(shape.cells(0, 0), 0..3);
        assert_eq!(shape.cells(0, 1), 3..5);
        assert_eq!(shape.cells(1, 1), 8..10);
    }

    #[test]
    fn what_cannot_be_filled_is_refused() {
        assert!(Shape::new(0, vec![2]).is_err());
        assert!(Shape::new(2, vec![]).is_err());
        assert!(Shape::new(2, vec![2, 0]).is_err());
        assert_eq!(
            Shape::new(2, vec![2, 256])
                .expect_err("too many")
                .to_string(),
            "feature 1 has 256 values: expected 1 to 255"
        );
    }

    #[test]
    fn a_case_is_checked_whole() {
        let shape = Shape::new(2, vec![3, 2]).expect("a shape");
        assert_eq!(shape.check(1, &[2, 1]), Ok(()));
        assert!(matches!(
            shape.check(2, &[0, 0]),
            Err(CaseError::Class { .. })
        ));
        assert!(matches!(
            shape.check(0, &[0]),
            Err(CaseError::Length { .. })
        ));
        assert_eq!(
            shape.check(0, &[0, 2]).expect_err("too high").to_string(),
            "value 2 of feature 1: expected less than 2"
        );
    }
}
