//! The parameters that a design ties, and those that it leaves independent.

use super::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let cov = mean(&|p| (p.0 - x) * (p.1 - y));
    cov / (mean(&|p| (p.0 - x).powi(2)) * mean(&|p| (p.1 - y).powi(2))).sqrt()
}

/// The correlation of two parameters' levels over many draws.
fn drawn(design: LevelDesign, one: (&str, Phase), other: (&str, Phase)) -> f64 {
    let schema = Schema::classic();
    let drawer = LevelSampler::new(schema, design).expect("a design");
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let place = |name: &str| schema.position_of(name).expect("a parameter");
    let pairs: Vec<(f64, f64)> = (0..1500)
        .map(|_| {
            let levels = drawer.draw(&mut rng);
            let level =
                |(name, phase): (&str, Phase)| f64::from(levels[phase].as_bytes()[place(name)]);
            (level(one), level(other))
        })
        .collect();
    correlation(&pairs)
}

#[test]
fn what_the_design_ties_goes_together_and_nothing_else() {
    let design = LevelDesign::default();
    let e4 = ("white_knight_e4", Phase::Middlegame);
    let same = |other| drawn(design, e4, other);
    assert!((same(("black_knight_e5", Phase::Middlegame)) - 1.0).abs() < 1e-9);
    assert!(same(("white_knight_d4", Phase::Middlegame)) > 0.6);
    assert!(same(("white_knight_e4", Phase::Endgame)) > 0.5);
    assert!(same(("white_knight_a8", Phase::Middlegame)).abs() < 0.12);
    assert!(same(("white_bishop_e4", Phase::Middlegame)).abs() < 0.12);
    let alone = LevelDesign {
        neighbours: 0.0,
        mirror: 0.0,
        phases: 0.0,
        ..design
    };
    let next = drawn(alone, e4, ("white_knight_f4", Phase::Middlegame));
    let later = drawn(alone, e4, ("white_knight_e4", Phase::Endgame));
    assert!(next.abs() < 0.12 && later.abs() < 0.12);
}

#[test]
fn a_tables_squares_go_up_and_down_together() {
    let design = LevelDesign {
        tables: true,
        ..LevelDesign::SIGNS
    };
    let same = |other| drawn(design, ("white_knight_e4", Phase::Middlegame), other);
    assert!((same(("black_knight_h1", Phase::Middlegame)) - 1.0).abs() < 1e-9);
    assert!(same(("knight", Phase::Middlegame)).abs() < 0.12);
    assert!(same(("white_knight_a8", Phase::Endgame)).abs() < 0.12);
}

#[test]
fn phases_that_are_tied_have_the_same_levels() {
    let tied = LevelDesign {
        phases: 1.0,
        ..LevelDesign::default()
    };
    let drawer = LevelSampler::new(Schema::modern(), tied).expect("a design");
    let levels = drawer.draw(&mut ChaCha8Rng::seed_from_u64(1));
    let differ = |one: &Levels, other: &Levels| {
        let pairs = one.as_bytes().iter().zip(other.as_bytes());
        pairs.filter(|(one, other)| one != other).count()
    };
    // Rounding of a near-singular root may turn a draw that lies on a border.
    assert!(differ(&levels.opening, &levels.endgame) < 10);
}

#[test]
fn signs_are_one_level_from_the_middle() {
    let drawer = LevelSampler::new(Schema::classic(), LevelDesign::SIGNS).expect("a design");
    let levels = drawer.draw(&mut ChaCha8Rng::seed_from_u64(1));
    let bytes = levels.middlegame.as_bytes();
    assert!(bytes.iter().all(|level| [1, 3].contains(level)));
    assert!(bytes.contains(&1) && bytes.contains(&3));
}

#[test]
fn every_level_is_as_likely_where_they_are_spread_evenly() {
    let even = LevelDesign {
        spread: LevelSpread::Uniform,
        ..LevelDesign::default()
    };
    let drawer = LevelSampler::new(Schema::classic(), even).expect("a design");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = [0_u32; 5];
    for _ in 0..200 {
        for level in drawer.draw(&mut rng).opening.as_bytes() {
            seen[usize::from(*level)] += 1;
        }
    }
    let all: u32 = seen.iter().sum();
    for times in seen {
        let share = f64::from(times) / f64::from(all);
        assert!((share - 0.2).abs() < 0.02, "{seen:?}");
    }
}

#[test]
fn opposed_levels_lie_on_the_other_side_of_the_middle() {
    let drawer = LevelSampler::new(Schema::classic(), LevelDesign::default()).expect("a design");
    let levels = drawer.draw(&mut ChaCha8Rng::seed_from_u64(1));
    let other = opposed(&levels);
    for phase in Phase::ALL {
        let pairs = levels[phase].as_bytes().iter().zip(other[phase].as_bytes());
        assert!(pairs.into_iter().all(|(one, other)| one + other == 4));
    }
    assert_eq!(opposed(&other), levels);
}

#[test]
fn senseless_designs_are_named() {
    let wrong = LevelDesign {
        phases: 1.5,
        ..LevelDesign::default()
    };
    let error = LevelSampler::new(Schema::classic(), wrong).expect_err("beyond 1");
    assert_eq!(
        error.to_string(),
        "phases = 1.5: expected a correlation from 0 to 1"
    );
    let wrong = LevelDesign {
        neighbours: f64::NAN,
        ..LevelDesign::default()
    };
    assert!(LevelSampler::new(Schema::classic(), wrong).is_err());
}
