//! Measures of predictions, with intervals from resampled players (bootstrap).
//!
//! Each player is summarised once, and each pair of an attacking and a defensive player compared once; a resample
//! only weights these sums anew. (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, §6 and §8;
//! calibration error by class: Kull et al., "Beyond temperature scaling", 2019.)

use rand::RngExt as _;
use serde::Serialize;

use super::predictions::{StylePrediction, StylePredictions};
use crate::bayes::EstimateWithInterval;
use crate::bayes::ranking::area_under_curve;
use crate::bayes::reliability::Reliability;
use crate::rng;
use crate::style::Style;

/// Number of bootstrap resamples of players.
pub(super) const RESAMPLES: u64 = 1000;

/// Number of draws of the players' styles from their posteriors.
const STYLES_DRAWN: u64 = 200;

/// A measure of predictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleMeasure {
    /// Macro recall: the mean over styles of the share that is recognised, 0 to 1.
    MacroRecall,
    /// Area under the curve (AUC), attacking against defensive players.
    AreaUnderCurve,
    /// Log-loss, in nats.
    LogLoss,
    /// Brier score, summed over the three styles.
    Brier,
    /// Mean over styles of the expected calibration error.
    CalibrationError,
    /// Expected calibration error of attacking against defensive alone.
    CalibrationErrorOfTwo,
}

impl StyleMeasure {
    const ALL: [Self; 6] = [
        Self::MacroRecall,
        Self::AreaUnderCurve,
        Self::LogLoss,
        Self::Brier,
        Self::CalibrationError,
        Self::CalibrationErrorOfTwo,
    ];
}

/// All measures of one recogniser that judges from a given number of games per player.
#[derive(Clone, Debug, Serialize)]
pub struct StyleMeasures {
    /// Number of predictions.
    pub cases: usize,
    /// Macro recall: the mean over styles of the share that is recognised, 0 to 1.
    pub macro_recall: EstimateWithInterval,
    /// Area under the curve (AUC), attacking against defensive players.
    pub auc: EstimateWithInterval,
    /// Log-loss, in nats.
    pub log_loss: EstimateWithInterval,
    /// Brier score, summed over the three styles.
    pub brier: EstimateWithInterval,
    /// Mean over styles of the expected calibration error.
    pub calibration_error: EstimateWithInterval,
    /// Expected calibration error of attacking against defensive alone.
    pub calibration_error_of_two: EstimateWithInterval,
    /// Mean calibration error of three styles to expect if the probabilities were right, which is not 0 with few
    /// players. `None` if not measured.
    pub calibration_error_if_right: Option<f64>,
    /// Number of predictions by true style and most likely style, in the order of [`Style::ALL`].
    pub confusion: [[u64; 3]; 3],
}

/// Sums over one player's predictions.
struct PlayerPredictionSums {
    style: Style,
    cases: f64,
    scores: Vec<f64>,
    log_loss: f64,
    brier: f64,
    said: [u64; 3],
    /// Reliability of the probabilities of each style, for each style that the player may have.
    if_of: [[Reliability; 3]; 3],
    of_two: Reliability,
}

impl PlayerPredictionSums {
    fn new(style: Style, cases: &[StylePrediction]) -> Self {
        let mut scores: Vec<f64> = cases.iter().map(|case| case.score).collect();
        scores.sort_by(f64::total_cmp);
        let mut summary = Self {
            style,
            cases: cases.len() as f64,
            scores,
            log_loss: 0.0,
            brier: 0.0,
            said: [0; 3],
            if_of: [[Reliability::default(); 3]; 3],
            of_two: Reliability::default(),
        };
        let truth = style.index();
        for StylePrediction { posterior, .. } in cases {
            summary.log_loss -= posterior[truth].max(f64::MIN_POSITIVE).ln();
            let mut likeliest = 0;
            for (place, probability) in posterior.iter().enumerate() {
                let happened = place == truth;
                summary.brier += (probability - f64::from(u8::from(happened))).powi(2);
                for (style, forecasts) in summary.if_of.iter_mut().enumerate() {
                    forecasts[place].add(*probability, place == style);
                }
                if *probability > posterior[likeliest] {
                    likeliest = place;
                }
            }
            summary.said[likeliest] += 1;
            let [attacking, defensive, _] = *posterior;
            if style != Style::Mixed && attacking + defensive > 0.0 {
                summary.of_two.add(
                    attacking / (attacking + defensive),
                    style == Style::Attacking,
                );
            }
        }
        summary
    }
}

/// Predictions summarised so that they can be measured for any weights of the players.
struct MeasuredPlayers {
    players: Vec<PlayerPredictionSums>,
    /// For each pair of an attacking and a defensive player, the number of pairs of predictions in which the former
    /// scores higher.
    above: Vec<(usize, usize, f64)>,
}

impl MeasuredPlayers {
    fn new(cases: &StylePredictions) -> Self {
        let players: Vec<PlayerPredictionSums> = cases
            .styles
            .iter()
            .zip(&cases.players)
            .map(|(style, cases)| PlayerPredictionSums::new(*style, cases))
            .collect();
        let of = |style| (0..players.len()).filter(move |player| cases.styles[*player] == style);
        let above = of(Style::Attacking)
            .flat_map(|one| of(Style::Defensive).map(move |other| (one, other)))
            .filter_map(|(one, other)| {
                let area = area_under_curve(&players[one].scores, &players[other].scores)?;
                Some((one, other, area * players[one].cases * players[other].cases))
            })
            .collect();
        Self { players, above }
    }

    fn of(&self, measure: StyleMeasure, times: &[f64]) -> f64 {
        let weighed = || {
            self.players
                .iter()
                .zip(times)
                .filter(|(_, times)| **times > 0.0)
        };
        let all: f64 = weighed().map(|(player, times)| times * player.cases).sum();
        match measure {
            StyleMeasure::MacroRecall => {
                let recalls = Style::ALL.map(|style| {
                    let own = || weighed().filter(|(player, _)| player.style == style);
                    let right: f64 = own()
                        .map(|(player, times)| times * player.said[style.index()] as f64)
                        .sum();
                    let cases: f64 = own().map(|(player, times)| times * player.cases).sum();
                    (cases > 0.0).then(|| right / cases)
                });
                let known: Vec<f64> = recalls.into_iter().flatten().collect();
                known.iter().sum::<f64>() / known.len() as f64
            }
            StyleMeasure::AreaUnderCurve => {
                let (mut wins, mut pairs) = (0.0, 0.0);
                for (one, other, above) in &self.above {
                    let weight = times[*one] * times[*other];
                    wins += weight * above;
                    pairs += weight * self.players[*one].cases * self.players[*other].cases;
                }
                wins / pairs
            }
            StyleMeasure::LogLoss => {
                weighed()
                    .map(|(player, times)| times * player.log_loss)
                    .sum::<f64>()
                    / all
            }
            StyleMeasure::Brier => {
                weighed()
                    .map(|(player, times)| times * player.brier)
                    .sum::<f64>()
                    / all
            }
            StyleMeasure::CalibrationError => {
                let truly = weighed().map(|(player, times)| (player, player.style.index(), *times));
                calibration_error(truly)
            }
            StyleMeasure::CalibrationErrorOfTwo => {
                self.of_two(times).expected_error().unwrap_or(f64::NAN)
            }
        }
    }

    /// Returns the mean calibration error when each player's style is drawn from their posterior.
    fn error_if_right(&self, believed: &[[f64; 3]], seed: u64) -> Option<f64> {
        if believed.len() != self.players.len() {
            return None;
        }
        let drawn = (0..STYLES_DRAWN).map(|number| {
            let mut draw = rng::stream(seed, "styles drawn from what is believed", number);
            let styles: Vec<usize> = believed
                .iter()
                .map(|[attacking, defensive, _]| {
                    let place: f64 = draw.random();
                    usize::from(place >= *attacking) + usize::from(place >= attacking + defensive)
                })
                .collect();
            let players = self.players.iter().zip(styles);
            calibration_error(players.map(|(player, style)| (player, style, 1.0)))
        });
        Some(drawn.sum::<f64>() / STYLES_DRAWN as f64)
    }

    fn of_two(&self, times: &[f64]) -> Reliability {
        let mut sum = Reliability::default();
        for (player, times) in self.players.iter().zip(times) {
            sum.merge(&player.of_two, *times);
        }
        sum
    }
}

/// Returns the mean over styles of the expected calibration error; players come with an assumed style and a weight.
fn calibration_error<'a>(
    players: impl Iterator<Item = (&'a PlayerPredictionSums, usize, f64)>,
) -> f64 {
    let mut sums = [Reliability::default(); 3];
    for (player, style, times) in players {
        for (sum, forecasts) in sums.iter_mut().zip(&player.if_of[style]) {
            sum.merge(forecasts, times);
        }
    }
    let errors = sums.map(|sum| sum.expected_error().unwrap_or(f64::NAN));
    errors.iter().sum::<f64>() / 3.0
}

/// Returns the players' weights for each resample, drawn within each style.
fn resamples(styles: &[Style], seed: u64) -> Vec<Vec<f64>> {
    (0..RESAMPLES)
        .map(|number| {
            let mut draw = rng::stream(seed, "players drawn anew", number);
            let mut times = vec![0.0; styles.len()];
            for style in Style::ALL {
                let own: Vec<usize> = (0..styles.len())
                    .filter(|player| styles[*player] == style)
                    .collect();
                for _ in &own {
                    times[own[draw.random_range(0..own.len())]] += 1.0;
                }
            }
            times
        })
        .collect()
}

/// Returns one measure over all players, without an interval.
pub fn value(cases: &StylePredictions, measure: StyleMeasure) -> f64 {
    MeasuredPlayers::new(cases).of(measure, &vec![1.0; cases.players.len()])
}

/// Measures one recogniser at one level. `believed` holds each player's posterior from all of their games, from which
/// styles are drawn to find the calibration error to expect; empty for none.
pub fn measure(
    cases: &StylePredictions,
    believed: &[[f64; 3]],
    seed: u64,
) -> (StyleMeasures, Reliability) {
    let table = MeasuredPlayers::new(cases);
    let once = vec![1.0; table.players.len()];
    let resamples = resamples(&cases.styles, seed);
    let [
        macro_recall,
        auc,
        log_loss,
        brier,
        calibration_error,
        calibration_error_of_two,
    ] = StyleMeasure::ALL.map(|measure| {
        let drawn = resamples
            .iter()
            .map(|times| table.of(measure, times))
            .collect();
        EstimateWithInterval::of_resamples(table.of(measure, &once), drawn)
    });
    let mut confusion = [[0; 3]; 3];
    for player in &table.players {
        for (sum, said) in confusion[player.style.index()].iter_mut().zip(player.said) {
            *sum += said;
        }
    }
    let measures = StyleMeasures {
        cases: cases.players.iter().map(Vec::len).sum(),
        macro_recall,
        auc,
        log_loss,
        brier,
        calibration_error,
        calibration_error_of_two,
        calibration_error_if_right: table.error_if_right(believed, seed),
        confusion,
    };
    (measures, table.of_two(&once))
}

/// Returns the value of a measure for `one` minus that for `other`, on the same resampled players.
pub fn difference(
    one: &StylePredictions,
    other: &StylePredictions,
    measure: StyleMeasure,
    seed: u64,
) -> EstimateWithInterval {
    let tables = [one, other].map(MeasuredPlayers::new);
    let of = |times: &[f64]| tables[0].of(measure, times) - tables[1].of(measure, times);
    let drawn = resamples(&one.styles, seed)
        .iter()
        .map(|times| of(times))
        .collect();
    EstimateWithInterval::of_resamples(of(&vec![1.0; one.styles.len()]), drawn)
}
