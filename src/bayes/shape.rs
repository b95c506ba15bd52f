//! The shape of a table of counts: how many classes, and how many values each feature takes.
//!
//! Features may differ in their number of values. A cell is addressed by class, feature and value;
//! the cells of one class lie together, feature by feature.

use std::ops::Range;

/// The most values that one feature can take: a case holds a byte for each feature.
pub const MOST_VALUES: usize = 255;

/// How many classes there are and how many values each feature takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    classes: usize,
    values: Vec<usize>,
    /// Where each feature's cells begin within its class, and behind the last where they end.
    starts: Vec<usize>,
}

/// A shape that no case could fill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// There is nothing to tell apart, or nothing to tell it by.
    #[error("{classes} classes and {features} features: a table needs at least one of each")]
    Empty {
        /// How many classes were asked for.
        classes: usize,
        /// How many features were asked for.
        features: usize,
    },
    /// A feature with no value, or with more than a byte can number.
    #[error("feature {feature} has {values} values: expected 1 to 255")]
    Values {
        /// The feature's place, from 0.
        feature: usize,
        /// How many values it was to have.
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
        /// The value that stood there.
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

    /// How many features.
    pub const fn features(&self) -> usize {
        self.values.len()
    }

    /// How many values each feature takes.
    pub fn values(&self) -> &[usize] {
        &self.values
    }

    /// How many cells one class has: the sum over [`values`](Self::values).
    pub fn cells_per_class(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Where the cells of a class and feature lie.
    ///
    /// # Panics
    ///
    /// When there is no such class or feature.
    pub fn cells(&self, class: usize, feature: usize) -> Range<usize> {
        assert!(class < self.classes, "class {class} of {}", self.classes);
        let first = class * self.cells_per_class();
        first + self.starts[feature]..first + self.starts[feature + 1]
    }

    /// Whether a case of `class` with these values fits.
    ///
    /// # Errors
    ///
    /// [`CaseError`], naming what does not.
    pub fn check(&self, class: usize, case: &[u8]) -> Result<(), CaseError> {
        if class >= self.classes {
            return Err(CaseError::Class {
                class,
                classes: self.classes,
            });
        }
        self.check_values(case)
    }

    /// Whether these are the values of some case.
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
