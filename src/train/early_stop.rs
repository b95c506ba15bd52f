//! Early stopping: the check that a generation is validated, and the end of a training without improvement.

use super::curve::TrainingPoint;
use super::recipe::TrainingRecipe;
use crate::arena::SprtVerdict;

/// Returns true if the point of generation `number`, from 0, is validated as the recipe requires. A point with an
/// additional validation counts too, if its conditions match.
pub(super) fn is_judged(recipe: &TrainingRecipe, number: u32, point: &TrainingPoint) -> bool {
    let unasked = !recipe.validates(number) && point.elo.is_none();
    unasked || point.is_judged_by(&recipe.validation)
}

/// Returns the points of the generations that the recipe validates, with their indices. Others are ignored: a result
/// must not depend on the validations of an earlier, more frequent recipe.
pub(super) fn deciding<'a>(
    recipe: &TrainingRecipe,
    points: &'a [TrainingPoint],
) -> impl DoubleEndedIterator<Item = (usize, &'a TrainingPoint)> {
    let counts = |place| u32::try_from(place).is_ok_and(|number| recipe.validates(number));
    points
        .iter()
        .enumerate()
        .filter(move |(place, _)| counts(*place))
}

/// Returns true if training ends after generation `number`, from 0. It ends when `patience` consecutive validations
/// found no new best model, or `patience` consecutive tests found no gain. Later points, from a recipe with more
/// patience, do not count.
pub(super) fn is_over(recipe: &TrainingRecipe, points: &[TrainingPoint], number: u32) -> bool {
    let patience = recipe.schedule.patience as usize;
    let so_far = &points[..points.len().min(number as usize + 1)];
    let so_far = deciding(recipe, so_far).map(|(_, point)| point);
    if recipe.validation.sprt.is_some() {
        let tests = so_far.filter_map(|point| point.sprt);
        let idle = tests
            .rev()
            .take_while(|verdict| *verdict != SprtVerdict::Accept);
        return patience > 0 && idle.count() >= patience;
    }
    let elos: Vec<f64> = so_far.filter_map(|point| point.elo).collect();
    let best = (0..elos.len()).fold(0, |best, at| if elos[at] > elos[best] { at } else { best });
    patience > 0 && elos.len() > best + patience
}

/// Returns the number of generations that the curve implies: all, unless early stopping has ended the training.
pub(super) fn generations(recipe: &TrainingRecipe, points: &[TrainingPoint]) -> u32 {
    let all = recipe.schedule.generations;
    (0..all)
        .zip(points)
        .take_while(|(number, point)| is_judged(recipe, *number, point))
        .find(|(number, _)| is_over(recipe, points, *number))
        .map_or(all, |(number, _)| number + 1)
}
