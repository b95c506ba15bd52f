//! Tunings of simulated engines whose options have known strengths: what the values gain that a trial and SPSA choose.
//!
//! The tables of `docs/diary/simulated-tunings.md`, in some minutes:
//! `cargo test --release --test all simulated_tunings -- --ignored --nocapture`.

use bayeschess::arena::{DrawnOption, OptionDraws, OptionSettings};
use bayeschess::rng;
use bayeschess::train::tune::{
    OptionKind, PairOutcome, SpsaPath, SpsaSettings, TuneOutcomes, TuneResult, TunedOption,
};
use bayeschess::units::ELO_PER_LOGIT;
use rand::{Rng, RngExt as _};

/// Number of options of each engine.
const OPTIONS: usize = 25;

/// Greatest value of each option; the least is 0, and the start lies in the middle.
const MOST: i32 = 1000;

/// Number of engines for each figure.
const RUNS: u64 = 30;

/// Numbers of pairs of games.
const PAIRS: [u32; 3] = [1_000, 5_000, 20_000];

/// How the strengths of an option's values lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// On parabolas with their tops near the start.
    Hills,
    /// The same, and the least value of one option in five is much worse.
    Cliffs,
    /// Each by itself, the start no better than others.
    Independent,
    /// All the same.
    Flat,
}

/// An option whose strengths are known, in points of a game.
enum SimulatedOption {
    Hill { height: f64, top: f64, falls: bool },
    Values([f64; 5]),
}

impl SimulatedOption {
    fn of(shape: Shape, draw: &mut impl Rng) -> Self {
        match shape {
            Shape::Hills | Shape::Cliffs => Self::Hill {
                height: 0.12 * normal(draw).abs(),
                top: 0.5 + 0.15 * normal(draw),
                falls: shape == Shape::Cliffs && draw.random::<f64>() < 0.2,
            },
            Shape::Independent => Self::Values([(); 5].map(|()| 0.008 * normal(draw))),
            Shape::Flat => Self::Values([0.0; 5]),
        }
    }

    /// The strength of a value, which is one of those tried unless all lie on a hill.
    fn strength(&self, value: f64) -> f64 {
        let share = value / f64::from(MOST);
        match self {
            Self::Hill { height, top, falls } => {
                let cliff = if *falls && share < 0.125 { 0.1 } else { 0.0 };
                -height * (share - top).powi(2) - cliff
            }
            Self::Values(strengths) => {
                let tried = (0_u8..).map(|step| f64::from(step) / 4.0).zip(strengths);
                let near = tried.min_by(|one, other| {
                    let [one, other] = [one, other].map(|(place, _)| (place - share).abs());
                    one.total_cmp(&other)
                });
                near.map_or(0.0, |(_, strength)| *strength)
            }
        }
    }

    /// The greatest gain over the start.
    fn possible(&self) -> f64 {
        let start = self.strength(f64::from(MOST / 2));
        let values = (0..=MOST).map(|value| self.strength(f64::from(value)) - start);
        values.fold(0.0, f64::max)
    }
}

/// A draw with a mean of 0 and a variance of 1.
fn normal(draw: &mut impl Rng) -> f64 {
    let sum: f64 = (0..12).map(|_| draw.random::<f64>()).sum();
    sum - 6.0
}

/// An engine, and its options as a tuning sees them.
struct Engine {
    options: Vec<SimulatedOption>,
    tuned: Vec<TunedOption>,
    seed: u64,
}

impl Engine {
    fn new(shape: Shape, seed: u64) -> Self {
        let mut draw = rng::stream(seed, "simulated engine", 0);
        let options: Vec<_> = (0..OPTIONS)
            .map(|_| SimulatedOption::of(shape, &mut draw))
            .collect();
        let tuned = (0..OPTIONS).map(|number| TunedOption {
            drawn: DrawnOption {
                name: format!("Option {number}"),
                values: (0..5).map(|step| (step * MOST / 4).to_string()).collect(),
            },
            kind: OptionKind::Number,
            start: 2,
            range: matches!(shape, Shape::Hills | Shape::Cliffs).then_some([0, MOST.into()]),
        });
        Self {
            options,
            tuned: tuned.collect(),
            seed,
        }
    }

    fn strength(&self, values: impl Iterator<Item = f64>) -> f64 {
        let both = self.options.iter().zip(values);
        both.map(|(option, value)| option.strength(value)).sum()
    }

    /// What these values gain over the start, in Elo.
    fn gain(&self, values: impl Iterator<Item = f64>) -> f64 {
        let start = self.options.iter().map(|_| f64::from(MOST / 2));
        in_elo(self.strength(values) - self.strength(start))
    }

    fn possible(&self) -> f64 {
        in_elo(self.options.iter().map(SimulatedOption::possible).sum())
    }

    /// Gain of the values that a trial chooses after a number of pairs, and the gain that it expects.
    fn by_trial(&self, pairs: u32) -> [f64; 2] {
        let draws = OptionDraws::new(self.tuned.iter().map(|option| option.drawn.clone()));
        let mut outcomes = TuneOutcomes::default();
        let mut dice = rng::stream(self.seed, "simulated games", 0);
        for pair in 0..pairs {
            let levels = draws.levels(self.seed, pair);
            let [one, two] = [0, 1].map(|side| {
                let values = levels.iter().map(|both| both[side] as f64);
                self.strength(values.map(|level| level * f64::from(MOST) / 4.0))
            });
            outcomes.add(played(pair, one - two, &mut dice));
        }
        let found = TuneResult::of(&self.tuned, &outcomes, self.seed);
        let best = found.options.iter().map(|option| number(&option.best));
        [self.gain(best), found.expected_gain_elo.expect("a trial")]
    }

    /// Gain of the values at which SPSA ends after a number of pairs.
    fn by_spsa(&self, pairs: u32, rate: f64) -> f64 {
        let settings = SpsaSettings {
            pairs,
            pairs_per_step: 8,
            rate,
        };
        let mut path = SpsaPath::new(&self.tuned, settings, self.seed);
        let mut dice = rng::stream(self.seed, "simulated games", 0);
        while let Some(step) = path.next_pairs() {
            let given = path.given(step.clone());
            let values = |side: &OptionSettings| {
                let numbers: Vec<f64> = side.iter().map(|(_, value)| number(value)).collect();
                self.strength(numbers.into_iter())
            };
            let outcomes: Vec<_> = step
                .zip(given.settings.iter())
                .map(|(pair, [one, two])| played(pair, values(one) - values(two), &mut dice))
                .collect();
            path.learn(&outcomes);
        }
        self.gain(path.values().map(|value| number(&value)))
    }
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// Elo for a share of a point, between equals.
fn in_elo(points: f64) -> f64 {
    points * ELO_PER_LOGIT / 0.25
}

/// Two games of which a third is drawn between equals; the opening favours a side in both.
fn played(pair: u32, lead: f64, dice: &mut impl Rng) -> PairOutcome {
    let luck = 0.1 * (dice.random::<f64>() - 0.5);
    let half_points = [luck, -luck].map(|luck| {
        let (win, dice) = (1.0 / 3.0 + lead + luck, dice.random::<f64>());
        if dice < win {
            2
        } else {
            u8::from(dice < win + 1.0 / 3.0)
        }
    });
    PairOutcome {
        pair,
        half_points: half_points.iter().sum(),
    }
}

/// Mean of a figure over all engines, with its 95 % error.
fn mean(figures: &[f64]) -> String {
    let number = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / number;
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    let error = 1.96 * (squares / (number - 1.0) / number).sqrt();
    format!("{mean:+.1} ± {error:.1}")
}

#[test]
#[ignore = "takes minutes; prints tables"]
#[expect(clippy::print_stdout, reason = "the tables are what it is for")]
fn chosen_values_by_method() {
    println!("| values | games | trial | it expects | possible |\n|---|---:|---:|---:|---:|");
    for shape in [Shape::Hills, Shape::Cliffs, Shape::Independent, Shape::Flat] {
        for pairs in PAIRS {
            let engines = (0..RUNS).map(|seed| Engine::new(shape, seed));
            let found: Vec<[f64; 3]> = engines
                .map(|engine| {
                    let [gain, expected] = engine.by_trial(pairs);
                    [gain, expected, engine.possible()]
                })
                .collect();
            let [gain, expected, possible] = [0, 1, 2]
                .map(|place| mean(&found.iter().map(|run| run[place]).collect::<Vec<_>>()));
            println!(
                "| {shape:?} | {} | {gain} | {expected} | {possible} |",
                2 * pairs
            );
        }
    }
    println!("\n| games | rate | SPSA on hills |\n|---:|---:|---:|");
    for pairs in PAIRS {
        for rate in [0.002, 0.005, 0.01, 0.02, 0.05, 0.1] {
            let engines = (0..RUNS).map(|seed| Engine::new(Shape::Hills, seed));
            let gains: Vec<f64> = engines.map(|engine| engine.by_spsa(pairs, rate)).collect();
            println!("| {} | {rate} | {} |", 2 * pairs, mean(&gains));
        }
    }
}
