//! The learning curve of a training: the results of each generation, and its charts.

use serde::{Deserialize, Serialize};

use super::recipe::Validation;
use super::result_sheet::SheetRow;
use crate::arena::{MatchScore, SprtVerdict};
use crate::plot::{Axis, Chart, Curve, CurveStyle, Point as Mark, ReferenceLine};
use crate::record::ResultCounts;
use crate::units::round_to;

/// A point of the learning curve: the results after one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingPoint {
    /// Hash of the recipe.
    pub recipe: String,
    /// Number of generations learned from.
    pub generation: u32,
    /// Number of games of all generations so far.
    pub games: u64,
    /// Processor time of all games so far, in core-hours as far as known; not part of the result.
    pub core_hours: f64,
    /// Games of this generation won by a side with drawn levels; for methods that fit weights, won by White.
    pub wins: u64,
    /// Games of this generation that were drawn.
    pub draws: u64,
    /// Games of this generation lost by a side with drawn levels; for methods that fit weights, lost by White.
    pub losses: u64,
    /// Mean z² of the effects in the opening; chance alone gives 1. `None` if not measured.
    pub z2_opening: Option<f64>,
    /// Mean z² of the effects in the middlegame.
    pub z2_middlegame: Option<f64>,
    /// Mean z² of the effects in the endgame.
    pub z2_endgame: Option<f64>,
    /// Root mean square of the centre's step over all weights, in centipawns.
    pub moved_cp: f64,
    /// Fingerprint of the model, which is the mean of the last centres.
    pub model: String,
    /// Conditions of validation and test, as [`Validation::description`] gives them; `None` without validation and in
    /// curves of older versions.
    #[serde(default)]
    pub validation: Option<String>,
    /// Number of games of the validation.
    pub validation_games: u64,
    /// Games of the validation from the model's side, as `won-drawn-lost`.
    #[serde(default)]
    pub validation_results: Option<String>,
    /// Elo of the model against the heuristic that training began with; `None` without validation.
    pub elo: Option<f64>,
    /// Half the width of the 95 % interval of `elo`.
    pub elo_error_95: Option<f64>,
    /// Result of the sequential test against the best earlier model; `None` without a test. It is `continue` if the
    /// games did not suffice.
    #[serde(default)]
    pub sprt: Option<SprtVerdict>,
    /// Number of games of the sequential test.
    #[serde(default)]
    pub sprt_games: Option<u64>,
}

impl SheetRow for TrainingPoint {
    fn recipe(&self) -> &str {
        &self.recipe
    }
}

impl TrainingPoint {
    /// Returns true if the point was validated under the conditions of `validation`. Points of older versions, which
    /// record none, count too.
    pub fn is_judged_by(&self, validation: &Validation) -> bool {
        let by_others = |by: &String| *by != validation.description();
        self.elo.is_some() && !self.validation.as_ref().is_some_and(by_others)
    }

    /// Adds the result of a validation, from the model's side.
    pub fn validated(&mut self, standing: &MatchScore, validation: &Validation) {
        let estimate = standing.counts.estimate();
        let ResultCounts {
            wins,
            draws,
            losses,
        } = standing.results;
        self.validation = Some(validation.description());
        self.validation_games = standing.games();
        self.validation_results = Some(format!("{wins}-{draws}-{losses}"));
        self.elo = Some(round_to(estimate.elo, 2));
        self.elo_error_95 = Some(round_to(estimate.elo_error_95, 2));
    }

    /// Returns the result of the test against the best earlier model, in words; `None` without a test.
    pub const fn test_in_words(&self) -> Option<&'static str> {
        match self.sprt {
            None => None,
            Some(SprtVerdict::Accept) => Some("better than the best before it"),
            Some(SprtVerdict::Reject) => Some("no better than the best before it"),
            Some(SprtVerdict::Continue) => Some("not told apart from the best before it"),
        }
    }
}

/// Horizontal axis of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveScale {
    /// Number of self-play games.
    Games,
    /// Core-hours.
    CoreHours,
}

/// Creates the chart of the model's Elo over games or core-hours.
pub fn chart(title: &str, points: &[TrainingPoint], nodes: u64, over: CurveScale) -> Chart {
    let (x_label, of): (_, fn(&TrainingPoint) -> f64) = match over {
        CurveScale::Games => ("games of self-play", |point| point.games as f64),
        CurveScale::CoreHours => ("hours of one core", |point| point.core_hours),
    };
    let mark = |point: &TrainingPoint| {
        Some(Mark {
            x: of(point),
            y: point.elo?,
            error: point.elo_error_95?,
        })
    };
    let games = points.iter().map(|point| point.validation_games).max();
    Chart {
        title: title.to_owned(),
        subtitle: format!(
            "against the heuristic it began with, {nodes} nodes a move, {} games a point, 95 % bands",
            games.unwrap_or(0)
        ),
        x_label: x_label.to_owned(),
        y_label: "Elo".to_owned(),
        x_axis: Axis::Linear,
        reference: Some(ReferenceLine {
            y: 0.0,
            name: "where it began".to_owned(),
        }),
        curves: vec![Curve {
            name: "learned".to_owned(),
            style: CurveStyle::Band,
            points: points.iter().filter_map(mark).collect(),
        }],
    }
}
