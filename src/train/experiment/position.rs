//! The experiment of table 6.2: the value of one position by the initial, a random and the learned heuristic as the
//! database grows.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position as _};

use super::recipe::{PositionMeasure, PrintedValues};
use super::{
    ExperimentError, ExperimentEvent, ExperimentOptions, ExperimentRecipe, GrowingDatabase,
};
use crate::eval::Evaluator;
use crate::files::Existing;
use crate::heuristic::{Heuristic, Levels, Schema};
use crate::phase::{ByPhase, Phase};
use crate::plot::{Axis, Chart, Curve, CurveStyle, Point};
use crate::rng;
use crate::train::result_sheet::SheetRow;
use crate::train::{Completion, ResultSheet};
use crate::units::Centipawns;

/// The values of the position at one size, in centipawns, positive when Black is ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRow {
    /// Hash of the recipe.
    pub recipe: String,
    /// Number of games learned from.
    pub games_in_database: u32,
    /// Value by the initial heuristic, which is always the same.
    pub initial_cp: i32,
    /// Value by a random heuristic, drawn for each size.
    pub random_cp: i32,
    /// Value by the learned heuristic.
    pub learned_cp: i32,
}

impl SheetRow for ValueRow {
    fn recipe(&self) -> &str {
        &self.recipe
    }
}

/// Returns the static evaluation of a position in centipawns, as the original counts it: positive when Black is
/// ahead.
pub fn utility(heuristic: &Heuristic, position: &Chess) -> Centipawns {
    let score = Evaluator::new(heuristic, Phase::of(position)).evaluate(position);
    // A static evaluation is never a mate score.
    -score.for_white(position.turn()).0.centipawns_or(0)
}

/// Measures the sizes that the sheet lacks, and adds each of them at once.
///
/// # Errors
///
/// [`ExperimentError`]; finished points stay in the sheet.
pub fn measure(
    recipe: &ExperimentRecipe,
    measure: &PositionMeasure,
    growing: &mut GrowingDatabase<'_>,
    sheet: &mut ResultSheet<ValueRow>,
    means: &ExperimentOptions,
    on_event: &mut dyn FnMut(ExperimentEvent<'_>),
) -> Result<Completion, ExperimentError> {
    let schema = Schema::classic();
    for &size in &recipe.sizes {
        if sheet.rows().iter().any(|row| row.games_in_database == size) {
            continue;
        }
        let Some(learned) = growing.learned(size, recipe.objective, means, on_event)? else {
            return Ok(Completion::Stopped);
        };
        let mut rng = rng::stream(measure.seed, "levels for a position", u64::from(size));
        let levels = ByPhase::new_with(|_| Levels::random(schema, &mut rng));
        let value = |heuristic: &Heuristic| utility(heuristic, &measure.position).0;
        let row = ValueRow {
            recipe: recipe.hash(),
            games_in_database: size,
            initial_cp: value(&Heuristic::initial()),
            random_cp: value(&Heuristic::from_levels(schema, &levels)),
            learned_cp: value(&learned),
        };
        let what = format!(
            "initial {}, random {}, learned {}",
            row.initial_cp, row.random_cp, row.learned_cp
        );
        sheet.add(row)?;
        on_event(ExperimentEvent::Measured { size, what: &what });
    }
    Ok(Completion::Complete)
}

/// Opens the result sheet of a recipe.
///
/// # Errors
///
/// [`ExperimentError`] for a sheet that is damaged or belongs to another recipe.
pub fn open(
    file: &Path,
    recipe: &ExperimentRecipe,
    other: Existing,
) -> Result<ResultSheet<ValueRow>, ExperimentError> {
    Ok(ResultSheet::open(file, &recipe.hash(), other)?)
}

/// Creates the chart: the three curves, and the learned values printed in the original.
pub fn chart(recipe: &ExperimentRecipe, measure: &PositionMeasure, rows: &[ValueRow]) -> Chart {
    let curve = |name: &str, style, value: fn(&ValueRow) -> i32| {
        let mut points: Vec<Point> = rows
            .iter()
            .filter(|row| recipe.sizes.contains(&row.games_in_database))
            .map(|row| point(row.games_in_database, value(row)))
            .collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Curve {
            name: name.to_owned(),
            style,
            points,
        }
    };
    let mut curves = vec![
        curve("learned", CurveStyle::Band, |row| row.learned_cp),
        curve("initial", CurveStyle::Line, |row| row.initial_cp),
        curve("random", CurveStyle::Bars, |row| row.random_cp),
    ];
    curves.extend(measure.printed.as_ref().map(|printed| Curve {
        name: format!("learned, {}", printed.source),
        style: CurveStyle::Bars,
        points: printed_points(printed),
    }));
    Chart {
        title: recipe.title.clone(),
        subtitle: format!(
            "{} of the first N games at {} nodes a move; one random heuristic for each size",
            recipe.objective.name(),
            recipe.database.nodes
        ),
        x_label: "games in the database (N)".to_owned(),
        y_label: "value in centipawns, positive for Black".to_owned(),
        x_axis: Axis::Logarithmic,
        reference: None,
        curves,
    }
}

fn printed_points(printed: &PrintedValues) -> Vec<Point> {
    let values = printed.sizes.iter().zip(&printed.learned);
    values.map(|(size, value)| point(*size, *value)).collect()
}

fn point(size: u32, value: i32) -> Point {
    Point {
        x: f64::from(size),
        y: f64::from(value),
        error: 0.0,
    }
}
