//! Estimates of the work that is left of a training.

use super::*;
use crate::train::cost::{CostEstimate, RemainingWork, estimate};

fn left(recipe: &TrainingRecipe, folder: &Path) -> RemainingWork {
    RemainingWork::in_folder(recipe, folder).expect("no other training")
}

fn estimated(recipe: &TrainingRecipe, folder: &Path) -> CostEstimate {
    let left = left(recipe, folder);
    let estimate = estimate(recipe, &Heuristic::initial(), &means(2), &left);
    estimate.expect("played").expect("not stopped")
}

#[test]
fn an_estimate_counts_every_game() {
    let recipe = recipe("trial");
    let folder = tempfile::tempdir().expect("a folder");
    let estimate = estimated(&recipe, folder.path());
    assert_eq!((estimate.games, estimate.validation_games), (72, 12));
    // Disk space is for games, and a table for each generation.
    assert!(!estimate.time.is_zero() && estimate.disk > 3 * 1_700_000);
    let mut absurd = recipe.clone();
    absurd.validation.games = 4_000_000_000;
    absurd.validation.nodes = u64::MAX;
    assert!(estimated(&absurd, folder.path()).time > estimate.time);
    let mut short = recipe.clone();
    short.schedule.generations = 1;
    trained(&short, folder.path(), 2);
    assert!(!left(&recipe, folder.path()).is_nothing());
    let estimate = estimated(&recipe, folder.path());
    assert_eq!((estimate.games, estimate.validation_games), (48, 8));
    trained(&recipe, folder.path(), 2);
    assert!(left(&recipe, folder.path()).is_nothing());
}

/// Checks that nothing is left of a training ended by early stopping, whatever the recipe's generations; more
/// patience or another validation leaves some.
#[test]
fn what_patience_ended_leaves_nothing_to_be_played() {
    let recipe = impatient();
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = trained(&recipe, folder.path(), 2);
    let ended = outcome.points.len();
    assert!(outcome.complete && ended < 6, "impatient");
    assert!(left(&recipe, folder.path()).is_nothing());
    let mut patient = recipe.clone();
    patient.schedule.patience = 0;
    let estimate = estimated(&patient, folder.path());
    let generations = 6 - ended as u64;
    assert_eq!(estimate.games, 24 * generations + 8);
    assert_eq!(estimate.validation_games, 4 * generations);
    // With fewer games for objectives these are played again, and with another validation all generations are
    // validated again.
    let mut fewer = recipe.clone();
    fewer.objectives.as_mut().expect("objectives").games = 4;
    assert_eq!(estimated(&fewer, folder.path()).games, 4);
    let mut other = recipe.clone();
    other.validation.games = 6;
    assert_eq!(estimated(&other, folder.path()).validation_games, 6 * 6);
}

/// Checks that estimating changes no folder and creates none.
#[test]
fn a_look_into_a_folder_leaves_no_trace() {
    let recipe = recipe("trial");
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("nowhere");
    assert!(!left(&recipe, &nowhere).is_nothing() && check_free(&nowhere).is_ok());
    assert!(!nowhere.exists());
    std::fs::write(folder.path().join("curve.csv"), "no\ncurve\n").expect("written");
    let said = RemainingWork::in_folder(&recipe, folder.path()).expect_err("damaged");
    let said = said.to_string();
    assert!(
        said.contains("curve.csv") && !said.contains("--force"),
        "{said}"
    );
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    assert_eq!(files.count(), 1);
}
