//! Every parameter's start, what was learned of it, and what is left of doubt, as a table with bars.
//!
//! A fit leaves a posterior of the weight itself, drawn beside its start. A trial tells what a level is worth around
//! the last centre: that effect's posterior, shrunk by how much its group varies beyond chance, is drawn around
//! nought, and a centre is where its effects are.
//!
//! May use: L0, `bayes`, `heuristic`, `model`, `learn`.

use std::fmt::Write as _;

use super::Story;
use crate::bayes::effect::{Effect, shrink_by_group};
use crate::heuristic::kinship::{Kinship, Twins};
use crate::learn::trial::score_effects;
use crate::phase::{ByPhase, Phase};

/// How many parameters are listed before the rest is folded away.
const FIRST: usize = 25;

/// Half the width of a bar's ground, in pixels.
const HALF: f64 = 80.0;

/// A parameter in a phase.
struct Line<'a> {
    name: &'a str,
    phase: Phase,
    start: i32,
    learned: i32,
    /// The mean and the standard deviation of what is drawn, from where its bar begins.
    posterior: Option<(f64, f64)>,
}

/// What the bars show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Weights, in centipawns from the start.
    Weights,
    /// Effects of one level, in hundredths of a point.
    Effects,
}

/// The section of the report; nothing before the first generation.
pub(super) fn section(story: &Story<'_>) -> String {
    let Some((lines, shown)) = lines(story) else {
        return String::new();
    };
    let (first, rest) = lines.split_at(lines.len().min(FIRST));
    let what = match shown {
        Shown::Weights => {
            "The posterior is that of the last fit: its weight with a 95&nbsp;% interval, the other weights \
             taken as known; the line in the middle is the start, and a share of the way was gone"
        }
        Shown::Effects => {
            "The posterior is that of one level's effect around the last generation's centre, in hundredths of a \
             point with a 95&nbsp;% interval; the line in the middle is none"
        }
    };
    format!(
        "<h2>Parameters</h2>\n<p class=\"see\">In the order of how far they were moved. {what}.</p>\n\
         {}<details><summary>the other {}</summary>\n{}</details>\n",
        table(first, shown),
        rest.len(),
        table(rest, shown)
    )
}

/// One line for each unit and phase, the furthest moved first.
fn lines<'a>(story: &Story<'a>) -> Option<(Vec<Line<'a>>, Shown)> {
    let last = story.tables.last()?;
    let schema = story.start.schema();
    let kinship = Kinship::of(schema, Twins::Tied);
    let (shown, posterior) = if story.recipe.method.fits() {
        (Shown::Weights, of_weights(story))
    } else {
        let groups = kinship.group_of();
        let effects = score_effects(last);
        let shrunk = ByPhase::new_with(|phase| shrink_by_group(&effects[phase], &groups));
        let hundredths = |effect: &Option<Effect>| {
            effect.map(|effect| (100.0 * effect.slope, 100.0 * effect.error))
        };
        let posterior = ByPhase::new_with(|phase| shrunk[phase].iter().map(hundredths).collect());
        (Shown::Effects, posterior)
    };
    let mut seen = vec![false; kinship.units()];
    let mut lines = Vec::new();
    for (place, parameter) in schema.parameters().iter().enumerate() {
        if std::mem::replace(&mut seen[kinship.unit_of()[place]], true) {
            continue;
        }
        for phase in Phase::ALL {
            lines.push(Line {
                name: &parameter.name,
                phase,
                start: story.start.weights()[phase][place],
                learned: story.model.weights()[phase][place],
                posterior: posterior[phase].get(place).copied().flatten(),
            });
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse((line.learned - line.start).abs()));
    Some((lines, shown))
}

/// The weights of the last fit, from the start's.
fn of_weights(story: &Story<'_>) -> ByPhase<Vec<Option<(f64, f64)>>> {
    let Some((fit, table)) = story.fits.last().zip(story.tables.last()) else {
        return ByPhase::default();
    };
    let fitted = table.ladder().centre();
    ByPhase::new_with(|phase| {
        let weights = story.start.weights()[phase]
            .iter()
            .zip(&fitted.weights()[phase]);
        let weights = weights.zip(&fit.deviations[phase]);
        weights
            .map(|((start, fitted), deviation)| Some((f64::from(fitted - start), *deviation)))
            .collect()
    })
}

fn table(lines: &[Line<'_>], shown: Shown) -> String {
    let mut html = String::from(
        "<table><tr><th>parameter</th><th>phase</th><th>start</th><th>learned</th><th>moved</th>\
         <th colspan=\"2\">posterior (95&nbsp;%)</th></tr>\n",
    );
    // Bars of one table share their scale, so that they can be compared.
    let reach = |line: &Line<'_>| {
        line.posterior
            .map_or(0.0, |(mean, sd)| mean.abs() + 1.96 * sd)
    };
    let furthest = lines.iter().map(reach).fold(f64::MIN_POSITIVE, f64::max);
    for line in lines {
        let (numbers, bar) = line
            .posterior
            .map_or_else(Default::default, |(mean, deviation)| {
                let (at, digits) = match shown {
                    Shown::Weights => (f64::from(line.start) + mean, 0),
                    Shown::Effects => (mean, 2),
                };
                let at = rounded(at, digits, shown);
                let numbers = format!("{at} &plusmn; {:.digits$}", 1.96 * deviation);
                (numbers, bar(mean / furthest, 1.96 * deviation / furthest))
            });
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:+}</td><td>{numbers}</td><td>{bar}</td></tr>",
            line.name,
            line.phase,
            line.start,
            line.learned,
            line.learned - line.start
        );
    }
    html.push_str("</table>\n");
    html
}

/// A number with its sign where it is an effect; what rounds to nought is neither above nor below it.
fn rounded(at: f64, digits: usize, shown: Shown) -> String {
    let text = match shown {
        Shown::Weights => format!("{at:.digits$}"),
        Shown::Effects => format!("{at:+.digits$}"),
    };
    if text.contains(|letter| matches!(letter, '1'..='9')) {
        text
    } else {
        text.trim_start_matches(['+', '-']).to_owned()
    }
}

/// An interval around a line in the middle, both numbers as shares of half the ground.
fn bar(mean: f64, half: f64) -> String {
    let at = |share: f64| HALF * (1.0 + share);
    let colour = if mean.abs() > half { "#0072b2" } else { "#999" };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 160 12\" width=\"160\" height=\"12\">\
         <path d=\"M80 0V12\" stroke=\"#ccc\"/><path d=\"M{:.1} 6H{:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/>\
         <circle cx=\"{:.1}\" cy=\"6\" r=\"3\" fill=\"{colour}\"/></svg>",
        at(mean - half),
        at(mean + half),
        at(mean)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nought_has_no_sign_however_it_came_about() {
        for nought in [0.0, -0.0, 0.004, -0.004] {
            assert_eq!(rounded(nought, 2, Shown::Effects), "0.00");
        }
        assert_eq!(rounded(-0.3, 0, Shown::Weights), "0");
        assert_eq!(rounded(0.015, 1, Shown::Effects), "0.0");
        assert_eq!(rounded(0.25, 2, Shown::Effects), "+0.25");
        assert_eq!(rounded(-10.0, 0, Shown::Weights), "-10");
    }

    #[test]
    fn a_bar_lies_where_its_interval_is_and_tells_what_is_beyond_doubt() {
        let doubtful = bar(0.25, 0.5);
        assert!(doubtful.contains("M60.0 6H140.0") && doubtful.contains("cx=\"100.0\""));
        assert!(doubtful.contains("#999"));
        assert!(bar(-0.5, 0.25).contains("#0072b2"));
    }
}
