//! Values of a recipe that make no training, each with its key, so that its line can be named.
//!
//! May use: L0, `heuristic`, `model`, `learn`, `arena`.

use super::{Method, Objectives, Positions, Recipe, Schedule, Validation};
use crate::arena::Sprt;
use crate::learn::positions::bounds;
use crate::learn::trial::Rule;
use crate::model::HeuristicSpec;

/// A key and what is wrong with its value.
type Fault = (&'static str, String);

/// What is said of three numbers alike.
const AT_LEAST_ONE: &str = "generations, memory, average and every are at least 1";

/// The first value that makes no training: its key and what is wrong.
pub(super) fn of(recipe: &Recipe) -> Option<Fault> {
    if let Err(error) = recipe.design.check() {
        return Some((error.key, error.to_string()));
    }
    if let Err(error) = recipe.start.parse::<HeuristicSpec>() {
        return Some(("start", error.to_string()));
    }
    if recipe.games.number == 0 || !recipe.games.number.is_multiple_of(2) {
        let what = "games come in pairs, so give an even number above nought";
        return Some((
            "number",
            format!("number = {}: {what}", recipe.games.number),
        ));
    }
    if recipe.games.nodes == 0 || recipe.validation.nodes == 0 {
        return Some(("nodes", "nodes = 0: search at least one node".to_owned()));
    }
    if let Some(fault) = fault_of_validation(&recipe.validation) {
        return Some(fault);
    }
    if let Some(fault) = fault_of_schedule(&recipe.schedule).or_else(|| fault_of_memory(recipe)) {
        return Some(fault);
    }
    let widths = &recipe.widths;
    let mut least = widths.terms.values().chain([&widths.least]);
    if !(0.0..=1.0).contains(&widths.share) || !least.all(|least| (1.0..=1000.0).contains(least)) {
        return Some((
            "widths",
            "a share from 0 to 1, and at least 1 centipawn up to 1000".to_owned(),
        ));
    }
    if let Some(Objectives { games, reach }) = recipe.objectives {
        if games == 0 || !games.is_multiple_of(2) {
            let what = "games come in pairs, so give an even number above nought";
            return Some(("objectives", format!("games = {games}: {what}")));
        }
        if !(0.0..=2.0).contains(&reach) {
            let what = "expected 0 to 2 levels for each standard error";
            return Some(("reach", format!("reach = {reach}: {what}")));
        }
    }
    let positions = recipe.positions.as_ref().and_then(fault_of_positions);
    positions.or_else(|| recipe.step.and_then(fault_of_step))
}

fn fault_of_validation(validation: &Validation) -> Option<Fault> {
    if !validation.games.is_multiple_of(2) {
        return Some((
            "games",
            format!(
                "games = {}: games come in pairs, so give an even number",
                validation.games
            ),
        ));
    }
    if let Some(test) = validation.sprt {
        if Sprt::new(test.elo0, test.elo1).is_err() {
            let what = "the first must be the smaller one, and both lie between -1000 and 1000";
            return Some((
                "elo0",
                format!("elo0 = {}, elo1 = {}: {what}", test.elo0, test.elo1),
            ));
        }
        if test.games == 0 || !test.games.is_multiple_of(2) {
            let what = "games come in pairs, so give an even number above nought";
            return Some(("validation.sprt", format!("games = {}: {what}", test.games)));
        }
    }
    (validation.every == 0).then(|| ("generations", AT_LEAST_ONE.to_owned()))
}

fn fault_of_schedule(schedule: &Schedule) -> Option<Fault> {
    let share = |value: f64| value > 0.0 && value <= 1.0;
    if schedule.generations == 0 || schedule.memory == 0 || schedule.average == 0 {
        return Some(("generations", AT_LEAST_ONE.to_owned()));
    }
    if !share(schedule.widths) || !share(schedule.steps) || !share(schedule.field) {
        return Some((
            "schedule",
            "field, widths and steps of a schedule shrink: give numbers above 0 and up to 1"
                .to_owned(),
        ));
    }
    if !(1.0..=2.0).contains(&schedule.games) {
        return Some((
            "schedule",
            format!(
                "games = {} in a schedule: expected 1 to 2, the number of games times that from \
                 generation to generation",
                schedule.games
            ),
        ));
    }
    None
}

/// Counts go together where their levels are as far apart and mean the same.
fn fault_of_memory(recipe: &Recipe) -> Option<Fault> {
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
    Some((
        "memory",
        format!("memory = {}: {what}", recipe.schedule.memory),
    ))
}

fn fault_of_positions(positions: &Positions) -> Option<Fault> {
    if positions.games == 0 || !positions.games.is_multiple_of(2) {
        let what = "games come in pairs, so give an even number above nought";
        return Some(("games", format!("games = {}: {what}", positions.games)));
    }
    if positions.nodes == 0 || positions.per_game == 0 || positions.teacher == Some(0) {
        let what = "nodes, per_game and teacher are at least 1";
        return Some(("positions", what.to_owned()));
    }
    if positions.teacher.is_some() != positions.trust.is_some() {
        let what = "searches need nodes and a share: give both teacher and trust, or neither";
        return Some(("positions", what.to_owned()));
    }
    if let Some(by) = &positions.taught_by {
        if positions.teacher.is_none() {
            let what = "nobody teaches without nodes to search: give teacher and trust, too";
            return Some(("taught_by", what.to_owned()));
        }
        if let Err(error) = by.parse::<HeuristicSpec>() {
            return Some(("taught_by", error.to_string()));
        }
    }
    let settings = [
        ("most", positions.most, bounds::MOST),
        ("prior", positions.prior, bounds::PRIOR),
        ("evidence", positions.evidence, bounds::EVIDENCE),
        ("trust", positions.trust.unwrap_or(0.0), bounds::TRUST),
        ("share", positions.share, bounds::SHARE),
        ("rung", positions.rung, 0.01..=1.0),
    ];
    settings
        .into_iter()
        .find(|(_, value, bounds)| !bounds.contains(value))
        .map(|(key, value, bounds)| {
            let (low, high) = (bounds.start(), bounds.end());
            (key, format!("{key} = {value}: expected {low} to {high}"))
        })
}

fn fault_of_step(rule: Rule) -> Option<Fault> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    match rule {
        Rule::Shrunk { gain, most } | Rule::Thompson { gain, most, .. } => {
            if !positive(gain) {
                return Some(("gain", format!("gain = {gain}: expected a number above 0")));
            }
            let inside = most > 0.0 && most <= 2.0;
            (!inside).then(|| {
                let what = "the trust region ends where the levels do: expected above 0, up to 2";
                ("most", format!("most = {most}: {what}"))
            })
        }
        Rule::Spsa { rate } if !positive(rate) => {
            Some(("rate", format!("rate = {rate}: expected a number above 0")))
        }
        Rule::Spsa { .. } | Rule::ArgMax | Rule::PosteriorMean | Rule::Accept => None,
    }
}

/// The line on which a key or a table of that name stands, from 1; the first where it is left out.
pub(super) fn line_of(text: &str, key: &str) -> usize {
    let begins = |line: &str| {
        let line = line.trim_start().trim_start_matches('[');
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with(['=', ']']))
    };
    text.lines().position(begins).map_or(1, |line| line + 1)
}
