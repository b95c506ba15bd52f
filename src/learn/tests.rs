//! Learning from a database in memory.

use shakmaty::Color;

use super::*;
use crate::bayes::{Counts, Smoothing};
use crate::heuristic::{Levels, Schema};
use crate::model::{Objective, class_of, shape_of};
use crate::phase::Phase;
use crate::record::{Case, Game, GameResult, LevelDraw, Provenance, RunDraws, Tags};
use crate::rng;
use crate::store::{CaseFilter, RunKind, RunSettings, Store, StoredGame};

fn settings(seed: u64) -> RunSettings {
    RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance {
            seed,
            ..Provenance::default()
        },
        levels: 838,
        draws: None,
    }
}

/// Returns a game without moves whose result follows from the level of the pawn in the opening.
fn game(number: u32) -> StoredGame {
    let mut rng = rng::stream(1, "learn tests", u64::from(number));
    let schema = Schema::classic();
    let drawn: Vec<Vec<u8>> = (0..2)
        .map(|_| Levels::random(schema, &mut rng).as_bytes().to_vec())
        .collect();
    let result = match drawn[0][0] {
        0 | 1 => GameResult::BlackWins,
        2 => GameResult::Draw,
        _ => GameResult::WhiteWins,
    };
    let cases = [Phase::Opening, Phase::Endgame]
        .into_iter()
        .zip(drawn)
        .map(|(phase, levels)| Case {
            phase,
            side: Color::White,
            levels,
            result: result.seen_by(Color::White),
        })
        .collect();
    StoredGame {
        number,
        record: Game {
            result: Some(result),
            tags: Tags::new().with("White", "random").with("Black", "initial"),
            ..Game::default()
        },
        cases,
        opponent: None,
        played_at: None,
    }
}

fn filled(seeds: &[u64], games: u32) -> Store {
    let mut store = Store::in_memory().expect("memory");
    for seed in seeds {
        let run = store.begin_run(&settings(*seed), games).expect("a run");
        let games: Vec<_> = (0..games).map(game).collect();
        store.write_games(&run, &games).expect("written");
    }
    store
}

fn learned(store: &Store, filter: &CaseFilter) -> LearnedTable {
    learn(
        store,
        Schema::classic(),
        filter,
        Smoothing::LAPLACE,
        &mut |_| {},
    )
    .expect("something to learn")
}

#[test]
fn the_table_counts_every_case_once() {
    let store = filled(&[1], 60);
    let learned = learned(&store, &CaseFilter::default());
    assert_eq!((learned.games, learned.cases), (60, 120));
    let mut expected = Counts::new(shape_of(Schema::classic()));
    for case in (0..60).flat_map(|number| game(number).cases) {
        expected
            .add(class_of(case.phase, case.result), &case.levels)
            .expect("it fits");
    }
    assert_eq!(learned.table.counts(), &expected);
    assert_eq!(learned.table.card().games, 60);
    assert_eq!(learned.table.card().origins[0].run, settings(1).key().0);
}

#[test]
fn parts_merge_to_the_whole() {
    let store = filled(&[1, 2], 30);
    let whole = learned(&store, &CaseFilter::default());
    let part = |seed, games| {
        let run = Some(settings(seed).key());
        learned(&store, &CaseFilter { run, games }).table
    };
    let merged = part(2, None)
        .merge(&part(1, Some(10..30)))
        .and_then(|table| table.merge(&part(1, Some(0..10))))
        .expect("alike");
    assert_eq!(merged, whole.table);
}

#[test]
fn what_decides_games_is_found_first() {
    let table = learned(&filled(&[1], 300), &CaseFilter::default()).table;
    let findings = TableFindings::of(&table, Objective::MaxWin, 3);
    let surest = &findings.surest[0];
    assert_eq!((surest.parameter, surest.phase), (0, Phase::Opening));
    assert!(surest.level >= 3);
    assert!(surest.z > findings.largest_by_chance);
    let interval = surest.interval.expect("an interval");
    assert!(interval.low < surest.probability && surest.probability < interval.high);
    let mean = findings.mean_square_z.expect("cases");
    assert!((0.9..1.2).contains(&mean), "{mean}");
    assert!(changed_parameters(&table, Objective::MaxWin) > 838);
}

/// Creates a store with a run for each of these settings, each with another seed.
fn with_settings(texts: &[String]) -> Store {
    let mut store = Store::in_memory().expect("memory");
    for (seed, text) in (0..).zip(texts) {
        let mut settings = settings(seed);
        settings.provenance.settings.clone_from(text);
        store.begin_run(&settings, 0).expect("a run");
    }
    store
}

#[test]
fn every_run_must_be_of_the_schema_that_is_known() {
    let schema = |name: &str, print: &str, white: &str| {
        format!("schema = \"{name} {print}\"\nwhite = \"{white}\"\nblack = \"initial\"\n")
    };
    let of =
        |schema_of: &Schema, white: &str| schema(schema_of.name(), schema_of.fingerprint(), white);
    let classic = of(Schema::classic(), "random");
    let modern = of(Schema::modern(), "modern:random");
    let find = |texts: &[String]| schema_of(&with_settings(texts), &CaseFilter::default());
    assert_eq!(
        find(std::slice::from_ref(&modern)).expect("known").name(),
        Schema::modern().name()
    );
    // Fixed sides draw nothing, even if the settings name a schema.
    let fixed = of(Schema::classic(), "weights 12");
    let found = find(&[fixed, modern.clone()]).expect("known");
    assert_eq!(found.name(), Schema::modern().name());
    let changed = schema("classic", "0123", "random");
    let error = find(&[classic.clone(), changed]).expect_err("changed");
    assert!(matches!(error, LearnError::ChangedSchema { .. }), "{error}");
    let error = find(&[classic.clone(), modern]).expect_err("two families");
    assert!(matches!(error, LearnError::OtherSchema { .. }), "{error}");
    let around = of(Schema::classic(), "designed around 45");
    let error = find(&[classic, around]).expect_err("designed");
    assert!(
        error
            .to_string()
            .contains("drawn around a trained heuristic"),
        "{error}"
    );
}

/// Checks that the settings are read only where a run was stored without its draws.
#[test]
fn the_draws_of_a_run_are_not_read_from_its_settings() {
    let schema = Schema::modern();
    let with = |white, black| RunSettings {
        draws: Some(RunDraws {
            schema: Some(schema.described()),
            white,
            black,
        }),
        levels: 814,
        provenance: Provenance {
            settings: "schema = \"classic 0123\"\nwhite = \"designed around 45\"".to_owned(),
            ..Provenance::default()
        },
        ..settings(1)
    };
    let find = |settings: &RunSettings| {
        let mut store = Store::in_memory().expect("memory");
        store.begin_run(settings, 0).expect("a run");
        schema_of(&store, &CaseFilter::default())
    };
    let uniform = with(LevelDraw::Uniform, LevelDraw::Nothing);
    assert_eq!(find(&uniform).expect("known").name(), schema.name());
    let nothing = with(LevelDraw::Nothing, LevelDraw::Nothing);
    assert_eq!(
        find(&nothing).expect("none").name(),
        Schema::classic().name()
    );
    let designed = find(&with(LevelDraw::Nothing, LevelDraw::Designed));
    assert!(matches!(designed, Err(LearnError::Designed { .. })));
    let older = RunSettings {
        draws: None,
        ..uniform
    };
    assert!(matches!(find(&older), Err(LearnError::Designed { .. })));
}

#[test]
fn nothing_to_learn_is_said() {
    let learn = |store: &Store, filter: &CaseFilter| {
        learn(
            store,
            Schema::classic(),
            filter,
            Smoothing::LAPLACE,
            &mut |_| {},
        )
        .expect_err("nothing to learn")
    };
    let empty = Store::in_memory().expect("memory");
    assert!(matches!(
        learn(&empty, &CaseFilter::default()),
        LearnError::NoCases(_)
    ));
    let run = Some(settings(9).key());
    let filter = CaseFilter { run, games: None };
    assert!(matches!(
        learn(&filled(&[1], 2), &filter),
        LearnError::Store(_)
    ));
}
