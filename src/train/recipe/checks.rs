//! Checks of a recipe's values; each fault has its key, so that its line can be named.

use std::ops::RangeInclusive;

use super::fault::{RecipeFault, ValueFault};
use super::{Method, ObjectiveGames, PositionLearning, Schedule, TrainingRecipe, Validation};
use crate::arena::Sprt;
use crate::heuristic::design::LevelSpread;
use crate::heuristic::parameter_groups::SideTying;
use crate::learn::positions::bounds;
use crate::learn::trial::UpdateRule;
use crate::model::HeuristicSpec;
use crate::play::openings::MOST_OPENING_PLIES;

/// Advice for four numbers that must not be zero.
const AT_LEAST_ONE: &str = "generations, memory, average and every are at least 1";

/// Largest sensible step for a point, in levels.
const LARGEST_RATE: f64 = 1.0;

/// Returns the first invalid value.
pub(super) fn of(recipe: &TrainingRecipe) -> Option<RecipeFault> {
    if let Err(error) = recipe.design.check() {
        let fault = out_of_range(error.value, &(0.0..=error.most));
        return RecipeFault::coded(&format!("design.{}", error.key), fault, error.to_string());
    }
    heuristic("start", &recipe.start)
        .or_else(|| pairs("games.number", recipe.games.number))
        .or_else(|| nodes("games.nodes", recipe.games.nodes))
        .or_else(|| opening_plies(recipe.games.opening_plies))
        .or_else(|| of_validation(&recipe.validation))
        .or_else(|| of_schedule(&recipe.schedule))
        .or_else(|| of_patience(recipe))
        .or_else(|| of_memory(recipe))
        .or_else(|| of_widths(recipe))
        .or_else(|| recipe.objectives.and_then(of_objectives))
        .or_else(|| recipe.positions.as_ref().and_then(of_positions))
        .or_else(|| recipe.step.and_then(|rule| of_step(rule, recipe)))
}

/// Checks that `name` is a single heuristic, neither unknown nor random.
fn heuristic(key: &str, name: &str) -> Option<RecipeFault> {
    match name.parse::<HeuristicSpec>() {
        Err(error) => {
            let name = name.to_owned();
            RecipeFault::coded(
                key,
                ValueFault::UnknownHeuristic { name },
                error.to_string(),
            )
        }
        Ok(HeuristicSpec::Random | HeuristicSpec::ModernRandom) => {
            let what = "name one heuristic, such as initial or modern:initial";
            RecipeFault::of(key, format!("{key} = '{name}': {what}"))
        }
        Ok(_) => None,
    }
}

/// Checks that a number of games is even and above 0.
fn pairs(key: &str, games: u32) -> Option<RecipeFault> {
    if games > 0 && games.is_multiple_of(2) {
        return None;
    }
    let what = "games come in pairs, so give an even number above 0";
    let fault = if games == 0 {
        too_small(0, 2)
    } else {
        ValueFault::Odd { value: games }
    };
    RecipeFault::coded(key, fault, format!("{} = {games}: {what}", last_of(key)))
}

fn too_small(value: u32, least: u32) -> ValueFault {
    let (value, least) = (f64::from(value), f64::from(least));
    ValueFault::TooSmall { value, least }
}

fn nodes(key: &str, nodes: u64) -> Option<RecipeFault> {
    if nodes > 0 {
        return None;
    }
    RecipeFault::coded(key, too_small(0, 1), "nodes = 0: search at least one node")
}

/// Checks the number of random opening plies against the limit.
fn opening_plies(plies: u16) -> Option<RecipeFault> {
    if plies <= MOST_OPENING_PLIES {
        return None;
    }
    let what = format!("opening_plies = {plies}: expected 0 to {MOST_OPENING_PLIES}");
    let fault = ValueFault::OutOfRange {
        value: f64::from(plies),
        least: 0.0,
        most: f64::from(MOST_OPENING_PLIES),
    };
    RecipeFault::coded("games.opening_plies", fault, what)
}

fn within(key: &str, value: f64, bounds: &RangeInclusive<f64>) -> Option<RecipeFault> {
    if bounds.contains(&value) {
        return None;
    }
    let (low, high) = (bounds.start(), bounds.end());
    let name = last_of(key);
    let what = format!("{name} = {value}: expected {low} to {high}");
    RecipeFault::coded(key, out_of_range(value, bounds), what)
}

const fn not_above_zero(value: f64, most: f64) -> ValueFault {
    ValueFault::NotAbove {
        value,
        above: 0.0,
        most,
    }
}

const fn out_of_range(value: f64, bounds: &RangeInclusive<f64>) -> ValueFault {
    ValueFault::OutOfRange {
        value,
        least: *bounds.start(),
        most: *bounds.end(),
    }
}

fn last_of(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

fn of_validation(validation: &Validation) -> Option<RecipeFault> {
    // Zero games are allowed and mean no validation.
    if !validation.games.is_multiple_of(2) {
        return pairs("validation.games", validation.games);
    }
    if let Some(test) = validation.sprt {
        if validation.games == 0 {
            let what = "games = 0: without validations there is nothing to test behind; give some, or leave out \
                        [validation.sprt]";
            return RecipeFault::of("validation.games", what);
        }
        if Sprt::new(test.elo0, test.elo1).is_err() {
            let what = "the first must be the smaller one, and both lie between -1000 and 1000";
            return RecipeFault::of(
                "validation.sprt.elo0",
                format!("elo0 = {}, elo1 = {}: {what}", test.elo0, test.elo1),
            );
        }
        if let Some(fault) = pairs("validation.sprt.games", test.games) {
            return Some(fault);
        }
    }
    if validation.every == 0 {
        return RecipeFault::coded("validation.every", too_small(0, 1), AT_LEAST_ONE);
    }
    nodes("validation.nodes", validation.nodes)
}

fn of_schedule(schedule: &Schedule) -> Option<RecipeFault> {
    for (key, number) in [
        ("schedule.generations", schedule.generations),
        ("schedule.memory", schedule.memory),
        ("schedule.average", schedule.average),
    ] {
        if number == 0 {
            return RecipeFault::coded(key, too_small(0, 1), AT_LEAST_ONE);
        }
    }
    for (key, share) in [
        ("schedule.field", schedule.field),
        ("schedule.widths", schedule.widths),
        ("schedule.steps", schedule.steps),
    ] {
        if !(share > 0.0 && share <= 1.0) {
            let what = "expected above 0 and up to 1, for field, widths and steps shrink";
            let what = format!("{} = {share}: {what}", last_of(key));
            return RecipeFault::coded(key, not_above_zero(share, 1.0), what);
        }
    }
    if !(1.0..=2.0).contains(&schedule.games) {
        return RecipeFault::coded(
            "schedule.games",
            out_of_range(schedule.games, &(1.0..=2.0)),
            format!(
                "games = {} in a schedule: expected 1 to 2, the number of games times that from \
                 generation to generation",
                schedule.games
            ),
        );
    }
    None
}

/// Checks that early stopping comes with validations.
fn of_patience(recipe: &TrainingRecipe) -> Option<RecipeFault> {
    let patience = recipe.schedule.patience;
    if patience == 0 || recipe.validation.games > 0 {
        return None;
    }
    let what =
        "without validations nothing ends a training early: give validation.games, or leave it out";
    RecipeFault::of(
        "schedule.patience",
        format!("patience = {patience}: {what}"),
    )
}

/// Checks that counts of several generations may be added: their levels need equal distances and the same meaning.
fn of_memory(recipe: &TrainingRecipe) -> Option<RecipeFault> {
    let what = if recipe.schedule.memory == 1 {
        return None;
    } else if recipe.method != Method::Trial {
        "only a trial remembers more than its last generation"
    } else if recipe.schedule.widths < 1.0 {
        "counts of several generations need levels equally far apart: leave out widths of the schedule"
    } else if recipe.fit_before().is_some_and(|fit| fit.follow > 0) {
        "counts along the way to a fit do not go with those around it: give follow = 0"
    } else {
        return None;
    };
    RecipeFault::of(
        "schedule.memory",
        format!("memory = {}: {what}", recipe.schedule.memory),
    )
}

fn of_widths(recipe: &TrainingRecipe) -> Option<RecipeFault> {
    let widths = &recipe.widths;
    let least = 1.0..=1000.0;
    within("widths.share", widths.share, &(0.0..=1.0))
        .or_else(|| within("widths.least", widths.least, &least))
        .or_else(|| {
            let mut terms = widths.terms.iter();
            terms.find_map(|(term, width)| {
                within(&format!("widths.terms.{}", term.name()), *width, &least)
            })
        })
}

fn of_objectives(ObjectiveGames { games, reach }: ObjectiveGames) -> Option<RecipeFault> {
    if let Some(fault) = pairs("objectives.games", games) {
        return Some(fault);
    }
    if (0.0..=2.0).contains(&reach) {
        return None;
    }
    let what = "expected 0 to 2 levels for each standard error";
    let fault = out_of_range(reach, &(0.0..=2.0));
    RecipeFault::coded(
        "objectives.reach",
        fault,
        format!("reach = {reach}: {what}"),
    )
}

fn of_positions(positions: &PositionLearning) -> Option<RecipeFault> {
    if let Some(fault) = pairs("positions.games", positions.games) {
        return Some(fault);
    }
    for (key, number) in [
        ("positions.nodes", positions.nodes),
        ("positions.per_game", u64::from(positions.per_game)),
        ("positions.teacher", positions.teacher.unwrap_or(1)),
    ] {
        if number == 0 {
            let what = "nodes, per_game and teacher are at least 1";
            return RecipeFault::coded(key, too_small(0, 1), what);
        }
    }
    if positions.teacher.is_some() != positions.trust.is_some() {
        let there = if positions.teacher.is_some() {
            "teacher"
        } else {
            "trust"
        };
        let what = "searches need nodes and a share: give both teacher and trust, or neither";
        return RecipeFault::of(&format!("positions.{there}"), what);
    }
    if let Some(by) = &positions.taught_by {
        if positions.teacher.is_none() {
            let what = "nobody teaches without nodes to search: give teacher and trust, too";
            return RecipeFault::of("positions.taught_by", what);
        }
        if let Some(fault) = heuristic("positions.taught_by", by) {
            return Some(fault);
        }
    }
    let settings = [
        ("positions.most", positions.most, bounds::MOST),
        ("positions.prior", positions.prior, bounds::PRIOR),
        ("positions.evidence", positions.evidence, bounds::EVIDENCE),
        (
            "positions.trust",
            positions.trust.unwrap_or(0.0),
            bounds::TRUST,
        ),
        ("positions.share", positions.share, bounds::SHARE),
        ("positions.rung", positions.rung, 0.01..=1.0),
    ];
    let mut settings = settings.iter();
    settings.find_map(|(key, value, bounds)| within(key, *value, bounds))
}

fn of_step(rule: UpdateRule, recipe: &TrainingRecipe) -> Option<RecipeFault> {
    if !recipe.method.takes(&rule) {
        let what = "is not a step of the method";
        let (rule, method) = (rule.name(), recipe.method.name());
        return RecipeFault::of("step.rule", format!("rule = '{rule}' {what} '{method}'"));
    }
    let positive = |value: f64| value > 0.0 && value.is_finite();
    match rule {
        UpdateRule::ArgMax {} if recipe.design.spread != LevelSpread::Uniform => {
            let what = "the level most frequent among won games is the one drawn most often, unless all are drawn \
                        alike: give spread = 'uniform' in [design]";
            RecipeFault::of("step.rule", format!("rule = 'arg_max': {what}"))
        }
        UpdateRule::Shrunk { gain, .. } | UpdateRule::Thompson { gain, .. } if !positive(gain) => {
            RecipeFault::of(
                "step.gain",
                format!("gain = {gain}: expected a number above 0"),
            )
        }
        UpdateRule::Shrunk { most, .. } | UpdateRule::Thompson { most, .. }
            if !(most > 0.0 && most <= 2.0) =>
        {
            let what = "the trust region ends where the levels do: expected above 0, up to 2";
            let what = format!("most = {most}: {what}");
            RecipeFault::coded("step.most", not_above_zero(most, 2.0), what)
        }
        UpdateRule::Shrunk { neighbours, .. }
            if neighbours > 0.0 && recipe.design.twins == SideTying::Apart =>
        {
            let what = "neighbours inform each other in tables that both colours share: leave it out where \
                        twins = 'apart'";
            RecipeFault::of(
                "step.neighbours",
                format!("neighbours = {neighbours}: {what}"),
            )
        }
        UpdateRule::Shrunk { neighbours, .. } => {
            within("step.neighbours", neighbours, &(0.0..=8.0))
        }
        UpdateRule::Spsa { rate } if !(rate > 0.0 && rate <= LARGEST_RATE) => {
            let what = "expected above 0, up to 1 level for each point";
            let what = format!("rate = {rate}: {what}");
            RecipeFault::coded("step.rate", not_above_zero(rate, LARGEST_RATE), what)
        }
        _ => None,
    }
}
