//! Whether a point of the curve says what the recipe asks, and when patience ends a training before its last generation.

use super::curve::TrainingPoint;
use super::recipe::TrainingRecipe;
use crate::arena::SprtVerdict;

/// Whether the point of the generation of that number, from 0, is judged as the recipe asks. One that is judged without
/// being asked for stays, if by what the others are judged by.
pub(super) fn is_judged(recipe: &TrainingRecipe, number: u32, point: &TrainingPoint) -> bool {
    let unasked = !recipe.validates(number) && point.elo.is_none();
    unasked || point.is_judged_by(&recipe.validation)
}

/// The points that decide anything, with their places: what a recipe with more validations found out would make the
/// result hang on it.
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

/// Whether up to the generation of that number the last validations were all no better than the best
/// before them, or the last tests found no gain. What was learned behind it, by a recipe with more
/// patience, does not count.
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

/// How many generations there will be, as far as the curve tells: all, unless patience has ended the training before.
pub(super) fn generations(recipe: &TrainingRecipe, points: &[TrainingPoint]) -> u32 {
    let all = recipe.schedule.generations;
    (0..all)
        .zip(points)
        .take_while(|(number, point)| is_judged(recipe, *number, point))
        .find(|(number, _)| is_over(recipe, points, *number))
        .map_or(all, |(number, _)| number + 1)
}
