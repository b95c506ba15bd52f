//! The design matrix: for each position, how much of each weight is in its evaluation.
//!
//! A *column* is a unit (twins together, see [`ParameterGroups`](crate::heuristic::ParameterGroups)) in a phase;
//! the columns of the opening come first, then the middlegame's, then the endgame's. Rows are
//! sparse and packed: six bytes for each unit in a position, some 400 a row of the modern family, so
//! that ten million positions take about four gigabytes.
//!
//! Sums over rows are taken in [`STRIPES`] parts that are added up in their order, so that any
//! number of threads gives the same bits.

use std::ops::Range;
use std::thread;

use crate::bayes::OrderedOutcome;
use crate::eval::RootContext;
use crate::phase::Phase;

/// Into how many parts rows are divided, whatever the number of threads.
const STRIPES: usize = 64;

/// Coefficients are kept in these parts of one: the rounding is some thousandth of a centipawn of
/// what a weight of one centipawn does, and the constant of a row makes up for it at the start.
const PARTS: f64 = 128.0;

/// In how many parts the opening fades.
pub(super) const OPENING_PARTS: usize = RootContext::WHOLE_OPENING as usize;

/// How much of a unit is in a row.
#[derive(Clone, Copy, Debug)]
struct UnitAmount {
    unit: u16,
    /// Of its weight before the endgame, in [`PARTS`].
    early: i16,
    /// Of its weight in the endgame, in [`PARTS`].
    late: i16,
}

/// One position before it is packed.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionRow {
    /// Unit, how much of its weight before the endgame, and of that in the endgame; rising units.
    pub(super) cells: Vec<(u16, f64, f64)>,
    /// Of the weights before the endgame, so many of [`OPENING_PARTS`] are the opening's.
    pub(super) opening: u8,
    /// What the start's evaluation is, in centipawns for White.
    pub(super) value: f64,
    /// How the game ended, seen from White.
    pub(super) grade: Option<OrderedOutcome>,
    /// What a search thinks of it, in centipawns for White.
    pub(super) searched: Option<f64>,
}

/// Packed rows.
#[derive(Clone, Debug)]
pub(super) struct DesignMatrix {
    units: usize,
    /// Where the cells of each row end.
    ends: Vec<u64>,
    cells: Vec<UnitAmount>,
    openings: Vec<u8>,
    /// What is in each value beside the cells, in centipawns for White.
    constants: Vec<f32>,
    grades: Vec<OrderedOutcome>,
    /// What searches think of the rows, in centipawns for White; empty where nothing was searched.
    searched: Vec<f32>,
}

/// What a pass over all rows adds up.
#[derive(Clone, Debug)]
pub(super) struct PassSums {
    /// The first numbers of the rows.
    pub(super) total: f64,
    /// By column: the second number of each row times its coefficient, or the coefficient's square.
    pub(super) columns: Vec<f64>,
}

/// Whether a pass multiplies by coefficients or by their squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoefficientPower {
    /// Coefficients.
    One,
    /// Their squares.
    Two,
}

/// By opening part, unit, and early or late.
type FoldedRow = Vec<[f64; 2]>;

impl DesignMatrix {
    /// An empty matrix over so many units.
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

    /// How many rows there are.
    pub(super) const fn rows(&self) -> usize {
        self.grades.len()
    }

    /// How many columns there are.
    pub(super) const fn columns(&self) -> usize {
        Phase::ALL.len() * self.units
    }

    /// How the game of each row ended, seen from White.
    pub(super) fn grades(&self) -> &[OrderedOutcome] {
        &self.grades
    }

    /// What searches think of each row, in centipawns for White; empty where nothing was searched.
    pub(super) fn searched(&self) -> &[f32] {
        &self.searched
    }

    /// Packs a row; `weights` are the start's, by column. A row without an outcome is left out.
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

    /// The number of a column.
    pub(super) const fn column(&self, phase: Phase, unit: usize) -> usize {
        phase as usize * self.units + unit
    }

    /// The evaluation of each row by `weights`, in centipawns for White.
    pub(super) fn values(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        let tables = self.unfold(weights);
        let parts = self.by_stripe(threads, |rows| {
            rows.map(|row| self.value(row, &tables)).collect::<Vec<_>>()
        });
        parts.concat()
    }

    /// Visits each row with its number and its evaluation by `weights`. Of the two numbers that
    /// `judge` returns, the first are added up, and the second are added up by column, times what
    /// `power` makes of the coefficient.
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

    /// Each opening part's weights: early and late by unit, as cells count them.
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

    /// The way back: a stripe's sums to those of columns.
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

    /// What `work` makes of each stripe of rows, in their order.
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

fn packed(coefficient: f64) -> i16 {
    let parts = (coefficient * PARTS).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "within the bounds of an i16"
    )]
    let packed = parts.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of three units with plain coefficients.
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
