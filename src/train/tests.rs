//! Small trainings: the same result with any threads and interruptions.

mod again;
mod estimate;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use shakmaty::Color;

use super::generation::Generation;
use super::recipe::{DrawnOpponent, ObjectiveGames, ValidationTest};
use super::*;
use crate::arena::SprtVerdict;
use crate::cancel::CancelFlag;
use crate::heuristic::{Heuristic, Levels, Schema};
use crate::model::{HeuristicTable, Objective};
use crate::phase::ByPhase;
use crate::rng;
use crate::store::{Access, GameFilter, Store};

const RECIPE: &str = "\
title = \"small\"
start = \"initial\"
seed = 3
[games]
number = 24
nodes = 20
[schedule]
generations = 3
average = 2
[validation]
games = 4
nodes = 20
";

fn recipe(method: &str) -> TrainingRecipe {
    let text = RECIPE.replace("seed = 3", &format!("seed = 3\nmethod = \"{method}\""));
    TrainingRecipe::parse(Path::new("r.toml"), &text).expect("a recipe")
}

/// Returns a trial that early stopping ends before its last generation.
fn impatient() -> TrainingRecipe {
    let mut recipe = recipe("trial");
    recipe.schedule.generations = 6;
    recipe.schedule.patience = 1;
    recipe.objectives = Some(ObjectiveGames {
        games: 8,
        reach: 1.0,
    });
    recipe
}

fn means(threads: usize) -> RunOptions {
    RunOptions {
        threads: NonZeroUsize::new(threads).expect("not zero"),
        stop: CancelFlag::new(),
        keep_games: false,
    }
}

/// Returns the heuristics of a training that starts at `start` and has no other teacher.
const fn from(start: &Heuristic) -> NamedHeuristics<'_> {
    NamedHeuristics {
        start,
        teacher: None,
    }
}

fn trained(recipe: &TrainingRecipe, folder: &Path, threads: usize) -> TrainOutcome {
    train(
        recipe,
        from(&Heuristic::initial()),
        folder,
        &means(threads),
        &mut |_| {},
    )
    .expect("trained")
}

/// Returns the part of an outcome that must not depend on threads, time or interruptions.
fn content(outcome: &TrainOutcome) -> Vec<(u32, u64, u64, String, Option<f64>)> {
    let points = outcome.points.iter();
    points
        .map(|p| (p.generation, p.wins, p.losses, p.model.clone(), p.elo))
        .collect()
}

#[test]
fn threads_and_interruptions_leave_no_trace() {
    let mut recipe = recipe("trial");
    // With this memory, continuing needs more than the last table.
    recipe.schedule.memory = 2;
    let folder = tempfile::tempdir().expect("a folder");
    let whole = trained(&recipe, &folder.path().join("whole"), 1);
    assert!(whole.complete && whole.points.len() == 3);
    let parts = folder.path().join("parts");
    // The training is stopped during the second generation's games, several times.
    let mut outcome;
    let mut tries = 0;
    loop {
        let means = means(2);
        let stop = means.stop.clone();
        let mut heard = 0;
        outcome = train(
            &recipe,
            from(&Heuristic::initial()),
            &parts,
            &means,
            &mut |_| {
                heard += 1;
                if heard == 3 + 2 * tries {
                    stop.stop();
                }
            },
        )
        .expect("trained");
        tries += 1;
        if outcome.complete {
            break;
        }
    }
    assert!(tries > 1, "it was never stopped");
    assert_eq!(content(&outcome), content(&whole));
    let model = |outcome: &TrainOutcome| {
        let table = HeuristicTable::load(outcome.model.as_deref().expect("a model"));
        table.expect("readable")
    };
    assert_eq!(model(&outcome), model(&whole));
    let learned = model(&whole).heuristic(Objective::MaxWin);
    assert_ne!(learned.fingerprint(), Heuristic::initial().fingerprint());
    assert!(parts.join("report.html").exists() && !parts.join("generation-001.db").exists());
}

#[test]
fn every_method_runs_through_the_same_loop() {
    for method in Method::ALL {
        let mut recipe = recipe(method.name());
        if method == Method::Texel {
            // Without a prior, weights from so few games are extreme, and so are games with them.
            recipe.schedule.generations = 1;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let outcome = trained(&recipe, folder.path(), 2);
        let method = method.name();
        assert!(outcome.complete, "{method}");
        assert!(
            outcome.points.iter().all(|point| point.elo.is_some()),
            "{method}"
        );
    }
}

/// Checks that games, fit and counts are found again by a trial along a fit that was stopped.
#[test]
fn a_trial_along_a_fit_goes_on_where_it_was_stopped() {
    let mut recipe = recipe("trial");
    recipe.positions = Some(recipe::PositionLearning {
        games: 40,
        nodes: 30,
        per_game: 4,
        teacher: Some(30),
        trust: Some(0.5),
        ..recipe::PositionLearning::default()
    });
    recipe.positions.as_mut().expect("a fit").follow = 2;
    let folder = tempfile::tempdir().expect("a folder");
    let whole = trained(&recipe, &folder.path().join("whole"), 1);
    assert_eq!(whole.points[0].games, 40 + 24);
    let parts = folder.path().join("parts");
    for heard in 1.. {
        let means = means(2);
        let stop = means.stop.clone();
        let mut events = 0;
        let outcome = train(
            &recipe,
            from(&Heuristic::initial()),
            &parts,
            &means,
            &mut |_| {
                events += 1;
                if events == heard {
                    stop.stop();
                }
            },
        )
        .expect("trained");
        if outcome.complete {
            assert_eq!(content(&outcome), content(&whole));
            break;
        }
    }
    let page = std::fs::read_to_string(parts.join("report.html")).expect("a report");
    assert!(page.contains("<h2>Forecasts</h2>") && page.contains("scores of searches"));
    assert!(parts.join("positions-001.csv").exists() && !parts.join("positions-001.db").exists());
    // A fit to other games in its place does not belong to this training.
    recipe.seed += 1;
    let other = folder.path().join("other");
    std::fs::create_dir(&other).expect("a folder");
    for name in [
        "positions-001.csv",
        "positions-001.toml",
        "positions-001.json",
    ] {
        std::fs::copy(parts.join(name), other.join(name)).expect("copied");
    }
    let error = train(
        &recipe,
        from(&Heuristic::initial()),
        &other,
        &means(1),
        &mut |_| {},
    );
    assert!(matches!(error, Err(TrainError::OtherTable(_))));
}

/// Checks that a fit with another teacher is not used.
#[test]
fn a_fit_belongs_to_its_teacher() {
    let mut recipe = recipe("positions");
    // Fewer games may not have all results.
    recipe.games.number = 80;
    recipe.positions = Some(recipe::PositionLearning {
        nodes: 30,
        per_game: 8,
        teacher: Some(30),
        trust: Some(1.0),
        taught_by: Some("modern:initial".to_owned()),
        ..recipe::PositionLearning::default()
    });
    let folder = tempfile::tempdir().expect("a folder");
    let start = Heuristic::initial();
    let [modern, random] = [1, 2].map(|seed| {
        let schema = Schema::modern();
        let mut draws = rng::stream(seed, "teachers", 0);
        let levels = ByPhase::new_with(|_| Levels::random(schema, &mut draws));
        Heuristic::from_levels(schema, &levels)
    });
    let by = |teacher, place: &str| {
        let named = NamedHeuristics {
            start: &start,
            teacher,
        };
        train(
            &recipe,
            named,
            &folder.path().join(place),
            &means(2),
            &mut |_| {},
        )
    };
    let taught = by(Some(&modern), "taught").expect("trained");
    let alone = by(None, "alone").expect("trained");
    assert_ne!(content(&taught), content(&alone));
    std::fs::remove_file(folder.path().join("taught/curve.csv")).expect("removed");
    let again = by(Some(&modern), "taught").expect("trained");
    assert_eq!(content(&again), content(&taught));
    std::fs::remove_file(folder.path().join("taught/curve.csv")).expect("removed");
    let other = by(Some(&random), "taught");
    assert!(matches!(other, Err(TrainError::OtherTable(_))));
}

/// Checks that games of a fit do not repeat: both sides are one heuristic, so changed colours would give the same
/// game.
#[test]
fn no_game_of_a_fit_is_played_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = RunOptions {
        keep_games: true,
        ..means(2)
    };
    let start = Heuristic::initial();
    let recipe = recipe("positions");
    train(&recipe, from(&start), folder.path(), &kept, &mut |_| {}).expect("trained");
    let file = folder.path().join("positions-001.db");
    let store = Store::open(&file, Access::Read).expect("kept games");
    let (mut games, mut different) = (0, HashSet::new());
    store
        .for_each_game(&GameFilter::default(), |_, game| {
            games += 1;
            different.insert(format!("{:?}", game.record.moves));
            ControlFlow::Continue(())
        })
        .expect("readable");
    assert_eq!(
        (games, different.len()),
        (recipe.games.number as usize, games)
    );
}

#[test]
fn tests_that_find_no_gain_end_it_and_gains_do_not() {
    let with = |elo0, elo1| {
        let mut recipe = recipe("trial");
        recipe.schedule.patience = 1;
        recipe.validation.sprt = Some(ValidationTest {
            elo0,
            elo1,
            games: 30,
        });
        recipe
    };
    let tests = |outcome: &TrainOutcome| -> Vec<_> {
        let points = outcome.points.iter();
        points.map(|point| (point.sprt, point.sprt_games)).collect()
    };
    let folder = || tempfile::tempdir().expect("a folder");
    // No model is as weak as the first hypothesis.
    let (one, two) = (folder(), folder());
    let easy = trained(&with(-900.0, -500.0), one.path(), 2);
    assert_eq!(easy.points.len(), 3);
    assert!(
        tests(&easy)
            .iter()
            .all(|(verdict, _)| *verdict == Some(SprtVerdict::Accept))
    );
    let again = trained(&with(-900.0, -500.0), two.path(), 1);
    assert_eq!(tests(&again), tests(&easy));
    // No model is as strong as the second hypothesis.
    let three = folder();
    let hard = trained(&with(500.0, 900.0), three.path(), 2);
    assert!(hard.complete);
    assert_eq!(hard.points.len(), 1);
    assert_eq!(hard.points[0].sprt, Some(SprtVerdict::Reject));
    // These few games cannot distinguish such small gains, so all of them are played.
    let four = folder();
    let open = trained(&with(0.0, 1.0), four.path(), 2);
    assert_eq!(tests(&open), [(Some(SprtVerdict::Continue), Some(30))]);
}

/// Checks which sides are drawn, and so give cases, in both games of a pair.
#[test]
fn sides_say_who_is_drawn() {
    let mut recipe = recipe("trial");
    let start = Heuristic::initial();
    for (sides, drawn) in [
        (DrawnOpponent::Opposed, [1, 1]),
        (DrawnOpponent::Apart, [2, 2]),
        (DrawnOpponent::Centre, [1, 1]),
    ] {
        recipe.games.sides = sides;
        let games = Generation::around(&recipe, 0, &start, &start, None)
            .games(&recipe)
            .expect("a design");
        let count = |number| {
            games
                .drawn(number)
                .into_iter()
                .filter(|drawn| *drawn)
                .count()
        };
        assert_eq!([count(0), count(1)], drawn, "{sides:?}");
        // The side that is not drawn plays the centre, or the mirrored draw.
        let other = games
            .draw(0, Color::Black)
            .map(|(_, heuristic)| heuristic.fingerprint());
        let own = games
            .draw(0, Color::White)
            .map(|(_, heuristic)| heuristic.fingerprint());
        assert_eq!(other.is_none(), sides == DrawnOpponent::Centre);
        assert_ne!(own, other);
    }
}

#[test]
fn games_have_a_judge_unless_the_recipe_plays_them_out() {
    let judged = |recipe: &TrainingRecipe| {
        let start = Heuristic::initial();
        let generation = Generation::around(recipe, 0, &start, &start, None);
        let games = generation.games(recipe).expect("a design");
        games.adjudication.is_some()
    };
    let mut recipe = recipe("trial");
    assert!(judged(&recipe) && !recipe.canonical().contains("played_out"));
    let hash = recipe.hash();
    recipe.games.played_out = true;
    assert!(!judged(&recipe));
    assert_ne!(recipe.hash(), hash, "another training");
}
