//! SPSA: all values move together, step by step, to where the results were better.
//!
//! In each pair of games one side has every value a little higher or lower, by a sign drawn for each option, and the
//! other side the opposite. The results of a step move the values towards the signs that won.
//!
//! Sources: J. C. Spall, *Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
//! Approximation* (1992); the exponents, the stability constant and the form of the rate are those of fishtest and
//! `OpenBench`, the testing frameworks of Stockfish and other engines.

use std::ops::Range;

use rand::RngExt as _;
use serde::Serialize;

use super::method::SpsaSettings;
use super::option::TunedOption;
use super::outcomes::{PairOutcome, TuneOutcomes};
use crate::arena::{GivenOptions, OptionSettings};
use crate::rng;

/// Exponent by which rates fall.
const ALPHA: f64 = 0.602;

/// Exponent by which perturbations fall.
const GAMMA: f64 = 0.101;

/// Share of all pairs that is added to the number of the pair, so that the first steps are not too large.
const STABILITY: f64 = 0.1;

/// The last perturbation of a value, as a share of its range.
pub(super) const LAST_PERTURBATION: f64 = 0.05;

/// The least last perturbation: smaller ones are lost in whole numbers.
pub(super) const LEAST_PERTURBATION: f64 = 0.5;

/// The most points that are kept of a path.
const MOST_POINTS: usize = 200;

/// An option whose value moves.
#[derive(Clone, Debug)]
struct MovingOption {
    name: String,
    least: f64,
    most: f64,
    last_perturbation: f64,
    value: f64,
}

/// Where the values stood after some pairs of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathPoint {
    /// Number of pairs that were learned from.
    pub pairs: u32,
    /// The value of each option, not rounded.
    pub values: Vec<f64>,
}

/// The values of all options on their way.
#[derive(Clone, Debug)]
pub struct SpsaPath {
    options: Vec<MovingOption>,
    settings: SpsaSettings,
    seed: u64,
    /// Number of pairs that were learned from.
    learned: u32,
    points: Vec<PathPoint>,
}

impl SpsaPath {
    /// Starts at the values that the options have without tuning.
    pub fn new(options: &[TunedOption], settings: SpsaSettings, seed: u64) -> Self {
        let number = |text: Option<&String>| text.and_then(|text| text.parse().ok());
        let options = options.iter().map(|option| {
            let values = &option.drawn.values;
            let least: f64 = number(values.first()).unwrap_or(0.0);
            let most: f64 = number(values.last()).unwrap_or(least);
            MovingOption {
                name: option.drawn.name.clone(),
                least,
                most,
                last_perturbation: last_perturbation(least, most),
                value: number(values.get(option.start)).unwrap_or(least),
            }
        });
        let mut path = Self {
            options: options.collect(),
            settings,
            seed,
            learned: 0,
            points: Vec::new(),
        };
        path.note();
        path
    }

    /// Goes as far as the outcomes tell: they are those of the first pairs, in order.
    pub fn replayed(
        options: &[TunedOption],
        settings: SpsaSettings,
        seed: u64,
        outcomes: &TuneOutcomes,
    ) -> Self {
        let mut path = Self::new(options, settings, seed);
        let mut rest = outcomes.pairs();
        while let Some(pairs) = path.next_pairs() {
            let Some((step, later)) = rest.split_at_checked(pairs.len()) else {
                break;
            };
            if step.iter().map(|outcome| outcome.pair).ne(pairs) {
                break;
            }
            path.learn(step);
            rest = later;
        }
        path
    }

    /// Returns the pairs of the next step; `None` after the last one.
    pub fn next_pairs(&self) -> Option<Range<u32>> {
        let to = self
            .learned
            .saturating_add(self.settings.pairs_per_step)
            .min(self.settings.pairs);
        (to > self.learned).then_some(self.learned..to)
    }

    /// Returns what both players of each pair of the next step play with.
    pub fn given(&self, pairs: Range<u32>) -> GivenOptions {
        GivenOptions {
            first: pairs.start,
            settings: pairs.map(|pair| self.settings_of(pair)).collect(),
        }
    }

    /// The values of both players in a pair of the next step.
    ///
    /// Engines take whole numbers: each is rounded up or down by chance, so that its mean is the value.
    fn settings_of(&self, pair: u32) -> [OptionSettings; 2] {
        let signs = self.signs(pair);
        let mut draw = rng::stream(self.seed, "rounding of SPSA", u64::from(pair));
        let thresholds: Vec<f64> = self.options.iter().map(|_| draw.random()).collect();
        [1.0, -1.0].map(|side| {
            let both = self.options.iter().zip(signs.iter().zip(&thresholds));
            both.map(|(option, (sign, threshold))| {
                let moved = option.value + side * sign * self.perturbation(option);
                let whole = (moved.clamp(option.least, option.most) + threshold).floor();
                (option.name.clone(), whole_number(whole))
            })
            .collect()
        })
    }

    /// Moves the values by the outcomes of the next step's pairs.
    pub fn learn(&mut self, step: &[PairOutcome]) {
        let Some(pairs) = self.next_pairs() else {
            return;
        };
        let mut pulls = vec![0.0; self.options.len()];
        for outcome in step {
            // Wins less losses of the first player.
            let won = f64::from(outcome.half_points) - 2.0;
            for (pull, sign) in pulls.iter_mut().zip(self.signs(outcome.pair)) {
                *pull += won * sign;
            }
        }
        let (rate, scale) = (self.rate(), self.perturbation_scale());
        for (option, pull) in self.options.iter_mut().zip(pulls) {
            let moved = option.value + rate * scale * option.last_perturbation * pull;
            option.value = moved.clamp(option.least, option.most);
        }
        self.learned = pairs.end;
        self.note();
    }

    /// The sign of each option's perturbation for the first player of a pair.
    fn signs(&self, pair: u32) -> Vec<f64> {
        let mut draw = rng::stream(self.seed, "signs of SPSA", u64::from(pair));
        let sign = |up: bool| if up { 1.0 } else { -1.0 };
        self.options.iter().map(|_| sign(draw.random())).collect()
    }

    /// Number of the next pair, from 1.
    fn number(&self) -> f64 {
        f64::from(self.learned) + 1.0
    }

    /// How many times the last perturbation the next one is.
    fn perturbation_scale(&self) -> f64 {
        (f64::from(self.settings.pairs) / self.number()).powf(GAMMA)
    }

    fn perturbation(&self, option: &MovingOption) -> f64 {
        option.last_perturbation * self.perturbation_scale()
    }

    /// The rate of the next step: a / c², the same for all options.
    fn rate(&self) -> f64 {
        let pairs = f64::from(self.settings.pairs);
        let stability = STABILITY * pairs;
        let fall = ((stability + pairs) / (stability + self.number())).powf(ALPHA);
        self.settings.rate * fall / self.perturbation_scale().powi(2)
    }

    fn note(&mut self) {
        self.points.push(PathPoint {
            pairs: self.learned,
            values: self.options.iter().map(|option| option.value).collect(),
        });
    }

    /// Returns the values, rounded to what engines take.
    pub fn values(&self) -> impl Iterator<Item = String> {
        let options = self.options.iter();
        options.map(|option| whole_number(option.value.round()))
    }

    /// Returns the path so far: its start, its end, and points evenly spaced between them.
    pub fn points(&self) -> Vec<PathPoint> {
        let last = self.points.len().saturating_sub(1);
        let steps = last.min(MOST_POINTS - 1);
        let places = (0..=steps).map(|step| step * last / steps.max(1));
        places
            .filter_map(|place| self.points.get(place).cloned())
            .collect()
    }
}

/// Writes a whole number; zero has no sign.
fn whole_number(number: f64) -> String {
    format!("{:.0}", number + 0.0)
}

/// Returns the last perturbation of a value that may go from `least` to `most`.
pub fn last_perturbation(least: f64, most: f64) -> f64 {
    (LAST_PERTURBATION * (most - least)).max(LEAST_PERTURBATION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::DrawnOption;
    use crate::train::tune::OptionKind;

    fn options() -> Vec<TunedOption> {
        let option = |name: &str, values: [i32; 3]| TunedOption {
            drawn: DrawnOption {
                name: name.to_owned(),
                values: values.map(|value| value.to_string()).to_vec(),
            },
            kind: OptionKind::Number,
            start: 1,
            range: Some([values[0].into(), values[2].into()]),
        };
        vec![option("A", [0, 50, 100]), option("B", [-40, 0, 200])]
    }

    fn settings(pairs: u32) -> SpsaSettings {
        SpsaSettings {
            pairs,
            pairs_per_step: 8,
            rate: 0.002,
        }
    }

    fn value(setting: &(String, String)) -> f64 {
        setting.1.parse().expect("a number")
    }

    /// Plays until the end: each side's strength in points falls with the distances of its values from `tops`.
    fn played(pairs: u32, seed: u64, tops: [f64; 2]) -> (SpsaPath, TuneOutcomes) {
        let mut path = SpsaPath::new(&options(), settings(pairs), seed);
        let mut outcomes = TuneOutcomes::default();
        let mut draw = rng::stream(seed, "simulated SPSA", 0);
        while let Some(step) = path.next_pairs() {
            let given = path.given(step.clone());
            let mut played = Vec::new();
            for (pair, sides) in step.zip(given.settings.iter()) {
                let [one, two] = [0, 1].map(|side| {
                    let far = sides[side].iter().zip(tops).zip([50.0, 100.0]);
                    far.map(|((setting, top), scale)| -((value(setting) - top) / scale).powi(2))
                        .sum::<f64>()
                });
                let half_points = (0..2)
                    .map(|_| {
                        let (win, dice) = (1.0 / 3.0 + 0.1 * (one - two), draw.random::<f64>());
                        let (won, drawn) = (dice < win, dice < win + 1.0 / 3.0);
                        if won { 2 } else { u8::from(drawn) }
                    })
                    .sum();
                played.push(PairOutcome { pair, half_points });
            }
            path.learn(&played);
            for outcome in played {
                outcomes.add(outcome);
            }
        }
        (path, outcomes)
    }

    #[test]
    fn values_go_where_the_results_are_better() {
        let tops = [80.0, 120.0];
        for seed in 0..3 {
            let (path, _) = played(20_000, seed, tops);
            let (begin, end) = (&path.points[0], path.points.last().expect("an end"));
            assert_eq!((begin.pairs, end.pairs), (0, 20_000));
            for (place, top) in tops.into_iter().enumerate() {
                let [first, last] = [begin, end].map(|point| (point.values[place] - top).abs());
                assert!(last < first / 2.0, "{place}: {end:?}");
            }
        }
    }

    #[test]
    fn a_path_is_replayed_from_its_outcomes_as_far_as_whole_steps_go() {
        let (path, outcomes) = played(100, 5, [80.0, 120.0]);
        let again = SpsaPath::replayed(&options(), settings(100), 5, &outcomes);
        assert_eq!(again.points, path.points);
        assert_eq!(again.next_pairs(), None);
        let mut part = TuneOutcomes::default();
        for outcome in &outcomes.pairs()[..21] {
            part.add(*outcome);
        }
        let part = SpsaPath::replayed(&options(), settings(100), 5, &part);
        assert_eq!(part.points, path.points[..3]);
        assert_eq!(part.next_pairs(), Some(16..24));
    }

    /// At the last pair perturbation and rate are those that the recipe names.
    #[test]
    fn steps_fall_to_the_last_ones() {
        let mut path = SpsaPath::new(&options(), settings(1000), 1);
        let (scale, rate) = (path.perturbation_scale(), path.rate());
        assert!((scale - 1000.0_f64.powf(0.101)).abs() < 1e-12);
        let fall = (1100.0_f64 / 101.0).powf(0.602);
        assert!((rate - 0.002 * fall / scale.powi(2)).abs() < 1e-15);
        path.learned = 999;
        assert!((path.perturbation_scale() - 1.0).abs() < 1e-12);
        assert!((path.rate() - 0.002).abs() < 1e-12);
        assert!((path.options[0].last_perturbation - 5.0).abs() < 1e-12);
        assert!((last_perturbation(0.0, 3.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn both_sides_have_opposite_values_whose_mean_is_the_value() {
        let path = SpsaPath::new(&options(), settings(4000), 2);
        let given = path.given(0..4000);
        let (mut sum, mut up) = ([0.0; 2], 0);
        for sides in given.settings.iter() {
            for place in 0..2 {
                let [one, two] = [0, 1].map(|side| value(&sides[side][place]));
                assert!((one - two).abs() > 0.5);
                sum[place] += one + two;
                up += u32::from(place == 0 && one > two);
            }
        }
        let means = sum.map(|sum: f64| sum / 8000.0);
        assert!(
            (means[0] - 50.0).abs() < 0.05 && means[1].abs() < 0.05,
            "{means:?}"
        );
        assert!((1850..2150).contains(&up), "{up}");
    }

    #[test]
    fn zero_has_no_sign() {
        let mut path = SpsaPath::new(&options(), settings(100), 1);
        path.options[1].value = -0.3;
        assert_eq!(path.values().collect::<Vec<_>>(), ["50", "0"]);
        assert_eq!(whole_number(-0.0), "0");
    }

    #[test]
    fn values_stay_in_their_range_and_few_points_are_kept() {
        let options = options();
        let mut path = SpsaPath::new(&options, settings(10_000), 3);
        while let Some(step) = path.next_pairs() {
            // The side with the higher value of A wins.
            let outcomes: Vec<PairOutcome> = step
                .map(|pair| PairOutcome {
                    pair,
                    half_points: if path.signs(pair)[0] > 0.0 { 4 } else { 0 },
                })
                .collect();
            path.learn(&outcomes);
            let given = path.given(path.learned..path.learned + 1);
            let mut all = given.settings[0].iter().flatten();
            assert!(all.all(|setting| (-40.0..=200.0).contains(&value(setting))));
        }
        assert_eq!(path.values().next().as_deref(), Some("100"));
        let points = path.points();
        assert_eq!(points.len(), MOST_POINTS);
        assert_eq!(
            (points[0].pairs, points[MOST_POINTS - 1].pairs),
            (0, 10_000)
        );
    }
}
