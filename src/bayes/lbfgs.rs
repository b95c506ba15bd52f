//! Minimises a smooth convex function of many variables.
//!
//! Limited-memory BFGS (Nocedal, "Updating quasi-Newton matrices with limited storage", 1980;
//! Nocedal and Wright, *Numerical Optimization*, 2nd ed. 2006, algorithm 7.4), with a diagonal as
//! the first guess of the inverse Hessian and steps halved until they lower the function enough
//! (Armijo's rule). It is deterministic: there is no randomness, and sums run in a fixed order.

use std::collections::VecDeque;

use super::linear::dot;

/// The number of last steps that are remembered.
const MEMORY: usize = 10;

/// The share of the decrease predicted by the slope that a step must reach.
const ENOUGH: f64 = 1e-4;

/// The number of halvings of a step before the descent ends.
const HALVINGS: usize = 30;

/// The end of a descent.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// The point.
    pub point: Vec<f64>,
    /// The function's value there.
    pub value: f64,
    /// How many steps led there.
    pub steps: usize,
}

/// Descends from `point` until a step lowers the function by at most the share `tolerance` of its value, or for
/// `max_steps` steps.
///
/// `curvature` is the approximate second derivative along each axis, or zero for axes that stay
/// fixed. `function` gives the value and the gradient at a point; if it returns `None`, the descent
/// stops and returns `None` too.
pub fn minimise(
    point: Vec<f64>,
    curvature: &[f64],
    tolerance: f64,
    max_steps: usize,
    mut function: impl FnMut(&[f64]) -> Option<(f64, Vec<f64>)>,
) -> Option<Minimum> {
    let mut point = point;
    let (mut value, mut gradient) = function(&point)?;
    let mut memory: VecDeque<CurvaturePair> = VecDeque::new();
    let mut steps = 0;
    while steps < max_steps {
        let mut direction = towards(&gradient, curvature, &memory);
        let mut slope = dot(&direction, &gradient);
        if slope >= 0.0 && !memory.is_empty() {
            memory.clear();
            direction = towards(&gradient, curvature, &memory);
            slope = dot(&direction, &gradient);
        }
        if slope.is_nan() || slope >= 0.0 {
            break;
        }
        let mut length = 1.0;
        let mut step = None;
        for _ in 0..HALVINGS {
            let there = moved(&point, &direction, length);
            let (then, slopes) = function(&there)?;
            if then <= value + ENOUGH * length * slope {
                step = Some((there, then, slopes));
                break;
            }
            length /= 2.0;
        }
        let Some((there, then, slopes)) = step else {
            break;
        };
        steps += 1;
        remember(&mut memory, &point, &there, &gradient, &slopes);
        let fallen = value - then;
        (point, value, gradient) = (there, then, slopes);
        if fallen <= tolerance * value.abs() {
            break;
        }
    }
    Some(Minimum {
        point,
        value,
        steps,
    })
}

/// A step, and the change of the gradient along it.
struct CurvaturePair {
    step: Vec<f64>,
    change: Vec<f64>,
    product: f64,
}

fn remember(
    memory: &mut VecDeque<CurvaturePair>,
    from: &[f64],
    to: &[f64],
    before: &[f64],
    after: &[f64],
) {
    let pair = CurvaturePair {
        step: moved(to, from, -1.0),
        change: moved(after, before, -1.0),
        product: 0.0,
    };
    let product = dot(&pair.step, &pair.change);
    if product > 0.0 {
        memory.push_back(CurvaturePair { product, ..pair });
        if memory.len() > MEMORY {
            memory.pop_front();
        }
    }
}

/// Returns minus the approximate inverse Hessian times the gradient, by the two loops of the source.
fn towards(gradient: &[f64], curvature: &[f64], memory: &VecDeque<CurvaturePair>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for pair in memory.iter().rev() {
        let share = dot(&pair.step, &direction) / pair.product;
        direction = moved(&direction, &pair.change, -share);
        shares.push(share);
    }
    for (along, curvature) in direction.iter_mut().zip(curvature) {
        *along = if *curvature > 0.0 {
            *along / curvature
        } else {
            0.0
        };
    }
    for (pair, share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = dot(&pair.change, &direction) / pair.product;
        direction = moved(&direction, &pair.step, share - back);
    }
    direction
}

/// A point moved along a direction.
fn moved(point: &[f64], direction: &[f64], length: f64) -> Vec<f64> {
    point
        .iter()
        .zip(direction)
        .map(|(at, along)| at + length * along)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bent_bowl_has_its_bottom_where_it_is() {
        // Correlated, and of very different curvatures; the last axis is held.
        let function = |x: &[f64]| {
            let (a, b) = (x[0] - 3.0, x[1] + 40.0);
            let (sum, softened) = (a + 0.9 * b / 30.0, (b / 30.0).cosh());
            let value = 50.0 * sum * sum + softened + x[2];
            let gradient = vec![100.0 * sum, 3.0 * sum + (b / 30.0).sinh() / 30.0, 1.0];
            Some((value, gradient))
        };
        let curvature = [100.0, 0.1, 0.0];
        let lowest =
            minimise(vec![0.0, 0.0, 7.0], &curvature, 1e-15, 200, function).expect("values");
        assert!((lowest.point[0] - 3.0).abs() < 1e-3, "{lowest:?}");
        assert!((lowest.point[1] + 40.0).abs() < 1e-2, "{lowest:?}");
        assert!((lowest.point[2] - 7.0).abs() < 1e-12);
        assert!((lowest.value - 8.0).abs() < 1e-6);
        assert!(lowest.steps < 60);
    }

    #[test]
    fn a_descent_without_values_is_given_up() {
        for calls in 0..5 {
            let mut left = calls;
            let function = |x: &[f64]| {
                left = usize::checked_sub(left, 1)?;
                Some((x[0].cosh(), vec![x[0].sinh()]))
            };
            assert_eq!(minimise(vec![9.0], &[1.0], 1e-15, 200, function), None);
        }
    }
}
