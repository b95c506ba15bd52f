//! The result of a tuning: effects, curves, best values, and the match that validates them.

use serde::Serialize;

use super::curve::{OptionCurve, POINT_IN_ELO};
use super::interactions::{Interaction, interactions};
use super::method::TuneMethod;
use super::option::{OptionKind, TunedOption};
use super::outcomes::TuneOutcomes;
use super::prior::{FittedPrior, MeasuredGains};
use super::spsa::{PathPoint, SpsaPath};
use crate::arena::{EloFigure, OptionDraws, TournamentStandings};
use crate::bayes::effect::Effect;
use crate::bayes::half_width_95;

/// One value of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValuePoint {
    /// The value.
    pub value: String,
    /// Elo of this value less that of the start; `None` while the games do not tell.
    pub elo: Option<f64>,
    /// Its 95 % half width; 0 for the start itself.
    pub elo_error_95: Option<f64>,
}

/// What was found of one option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionResult {
    /// Name of the option.
    pub name: String,
    /// Kind of the option.
    pub kind: OptionKind,
    /// Value without tuning.
    pub start: String,
    /// Best value: the one with the greatest expected gain, or the start if none is expected to gain. Of a range it may lie
    /// between the values that were tried. With SPSA the value at which it stands.
    pub best: String,
    /// Elo of the last value less that of the first: an unbiased estimate; `None` while the games do not tell.
    pub effect_elo: Option<f64>,
    /// Its 95 % half width.
    pub effect_elo_error_95: Option<f64>,
    /// Expected gain of the best value over the start, shrunk towards 0 by a prior that all options share. `None` with
    /// SPSA, which does not tell it.
    pub gain_elo: Option<f64>,
    /// Its 95 % half width, by the posterior.
    pub gain_elo_error_95: Option<f64>,
    /// All values.
    pub curve: Vec<ValuePoint>,
}

/// The result of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuneResult {
    /// How it was learned.
    pub method: TuneMethod,
    /// Number of games with drawn options.
    pub games: u64,
    /// Options, in the order of the recipe.
    pub options: Vec<OptionResult>,
    /// Options whose values matter together.
    pub interactions: Vec<Interaction>,
    /// Sum of the expected gains; `None` with SPSA.
    pub expected_gain_elo: Option<f64>,
    /// Its 95 % half width, by the posteriors of the options, which were drawn independently.
    pub expected_gain_elo_error_95: Option<f64>,
    /// The path of the values with SPSA, in the order of the options; empty with a trial.
    pub path: Vec<PathPoint>,
    /// The best values against those of the start; `None` if it was not played.
    pub validation: Option<ValidationFigure>,
}

/// The best values against those of the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ValidationFigure {
    /// Number of games.
    pub games: u64,
    /// Elo of the best values with its error.
    #[serde(flatten)]
    pub figure: EloFigure,
}

impl ValidationFigure {
    /// Returns the score of the best values, who are the first player; `None` before the first pair of games.
    pub fn of(standings: &TournamentStandings) -> Option<Self> {
        let score = standings.pairings.first()?;
        (score.games() > 0).then(|| {
            let estimate = score.counts.estimate();
            Self {
                games: score.games(),
                figure: EloFigure {
                    elo: estimate.elo,
                    elo_error_95: estimate.elo_error_95,
                },
            }
        })
    }
}

impl ValidationFigure {
    /// Returns true if the whole interval of the best values lies above 0.
    pub fn is_won(&self) -> bool {
        self.figure.elo > self.figure.elo_error_95
    }

    /// Returns true if the whole interval of the best values lies below 0.
    pub fn is_lost(&self) -> bool {
        self.figure.elo < -self.figure.elo_error_95
    }
}

impl TuneResult {
    /// Evaluates the outcomes of the pairs played so far.
    pub fn of(options: &[TunedOption], outcomes: &TuneOutcomes, seed: u64) -> Self {
        let draws = OptionDraws::new(options.iter().map(|option| option.drawn.clone()));
        let counts = outcomes.count(&draws, seed);
        let curves: Vec<Option<OptionCurve>> = counts
            .iter()
            .zip(options)
            .map(|(counts, option)| OptionCurve::fit(counts, option.start))
            .collect();
        let measured: Vec<Option<MeasuredGains>> = options
            .iter()
            .zip(&curves)
            .map(|(option, curve)| Some(MeasuredGains::of(option, curve.as_ref()?)))
            .collect();
        let known: Vec<&MeasuredGains> = measured.iter().flatten().collect();
        let prior = FittedPrior::fit(&known);
        let results: Vec<OptionResult> = options
            .iter()
            .zip(curves.iter().zip(&measured))
            .map(|(option, (curve, measured))| {
                let both = measured.as_ref().zip(prior.as_ref());
                let gains = both.map(|(gains, prior)| prior.posterior(gains));
                option_result(option, curve.as_ref(), &gains.unwrap_or_default())
            })
            .collect();
        let gains = results.iter().filter_map(|option| option.gain_elo);
        let errors = results.iter().filter_map(|option| option.gain_elo_error_95);
        Self {
            method: TuneMethod::Trial,
            games: 2 * outcomes.pairs().len() as u64,
            interactions: interactions(outcomes, &draws, &curves, seed),
            expected_gain_elo: Some(gains.sum()),
            expected_gain_elo_error_95: Some(errors.map(|error| error.powi(2)).sum::<f64>().sqrt()),
            path: Vec::new(),
            options: results,
            validation: None,
        }
    }

    /// Tells where SPSA stands. It says nothing of a gain: only the validation does.
    pub fn of_path(options: &[TunedOption], path: &SpsaPath, outcomes: &TuneOutcomes) -> Self {
        let results = options
            .iter()
            .zip(path.values())
            .map(|(option, best)| OptionResult {
                best,
                gain_elo: None,
                gain_elo_error_95: None,
                ..option_result(option, None, &[])
            });
        Self {
            method: TuneMethod::Spsa,
            games: 2 * outcomes.pairs().len() as u64,
            options: results.collect(),
            interactions: Vec::new(),
            expected_gain_elo: None,
            expected_gain_elo_error_95: None,
            path: path.points(),
            validation: None,
        }
    }

    /// Returns true if some value is expected to gain; with SPSA if some value has moved.
    pub fn has_gains(&self) -> bool {
        let mut options = self.options.iter();
        options.any(|option| option.best != option.start)
    }

    /// Returns true if the best values are worth playing with: some value is expected to gain, and the validation was
    /// not lost.
    pub fn is_recommended(&self) -> bool {
        let is_lost = self
            .validation
            .as_ref()
            .is_some_and(ValidationFigure::is_lost);
        self.has_gains() && !is_lost
    }

    /// Returns the best values as settings of the engine.
    pub fn best(&self) -> Vec<(String, String)> {
        let options = self.options.iter();
        options
            .map(|option| (option.name.clone(), option.best.clone()))
            .collect()
    }

    /// Returns the best values as fastchess and cutechess-cli take them, one to a line.
    pub fn option_list(&self) -> String {
        let options = self.options.iter();
        options
            .flat_map(|option| ["\"option.", &option.name, "=", &option.best, "\"\n"])
            .collect()
    }
}

/// Tells what was found of an option; `gains` are the expected ones of its values.
fn option_result(
    option: &TunedOption,
    curve: Option<&OptionCurve>,
    gains: &[(String, Effect)],
) -> OptionResult {
    let in_elo = |effect: Effect| {
        (
            effect.slope * POINT_IN_ELO,
            half_width_95(effect.error * POINT_IN_ELO),
        )
    };
    let last = option.drawn.values.len() - 1;
    let (effect_elo, effect_elo_error_95) = curve
        .and_then(|curve| curve.difference(last, 0))
        .map(in_elo)
        .unzip();
    let best = gains
        .iter()
        .filter(|(_, effect)| effect.slope > 0.0)
        .max_by(|(_, one), (_, other)| one.slope.total_cmp(&other.slope));
    let gain = best.map_or((0.0, 0.0), |(_, effect)| in_elo(*effect));
    let (gain_elo, gain_elo_error_95) = Some(gain).unzip();
    let value = |number: usize| option.drawn.values[number].clone();
    OptionResult {
        name: option.drawn.name.clone(),
        kind: option.kind,
        start: option.start_value().to_owned(),
        best: best
            .map_or_else(|| option.start_value(), |(text, _)| text)
            .to_owned(),
        effect_elo,
        effect_elo_error_95,
        gain_elo,
        gain_elo_error_95,
        curve: (0..option.drawn.values.len())
            .map(|number| {
                let difference = curve.and_then(|curve| curve.difference(number, option.start));
                let of_start = (number == option.start).then_some((0.0, 0.0));
                let (elo, elo_error_95) = of_start.or(difference.map(in_elo)).unzip();
                ValuePoint {
                    value: value(number),
                    elo,
                    elo_error_95,
                }
            })
            .collect(),
    }
}
