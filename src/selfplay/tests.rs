//! Self-play runs: their guarantees, on small runs in memory.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use shakmaty::{ByColor, Color, Position as _};

use super::*;
use crate::cancel::CancelFlag;
use crate::heuristic::{Heuristic, Schema};
use crate::model::HeuristicSource;
use crate::phase::Phase;
use crate::play::{AdjudicationThresholds, GameFraction, RandomOpenings};
use crate::record::RunDraws;
use crate::search::SearchLimits;
use crate::store::{GameFilter, RunSettings, Store, StoredGame};
use crate::units::Ply;

fn recipe(seed: u64) -> SelfplayRecipe {
    SelfplayRecipe {
        seed,
        contenders: ByColor {
            white: Contender {
                name: "initial".to_owned(),
                source: HeuristicSource::fixed(Heuristic::initial()),
            },
            black: Contender {
                name: "random".to_owned(),
                source: HeuristicSource::Random(Schema::classic()),
            },
        },
        colours: ColourAssignment::Alternate,
        limits: SearchLimits::nodes(30),
        openings: OpeningSource::Random(RandomOpenings::default()),
        adjudication: Some(AdjudicationThresholds::default()),
        play_through: GameFraction::new(0.3).expect("a share"),
        max_plies: Ply(120),
    }
}

fn plan(games: u32, threads: usize) -> SelfplayPlan {
    SelfplayPlan {
        threads: NonZeroUsize::new(threads).expect("not zero"),
        ..SelfplayPlan::new(games)
    }
}

fn play(store: &mut Store, recipe: &SelfplayRecipe, plan: &SelfplayPlan) -> SelfplayOutcome {
    run(store, recipe, plan, &CancelFlag::new(), &mut |_| {}).expect("played")
}

fn games(store: &Store) -> Vec<StoredGame> {
    let mut games = Vec::new();
    store
        .for_each_game(&GameFilter::default(), |_, game| {
            games.push(game);
            ControlFlow::Continue(())
        })
        .expect("read");
    games
}

#[test]
fn threads_and_interruptions_leave_no_trace() {
    let mut whole = Store::in_memory().expect("a store");
    let whole = play(&mut whole, &recipe(1), &plan(24, 1));
    let mut parts = Store::in_memory().expect("a store");
    let first = play(&mut parts, &recipe(1), &plan(7, 3));
    let stop = CancelFlag::new();
    let mut seen = 0;
    let broken_off = run(&mut parts, &recipe(1), &plan(24, 2), &stop, &mut |event| {
        if let SelfplayEvent::Begun { tally, .. } = event {
            seen = tally.games;
            stop.stop();
        }
    })
    .expect("stopped");
    assert!(broken_off.stopped && seen == 7);
    let last = play(&mut parts, &recipe(1), &plan(24, 3));
    assert_eq!(first.played + broken_off.played + last.played, 24);
    assert_eq!(last.content_hash, whole.content_hash);
    assert_eq!(last.tally, whole.tally);
    let again = play(&mut parts, &recipe(1), &plan(24, 2));
    assert_eq!(
        (again.played, &again.content_hash),
        (0, &whole.content_hash)
    );
}

#[test]
fn scores_are_kept_unless_refused_and_change_nothing_else() {
    let mut with = Store::in_memory().expect("a store");
    let kept = play(&mut with, &recipe(1), &plan(8, 2));
    let mut without = Store::in_memory().expect("a store");
    let refused = SelfplayPlan {
        scores: ScorePolicy::Omit,
        ..plan(8, 2)
    };
    let omitted = play(&mut without, &recipe(1), &refused);
    assert_eq!(
        (kept.content_hash, kept.run),
        (omitted.content_hash, omitted.run)
    );
    assert!(
        games(&without)
            .iter()
            .all(|game| game.record.scores.is_empty())
    );
    for StoredGame { record, .. } in games(&with) {
        let opening = usize::from(record.opening_plies);
        assert_eq!(record.scores.len(), record.moves.len());
        let mut position = record.start.clone();
        for (ply, &m) in record.moves.iter().enumerate() {
            // Only forced moves are not searched.
            let is_searched = ply >= opening && position.legal_moves().len() > 1;
            assert_eq!(record.score_before(ply).is_some(), is_searched, "ply {ply}");
            position.play_unchecked(m);
        }
    }
}

#[test]
fn another_seed_is_another_run() {
    let mut store = Store::in_memory().expect("a store");
    let one = play(&mut store, &recipe(1), &plan(6, 2));
    let refused = run(
        &mut store,
        &recipe(2),
        &plan(6, 2),
        &CancelFlag::new(),
        &mut |_| {},
    )
    .expect_err("other settings");
    assert!(refused.to_string().contains("(seed 1, not 2)"), "{refused}");
    let beside = SelfplayPlan {
        begin: OtherRunPolicy::NewRun,
        ..plan(6, 2)
    };
    let other = play(&mut store, &recipe(2), &beside);
    assert_ne!(one.content_hash, other.content_hash);
    // The same command continues the run that it began.
    let again = play(&mut store, &recipe(2), &beside);
    assert_eq!(
        (again.played, &again.content_hash),
        (0, &other.content_hash)
    );
    assert_eq!(play(&mut store, &recipe(1), &plan(6, 2)).played, 0);
}

/// Checks that a run begun by a build with another search is not continued: its games would differ.
#[test]
fn another_program_s_run_is_refused_by_the_program_s_name() {
    let mut store = Store::in_memory().expect("a store");
    let mut older = recipe(1).settings();
    let settings = &mut older.provenance.settings;
    *settings = settings.replace(&program::name(), "bayeschess 0.1.0");
    store.begin_run(&older, 6).expect("begun");
    let mut begin = |begin| {
        let plan = SelfplayPlan {
            begin,
            ..plan(6, 2)
        };
        run(
            &mut store,
            &recipe(1),
            &plan,
            &CancelFlag::new(),
            &mut |_| {},
        )
    };
    let refused = begin(OtherRunPolicy::Refuse)
        .expect_err("another program")
        .to_string();
    let named = format!(
        "(program \"bayeschess 0.1.0\", not \"{}\")",
        program::name()
    );
    assert!(refused.contains(&named), "{refused}");
    assert!(
        refused.contains("the version of this program that played it")
            && refused.contains("--new-run"),
        "{refused}"
    );
    assert_eq!(begin(OtherRunPolicy::NewRun).expect("played").played, 6);
}

#[test]
fn colours_alternate_and_pairs_share_their_opening() {
    let mut store = Store::in_memory().expect("a store");
    play(&mut store, &recipe(1), &plan(8, 2));
    for pair in games(&store).chunks(2) {
        let [even, odd] = pair else {
            panic!("whole pairs");
        };
        assert_eq!(even.record.opening_plies, 8);
        assert_eq!(even.record.moves[..8], odd.record.moves[..8]);
        assert_eq!(
            (
                even.record.player(Color::White),
                odd.record.player(Color::White)
            ),
            ("initial", "random")
        );
    }
}

#[test]
fn cases_belong_to_the_drawn_side_and_the_phases_it_moved_in() {
    let mut store = Store::in_memory().expect("a store");
    play(&mut store, &recipe(1), &plan(8, 2));
    for game in games(&store) {
        let side = Color::from_white(game.number % 2 == 1);
        let reached: Vec<Phase> = game.cases.iter().map(|case| case.phase).collect();
        let mut expected = Vec::new();
        let mut position = game.record.start.clone();
        for (ply, m) in game.record.moves.iter().enumerate() {
            let given = ply < usize::from(game.record.opening_plies);
            let forced = position.legal_moves().len() == 1;
            if !given && !forced && position.turn() == side {
                expected.push(Phase::of(&position));
            }
            position.play_unchecked(*m);
        }
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(reached, expected);
        for case in &game.cases {
            assert_eq!(case.side, side);
            let result = game.record.result.expect("a result");
            assert_eq!(case.result, result.seen_by(side));
            assert_eq!(
                case.levels,
                recipe(1).draw(game.number, side).expect("a drawn side").0[case.phase].as_bytes()
            );
        }
    }
}

#[test]
fn nobody_s_heuristic_depends_on_the_colour_it_started_with() {
    let alternating = recipe(1);
    assert_eq!(alternating.contenders_by_colour(0).white, Color::White);
    assert_eq!(alternating.contenders_by_colour(1).white, Color::Black);
    let fixed = SelfplayRecipe {
        colours: ColourAssignment::Fixed,
        ..recipe(1)
    };
    assert_eq!(fixed.contenders_by_colour(1).white, Color::White);
    assert_ne!(fixed.settings().key(), alternating.settings().key());
}

/// Checks that the schema is that of drawn levels, or else that of the heuristics that play.
#[test]
fn a_run_names_the_family_of_what_is_drawn_or_else_of_what_plays() {
    let fixed = |schema| HeuristicSource::fixed(Heuristic::initial_of(schema));
    let (classic, modern) = (Schema::classic(), Schema::modern());
    for (white, black, named) in [
        (fixed(classic), fixed(classic), classic),
        (fixed(modern), fixed(modern), modern),
        (fixed(modern), HeuristicSource::Random(classic), classic),
        (HeuristicSource::Random(modern), fixed(classic), modern),
    ] {
        let mut recipe = recipe(1);
        recipe.contenders.white.source = white;
        recipe.contenders.black.source = black;
        assert!(!recipe.mixes_families());
        let RunSettings {
            provenance,
            levels,
            draws,
            ..
        } = recipe.settings();
        // A version that reads the settings alone reads the same.
        let read = RunDraws::of_settings(&provenance.settings);
        assert_eq!(draws, Some(read));
        let line = format!("schema = \"{}\"", named.described());
        assert!(
            provenance.settings.contains(&line),
            "{}",
            provenance.settings
        );
        assert_eq!(usize::from(levels), named.len());
    }
}

/// Checks that opposed sides mirror one draw, which the two games of a pair share.
#[test]
fn opposed_sides_mirror_the_drawn_ones_and_pairs_share_a_draw() {
    let schema = Schema::classic();
    let trial = crate::heuristic::DesignedLevels {
        values: crate::heuristic::LevelValues::of_schema(schema),
        sampler: crate::heuristic::LevelSampler::new(
            schema,
            crate::heuristic::LevelDesign::default(),
        )
        .expect("a design"),
    };
    let mut designed = recipe(9);
    designed.contenders.white.source = HeuristicSource::Designed(std::sync::Arc::new(trial));
    designed.contenders.black.source = HeuristicSource::Opposed;
    let levels = |game, side| designed.draw(game, side).expect("drawn").0;
    for phase in Phase::ALL {
        let first = levels(4, Color::White)[phase].clone();
        assert_eq!(levels(4, Color::Black)[phase], first.opposite());
        assert_eq!(levels(5, Color::Black)[phase], first);
        assert_ne!(levels(6, Color::White)[phase], first);
    }
    let mut store = Store::in_memory().expect("a store");
    play(&mut store, &designed, &plan(4, 2));
    for game in games(&store) {
        let learned = designed
            .contenders_by_colour(game.number)
            .find(|seat| *seat == Color::White);
        assert!(!game.cases.is_empty());
        assert!(game.cases.iter().all(|case| Some(case.side) == learned));
    }
}
