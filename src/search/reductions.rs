//! The table of late-move reductions.

use std::f64::consts::LN_2;

use super::search_constant::SearchConstant;

/// Units per ply in which reductions are counted.
pub(super) const PART: i32 = 1024;

/// The constant part of a quiet move's reduction, in hundredths of a ply.
pub(super) static QUIET_BASE: SearchConstant = SearchConstant::new("QuietBase", 80, 0, 160);

/// What divides the product of the logarithms for quiet moves, in hundredths.
pub(super) static QUIET_DIVISOR: SearchConstant =
    SearchConstant::new("QuietDivisor", 230, 150, 350);

/// The constant part of a capture's reduction, in hundredths of a ply.
pub(super) static CAPTURE_BASE: SearchConstant = SearchConstant::new("CaptureBase", 80, -50, 150);

/// What divides the product of the logarithms for captures, in hundredths.
pub(super) static CAPTURE_DIVISOR: SearchConstant =
    SearchConstant::new("CaptureDivisor", 350, 200, 600);

/// Number of terms of the logarithm's series; the next is below the precision of an `f64`.
const TERMS: u32 = 18;

/// The reductions of quiet moves and of captures, in 1/[`PART`] plies, by depth and number of moves tried.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    quiet: Vec<[i32; 64]>,
    capture: Vec<[i32; 64]>,
}

impl Reductions {
    /// Makes the tables: a constant plus a multiple of ln(depth) · ln(moves tried), the usual form (first in
    /// Fruit Reloaded, 2007).
    pub(super) fn new() -> Self {
        let logarithms: [f64; 64] = std::array::from_fn(|number| logarithm(number.max(1) as f64));
        let table = |base: &SearchConstant, divisor: &SearchConstant| {
            let [base, divisor] = [base, divisor].map(|constant| f64::from(constant.get()) / 100.0);
            logarithms
                .iter()
                .map(|of_depth| {
                    std::array::from_fn(|tried| {
                        let product = of_depth * logarithms[tried];
                        #[expect(
                            clippy::cast_possible_truncation,
                            reason = "a number below 20,000"
                        )]
                        let parts = (f64::from(PART) * (base + product / divisor)) as i32;
                        parts
                    })
                })
                .collect()
        };
        Self {
            quiet: table(&QUIET_BASE, &QUIET_DIVISOR),
            capture: table(&CAPTURE_BASE, &CAPTURE_DIVISOR),
        }
    }

    /// Returns the reduction of a move searched at `depth` after `tried` others, in 1/[`PART`] plies.
    #[inline]
    pub(super) fn of(&self, quiet: bool, depth: i32, tried: usize) -> i32 {
        let row = usize::try_from(depth).unwrap_or(0).min(63);
        let table = if quiet { &self.quiet } else { &self.capture };
        table[row][tried.min(63)]
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
        assert_eq!(reductions.of(true, 1, 0) / PART, 0);
        assert!(reductions.of(true, 10, 20) > reductions.of(true, 10, 5));
        assert!(reductions.of(true, 20, 10) > reductions.of(true, 5, 10));
        assert!(reductions.of(false, 10, 10) < reductions.of(true, 10, 10));
        assert_eq!(reductions.of(true, 500, 500), reductions.of(true, 63, 63));
    }

    #[test]
    fn logarithms_of_basic_operations_are_those_of_the_library() {
        for number in 1..64_u8 {
            let number = f64::from(number);
            assert!((logarithm(number) - number.ln()).abs() < 1e-14, "{number}");
        }
        let reductions = Reductions::new();
        for (table, base, divisor) in [
            (&reductions.quiet, 0.8, 2.3),
            (&reductions.capture, 0.8, 3.5),
        ] {
            for (depth, row) in (0..64_u8).zip(table) {
                for (tried, parts) in (0..64_u8).zip(row) {
                    let product = f64::from(depth.max(1)).ln() * f64::from(tried.max(1)).ln();
                    let expected = (f64::from(PART) * (base + product / divisor)).trunc();
                    let off = f64::from(*parts) - expected;
                    assert!(off.abs() < 0.5, "{depth}, {tried}: {parts}");
                }
            }
        }
    }
}
