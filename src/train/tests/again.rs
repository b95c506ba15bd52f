//! Folders that contain a training already: continued, validated again, or refused.

use std::collections::BTreeMap;
use std::time::Duration;

use super::*;
use crate::files::WriteGuard;
use crate::selfplay::program;
use crate::train::core_hours::CoreHours;

/// Checks that a training ended by early stopping stays as it was, even if the curve has later points.
#[test]
fn a_training_that_patience_ended_is_found_as_it_was() {
    let recipe = impatient();
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = trained(&recipe, folder.path(), 2);
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect(name);
    let (model, page) = (bytes("model.csv"), bytes("report.html"));
    assert!(outcome.complete && outcome.points.len() < 6, "impatient");
    std::fs::remove_file(folder.path().join("report.html")).expect("removed");
    let again = trained(&recipe, folder.path(), 1);
    assert_eq!(content(&again), content(&outcome));
    assert_eq!((bytes("model.csv"), bytes("report.html")), (model, page));
    assert!(!String::from_utf8_lossy(&bytes("report.html")).contains("http-equiv"));
}

/// Checks that validation and objectives may change, and that the old results are then replaced.
#[test]
fn other_validations_and_objectives_are_played_anew() {
    let mut recipe = recipe("trial");
    recipe.schedule.generations = 2;
    recipe.objectives = Some(ObjectiveGames {
        games: 8,
        reach: 1.0,
    });
    let folder = tempfile::tempdir().expect("a folder");
    trained(&recipe, &folder.path().join("one"), 2);
    for games in [20, 4] {
        recipe.validation.games = 6;
        recipe.objectives = Some(ObjectiveGames { games, reach: 0.5 });
        let changed = trained(&recipe, &folder.path().join("one"), 2);
        let place = format!("whole-{games}");
        let whole = trained(&recipe, &folder.path().join(&place), 2);
        assert_eq!(content(&changed), content(&whole));
        assert!(
            changed
                .points
                .iter()
                .all(|point| point.validation_games == 6)
        );
        let model = |place: &str| std::fs::read(folder.path().join(place).join("model.csv"));
        assert_eq!(model("one").expect("read"), model(&place).expect("read"));
    }
}

#[test]
fn objectives_are_told_apart_by_the_last_games() {
    let mut recipe = recipe("trial");
    recipe.objectives = Some(ObjectiveGames {
        games: 120,
        reach: 1.0,
    });
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = trained(&recipe, folder.path(), 2);
    let load = || HeuristicTable::load(outcome.model.as_deref().expect("a model"));
    let table = load().expect("readable");
    assert!(table.card().cases > 0);
    assert_eq!(table.card().games, 3 * 24 + 120);
    // The card alone suffices to make the table again.
    let training = table.card().training.clone().expect("trained");
    let named = TrainingRecipe::parse(Path::new("card"), &training.recipe).expect("a recipe");
    assert_eq!(named.canonical(), recipe.canonical());
    assert_eq!(training.start, Heuristic::initial().fingerprint());
    assert_eq!(training.teacher, None);
    // So few games may have no draw, and only draws distinguish winning from not losing.
    let win = table.heuristic(Objective::MaxWin).fingerprint();
    assert_ne!(win, table.level_values().centre().fingerprint());
    // The same command finds everything there.
    trained(&recipe, folder.path(), 1);
    assert_eq!(load().expect("readable"), table);
}

/// Checks that the effects shown of a generation come from the counts that it remembered.
#[test]
fn effects_that_are_shown_are_those_that_moved_the_centre() {
    let mut recipe = recipe("trial");
    recipe.schedule.memory = 2;
    let folder = tempfile::tempdir().expect("a folder");
    trained(&recipe, folder.path(), 2);
    let learned = LearnedTables::read(&recipe, folder.path()).expect("read");
    let tables = [1, 2, 3].map(|number| {
        let file = folder.path().join(format!("generation-00{number}.csv"));
        HeuristicTable::load(&file).expect("a table")
    });
    let last = &learned.generations[2];
    let centre = tables[2].level_values().centre();
    assert_eq!(last.centre.weights(), centre.weights());
    let rule = recipe.rule(2);
    let known = memory::recall(&tables[..2], &tables[2], 2).expect("alike");
    assert_eq!(last.effects, rule.posterior_effects(&known));
    assert_ne!(last.effects, rule.posterior_effects(&tables[2]));
    let next = memory::next_centre(&recipe, &tables[..2], &tables[2], 2).expect("alike");
    assert_eq!(last.next.weights(), next.centre.weights());
}

#[test]
fn a_table_killed_while_it_was_written_is_counted_again() {
    let recipe = recipe("trial");
    let folder = tempfile::tempdir().expect("a folder");
    let mut kept = means(2);
    kept.keep_games = true;
    let start = Heuristic::initial();
    let first = train(&recipe, from(&start), folder.path(), &kept, &mut |_| {}).expect("trained");
    let table = folder.path().join("generation-002.csv");
    std::fs::write(&table, "half").expect("written");
    std::fs::remove_file(folder.path().join("curve.csv")).expect("removed");
    let again = train(&recipe, from(&start), folder.path(), &kept, &mut |_| {}).expect("trained");
    assert_eq!(content(&again), content(&first));
}

#[test]
fn another_recipe_or_table_in_the_folder_is_refused_and_more_generations_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut recipe = recipe("trial");
    recipe.schedule.generations = 1;
    trained(&recipe, folder.path(), 2);
    let mut other = recipe.clone();
    other.games.nodes = 21;
    let run = |recipe: &TrainingRecipe| {
        train(
            recipe,
            from(&Heuristic::initial()),
            folder.path(),
            &means(1),
            &mut |_| {},
        )
    };
    let error = run(&other).expect_err("other").to_string();
    assert!(error.contains("games.nodes 20, not 21"), "{error}");
    recipe.schedule.generations = 2;
    assert_eq!(run(&recipe).expect("gone on with").points.len(), 2);
    let table = |number: u32, ending: &str| {
        folder
            .path()
            .join(format!("generation-{number:03}.{ending}"))
    };
    for ending in ["csv", "toml"] {
        std::fs::copy(table(1, ending), table(2, ending)).expect("copied");
    }
    let error = run(&recipe).expect_err("not its own").to_string();
    assert!(error.contains("not counted around"), "{error}");
}

/// Checks that a folder in which one process works is not changed by another.
#[test]
fn a_folder_in_which_another_is_at_work_stays_as_it_is() {
    let mut recipe = recipe("trial");
    recipe.objectives = Some(ObjectiveGames {
        games: 8,
        reach: 1.0,
    });
    let folder = tempfile::tempdir().expect("a folder");
    trained(&recipe, folder.path(), 2);
    let files = || {
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let bytes = files.map(|file| {
            let path = file.expect("a file").path();
            (path.clone(), std::fs::read(path).expect("readable"))
        });
        bytes.collect::<BTreeMap<_, _>>()
    };
    let guard = WriteGuard::acquire(&folder.path().join("curve.csv")).expect("free");
    let before = files();
    recipe.objectives = Some(ObjectiveGames {
        games: 4,
        reach: 1.0,
    });
    let start = Heuristic::initial();
    let error = train(&recipe, from(&start), folder.path(), &means(1), &mut |_| {});
    let error = error.expect_err("at work").to_string();
    assert!(error.contains("another process"), "{error}");
    assert_eq!(files(), before);
    drop(guard);
    assert!(trained(&recipe, folder.path(), 1).complete);
}

/// Checks that points of other validations, which the recipe does not ask for, do not stay and affect early stopping.
#[test]
fn points_of_other_validations_do_not_stay_between() {
    let mut recipe = recipe("trial");
    let folder = tempfile::tempdir().expect("a folder");
    let one = folder.path().join("one");
    trained(&recipe, &one, 2);
    recipe.validation.games = 6;
    recipe.validation.every = 3;
    let changed = trained(&recipe, &one, 2);
    let whole = trained(&recipe, &folder.path().join("whole"), 2);
    assert_eq!(content(&changed), content(&whole));
    let elos = changed.points.iter().map(|point| point.elo.is_some());
    assert_eq!(elos.collect::<Vec<_>>(), [false, false, true]);
}

/// Checks that a training by Texel's method, which has no searches, has no teacher on its card. (One generation: its
/// weights have no prior.)
#[test]
fn a_card_names_no_teacher_that_did_not_teach() {
    let mut recipe = recipe("texel");
    recipe.schedule.generations = 1;
    recipe.positions = Some(recipe::PositionLearning {
        nodes: 30,
        teacher: Some(30),
        trust: Some(1.0),
        taught_by: Some("modern:initial".to_owned()),
        ..recipe::PositionLearning::default()
    });
    let teacher = Heuristic::initial_of(Schema::modern());
    let start = Heuristic::initial();
    let named = NamedHeuristics {
        start: &start,
        teacher: Some(&teacher),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = train(&recipe, named, folder.path(), &means(2), &mut |_| {}).expect("trained");
    let table = HeuristicTable::load(outcome.model.as_deref().expect("a model"));
    let training = table.expect("readable").card().training.clone();
    assert_eq!(training.expect("trained").teacher, None);
}

/// Checks that tables and games of a build with another search are not used.
#[test]
fn what_another_program_began_is_not_gone_on_with() {
    let here = program::name();
    for (method, name) in [("trial", "generation"), ("positions", "positions")] {
        let mut recipe = recipe(method);
        recipe.schedule.generations = 1;
        let folder = tempfile::tempdir().expect("a folder");
        trained(&recipe, folder.path(), 2);
        let card = folder.path().join(format!("{name}-001.toml"));
        let text = std::fs::read_to_string(&card).expect("a card");
        let key = text.lines().find(|line| line.starts_with("run = "));
        let text = text.replace(key.expect("a run"), "run = \"0123456789abcdef\"");
        assert!(text.contains(&here), "{text}");
        std::fs::write(&card, text.replace(&here, "bayeschess 0.1.0")).expect("written");
        let said = refused(&recipe, folder.path());
        let table = format!("{name}-001.csv: its games were played with other settings");
        assert!(said.contains(&table), "{said}");
        let named = format!("(program \"bayeschess 0.1.0\", not \"{here}\")");
        assert!(said.contains(&named) && said.contains("--out"), "{said}");
    }
}

/// Checks that the message only offers remedies that this command has.
#[test]
fn a_database_of_other_games_is_refused_with_what_a_training_can_do() {
    let mut recipe = recipe("trial");
    let start = Heuristic::initial();
    let folder = tempfile::tempdir().expect("a folder");
    recipe.seed += 1;
    let others = Generation::around(&recipe, 0, &start, &start, None).games(&recipe);
    recipe.seed -= 1;
    let file = folder.path().join("generation-001.playing.db");
    let mut store = Store::open(&file, Access::Create).expect("a database");
    let others = others.expect("a design").settings();
    store.begin_run(&others, 24).expect("begun");
    store.close().expect("closed");
    let said = refused(&recipe, folder.path());
    assert!(said.contains("generation-001.playing.db"), "{said}");
    assert!(said.contains("(seed 4, not 3); move it away"), "{said}");
    assert!(
        said.contains("--out") && !said.contains("--new-run"),
        "{said}"
    );
}

/// Checks that a generation stopped during its validation keeps its cost.
#[test]
fn core_hours_survive_a_stop_between_games_and_point() {
    let mut recipe = recipe("trial");
    recipe.schedule.generations = 1;
    recipe.validation.games = 40;
    let folder = tempfile::tempdir().expect("a folder");
    let stopping = means(2);
    let start = Heuristic::initial();
    let outcome = train(
        &recipe,
        from(&start),
        folder.path(),
        &stopping,
        &mut |event| {
            if let TrainEvent::Validating { .. } = event {
                stopping.stop.stop();
            }
        },
    );
    assert!(outcome.expect("stopped").points.is_empty());
    assert!(folder.path().join("generation-001.csv").exists());
    let mut hours = CoreHours::in_folder(folder.path());
    let noted = hours.of("generation-001").expect("noted before the stop");
    assert!(noted > Duration::ZERO);
    // On a fast machine the cost would be less than the curve's four decimals show.
    let quarter = Duration::from_mins(15);
    hours.note("generation-001", quarter).expect("noted");
    let outcome = trained(&recipe, folder.path(), 2);
    let [point] = &outcome.points[..] else {
        panic!("one generation");
    };
    assert!((point.core_hours - 0.25).abs() < 1e-9, "{point:?}");
}

/// Checks that the first point includes the games and the fit before a trial, and that each is counted once.
#[test]
fn core_hours_that_are_known_count_once() {
    let mut recipe = recipe("trial");
    recipe.schedule.generations = 2;
    recipe.positions = Some(recipe::PositionLearning {
        games: 40,
        nodes: 30,
        ..recipe::PositionLearning::default()
    });
    let folder = tempfile::tempdir().expect("a folder");
    trained(&recipe, folder.path(), 2);
    let mut hours = CoreHours::in_folder(folder.path());
    for (work, took) in [
        ("positions-001", 8),
        ("positions-001 fitted", 4),
        ("generation-001", 2),
        ("generation-002", 1),
    ] {
        assert!(hours.of(work).is_some(), "{work}");
        let took = Duration::from_secs(3600 * took);
        hours.note(work, took).expect("written");
    }
    std::fs::remove_file(folder.path().join("curve.csv")).expect("removed");
    let outcome = trained(&recipe, folder.path(), 2);
    let hours = outcome.points.iter().map(|point| point.core_hours);
    assert_eq!(hours.collect::<Vec<_>>(), [14.0, 15.0]);
}

/// Returns the error for a folder that contains something else.
fn refused(recipe: &TrainingRecipe, folder: &Path) -> String {
    let start = Heuristic::initial();
    let outcome = train(recipe, from(&start), folder, &means(1), &mut |_| {});
    outcome.expect_err("something else").to_string()
}
