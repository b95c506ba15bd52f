//! The design matrix: for each position, the coefficient of each weight in its evaluation.
//!
//! A *column* is a unit (the parameters of both colours together, see
//! [`ParameterGroups`](crate::heuristic::ParameterGroups)) in a phase; the columns of the opening come first, then
//! the middlegame's, then the endgame's. Rows are sparse and packed: six bytes for each unit in a position, some 400
//! per row of the modern family, so that ten million positions take about four gigabytes.
//!
//! Sums over rows are computed in [`STRIPES`] parts that are added in order, so that the result has the same bits for
//! any number of threads.

use std::ops::Range;
use std::thread;

use crate::bayes::OrderedOutcome;
use crate::eval::RootContext;
use crate::phase::Phase;

/// Number of parts of the rows, independent of the number of threads.
const STRIPES: usize = 64;

/// Resolution of coefficients, in parts of one. The rounding error is some thousandths of a centipawn for a weight of
/// one centipawn, and the constant of a row compensates it at the starting weights.
const PARTS: f64 = 128.0;

/// Number of steps in which the opening's share of a position falls from 1 to 0.
pub(super) const OPENING_PARTS: usize = RootContext::WHOLE_OPENING as usize;

/// Coefficients of a unit in a row.
#[derive(Clone, Copy, Debug)]
struct UnitAmount {
    unit: u16,
    /// Coefficient of the weights before the endgame, in [`PARTS`].
    early: i16,
    /// Coefficient of the weight in the endgame, in [`PARTS`].
    late: i16,
}

/// A row of the design matrix before it is packed.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionRow {
    /// Units in ascending order, each with the coefficients of its weight before the endgame and in the endgame.
    pub(super) cells: Vec<(u16, f64, f64)>,
    /// Share of the opening in the weights before the endgame, in [`OPENING_PARTS`]; the middlegame has the rest.
    pub(super) opening: u8,
    /// Evaluation by the starting weights, in centipawns from White's point of view.
    pub(super) value: f64,
    /// Result of the game from White's point of view.
    pub(super) grade: Option<OrderedOutcome>,
    /// Score by a search, in centipawns from White's point of view.
    pub(super) searched: Option<f64>,
}

/// The packed rows of the design matrix.
#[derive(Clone, Debug)]
pub(super) struct DesignMatrix {
    units: usize,
    /// End of each row in `cells`.
    ends: Vec<u64>,
    cells: Vec<UnitAmount>,
    openings: Vec<u8>,
    /// Part of each evaluation that does not depend on the weights, in centipawns from White's point of view.
    constants: Vec<f32>,
    grades: Vec<OrderedOutcome>,
    /// Search scores of the rows, in centipawns from White's point of view; empty if nothing was searched.
    searched: Vec<f32>,
}

/// Sums of a pass over all rows.
#[derive(Clone, Debug)]
pub(super) struct PassSums {
    /// Sum of the rows' first numbers.
    pub(super) total: f64,
    /// Sums by column: the second number of each row times its coefficient, or times the coefficient's square.
    pub(super) columns: Vec<f64>,
}

/// Power of the coefficients in the sums of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoefficientPower {
    /// Coefficients as they are.
    One,
    /// Squares of the coefficients.
    Two,
}

/// Sums by opening part and unit, for the weights before and in the endgame.
type FoldedRow = Vec<[f64; 2]>;

impl DesignMatrix {
    /// Creates an empty matrix over `units` units.
    pub(super) const fn new(units: usize) -> Self {
        Self {
            units,
            ends: Vec::new(),
            cells: Vec::new(),
            openings: Vec::new(),
            constants: Vec::new(),
            grades: Vec::new(),
            searched: Vec::new(),
        }
    }

    /// Returns the number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.grades.len()
    }

    /// Returns the number of columns.
    pub(super) const fn columns(&self) -> usize {
        Phase::ALL.len() * self.units
    }

    /// Returns the result of each row's game, from White's point of view.
    pub(super) fn grades(&self) -> &[OrderedOutcome] {
        &self.grades
    }

    /// Returns the search score of each row, in centipawns from White's point of view; empty if nothing was searched.
    pub(super) fn searched(&self) -> &[f32] {
        &self.searched
    }

    /// Returns true if every row has a search score.
    pub(super) const fn searched_all(&self) -> bool {
        self.searched.len() == self.grades.len()
    }

    /// Drops the search scores.
    pub(super) fn forget_searches(&mut self) {
        self.searched.clear();
    }

    /// Packs and appends a row, unless it has no result; `weights` are the starting weights by column.
    pub(super) fn push(&mut self, row: &PositionRow, weights: &[f64]) {
        let Some(grade) = row.grade else { return };
        let share = f64::from(row.opening) / OPENING_PARTS as f64;
        let mut sum = 0.0;
        for (unit, early, late) in &row.cells {
            let cell = UnitAmount {
                unit: *unit,
                early: packed(*early),
                late: packed(*late),
            };
            if (cell.early, cell.late) == (0, 0) {
                continue;
            }
            let weight = |phase: Phase| weights[self.column(phase, usize::from(*unit))];
            let mixed = share * weight(Phase::Opening) + (1.0 - share) * weight(Phase::Middlegame);
            sum += f64::from(cell.early) * mixed + f64::from(cell.late) * weight(Phase::Endgame);
            self.cells.push(cell);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a rounding of centipawns")]
        self.constants.push((row.value - sum / PARTS) as f32);
        self.ends.push(self.cells.len() as u64);
        self.openings.push(row.opening);
        self.grades.push(grade);
        #[expect(clippy::cast_possible_truncation, reason = "a rounding of centipawns")]
        self.searched.extend(row.searched.map(|value| value as f32));
    }

    /// Returns the index of a column.
    pub(super) const fn column(&self, phase: Phase, unit: usize) -> usize {
        phase as usize * self.units + unit
    }

    /// Returns the evaluation of each row by `weights`, in centipawns from White's point of view.
    pub(super) fn values(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        let tables = self.unfold(weights);
        let parts = self.by_stripe(threads, |rows| {
            rows.map(|row| self.value(row, &tables)).collect::<Vec<_>>()
        });
        parts.concat()
    }

    /// Calls `judge` for each row with its index and its evaluation by `weights`. Returns the sum of the first
    /// numbers, and by column the sums of the second numbers times the coefficient to the given `power`.
    pub(super) fn pass(
        &self,
        weights: &[f64],
        threads: usize,
        power: CoefficientPower,
        judge: impl Fn(usize, f64) -> [f64; 2] + Sync,
    ) -> PassSums {
        let tables = self.unfold(weights);
        let parts = self.by_stripe(threads, |rows| {
            let mut folded: FoldedRow = vec![[0.0; 2]; (OPENING_PARTS + 1) * self.units];
            let mut total = 0.0;
            for row in rows {
                let [first, second] = judge(row, self.value(row, &tables));
                total += first;
                let table = &mut folded[usize::from(self.openings[row]) * self.units..];
                for cell in self.cells_of(row) {
                    let (early, late) = (f64::from(cell.early), f64::from(cell.late));
                    let sums = &mut table[usize::from(cell.unit)];
                    let (early, late) = match power {
                        CoefficientPower::One => (early, late),
                        CoefficientPower::Two => (early * early, late * late),
                    };
                    sums[0] += second * early;
                    sums[1] += second * late;
                }
            }
            (total, folded)
        });
        let mut sums = PassSums {
            total: 0.0,
            columns: vec![0.0; self.columns()],
        };
        for (total, folded) in parts {
            sums.total += total;
            self.fold(&folded, power, &mut sums.columns);
        }
        sums
    }

    /// Returns for each opening part the weights of the units before and in the endgame, scaled to packed
    /// coefficients.
    fn unfold(&self, weights: &[f64]) -> Vec<[f32; 2]> {
        let mut tables = Vec::with_capacity((OPENING_PARTS + 1) * self.units);
        for part in 0..=OPENING_PARTS {
            let share = part as f64 / OPENING_PARTS as f64;
            tables.extend((0..self.units).map(|unit| {
                let weight = |phase| weights[self.column(phase, unit)];
                let early =
                    share * weight(Phase::Opening) + (1.0 - share) * weight(Phase::Middlegame);
                #[expect(clippy::cast_possible_truncation, reason = "weights of a few digits")]
                [early, weight(Phase::Endgame)].map(|weight| (weight / PARTS) as f32)
            }));
        }
        tables
    }

    /// Adds the sums of a stripe, by opening part, to the sums by column.
    fn fold(&self, folded: &FoldedRow, power: CoefficientPower, columns: &mut [f64]) {
        let scaled = |x: f64| match power {
            CoefficientPower::One => x,
            CoefficientPower::Two => x * x,
        };
        for (part, sums) in folded.chunks(self.units).enumerate() {
            let share = part as f64 / OPENING_PARTS as f64;
            let [opening, middlegame, whole] = [share, 1.0 - share, 1.0].map(|x| scaled(x / PARTS));
            for (unit, [early, late]) in sums.iter().enumerate() {
                columns[self.column(Phase::Opening, unit)] += opening * early;
                columns[self.column(Phase::Middlegame, unit)] += middlegame * early;
                columns[self.column(Phase::Endgame, unit)] += whole * late;
            }
        }
    }

    #[inline]
    fn value(&self, row: usize, tables: &[[f32; 2]]) -> f64 {
        let table = &tables[usize::from(self.openings[row]) * self.units..];
        let mut sum = self.constants[row];
        for cell in self.cells_of(row) {
            let [early, late] = table[usize::from(cell.unit)];
            sum += f32::from(cell.early) * early + f32::from(cell.late) * late;
        }
        f64::from(sum)
    }

    #[inline]
    fn cells_of(&self, row: usize) -> &[UnitAmount] {
        let begin = if row == 0 { 0 } else { self.ends[row - 1] };
        #[expect(clippy::cast_possible_truncation, reason = "the length of a vector")]
        &self.cells[begin as usize..self.ends[row] as usize]
    }

    /// Returns the results of `work` for each stripe of rows, in order.
    fn by_stripe<T: Send>(
        &self,
        threads: usize,
        work: impl Fn(Range<usize>) -> T + Sync,
    ) -> Vec<T> {
        let length = self.rows().div_ceil(STRIPES);
        let stripe = |which: usize| {
            let begin = (which * length).min(self.rows());
            begin..(begin + length).min(self.rows())
        };
        let threads = threads.clamp(1, STRIPES);
        let per_thread = STRIPES.div_ceil(threads);
        let mut done: Vec<Option<T>> = (0..STRIPES).map(|_| None).collect();
        thread::scope(|scope| {
            for (number, slots) in done.chunks_mut(per_thread).enumerate() {
                let (stripe, work) = (&stripe, &work);
                scope.spawn(move || {
                    for (offset, slot) in slots.iter_mut().enumerate() {
                        *slot = Some(work(stripe(number * per_thread + offset)));
                    }
                });
            }
        });
        done.into_iter().flatten().collect()
    }
}

/// Returns a coefficient in the parts that rows are packed in.
pub(super) fn packed(coefficient: f64) -> i16 {
    let parts = (coefficient * PARTS).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "within the bounds of an i16"
    )]
    let packed = parts.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
    packed
}

/// Returns the coefficient that was packed, which packs to the same parts again.
pub(super) fn unpacked(parts: i16) -> f64 {
    f64::from(parts) / PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns rows of three units with simple coefficients.
    fn design(rows: usize) -> (DesignMatrix, Vec<f64>) {
        let weights: Vec<f64> = (0..9)
            .map(|column| 10.0 * f64::from(column) - 30.0)
            .collect();
        let mut design = DesignMatrix::new(3);
        for row in 0..rows {
            let early = (row % 5) as f64 - 2.0;
            design.push(
                &PositionRow {
                    cells: vec![(0, early, 0.5), (2, 0.25, -early)],
                    opening: u8::try_from(row % 10).expect("small"),
                    value: row as f64,
                    grade: Some(OrderedOutcome::ALL[row % 3]),
                    searched: None,
                },
                &weights,
            );
        }
        (design, weights)
    }

    #[test]
    fn rows_have_the_starts_values_and_follow_the_weights() {
        let (design, weights) = design(200);
        let values = design.values(&weights, 2);
        for (row, value) in values.iter().enumerate() {
            assert!((value - row as f64).abs() < 1e-3);
        }
        let mut moved = weights;
        moved[design.column(Phase::Middlegame, 0)] += 9.0;
        // Row 13: early 1, opening 3 of 9.
        assert!((design.values(&moved, 1)[13] - 19.0).abs() < 1e-3);
    }

    #[test]
    fn sums_do_not_depend_on_threads_and_are_slopes() {
        let (design, weights) = design(1000);
        let judge = |row: usize, value: f64| [value, (row % 7) as f64 - 3.0];
        let one = design.pass(&weights, 1, CoefficientPower::One, judge);
        for threads in [2, 3, 200] {
            let other = design.pass(&weights, threads, CoefficientPower::One, judge);
            assert_eq!(one.columns, other.columns);
            assert_eq!(one.total.to_bits(), other.total.to_bits());
        }
        let mut moved = weights.clone();
        let column = design.column(Phase::Opening, 2);
        moved[column] += 1.0;
        let (before, after) = (design.values(&weights, 1), design.values(&moved, 1));
        let rows = before.iter().zip(&after).enumerate();
        let slope: f64 = rows
            .map(|(row, (b, a))| (a - b) * ((row % 7) as f64 - 3.0))
            .sum();
        assert!((slope - one.columns[column]).abs() < 0.05, "{slope}");
    }
}
