//! Numbers as XBoard writes them: counts, seconds with or without a fraction, hundredths of a second.

use std::str::FromStr;

use crate::units::Millis;

/// Parses a whole number; the largest of its type if it is too large, `None` if it is negative or no number.
pub(super) fn number<T: FromStr + IntegerMax>(text: &str) -> Option<T> {
    let word = text.split_whitespace().next()?;
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(T::MOST))
}

/// The largest number of a type.
pub(super) trait IntegerMax {
    const MOST: Self;
}

impl IntegerMax for u16 {
    const MOST: Self = Self::MAX;
}

impl IntegerMax for u32 {
    const MOST: Self = Self::MAX;
}

impl IntegerMax for u64 {
    const MOST: Self = Self::MAX;
}

/// Parses seconds with or without a fraction, as XBoard writes them: `12`, `0.05`.
pub(super) fn seconds(text: &str) -> Option<Millis> {
    let word = text.split_whitespace().next()?;
    let seconds: f64 = word
        .parse()
        .ok()
        .filter(|seconds: &f64| !seconds.is_nan())?;
    #[expect(clippy::cast_possible_truncation, reason = "saturating is meant")]
    let millis = (seconds * 1000.0).round() as i64;
    Some(Millis(millis))
}

/// Parses hundredths of a second, which may be negative; too large values become the largest that a clock holds.
pub(super) fn centiseconds(text: &str) -> Option<Millis> {
    let word = text.split_whitespace().next()?;
    let size: u64 = number(word.trim_start_matches(['-', '+']))?;
    let size = i64::try_from(size).unwrap_or(i64::MAX).saturating_mul(10);
    Some(Millis(if word.starts_with('-') { -size } else { size }))
}
