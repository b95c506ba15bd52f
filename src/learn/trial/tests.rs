//! Update rules on counts with known effects.

use super::*;
use crate::bayes::{Counts, Smoothing};
use crate::heuristic::parameter_groups::{ParameterGroups, SideTying};
use crate::heuristic::{LevelDesign, LevelSampler, LevelValues, Schema};
use crate::model::{Pick, class_of, shape_of};
use crate::record::SideResult;
use crate::rng;
use rand::RngExt as _;

/// Returns a trial of `games` games. Its score rises by `effect` per level of the middlegame knight's value, and
/// falls with the knight's squares in the centre.
fn trial(games: u64, effect: f64) -> HeuristicTable {
    let schema = Schema::classic();
    let design = LevelDesign {
        neighbours: 0.0,
        mirror: 0.0,
        phases: 0.0,
        ..LevelDesign::default()
    };
    let drawer = LevelSampler::new(schema, design).expect("a design");
    let widths = ByPhase::new_with(|_| vec![10; schema.len()]);
    let ladder = LevelValues::around(&Heuristic::initial(), &widths);
    let mut counts = Counts::new(shape_of(schema));
    for game in 0..games {
        let mut rng = rng::stream(3, "trial", game);
        let levels = drawer.draw(&mut rng);
        let level = |place: usize| f64::from(levels.middlegame.as_bytes()[place]) - 2.0;
        let score = 0.5 + effect * (level(1) - level(centre()));
        let result = if rng.random::<f64>() < score {
            SideResult::Win
        } else {
            SideResult::Loss
        };
        for phase in Phase::ALL {
            counts
                .add(class_of(phase, result), levels[phase].as_bytes())
                .expect("fits");
        }
    }
    let pick = Pick::Lean { reach: 0.0 };
    HeuristicTable::with_level_values(ladder, pick, counts, Smoothing::LAPLACE, Vec::new())
        .expect("a table")
}

fn centre() -> usize {
    Schema::classic()
        .position_of("white_knight_e5")
        .expect("a parameter")
}

fn change(heuristic: &Heuristic, phase: Phase, parameter: usize) -> i32 {
    heuristic.weights()[phase][parameter] - Heuristic::initial().weights()[phase][parameter]
}

const RULES: [UpdateRule; 4] = [
    UpdateRule::Shrunk {
        gain: 0.2,
        most: 1.0,
        neighbours: 0.0,
    },
    UpdateRule::Shrunk {
        gain: 0.2,
        most: 1.0,
        neighbours: 0.3,
    },
    UpdateRule::Thompson {
        gain: 0.2,
        most: 1.0,
        seed: 1,
    },
    UpdateRule::Spsa { rate: 0.001 },
];

#[test]
fn every_rule_follows_an_effect_that_is_there() {
    let table = trial(4000, 0.08);
    for rule in RULES {
        let next = rule.next(&table);
        assert!(change(&next, Phase::Middlegame, 1) >= 3, "{rule:?}");
        assert!(change(&next, Phase::Middlegame, centre()) <= -2, "{rule:?}");
    }
    let means = UpdateRule::PosteriorMean {}.next(&table);
    assert!(change(&means, Phase::Middlegame, 1) > 0);
    let best = UpdateRule::ArgMax {}.next(&table);
    assert!(change(&best, Phase::Middlegame, 1) > -10);
}

#[test]
fn the_trust_region_bounds_every_step() {
    let rule = UpdateRule::Shrunk {
        gain: 50.0,
        most: 0.5,
        neighbours: 0.0,
    };
    let next = rule.next(&trial(4000, 0.08));
    for phase in Phase::ALL {
        for parameter in 0..Schema::classic().len() {
            assert!(change(&next, phase, parameter).abs() <= 5);
        }
    }
    assert_eq!(change(&next, Phase::Middlegame, 1), 5);
}

#[test]
fn without_effects_shrinking_stays_near() {
    let table = trial(1000, 0.0);
    let rule = |gain| UpdateRule::Shrunk {
        gain,
        most: 2.0,
        neighbours: 0.0,
    };
    let update = learn(&table, &rule(0.3));
    // A z of 1 everywhere would move weights by three centipawns.
    assert!(update.moved < 1.5, "{}", update.moved);
    let z = update.mean_square_z.opening.expect("counted");
    assert!((z - 1.0).abs() < 0.2, "{z}");
}

#[test]
fn a_search_accepts_what_won_alone() {
    let schema = Schema::classic();
    let drawer = LevelSampler::new(schema, LevelDesign::SIGNS).expect("a design");
    let levels = drawer.draw(&mut rng::stream(1, "one", 1));
    let widths = ByPhase::new_with(|_| vec![10; schema.len()]);
    // Won games end in the opening, lost ones in the phase `last`.
    let table = |wins: u32, losses: u32, last: Phase| {
        let mut counts = Counts::new(shape_of(schema));
        let games = [
            (SideResult::Win, wins, Phase::Opening),
            (SideResult::Loss, losses, last),
        ];
        for (result, times, last) in games {
            for phase in Phase::ALL.into_iter().take_while(|phase| *phase <= last) {
                for _ in 0..times {
                    counts
                        .add(class_of(phase, result), levels[phase].as_bytes())
                        .expect("fits");
                }
            }
        }
        let ladder = LevelValues::around(&Heuristic::initial(), &widths);
        let pick = Pick::Lean { reach: 0.0 };
        HeuristicTable::with_level_values(ladder, pick, counts, Smoothing::LAPLACE, Vec::new())
            .expect("a table")
    };
    let stays = Heuristic::initial().fingerprint();
    for last in Phase::ALL {
        let next = |wins, losses| {
            UpdateRule::Accept {}
                .next(&table(wins, losses, last))
                .fingerprint()
        };
        assert_eq!(next(5, 5), stays);
        assert_eq!(next(5, 6), stays);
        assert_ne!(next(6, 5), stays, "games are counted, not their phases");
    }
    let won = table(6, 5, Phase::Endgame);
    let tried = won.level_values().heuristic(&levels).fingerprint();
    assert_eq!(UpdateRule::Accept {}.next(&won).fingerprint(), tried);
}

#[test]
fn the_mean_of_heuristics_lies_between_them() {
    let up = Heuristic::initial().map_weights(|_, _, weight| weight + 10);
    let between = mean(&[Heuristic::initial(), up]).expect("two");
    for phase in Phase::ALL {
        assert!((0..838).all(|parameter| change(&between, phase, parameter) == 5));
    }
    assert!(mean(&[]).is_none());
}

/// Checks that posterior draws differ from the counted effects by about their standard errors.
#[test]
fn dirichlet_draws_scatter_like_the_errors() {
    let table = trial(4000, 0.0);
    let draws = draws::EffectDraws::of(&table, 5);
    let groups = ParameterGroups::of(table.schema(), SideTying::Tied);
    let first = (0..groups.units()).map(|unit| {
        let of = groups.unit_of().iter().position(|of| *of == unit);
        of.expect("a parameter")
    });
    let noise: Vec<f64> = first
        .flat_map(|parameter| Phase::ALL.map(|phase| draws.noise((phase, parameter))))
        .collect();
    let count = noise.len() as f64;
    let mean = noise.iter().sum::<f64>() / count;
    let variance = noise.iter().map(|z| z * z).sum::<f64>() / count;
    assert!(
        mean.abs() < 0.15 && (0.85..1.15).contains(&variance),
        "{mean} {variance}"
    );
}
