//! Properties of counts and estimates of strength.

use proptest::prelude::*;
use shakmaty::Color;

use super::*;
use crate::bayes::{counts_from_text, counts_to_text};
use crate::record::{Game, Tags, TimeClass};
use crate::style::habits::Habit;
use crate::style::{HABIT_VALUES, Population};

/// Number of integers in a counts text: games, moves, habits.
const CELLS: usize = 1 + PositionKind::COUNT * LossClass::COUNT + Habit::ALL.len() * HABIT_VALUES;

const LICHESS: StrengthScale = StrengthScale {
    population: Population::Lichess,
    time_class: Some(TimeClass::Rapid),
};

/// Counts with these numbers of moves by kind and class.
fn moves(games: u32, cells: &[(usize, usize, u32)]) -> LossCounts {
    let mut counts = vec![0; CELLS];
    counts[0] = games;
    for (kind, class, number) in cells {
        counts[1 + kind * LossClass::COUNT + class] += number;
    }
    LossCounts::from_text(&counts_to_text(&counts)).expect("counts")
}

fn any_counts() -> impl Strategy<Value = LossCounts> {
    let cell = (0..PositionKind::COUNT, 0..LossClass::COUNT, 0_u32..5);
    (0_u32..3, prop::collection::vec(cell, 0..40)).prop_map(|(games, cells)| moves(games, &cells))
}

/// Counts in which losses fall with the rating, in every kind of position.
fn taught() -> RatingCounts {
    let mut known = RatingCounts::default();
    for band in 0_u16..8 {
        let cells: Vec<_> = (0..PositionKind::COUNT)
            .flat_map(|kind| {
                (0..LossClass::COUNT).map(move |class| {
                    let strong = u32::from(band) * u32::try_from(LossClass::COUNT - class).unwrap();
                    (kind, class, 20 + strong)
                })
            })
            .collect();
        let losses = moves(100, &cells);
        known
            .add(&RatedLosses {
                scale: LICHESS,
                rating: 800 + 200 * band,
                losses,
            })
            .expect("small");
    }
    known
}

proptest! {
    #[test]
    fn counts_merge_in_any_order_and_subtract_exactly(one in any_counts(), two in any_counts()) {
        let mut both = one.clone();
        both.merge(&two).unwrap();
        let mut turned = two.clone();
        turned.merge(&one).unwrap();
        prop_assert_eq!(&both, &turned);
        prop_assert_eq!(both.moves(), one.moves() + two.moves());
        both.subtract(&two).unwrap();
        prop_assert_eq!(&both, &one);
        if !two.is_empty() {
            let mut less = one.clone();
            let taken = less.subtract(&two).is_ok();
            prop_assert_eq!(taken, { less.merge(&two).unwrap(); less == one });
        }
    }

    #[test]
    fn counts_are_read_back(one in any_counts()) {
        prop_assert_eq!(LossCounts::from_text(&one.to_text()), Ok(one.clone()));
        let json = serde_json::to_string(&one).unwrap();
        prop_assert_eq!(serde_json::from_str::<LossCounts>(&json).unwrap(), one);
    }

    #[test]
    fn rated_counts_merge_and_subtract_exactly(
        parts in prop::collection::vec((0_u16..3300, any_counts()), 1..6), cut in 0_usize..6
    ) {
        let count = |parts: &[(u16, LossCounts)]| {
            let mut known = RatingCounts::default();
            for (rating, losses) in parts {
                let (scale, rating, losses) = (LICHESS, *rating, losses.clone());
                known.add(&RatedLosses { scale, rating, losses }).unwrap();
            }
            known
        };
        let (first, second) = parts.split_at(cut.min(parts.len()));
        let whole = count(&parts);
        let mut joined = count(second);
        joined.merge(&count(first)).unwrap();
        prop_assert_eq!(&joined, &whole);
        joined.subtract(&count(second)).unwrap();
        prop_assert_eq!(joined, count(first));
    }

    /// A larger loss in place of a smaller one in the same position never raises the rating.
    #[test]
    fn more_losses_never_raise_the_rating(
        game in any_counts(), kind in 0..PositionKind::COUNT, small in 0..LossClass::COUNT,
        more in 1..LossClass::COUNT, times in 1_u32..20
    ) {
        let estimator = taught().estimator(LICHESS).unwrap();
        let with = |class| {
            let mut counts = game.clone();
            counts.merge(&moves(0, &[(kind, class, times)])).unwrap();
            estimator.posterior(None, &counts)
        };
        let (good, bad) = (with(small), with((small + more).min(LossClass::COUNT - 1)));
        prop_assert!(bad.mean() <= good.mean() + 1e-6);
        prop_assert!(bad.quantile(0.9) <= good.quantile(0.9) + 1e-6);
    }

    #[test]
    fn intervals_are_nested_and_hold_the_median(game in any_counts()) {
        let posterior = taught().estimator(LICHESS).unwrap().posterior(None, &game);
        let [[low, high], [lower, higher]] = [posterior.interval(0.5), posterior.interval(0.95)];
        let median = posterior.quantile(0.5);
        prop_assert!(lower <= low && low <= median && median <= high && high <= higher);
    }
}

/// The prior standard deviation of a difference in these tests.
const SPREAD: f64 = 300.0;

proptest! {
    /// Without evidence the difference is zero; evidence narrows it; exchanging the players changes its sign.
    #[test]
    fn a_difference_narrows_with_moves_and_has_no_preferred_side(
        one in any_counts(), two in any_counts(), stated in 500_u32..2500
    ) {
        let estimator = PlayerEstimator::learn(&taught(), Some(LICHESS));
        let stated = [stated, stated + 200].map(|rating| Some(RatingPrior::stated(rating)));
        let difference = |one: &LossCounts, two: &LossCounts, stated| {
            estimator.difference(one, two, stated, SPREAD)
        };
        let there = difference(&one, &two, None);
        prop_assert_eq!(there.is_some(), one.moves() > 0 && two.moves() > 0);
        let alone = stated.map(|stated| difference(&one, &LossCounts::new(), stated));
        prop_assert_eq!(alone[0].is_some(), one.moves() > 0);
        let rated = stated.map(|stated| difference(&one, &two, stated));
        for found in [there, alone[0], rated[0]].into_iter().flatten() {
            prop_assert!(found.deviation <= SPREAD + 1e-9);
        }
        if let Some(there) = there {
            let back = difference(&two, &one, None).expect("both moved");
            prop_assert!((there.mean + back.mean).abs() < 1e-6);
            prop_assert!((there.deviation - back.deviation).abs() < 1e-6);
        }
        // Against a player with a higher rating, the difference is never greater.
        for [low, high] in [alone, rated] {
            if let (Some(low), Some(high)) = (low, high) {
                prop_assert!(high.mean <= low.mean + 1e-6);
            }
        }
    }

    /// A larger loss in place of a smaller one in the same position never raises the difference.
    #[test]
    fn more_losses_never_raise_the_difference(
        one in any_counts(), two in any_counts(), kind in 0..PositionKind::COUNT,
        small in 0..LossClass::COUNT - 1, times in 1_u32..20
    ) {
        let estimator = PlayerEstimator::learn(&taught(), Some(LICHESS));
        let with = |class| {
            let mut counts = one.clone();
            counts.merge(&moves(0, &[(kind, class, times)])).unwrap();
            let stated = Some(RatingPrior::stated(1500));
            estimator.difference(&counts, &two, stated, SPREAD).unwrap().mean
        };
        prop_assert!(with(small + 1) <= with(small) + 1e-6);
    }

    #[test]
    fn the_order_of_games_does_not_matter(
        games in prop::collection::vec(any_counts(), 1..5).prop_shuffle(), other in any_counts()
    ) {
        let estimator = PlayerEstimator::learn(&taught(), Some(LICHESS));
        let merged = |games: &[LossCounts]| {
            let mut sum = LossCounts::new();
            for game in games {
                sum.merge(game).unwrap();
            }
            estimator.difference(&sum, &other, Some(RatingPrior::stated(1500)), SPREAD)
        };
        let turned: Vec<LossCounts> = games.iter().rev().cloned().collect();
        prop_assert_eq!(merged(&games), merged(&turned));
    }
}

#[test]
fn few_moves_change_a_difference_little_and_more_narrow_it() {
    let estimator = PlayerEstimator::learn(&taught(), Some(LICHESS));
    let after = |times| {
        let good = moves(0, &[(3, 0, times)]);
        let bad = moves(0, &[(3, LossClass::COUNT - 1, times)]);
        let found = estimator.difference(&good, &bad, None, SPREAD);
        found.expect("both moved")
    };
    let shown = [1, 4, 16, 64, 256].map(after);
    assert!(shown[0].mean > 0.0 && shown[0].mean < 60.0, "{shown:?}");
    assert!(shown[0].deviation > 0.9 * SPREAD, "{shown:?}");
    assert!(
        shown.is_sorted_by(|one, next| one.mean < next.mean),
        "{shown:?}"
    );
    assert!(
        shown.is_sorted_by(|one, next| one.deviation > next.deviation),
        "{shown:?}"
    );
}

#[test]
fn without_moves_the_prior_stands() {
    let estimator = taught().estimator(LICHESS).expect("enough games");
    let none = LossCounts::new();
    let usual = estimator.posterior(None, &none);
    assert!((usual.mean() - estimator.prior().mean).abs() < 5.0);
    let stated = RatingPrior {
        mean: 1234.0,
        deviation: 50.0,
    };
    let estimate = estimator.posterior(Some(stated), &none).estimate();
    assert!((estimate.rating - 1234).abs() <= 1);
    let [low, high] = estimate.rating_interval_95;
    assert!(
        (low - 1136).abs() <= 12 && (high - 1332).abs() <= 12,
        "{low} {high}"
    );
    assert_eq!(
        serde_json::to_value(estimate).expect("plain")["scale"],
        "lichess rapid"
    );
}

#[test]
fn an_unknown_scale_covers_the_disagreement_of_scales_and_says_so() {
    let mut known = taught();
    let losses = moves(400, &[(3, 0, 400), (3, 2, 400)]);
    let fics = StrengthScale {
        population: Population::Fics,
        time_class: Some(TimeClass::Blitz),
    };
    known
        .add(&RatedLosses {
            scale: fics,
            rating: 2200,
            losses,
        })
        .expect("small");
    let game = moves(3, &[(3, 1, 40)]);
    let estimate = |scale| {
        let estimator = PlayerEstimator::learn(&known, scale);
        let posterior = estimator.posterior(None, &game).expect("scales");
        (posterior.estimate(), posterior.deviation())
    };
    let (unknown, widest) = estimate(None);
    let deviations = [LICHESS, fics].map(|scale| {
        let (one, deviation) = estimate(Some(scale));
        // Few games of a scale are all time classes together.
        assert_eq!(one.scale, Some(scale));
        deviation
    });
    let [one, two] = deviations.map(|deviation| deviation * deviation);
    assert!(
        widest * widest > one.midpoint(two),
        "{deviations:?} {widest}"
    );
    // No games of masters were counted.
    let masters = StrengthScale {
        population: Population::Masters,
        time_class: None,
    };
    assert_eq!(estimate(Some(masters)).0, unknown);
    let written = serde_json::to_value(unknown).expect("plain");
    assert_eq!(written["scale"], "unknown");
    assert!(unknown.to_string().contains(" on an unknown scale (95 %: "));
    let nothing = PlayerEstimator::learn(&RatingCounts::default(), None);
    assert_eq!(nothing.posterior(None, &game), None);
}

#[test]
fn more_games_narrow_the_interval() {
    let estimator = taught().estimator(LICHESS).expect("enough games");
    let width = |games| {
        let cells: Vec<_> = (0..LossClass::COUNT)
            .map(|class| (3, class, 5 * games))
            .collect();
        let [low, high] = estimator
            .posterior(None, &moves(games, &cells))
            .interval(0.95);
        high - low
    };
    assert!(width(1) > width(3) && width(3) > width(10));
}

#[test]
fn few_games_of_a_time_class_borrow_from_all_and_few_of_a_site_teach_nothing() {
    let known = taught();
    let blitz = StrengthScale {
        time_class: Some(TimeClass::Blitz),
        ..LICHESS
    };
    let scale = known.estimator(blitz).expect("other classes").scale();
    assert_eq!(scale, LICHESS.of_all_time_classes());
    let fics = StrengthScale {
        population: Population::Fics,
        ..LICHESS
    };
    assert_eq!(known.estimator(fics), None);
}

#[test]
fn scales_are_read_back_and_games_by_correspondence_are_classical() {
    for scale in [LICHESS, LICHESS.of_all_time_classes()] {
        assert_eq!(scale.to_string().parse(), Ok(scale));
    }
    assert!("lichess slow".parse::<StrengthScale>().is_err());
    for (tag, class) in [
        ("300+5", TimeClass::Rapid),
        ("1/86400", TimeClass::Classical),
    ] {
        let game = Game {
            tags: Tags::new()
                .with("Site", "https://lichess.org/abcd1234")
                .with("TimeControl", tag),
            ..Game::default()
        };
        let scale = StrengthScale::of(&game, Color::White, None).expect("a site");
        assert_eq!(scale.time_class, Some(class), "{tag}");
    }
}

#[test]
fn a_text_of_another_size_is_refused() {
    assert!(LossCounts::from_text("1 2 3").is_err());
    assert!(counts_from_text("1 -3", "losses").is_ok());
}
