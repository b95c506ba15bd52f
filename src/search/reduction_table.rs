//! The table from which late-move reductions are taken: a product of logarithms.

use std::f64::consts::LN_2;

use super::search_constant::SearchConstant;

/// Units per ply in which reductions are counted.
pub(super) const PART: i32 = 1024;

/// Divisor of the product of the logarithms, in hundredths.
pub(super) static REDUCTION_DIVISOR: SearchConstant =
    SearchConstant::new("ReductionDivisor", 250, 150, 350);

/// By how much less a move is reduced in a window as wide as the root's, in [`PART`]s.
const WIDE_WINDOW: i32 = 1_073;

/// Number of terms of the logarithm's series; the next is below the precision of an `f64`.
const TERMS: u32 = 18;

/// The product of the logarithms of depth and number of moves, divided, in 1/[`PART`] plies.
#[derive(Clone, Debug)]
pub(super) struct Reductions(Box<[[i32; 64]; 64]>);

impl Reductions {
    /// Makes the table: a multiple of ln(depth) · ln(moves), the usual form (first in Fruit Reloaded, 2007).
    pub(super) fn new() -> Self {
        let logarithms: [f64; 64] = std::array::from_fn(|number| logarithm(number.max(1) as f64));
        let divisor = f64::from(REDUCTION_DIVISOR.get()) / 100.0;
        let row = |of_depth: f64| {
            std::array::from_fn(|number| {
                let product = of_depth * logarithms[number];
                #[expect(clippy::cast_possible_truncation, reason = "a number below 20,000")]
                let parts = (f64::from(PART) * product / divisor) as i32;
                parts
            })
        };
        Self(Box::new(logarithms.map(row)))
    }

    /// Returns the product for the move of this number, from 1, at `depth`.
    #[inline]
    pub(super) fn of(&self, depth: i32, number: usize) -> i32 {
        let row = usize::try_from(depth).unwrap_or(0).min(63);
        self.0[row][number.min(63)]
    }
}

/// The width of the root's window, by which moves are reduced less in wide windows.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootWindow {
    /// In centipawns, at least 1.
    width: i32,
    /// The discount of an empty window: most windows are empty, and a division takes long.
    of_empty: i32,
}

impl RootWindow {
    /// Makes a window of this width in centipawns, at least 1.
    pub(super) fn new(width: i32) -> Self {
        let width = width.max(1);
        Self {
            width,
            of_empty: WIDE_WINDOW / width,
        }
    }

    /// Returns by how much less a move is reduced in a window of this width in centipawns, in [`PART`]s.
    #[inline]
    pub(super) const fn discount(self, window: i32) -> i32 {
        if window == 1 {
            self.of_empty
        } else {
            window * WIDE_WINDOW / self.width
        }
    }
}

/// Returns the natural logarithm of a number of at least 1, by additions, multiplications and divisions alone.
///
/// Those round alike on every machine. The library's logarithm does not, and one different reduction would change
/// the tree.
///
/// A power of two is taken out. The logarithm of the rest, *m* from 1 to 2, is twice the area hyperbolic tangent of
/// (*m* - 1) / (*m* + 1), whose series gains a digit with every term.
fn logarithm(number: f64) -> f64 {
    let (mut rest, mut powers) = (number, 0.0);
    while rest >= 2.0 {
        rest /= 2.0;
        powers += 1.0;
    }
    let ratio = (rest - 1.0) / (rest + 1.0);
    let square = ratio * ratio;
    let series = (0..TERMS).rev().fold(0.0, |sum, term| {
        sum * square + 1.0 / f64::from(2 * term + 1)
    });
    powers * LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reductions = Reductions::new();
        assert_eq!(reductions.of(1, 1), 0);
        assert!(reductions.of(10, 20) > reductions.of(10, 5));
        assert!(reductions.of(20, 10) > reductions.of(5, 10));
        assert_eq!(reductions.of(500, 500), reductions.of(63, 63));
    }

    #[test]
    fn logarithms_of_basic_operations_are_those_of_the_library() {
        for number in 1..64_u8 {
            let number = f64::from(number);
            assert!((logarithm(number) - number.ln()).abs() < 1e-14, "{number}");
        }
        for (depth, row) in (0..64_u8).zip(Reductions::new().0.iter()) {
            for (number, parts) in (0..64_u8).zip(row) {
                let product = f64::from(depth.max(1)).ln() * f64::from(number.max(1)).ln();
                let expected = (f64::from(PART) * product / 2.5).trunc();
                let off = f64::from(*parts) - expected;
                assert!(off.abs() < 0.5, "{depth}, {number}: {parts}");
            }
        }
    }
}
