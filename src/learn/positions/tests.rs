//! Recovering weights that decided games from their positions.

use rand::RngExt as _;
use shakmaty::{Chess, Position as _};

use super::*;
use crate::bayes::OrderedOutcome;
use crate::cancel::CancelFlag;
use crate::heuristic::{Schema, Term};
use crate::record::{Game, GameResult, Provenance, Tags, Termination};
use crate::rng;
use crate::store::{Access, GameFilter, RunKind, RunSettings, StoredGame};

fn plan(threads: usize) -> FitPlan {
    FitPlan {
        games: GameFilter::default(),
        kind: GameKind::SelfPlay,
        most_games: u64::MAX,
        sampling: PositionSampling::default(),
        prior: 1.0,
        evidence: 4.0,
        teaching: None,
        sampled: None,
        held: Vec::new(),
        threads,
        stop: CancelFlag::new(),
    }
}

/// Creates a database of `games` games, all of them once in each of `runs` runs.
fn store(folder: &std::path::Path, (games, runs): (u32, u32), truth: &Heuristic) -> Store {
    let file = folder.join("games.db");
    let mut store = Store::open(&file, Access::Create).expect("a new database");
    let played = played(games, truth);
    for run in 0..runs {
        let settings = RunSettings {
            kind: RunKind::Selfplay,
            provenance: Provenance {
                settings: format!("run = {run}"),
                ..Provenance::default()
            },
            levels: 0,
            draws: None,
        };
        let run = store.begin_run(&settings, games).expect("a run");
        store.write_games(&run, &played).expect("written");
    }
    store
}

/// Returns games of random moves; `truth`'s evaluation of the last position determines the odds of the result.
fn played(games: u32, truth: &Heuristic) -> Vec<StoredGame> {
    let link = OrderedLogit {
        scale: 150.0,
        margin: 60.0,
    };
    let evaluator = crate::eval::Evaluator::new(truth, Phase::Opening);
    (0..games)
        .map(|number| {
            let mut rng = rng::stream(5, "test positions", u64::from(number));
            let mut position = Chess::default();
            let mut moves = Vec::new();
            while moves.len() < 18 && !position.legal_moves().is_empty() {
                let legal = position.legal_moves();
                let m = legal[rng.random_range(0..legal.len())];
                position.play_unchecked(m);
                moves.push(m);
            }
            let value = evaluator.trace(&position).value(truth);
            let [low, middle, _] = link.probabilities(value);
            let drawn: f64 = rng.random();
            let result = if drawn < low {
                GameResult::BlackWins
            } else if drawn < low + middle {
                GameResult::Draw
            } else {
                GameResult::WhiteWins
            };
            StoredGame {
                number,
                record: Game {
                    moves,
                    opening_plies: 4,
                    result: Some(result),
                    termination: Termination::AdjudicatedDraw,
                    tags: Tags::new().with("White", "test").with("Black", "test"),
                    ..Game::default()
                },
                cases: Vec::new(),
                opponent: None,
                played_at: None,
            }
        })
        .collect()
}

#[test]
fn what_decided_games_is_found_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Heuristic::initial_of(Schema::classic());
    // A knight has a higher true value than in the starting heuristic.
    let truth = start.clone().map_weights(|_, parameter, weight| {
        weight + if parameter.name == "knight" { 150 } else { 0 }
    });
    let store = store(folder.path(), (3000, 1), &truth);
    let learn = |threads| {
        learn_positions(&store, &start, &plan(threads), &mut |_| ()).expect("enough games")
    };
    let (one, three) = (learn(1), learn(3));
    assert_eq!(one.fitted.weights(), three.fitted.weights());
    assert_eq!(one.games, three.games);
    assert_eq!(one.games[0] + one.games[1], 3000);
    let knight = Schema::classic()
        .position_of("knight")
        .expect("a parameter");
    let (before, after) = (
        start.weights().opening[knight],
        one.fitted.weights().opening[knight],
    );
    assert!(after > before + 20, "{before} {after}");
    let doubt = one.deviations.opening[knight];
    assert!(doubt < 30.0 * one.rescaled, "{doubt}");
    let held_out = one.held_out.expect("some are held out");
    assert!(held_out.start.log_loss < held_out.shares.log_loss);
    assert!(
        held_out.fitted.log_loss < held_out.start.log_loss + 0.002,
        "{held_out:?}"
    );
}

#[test]
fn held_terms_stay_and_few_games_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Heuristic::initial_of(Schema::modern());
    let store = store(folder.path(), (300, 1), &start);
    let held = FitPlan {
        held: vec![Term::Material],
        ..plan(2)
    };
    let learned = learn_positions(&store, &start, &held, &mut |_| ()).expect("enough games");
    assert_eq!(
        learned.fitted.weights().opening[..5],
        start.weights().opening[..5]
    );
    assert_ne!(learned.fitted.weights(), start.weights());
    let few = FitPlan {
        most_games: 1,
        ..plan(2)
    };
    let error = learn_positions(&store, &start, &few, &mut |_| ()).expect_err("one result");
    let words = error.to_string();
    assert!(
        words.contains("too few") || words.contains("no positions"),
        "{words}"
    );
    assert_eq!(OrderedOutcome::ALL.len(), 3);
}

#[test]
fn searches_teach_what_they_foretell_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let teacher = Heuristic::initial_of(Schema::classic());
    // The starting heuristic values rooks too low, the teacher correctly.
    let start = teacher
        .clone()
        .map_weights(|_, parameter, weight| weight / if parameter.name == "rook" { 2 } else { 1 });
    let store = store(folder.path(), (800, 1), &teacher);
    let taught = |threads| FitPlan {
        sampling: PositionSampling {
            per_game: 8,
            ..PositionSampling::default()
        },
        teaching: Some(SearchTeaching {
            nodes: 60,
            trust: 1.0,
            by: Some(teacher.clone()),
        }),
        // These few games are informative about piece values, but not about 800 squares.
        held: Term::ALL
            .into_iter()
            .filter(|term| *term != Term::Material)
            .collect(),
        ..plan(threads)
    };
    let learn =
        |plan: &FitPlan| learn_positions(&store, &start, plan, &mut |_| ()).expect("enough games");
    let (one, three) = (learn(&taught(1)), learn(&taught(3)));
    assert_eq!(one.fitted.weights(), three.fitted.weights());
    let held_out = one.held_out.expect("some are held out");
    let distances = held_out.from_searches.expect("searched");
    assert!(distances.fitted < distances.start, "{distances:?}");
    let by_results = learn(&plan(2)).held_out.expect("some are held out");
    assert_eq!(by_results.from_searches, None);
}

#[test]
fn few_games_tell_what_all_of_them_will_take() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Heuristic::initial_of(Schema::classic());
    let store = store(folder.path(), (400, 1), &start);
    let plan = plan(2);
    let estimate = |plan: &FitPlan, games| estimate(&store, &start, plan, games).expect("readable");
    let told = estimate(&plan, 400).expect("not stopped");
    let learned = learn_positions(&store, &start, &plan, &mut |_| ()).expect("enough games");
    let [training, held_out] = learned.positions;
    let share = told.positions as f64 / (training + held_out) as f64;
    assert!((0.8..1.25).contains(&share), "{share}");
    let quarter = estimate(&plan, 100).expect("not stopped");
    assert!(quarter.positions < told.positions / 2, "{quarter:?}");
    let taught = FitPlan {
        teaching: Some(SearchTeaching {
            nodes: 2000,
            trust: 0.5,
            by: None,
        }),
        ..plan.clone()
    };
    let searched = estimate(&taught, 400).expect("not stopped");
    assert!(searched.time > told.time, "{searched:?} {told:?}");
    plan.stop.stop();
    assert_eq!(estimate(&plan, 400), None);
}

#[test]
fn a_stop_ends_it_without_a_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Heuristic::initial_of(Schema::classic());
    let store = store(folder.path(), (300, 1), &start);
    let plan = plan(2);
    plan.stop.stop();
    let error = learn_positions(&store, &start, &plan, &mut |_| ()).expect_err("stopped");
    assert!(matches!(error, PositionsError::Stopped), "{error}");
}

#[test]
fn a_stop_amid_the_fit_ends_it_at_the_next_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Heuristic::initial_of(Schema::classic());
    let store = store(folder.path(), (300, 1), &start);
    let plan = plan(2);
    let mut passes = 0;
    let outcome = learn_positions(&store, &start, &plan, &mut |news| {
        if let FitProgress::Passes(number) = news {
            passes = number;
            if number == 2 {
                plan.stop.stop();
            }
        }
    });
    let error = outcome.expect_err("stopped");
    assert!(matches!(error, PositionsError::Stopped), "{error}");
    assert_eq!(passes, 2);
}

#[test]
fn a_game_that_was_played_twice_teaches_once() {
    let truth = Heuristic::initial_of(Schema::classic());
    let learn = |runs| {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(folder.path(), (400, runs), &truth);
        learn_positions(&store, &truth, &plan(1), &mut |_| ()).expect("enough games")
    };
    let (once, twice) = (learn(1), learn(2));
    assert_eq!((once.read.self_play, once.read.twice), (400, 0));
    assert_eq!((twice.read.self_play, twice.read.twice), (400, 400));
    assert_eq!(once.games, twice.games);
    assert_eq!(once.fitted.weights(), twice.fitted.weights());
    assert_eq!(twice.origins.len(), 1);
}
