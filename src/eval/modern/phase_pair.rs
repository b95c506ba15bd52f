//! A middlegame and an endgame value in one number, so that one addition adds both.
//!
//! The middlegame stands in the upper half of 64 bits, the endgame in the lower. Each half has 32
//! bits, so that no levels, however strange, carry from one into the other: a position has a few
//! hundred counts of a few thousand centipawns.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame value, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::eval) struct PhasePair(pub(in crate::eval) i64);

impl PhasePair {
    /// Nothing in either phase.
    pub(in crate::eval) const ZERO: Self = Self(0);

    /// Both values in one.
    pub(in crate::eval) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self(((middlegame as i64) << 32) + endgame as i64)
    }

    /// The value in the middlegame.
    #[inline]
    pub(in crate::eval) const fn middlegame(self) -> i32 {
        // A negative endgame has borrowed one from the upper half.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The value in the endgame.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower half is what is asked for"
    )]
    pub(in crate::eval) const fn endgame(self) -> i32 {
        self.0 as i32
    }

    /// Blends both: `share` of `whole` from the middlegame.
    #[inline]
    pub(in crate::eval) const fn blended(self, share: i32, whole: i32) -> i32 {
        (self.middlegame() * share + self.endgame() * (whole - share)) / whole
    }
}

impl Add for PhasePair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for PhasePair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for PhasePair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for PhasePair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for PhasePair {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_halves_add_up_apart(
            values in prop::collection::vec((-9_000_i32..9_000, -9_000_i32..9_000, -9_i32..9), 0..300),
        ) {
            let (mut sum, mut middlegame, mut endgame) = (PhasePair::ZERO, 0, 0);
            for (one, other, times) in values {
                sum += PhasePair::new(one, other) * times;
                middlegame += one * times;
                endgame += other * times;
            }
            prop_assert_eq!((sum.middlegame(), sum.endgame()), (middlegame, endgame));
            prop_assert_eq!(((-sum).middlegame(), (-sum).endgame()), (-middlegame, -endgame));
        }
    }
}
