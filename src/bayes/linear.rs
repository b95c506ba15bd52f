//! Sums over rows of numbers, and systems of linear equations with a symmetric, positive definite matrix.
//!
//! Cholesky's decomposition (Golub and Van Loan, *Matrix Computations*, 4th ed. 2013, §4.2): the
//! matrix is the product of a lower triangle and its transpose, and two triangles are solved.

/// The sum of the products of two rows of equal length.
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (one, other) in one.iter().zip(other) {
        sum += one * other;
    }
    sum
}

/// Adds `factor` times a row to `target`, which may be shorter than the row.
pub fn add_multiple(target: &mut [f64], factor: f64, row: &[f64]) {
    for (sum, value) in target.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// The lower triangle L with L Lᵀ = `matrix`, row by row; `None` unless the matrix is positive
/// definite.
///
/// `matrix` is square and given row by row; only its lower triangle is read. A pivot below
/// `least_pivot` is raised to it: a small positive number allows for rounding, 0 changes nothing.
pub fn cholesky(matrix: &[f64], size: usize, least_pivot: f64) -> Option<Vec<f64>> {
    if matrix.len() != size * size {
        return None;
    }
    let mut lower = matrix.to_vec();
    for row in 0..size {
        let (done, rest) = lower.split_at_mut(row * size);
        let own = &mut rest[..size];
        for column in 0..row {
            let other = &done[column * size..][..=column];
            let (before, at) = (&other[..column], other[column]);
            own[column] = (own[column] - dot(&own[..column], before)) / at;
        }
        let pivot = (own[row] - dot(&own[..row], &own[..row])).max(least_pivot);
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        own[row] = pivot.sqrt();
        own[row + 1..].fill(0.0);
    }
    Some(lower)
}

/// The least share of an entry of the diagonal that is left of it as a pivot, unless the matrix is singular but for rounding.
const LEAST_SHARE: f64 = 1e-12;

/// The solution x of `matrix` x = `right`; `None` unless the matrix (row by row, square) is positive
/// definite. Only its lower triangle is read. A matrix that is singular but for rounding has no solution.
pub fn solve_symmetric(matrix: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let size = right.len();
    let lower = cholesky(matrix, size, 0.0)?;
    let is_sound = |row: usize| {
        let place = row * size + row;
        lower[place].powi(2) > LEAST_SHARE * matrix[place]
    };
    if !(0..size).all(is_sound) {
        return None;
    }
    let mut solution = solve_lower(&lower, right);
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size)
            .map(|below| lower[below * size + row] * solution[below])
            .sum();
        solution[row] = (solution[row] - sum) / lower[row * size + row];
    }
    Some(solution)
}

/// The solution x of `lower` x = `right`, where `lower` is a triangle as [`cholesky`] returns it, as large as `right`.
pub fn solve_lower(lower: &[f64], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut solution = right.to_vec();
    for row in 0..size {
        let sum = dot(&lower[row * size..][..row], &solution);
        solution[row] = (solution[row] - sum) / lower[row * size + row];
    }
    solution
}

/// The inverse of `matrix`, row by row; `None` unless the matrix (row by row, square) is positive definite. Only its
/// lower triangle is read.
pub fn invert_symmetric(matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    let mut inverse = Vec::with_capacity(size * size);
    for column in 0..size {
        let mut unit = vec![0.0; size];
        unit[column] = 1.0;
        inverse.extend(solve_symmetric(matrix, &unit)?);
    }
    Some(inverse)
}

/// The product of the inverse of `matrix`, `middle`, and the inverse again, row by row: the sandwich estimator of a
/// covariance (Huber 1967). Both are square and symmetric; `None` unless `matrix` is positive definite.
pub fn sandwich(middle: &[f64], matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    let times_inverse = |left: &[f64]| -> Option<Vec<f64>> {
        let rows = left.chunks(size).map(|row| solve_symmetric(matrix, row));
        Some(rows.collect::<Option<Vec<_>>>()?.concat())
    };
    let half = times_inverse(middle)?;
    let transposed: Vec<f64> = (0..size * size)
        .map(|place| half[place % size * size + place / size])
        .collect();
    times_inverse(&transposed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_small_system_comes_out() {
        let solution = solve_symmetric(&[4.0, 0.0, 2.0, 3.0], &[8.0, 7.0]).expect("solvable");
        // 4 x + 2 y = 8, 2 x + 3 y = 7.
        assert!((solution[0] - 1.25).abs() < 1e-12 && (solution[1] - 1.5).abs() < 1e-12);
        assert_eq!(solve_symmetric(&[1.0, 0.0, 2.0, 1.0], &[1.0, 1.0]), None);
        assert_eq!(solve_symmetric(&[1.0], &[1.0, 1.0]), None);
    }

    /// Graphs of two parts, without one node of one part: rounding may leave a little of the last pivot.
    #[test]
    fn a_singular_matrix_has_no_solution_whatever_rounding_leaves() {
        for size in 3..16 {
            let mut matrix = vec![0.0; size * size];
            // A ring of the last nodes, each edge with another weight.
            for node in 1..size {
                let next = if node + 1 == size { 1 } else { node + 1 };
                let weight = 1.0 / (node as f64 + 2.0);
                for (row, column, sign) in [
                    (node, node, 1.0),
                    (next, next, 1.0),
                    (node, next, -1.0),
                    (next, node, -1.0),
                ] {
                    matrix[row * size + column] += sign * weight;
                }
            }
            matrix[0] = 1.0;
            assert_eq!(solve_symmetric(&matrix, &vec![1.0; size]), None, "{size}");
        }
    }

    proptest! {
        #[test]
        fn the_solution_solves(entries in prop::collection::vec(-1.0..1.0_f64, 25), right in prop::collection::vec(-1.0..1.0_f64, 5)) {
            // A A' + 1 is positive definite whatever A is.
            let mut matrix = vec![0.0; 25];
            for row in 0..5 {
                for column in 0..5 {
                    let product: f64 = (0..5).map(|k| entries[row * 5 + k] * entries[column * 5 + k]).sum();
                    matrix[row * 5 + column] = product + f64::from(u8::from(row == column));
                }
            }
            let solution = solve_symmetric(&matrix, &right).expect("positive definite");
            for row in 0..5 {
                let left: f64 = (0..5).map(|column| matrix[row * 5 + column] * solution[column]).sum();
                prop_assert!((left - right[row]).abs() < 1e-9);
            }
            let inverse = invert_symmetric(&matrix, 5).expect("positive definite");
            for row in 0..5 {
                for column in 0..5 {
                    let entry: f64 = (0..5).map(|k| matrix[row * 5 + k] * inverse[k * 5 + column]).sum();
                    prop_assert!((entry - f64::from(u8::from(row == column))).abs() < 1e-9);
                }
            }
            // With the matrix itself in the middle, its inverse remains.
            let product = sandwich(&matrix, &matrix, 5).expect("positive definite");
            for (one, other) in product.iter().zip(&inverse) {
                prop_assert!((one - other).abs() < 1e-9);
            }
        }
    }
}
