//! The parameters of a training as a table with bars: start, learned value, and posterior.
//!
//! For a fit, the bar shows the posterior of the weight beside its start. For a trial, it shows the posterior of the
//! effect of one level, relative to the last generation's centre (zero).

use maud::{Markup, html};

use super::super::error::TrainError;
use super::super::memory;
use super::data::ReportData;
use crate::bayes::effect::Effect;
use crate::bayes::half_width_95;
use crate::heuristic::parameter_groups::{ParameterGroups, SideTying};
use crate::model::HeuristicTable;
use crate::phase::{ByPhase, Phase};

/// Number of parameters listed; the rest is folded away.
const FIRST: usize = 25;

/// Half the width of a bar's background, in pixels.
const HALF: f64 = 80.0;

/// Posterior means and standard deviations, by phase in the schema's order; `None` if unknown.
type Posteriors = ByPhase<Vec<Option<(f64, f64)>>>;

/// A row of the table: a parameter in one phase, with its weights in centipawns.
struct ParameterRow<'a> {
    name: &'a str,
    phase: Phase,
    start: i32,
    learned: i32,
    /// Posterior mean and standard deviation, relative to the middle of the bar.
    posterior: Option<(f64, f64)>,
}

/// Quantity shown by the bars.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BarContent {
    /// Weights, in centipawns relative to the start.
    Weights,
    /// Effects of one level, in hundredths of a point.
    Effects,
}

/// Returns the section of the report; empty before the first generation.
///
/// # Errors
///
/// [`TrainError`] for tables of generations that cannot be added.
pub(super) fn section(data: &ReportData<'_>) -> Result<Markup, TrainError> {
    let Some((lines, shown)) = lines(data)? else {
        return Ok(html! {});
    };
    let (first, rest) = lines.split_at(lines.len().min(FIRST));
    let explanation = match shown {
        BarContent::Weights => {
            "The posterior is that of the last fit: its weight with a 95\u{a0}% interval, the other weights \
             taken as known. The line in the middle is the start; the model moved by a share of the way."
        }
        BarContent::Effects => {
            "The posterior is that of one level's effect around the last generation's centre, as that generation's \
             step used it, in hundredths of a point with a 95\u{a0}% interval. The line in the middle is no effect."
        }
    };
    Ok(html! {
        h2 { "Parameters" }
        p.see { "Sorted by how far they moved. " (explanation) }
        (table(first, shown))
        details {
            summary { "the other " (rest.len()) }
            (table(rest, shown))
        }
    })
}

/// Returns one row for each unit and phase, in descending order of change.
fn lines<'a>(
    data: &ReportData<'a>,
) -> Result<Option<(Vec<ParameterRow<'a>>, BarContent)>, TrainError> {
    let Some((last, before)) = data.tables.split_last() else {
        return Ok(None);
    };
    let schema = data.start.schema();
    let groups = ParameterGroups::of(schema, SideTying::Tied);
    let (shown, posterior) = if data.recipe.method.fits() {
        (BarContent::Weights, of_weights(data))
    } else {
        (BarContent::Effects, of_effects(data, last, before)?)
    };
    let mut seen = vec![false; groups.units()];
    let mut lines = Vec::new();
    for (place, parameter) in schema.parameters().iter().enumerate() {
        if std::mem::replace(&mut seen[groups.unit_of()[place]], true) {
            continue;
        }
        for phase in Phase::ALL {
            lines.push(ParameterRow {
                name: &parameter.name,
                phase,
                start: data.start.weights()[phase][place],
                learned: data.model.weights()[phase][place],
                posterior: posterior[phase].get(place).copied().flatten(),
            });
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse((line.learned - line.start).abs()));
    Ok(Some((lines, shown)))
}

/// Returns the posterior effects that moved the last centre: from the counts remembered then, by that generation's
/// rule.
fn of_effects(
    data: &ReportData<'_>,
    last: &HeuristicTable,
    before: &[HeuristicTable],
) -> Result<Posteriors, TrainError> {
    let known = memory::recall(before, last, data.recipe.schedule.memory)?;
    let number = u32::try_from(before.len()).unwrap_or(u32::MAX);
    let believed = data.recipe.rule(number).posterior_effects(&known);
    let hundredths =
        |effect: &Option<Effect>| effect.map(|effect| (100.0 * effect.slope, 100.0 * effect.error));
    Ok(ByPhase::new_with(|phase| {
        believed[phase].iter().map(hundredths).collect()
    }))
}

/// Returns the weights of the last fit relative to the start.
fn of_weights(data: &ReportData<'_>) -> Posteriors {
    let Some((fit, table)) = data.fits.last().zip(data.tables.last()) else {
        return ByPhase::default();
    };
    let fitted = table.level_values().centre();
    ByPhase::new_with(|phase| {
        let weights = data.start.weights()[phase]
            .iter()
            .zip(&fitted.weights()[phase]);
        let weights = weights.zip(&fit.deviations[phase]);
        weights
            .map(|((start, fitted), deviation)| Some((f64::from(fitted - start), *deviation)))
            .collect()
    })
}

fn table(lines: &[ParameterRow<'_>], shown: BarContent) -> Markup {
    // Bars of one table have a common scale, so that they can be compared.
    let reach = |line: &ParameterRow<'_>| {
        line.posterior
            .map_or(0.0, |(mean, sd)| mean.abs() + half_width_95(sd))
    };
    let furthest = lines.iter().map(reach).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        table {
            tr {
                @for column in ["parameter", "phase", "start", "learned", "moved"] { th { (column) } }
                th colspan="2" { "posterior (95\u{a0}%)" }
            }
            @for line in lines {
                tr {
                    td { (line.name) }
                    td { (line.phase) }
                    td { (line.start) }
                    td { (line.learned) }
                    td { (format!("{:+}", line.learned - line.start)) }
                    @if let Some((mean, deviation)) = line.posterior {
                        td { (interval(line, mean, deviation, shown)) }
                        td { (bar(mean / furthest, half_width_95(deviation) / furthest)) }
                    } @else {
                        td {} td {}
                    }
                }
            }
        }
    }
}

/// Writes the mean with its 95 % interval.
fn interval(line: &ParameterRow<'_>, mean: f64, deviation: f64, shown: BarContent) -> String {
    let (at, digits) = match shown {
        BarContent::Weights => (f64::from(line.start) + mean, 0),
        BarContent::Effects => (mean, 2),
    };
    let at = rounded(at, digits, shown);
    format!("{at} ± {:.digits$}", half_width_95(deviation))
}

/// Writes a number, an effect with its sign; a value that rounds to 0 has no sign.
fn rounded(at: f64, digits: usize, shown: BarContent) -> String {
    let text = match shown {
        BarContent::Weights => format!("{at:.digits$}"),
        BarContent::Effects => format!("{at:+.digits$}"),
    };
    if text.contains(|letter| matches!(letter, '1'..='9')) {
        text
    } else {
        text.trim_start_matches(['+', '-']).to_owned()
    }
}

/// Draws an interval relative to the middle line; both numbers are shares of half the background's width.
fn bar(mean: f64, half: f64) -> Markup {
    let at = |share: f64| format!("{:.1}", HALF * (1.0 + share));
    let colour = if mean.abs() > half { "#0072b2" } else { "#999" };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 12" width="160" height="12" {
            path d="M80 0V12" stroke="#ccc" {}
            path d={ "M" (at(mean - half)) " 6H" (at(mean + half)) } stroke=(colour) stroke-width="2" {}
            circle cx=(at(mean)) cy="6" r="3" fill=(colour) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::bayes::{Counts, Smoothing};
    use crate::heuristic::{Heuristic, LevelValues, Levels, Schema};
    use crate::learn::trial;
    use crate::model::{Pick, class_of};
    use crate::record::SideResult;
    use crate::rng;
    use crate::train::TrainingRecipe;

    const RECIPE: &str = "title = \"two generations\"\nstart = \"initial\"\nseed = 1\n\
        [games]\nnumber = 2\nnodes = 1\n[schedule]\nmemory = 2\n\
        [step]\nrule = \"shrunk\"\ngain = 1.0\nmost = 2.0\nneighbours = 1.5\n";

    /// Returns a table around the initial heuristic: games won had higher levels than usual, games lost lower ones.
    fn generation(seed: u64) -> HeuristicTable {
        let schema = Schema::classic();
        let widths = ByPhase::new_with(|_| vec![20; schema.len()]);
        let ladder = LevelValues::around(&Heuristic::initial(), &widths);
        let empty = HeuristicTable::without_cases(ladder.clone(), Vec::new()).expect("a table");
        let mut counts = Counts::new(empty.counts().shape().clone());
        let mut draws = rng::stream(seed, "cases", 0);
        for _ in 0..400 {
            let levels = Levels::random(schema, &mut draws);
            let more: usize = levels.as_bytes().iter().copied().map(usize::from).sum();
            let result = if more > 2 * schema.len() {
                SideResult::Win
            } else {
                SideResult::Loss
            };
            for phase in Phase::ALL {
                let case = counts.add(class_of(phase, result), levels.as_bytes());
                case.expect("a case");
            }
        }
        let pick = Pick::Lean { reach: 0.0 };
        HeuristicTable::with_level_values(ladder, pick, counts, Smoothing::LAPLACE, Vec::new())
            .expect("a table")
    }

    /// Checks that bars to the right belong to weights that were moved up, and bars to the left to weights moved
    /// down.
    #[test]
    fn no_weight_was_moved_against_its_bar() {
        let recipe = TrainingRecipe::parse(Path::new("r.toml"), RECIPE).expect("a recipe");
        let start = Heuristic::initial();
        let tables = [generation(1), generation(2)];
        let known = memory::recall(&tables[..1], &tables[1], 2).expect("alike");
        let centre = trial::learn(&known, &recipe.rule(1)).centre;
        let data = ReportData {
            recipe: &recipe,
            start: &start,
            model: &centre,
            objectives: None,
            tables: &tables,
            fits: &[],
            points: &[],
            complete: false,
        };
        let (lines, shown) = lines(&data).expect("alike").expect("two generations");
        assert!(shown == BarContent::Effects);
        let mut up_and_down = [0, 0];
        for line in lines.iter().filter(|line| line.learned != line.start) {
            let (mean, _) = line.posterior.expect("what moved was seen");
            let up = line.learned > line.start;
            assert_eq!(mean > 0.0, up, "{} {mean}", line.name);
            up_and_down[usize::from(up)] += 1;
        }
        assert!(
            up_and_down.iter().all(|count| *count > 20),
            "{up_and_down:?}"
        );
    }

    #[test]
    fn zero_has_no_sign() {
        for zero in [0.0, -0.0, 0.004, -0.004] {
            assert_eq!(rounded(zero, 2, BarContent::Effects), "0.00");
        }
        assert_eq!(rounded(-0.3, 0, BarContent::Weights), "0");
        assert_eq!(rounded(0.015, 1, BarContent::Effects), "0.0");
        assert_eq!(rounded(0.25, 2, BarContent::Effects), "+0.25");
        assert_eq!(rounded(-10.0, 0, BarContent::Weights), "-10");
    }

    #[test]
    fn a_bar_lies_where_its_interval_is_and_tells_what_is_beyond_doubt() {
        let doubtful = bar(0.25, 0.5).into_string();
        assert!(doubtful.contains("M60.0 6H140.0") && doubtful.contains("cx=\"100.0\""));
        assert!(doubtful.contains("#999"));
        assert!(bar(-0.5, 0.25).into_string().contains("#0072b2"));
    }
}
