//! The prior against planted strengths.

use rand::{Rng, RngExt as _};

use super::super::option::{OptionKind, TunedOption};
use super::measured::{between, distances};
use super::*;
use crate::arena::DrawnOption;
use crate::rng;

/// The standard error of each strength, in points.
const ERROR: f64 = 0.004;

fn option(kind: OptionKind) -> TunedOption {
    TunedOption {
        drawn: DrawnOption {
            name: "A".to_owned(),
            values: ["0", "50", "100", "150", "200"].map(str::to_owned).to_vec(),
        },
        kind,
        start: 2,
        range: Some([0, 200]),
    }
}

/// What would be measured of these gains over the start: each value and the start have an error of their own.
fn measured(kind: OptionKind, gains: [f64; 4]) -> MeasuredGains {
    let values = vec![0, 1, 3, 4];
    let error = |place: usize| {
        let times = if place.is_multiple_of(5) { 2.0 } else { 1.0 };
        times * ERROR * ERROR
    };
    MeasuredGains {
        distances: distances(&option(kind), &values),
        texts: values
            .iter()
            .map(|value| option(kind).drawn.values[*value].clone())
            .collect(),
        between: Vec::new(),
        gains: gains.to_vec(),
        errors: (0..16).map(error).collect(),
        ends: [Some(0), Some(3)],
    }
}

/// A draw with a mean of 0 and a variance of 1.
fn normal(draw: &mut impl Rng) -> f64 {
    let sum: f64 = (0..12).map(|_| draw.random::<f64>()).sum();
    sum - 6.0
}

/// Twenty-five numbers on hills whose tops are near the start, as true and as measured gains.
fn hills(seed: u64, cliffs: bool) -> Vec<([f64; 4], MeasuredGains)> {
    let mut draw = rng::stream(seed, "hills", 0);
    (0..25)
        .map(|_| {
            let (height, top) = (0.03 * normal(&mut draw).abs(), 0.3 * normal(&mut draw));
            let falls = cliffs && draw.random::<f64>() < 0.2;
            let strength = |far: f64| {
                let cliff = if falls && far < -0.9 { 0.1 } else { 0.0 };
                -height * (far - top) * (far - top) - cliff
            };
            let gains = [-1.0, -0.5, 0.5, 1.0].map(|far| strength(far) - strength(0.0));
            let luck = ERROR * normal(&mut draw);
            let found = gains.map(|gain| gain + ERROR * normal(&mut draw) - luck);
            (gains, measured(OptionKind::Number, found))
        })
        .collect()
}

/// The true and the expected gain of the values that are chosen, summed over options and divided by the runs.
fn chosen(runs: u64, cliffs: bool) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for seed in 0..runs {
        let all = hills(seed, cliffs);
        let found: Vec<&MeasuredGains> = all.iter().map(|(_, found)| found).collect();
        let fitted = FittedPrior::fit(&found).expect("measured");
        for (gains, found) in &all {
            let posterior = fitted.posterior(found);
            let best = posterior
                .iter()
                .enumerate()
                .max_by(|(_, one), (_, other)| one.1.slope.total_cmp(&other.1.slope));
            if let Some((place, (_, effect))) = best.filter(|(_, best)| best.1.slope > 0.0) {
                sums[0] += gains[place];
                sums[1] += effect.slope;
            }
        }
    }
    sums.map(|sum| sum / runs as f64)
}

/// With a prior without hills the values that are chosen gain less than half of this.
#[test]
fn values_on_hills_are_chosen_well_and_gain_what_is_expected() {
    for cliffs in [false, true] {
        let [gained, expected] = chosen(12, cliffs);
        assert!(gained > 0.02, "{gained}");
        assert!(
            (0.7..1.6).contains(&(expected / gained)),
            "{expected} of {gained}"
        );
    }
}

#[test]
fn neighbours_of_a_number_speak_for_it_and_words_do_not() {
    let fitted = FittedPrior {
        shape: PriorShape([0.002, 0.01, 0.005, 0.002, 0.01]),
        sizes: [1.0 / SIZES.len() as f64; SIZES.len()],
    };
    let third = |kind, gains| fitted.posterior(&measured(kind, gains))[2].1.slope;
    let (alone, together) = ([0.0, 0.0, 0.02, 0.0], [-0.02, -0.01, 0.02, 0.03]);
    assert!(third(OptionKind::Number, together) > 1.2 * third(OptionKind::Number, alone));
    // The order of words means nothing.
    let words = [[0.01, -0.02, 0.02, 0.03], [0.03, 0.01, 0.02, -0.02]];
    let [one, other] = words.map(|gains| third(OptionKind::Choice, gains));
    assert!((one - other).abs() < 1e-12, "{one} {other}");
}

#[test]
fn a_number_between_those_that_were_tried_is_the_top_of_a_hill() {
    let fitted = FittedPrior {
        shape: PriorShape([0.01, 0.02, 0.01, 0.0005, 0.01]),
        sizes: [1.0 / SIZES.len() as f64; SIZES.len()],
    };
    // A parabola with its top a quarter of half the range above the start.
    let gains = [-1.0, -0.5, 0.5, 1.0].map(|far: f64| 0.0625 * 0.05 - 0.05 * (far - 0.25).powi(2));
    let best = |mut found: MeasuredGains| {
        found.between = between(&option(OptionKind::Number));
        let posterior = fitted.posterior(&found);
        let best = posterior
            .into_iter()
            .max_by(|(_, one), (_, other)| one.slope.total_cmp(&other.slope));
        best.expect("values").0.parse::<i32>().expect("a number")
    };
    let top = best(measured(OptionKind::Number, gains));
    assert!((118..=132).contains(&top), "{top}");
    // Where an end is a cliff nothing beside it is chosen.
    let cliff = [-0.15, 0.001, -0.004, -0.01];
    assert!(best(measured(OptionKind::Number, cliff)) >= 50);
    // A cliff beside the start says nothing of what lies above the start.
    let mut low_start = measured(OptionKind::Number, [-0.15, 0.012, 0.014, 0.01]);
    low_start.distances = Some(vec![-0.5, 0.5, 1.0, 1.5]);
    low_start.between = vec![("25".to_owned(), -0.25), ("75".to_owned(), 0.25)];
    let posterior = fitted.posterior(&low_start);
    assert!(posterior[4].1.slope < -0.02, "{posterior:?}");
    assert!(posterior[5].1.slope > 0.0, "{posterior:?}");
    let mut listed = option(OptionKind::Number);
    assert!((50..=70).contains(&between(&listed).len()));
    listed.range = None;
    assert_eq!(between(&listed), []);
    // The start lies below the range of the recipe.
    let mut beside = option(OptionKind::Number);
    (beside.start, beside.range) = (0, Some([50, 200]));
    let numbers = between(&beside).into_iter().map(|(text, far)| {
        let number: i32 = text.parse().expect("a number");
        assert!((far - f64::from(number) / 100.0).abs() < 1e-12);
        number
    });
    assert!(numbers.clone().count() >= 50 && numbers.min() > Some(50));
}

#[test]
fn without_any_effect_nothing_much_is_expected() {
    let mut draw = rng::stream(1, "no effect", 0);
    let found: Vec<MeasuredGains> = (0..25)
        .map(|_| {
            let luck = ERROR * normal(&mut draw);
            measured(
                OptionKind::Number,
                [0.0; 4].map(|gain: f64| gain + ERROR * normal(&mut draw) - luck),
            )
        })
        .collect();
    let fitted = FittedPrior::fit(&found.iter().collect::<Vec<_>>()).expect("measured");
    for option in &found {
        for (_, effect) in fitted.posterior(option) {
            assert!(effect.slope.abs() < ERROR, "{effect:?}");
        }
    }
    assert!(FittedPrior::fit(&[]).is_none());
}

#[test]
fn a_sum_of_logarithms_does_not_overflow() {
    assert!((log_sum(&[-1000.0, -1000.0]) - (-1000.0 + 2.0_f64.ln())).abs() < 1e-12);
    assert!(log_sum(&[f64::NEG_INFINITY]) == f64::NEG_INFINITY);
}
