//! The curve of a training: the results of each generation, and its charts.

use serde::{Deserialize, Serialize};

use super::recipe::Validation;
use super::result_sheet::SheetRow;
use crate::arena::{MatchScore, SprtVerdict};
use crate::plot::{Axis, Chart, Curve, CurveStyle, Point as Mark, ReferenceLine};
use crate::selfplay::ResultCounts;
use crate::units::round_to;

/// What stands in the curve after a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingPoint {
    /// The recipe's hash.
    pub recipe: String,
    /// How many generations were learned from.
    pub generation: u32,
    /// How many games, of all of them.
    pub games: u64,
    /// Processor time of all their games, in hours, as far as it is known: no part of the result.
    pub core_hours: f64,
    /// Won by the drawn side in this generation.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// The mean z² of the effects in the opening; 1 is chance alone.
    pub z2_opening: Option<f64>,
    /// In the middlegame.
    pub z2_middlegame: Option<f64>,
    /// In the endgame.
    pub z2_endgame: Option<f64>,
    /// The root mean square of the centre's step, in centipawns.
    pub moved_cp: f64,
    /// The fingerprint of the model: the mean of the last centres.
    pub model: String,
    /// How the model was validated and tested: [`Validation::description`]; none where it was not, and in
    /// curves of older versions.
    #[serde(default)]
    pub validation: Option<String>,
    /// Games of the validation.
    pub validation_games: u64,
    /// They were won, drawn and lost so often: `won-drawn-lost`.
    #[serde(default)]
    pub validation_results: Option<String>,
    /// Elo of the model against the heuristic that training began with; none where it was not
    /// validated.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub elo_error_95: Option<f64>,
    /// Result of the sequential test against the best model before it; `None` without a test. It is `continue` if the
    /// games did not suffice.
    #[serde(default)]
    pub sprt: Option<SprtVerdict>,
    /// How many games that took.
    #[serde(default)]
    pub sprt_games: Option<u64>,
}

impl SheetRow for TrainingPoint {
    fn recipe(&self) -> &str {
        &self.recipe
    }
}

impl TrainingPoint {
    /// Whether it was judged as a recipe asks for.
    pub fn is_judged_by(&self, validation: &Validation) -> bool {
        let by_others = |by: &String| *by != validation.description();
        self.elo.is_some() && !self.validation.as_ref().is_some_and(by_others)
    }

    /// Adds the result of a validation.
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

    /// Returns the result of the test against the best model before it, in words.
    pub const fn test_in_words(&self) -> Option<&'static str> {
        match self.sprt {
            None => None,
            Some(SprtVerdict::Accept) => Some("better than the best before it"),
            Some(SprtVerdict::Reject) => Some("no better than the best before it"),
            Some(SprtVerdict::Continue) => Some("not told apart from the best before it"),
        }
    }
}

/// What a curve is drawn over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveScale {
    /// Games of self-play.
    Games,
    /// Hours of one processor core.
    CoreHours,
}

/// The Elo of the model over what was spent on it.
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
