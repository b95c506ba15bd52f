//! Axes of charts: scales and ticks.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// Maximum number of ticks of an axis, however short their labels.
const MOST_TICKS: usize = 14;

/// Number of characters of labels that fit side by side along the narrowest axis.
const CHARACTERS: f64 = 84.0;

/// Scale of the x axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// A linear scale.
    Linear,
    /// A scale by ln(1 + x / s), where s is the smallest positive x. It is nearly linear near zero, which it
    /// includes, and logarithmic far from it.
    Logarithmic,
}

/// An axis scale fitted to the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisScale {
    axis: Axis,
    unit: f64,
    low: f64,
    high: f64,
}

impl AxisScale {
    /// Creates the scale over these values, of which there is at least one.
    pub(super) fn over(axis: Axis, values: impl Iterator<Item = f64> + Clone) -> Self {
        let unit = values
            .clone()
            .filter(|value| *value > 0.0)
            .fold(f64::INFINITY, f64::min);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        Self {
            axis,
            unit: if unit.is_finite() { unit } else { 1.0 },
            low,
            high: if high > low { high } else { low + 1.0 },
        }
    }

    /// Returns the place of a value on the axis.
    pub(super) fn place(&self, value: f64) -> f64 {
        match self.axis {
            Axis::Linear => value,
            Axis::Logarithmic => (value / self.unit).ln_1p(),
        }
    }

    /// Returns the value at a place, the inverse of [`Self::place`].
    pub(super) fn value(&self, place: f64) -> f64 {
        match self.axis {
            Axis::Linear => place,
            Axis::Logarithmic => place.exp_m1() * self.unit,
        }
    }

    /// Returns the range of places, with a small margin on both sides.
    pub(super) fn range(&self) -> Range<f64> {
        let (low, high) = (self.place(self.low), self.place(self.high));
        let air = 0.02 * (high - low);
        low - air..high + air
    }

    /// Returns the places of the ticks: round values, none too close to another.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let values = match self.axis {
            Axis::Linear => even_ticks(self.low, self.high),
            Axis::Logarithmic => self.factor_ticks(),
        };
        values.into_iter().map(|value| self.place(value)).collect()
    }

    /// Returns zero, then 1, 2 and 5 times each power of ten; powers of ten come first if there is little room.
    fn factor_ticks(&self) -> Vec<f64> {
        let range = self.range();
        let width = range.end - range.start;
        let nearest = width / MOST_TICKS as f64;
        // Half of a label lies on each side of its tick, and one blank between two labels.
        let half =
            |value: f64| (label(value).chars().count() + 1) as f64 / CHARACTERS * width / 2.0;
        let mut candidates = vec![self.low, self.high];
        for factor in [1.0, 5.0, 2.0] {
            for exponent in 0..=12 {
                candidates.push(factor * 10.0_f64.powi(exponent));
            }
        }
        let mut ticks: Vec<f64> = Vec::new();
        for value in candidates {
            let free = ticks.iter().all(|tick| {
                let apart = (self.place(*tick) - self.place(value)).abs();
                apart >= nearest.max(half(*tick) + half(value))
            });
            if free && (self.low..=self.high).contains(&value) {
                ticks.push(value);
            }
        }
        ticks.sort_by(f64::total_cmp);
        ticks
    }
}

/// A range of an axis with its ticks, for the drawing library.
#[derive(Clone, Debug)]
pub(super) struct AxisRange {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl AxisRange {
    /// Creates an axis range; `range` must not be empty.
    pub(super) const fn new(range: Range<f64>, ticks: Vec<f64>) -> Self {
        Self { range, ticks }
    }
}

impl Ranged for AxisRange {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        let share = (place - self.range.start) / (self.range.end - self.range.start);
        let pixel = f64::from(limit.0) + share * f64::from(limit.1 - limit.0);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a pixel of the page, and saturating"
        )]
        let pixel = pixel.round() as i32;
        pixel
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// Returns the multiples of a round step from `low` to `high`.
pub(super) fn even_ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 8.0;
    let decade = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * decade)
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(decade * 10.0);
    let mut ticks = Vec::new();
    let mut number = (low / step).ceil();
    while number * step <= high + step * 1e-9 {
        // Adding zero turns -0 into 0.
        ticks.push(number * step + 0.0);
        number += 1.0;
    }
    ticks
}

/// Formats a tick's label, with digits in groups instead of an exponent: `20 000`, not `2e4`.
pub(super) fn label(value: f64) -> String {
    if value != 0.0 && value.abs() < 10.0 && value.fract().abs() > 1e-6 {
        return format!("{value:.2}");
    }
    let digits = format!("{:.0}", value.abs());
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && digits.len() > 4 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('\u{2009}');
        }
        grouped.push(digit);
    }
    if value < 0.0 && digits != "0" {
        grouped.insert(0, '\u{2212}');
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_are_grouped_and_signed() {
        assert_eq!(label(0.0), "0");
        assert_eq!(label(2000.0), "2000");
        assert_eq!(label(100_000.0), "100\u{2009}000");
        assert_eq!(label(-150.0), "\u{2212}150");
        assert_eq!(label(0.25), "0.25");
    }

    #[test]
    fn even_ticks_are_round() {
        assert_eq!(even_ticks(-30.0, 55.0), vec![-20.0, 0.0, 20.0, 40.0]);
    }

    #[test]
    fn long_labels_have_room() {
        let scale = AxisScale::over(Axis::Logarithmic, [995.0, 20e6].into_iter());
        let range = scale.range();
        let character = (range.end - range.start) / CHARACTERS;
        let ticks = scale.ticks();
        assert!(ticks.len() >= 5, "{ticks:?}");
        for pair in ticks.windows(2) {
            let lengths = [0, 1].map(|end| label(scale.value(pair[end])).chars().count() as f64);
            let labels = f64::midpoint(lengths[0], lengths[1]) * character;
            assert!(pair[1] - pair[0] - labels >= 0.99 * character, "{ticks:?}");
        }
    }

    proptest! {
        #[test]
        fn place_and_value_are_inverse(value in 0.0..1e6_f64) {
            for axis in [Axis::Linear, Axis::Logarithmic] {
                let scale = AxisScale::over(axis, [0.0, 20.0, 1e6].into_iter());
                prop_assert!((scale.value(scale.place(value)) - value).abs() < 1e-6 * (1.0 + value));
            }
        }

        #[test]
        fn ticks_lie_inside_and_rise(high in 1.0..1e6_f64) {
            for axis in [Axis::Linear, Axis::Logarithmic] {
                let scale = AxisScale::over(axis, [0.0, high].into_iter());
                let ticks = scale.ticks();
                prop_assert!(ticks.len() >= 2, "{ticks:?}");
                prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]));
                prop_assert!(ticks.iter().all(|tick| scale.range().contains(tick)));
            }
        }
    }
}
