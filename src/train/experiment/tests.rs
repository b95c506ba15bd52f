//! Small experiments, and the recipes that come with the program.

use std::fs;
use std::path::Path;

use shakmaty::Role;

use super::curve::{self, CurveOpponent, MatchRow};
use super::position::{self, ValueRow, utility};
use super::*;
use crate::cancel::CancelFlag;
use crate::files::Existing;
use crate::heuristic::Heuristic;
use crate::phase::Phase;
use crate::store::Store;
use crate::train::{Completion, ResultSheet};

fn shipped(name: &str) -> ExperimentRecipe {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("training")
        .join(name);
    ExperimentRecipe::read(&file).expect("a shipped recipe")
}

/// Returns a recipe that takes seconds; `measure` is its last part.
fn small(folder: &Path, sizes: &str, measure: &str) -> ExperimentRecipe {
    let file = folder.join("small.toml");
    let text = format!(
        "title = \"small\"\nobjective = \"max-win\"\nsizes = {sizes}\n\
         [database]\nseed = 1\nnodes = 20\n{measure}"
    );
    fs::write(&file, text).expect("written");
    ExperimentRecipe::read(&file).expect("a recipe")
}

const MATCHES: &str = "[matches]\ngames = 6\nnodes = 20\nseed = 2\n";
const POSITION: &str = "[position]\nfen = \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 40\"\nseed = 3\n";

fn means() -> ExperimentOptions {
    ExperimentOptions {
        threads: NonZeroUsize::MIN.saturating_add(1),
        stop: CancelFlag::new(),
    }
}

fn measure_matches(
    recipe: &ExperimentRecipe,
    store: &mut Store,
    sheet: &mut ResultSheet<MatchRow>,
) -> Vec<u32> {
    let ExperimentMeasure::Matches(matches) = &recipe.measure else {
        panic!("a recipe of matches");
    };
    let mut growing = GrowingDatabase::new(store, &recipe.database);
    let mut measured = Vec::new();
    let progress = curve::measure(
        recipe,
        matches,
        &mut growing,
        sheet,
        &means(),
        &mut |event| {
            if let ExperimentEvent::Measured { size, .. } = event {
                measured.push(size);
            }
        },
    );
    assert_eq!(progress.expect("measured"), Completion::Complete);
    measured
}

#[test]
fn a_finished_point_is_not_played_again_and_more_sizes_extend_the_sheet() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.csv");
    let mut store = Store::in_memory().expect("a database");
    let recipe = small(folder.path(), "[0, 4]", MATCHES);
    let open = |recipe| curve::open(&file, recipe, Existing::Keep).expect("a sheet");
    assert_eq!(
        measure_matches(&recipe, &mut store, &mut open(&recipe)),
        [0, 0, 4, 4]
    );
    let rows = open(&recipe).rows().to_vec();
    assert_eq!(rows.len(), 4);
    assert!(measure_matches(&recipe, &mut store, &mut open(&recipe)).is_empty());

    let more = small(folder.path(), "[0, 2, 4, 6]", MATCHES);
    assert_eq!(
        measure_matches(&more, &mut store, &mut open(&more)),
        [2, 2, 6, 6]
    );

    // A run without interruption gives the same points.
    let again = folder.path().join("again.csv");
    let mut whole = curve::open(&again, &more, Existing::Keep).expect("a sheet");
    measure_matches(
        &more,
        &mut Store::in_memory().expect("a database"),
        &mut whole,
    );
    for row in open(&more).rows() {
        assert!(whole.rows().contains(row), "{row:?}");
    }
}

/// Checks that without cases every tie falls to the initial level, so that the learned heuristic is the initial one.
#[test]
fn an_empty_database_teaches_the_initial_heuristic() {
    let folder = tempfile::tempdir().expect("a folder");
    let recipe = small(folder.path(), "[0]", MATCHES);
    let file = folder.path().join("small.csv");
    let mut sheet = curve::open(&file, &recipe, Existing::Keep).expect("a sheet");
    measure_matches(
        &recipe,
        &mut Store::in_memory().expect("a database"),
        &mut sheet,
    );
    let against_initial = sheet
        .rows()
        .iter()
        .find(|row| row.opponent == CurveOpponent::Initial);
    assert_eq!(against_initial.expect("a row").pairs_1, 3);
}

#[test]
fn a_sheet_of_another_recipe_or_a_damaged_one_is_refused_unless_forced() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.csv");
    let recipe = small(folder.path(), "[0]", MATCHES);
    let mut sheet = curve::open(&file, &recipe, Existing::Keep).expect("a sheet");
    measure_matches(
        &recipe,
        &mut Store::in_memory().expect("a database"),
        &mut sheet,
    );
    drop(sheet);
    let other = small(
        folder.path(),
        "[0]",
        &MATCHES.replace("seed = 2", "seed = 9"),
    );
    let message = curve::open(&file, &other, Existing::Keep)
        .expect_err("another recipe")
        .to_string();
    assert!(
        message.contains("another recipe") && message.contains("--force"),
        "{message}"
    );
    fs::write(&file, "recipe,what\nx,y\n").expect("written");
    assert!(curve::open(&file, &recipe, Existing::Keep).is_err());
    let anew = curve::open(&file, &recipe, Existing::Replace).expect("begun anew");
    assert!(anew.rows().is_empty());
}

#[test]
fn positions_are_measured_at_each_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let recipe = small(folder.path(), "[0, 3]", POSITION);
    let ExperimentMeasure::Position(measure) = &recipe.measure else {
        panic!("a recipe of a position");
    };
    let file = folder.path().join("small.csv");
    let mut sheet = position::open(&file, &recipe, Existing::Keep).expect("a sheet");
    let mut store = Store::in_memory().expect("a database");
    let mut growing = GrowingDatabase::new(&mut store, &recipe.database);
    position::measure(
        &recipe,
        measure,
        &mut growing,
        &mut sheet,
        &means(),
        &mut |_| {},
    )
    .expect("measured");
    let rows: &[ValueRow] = sheet.rows();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].initial_cp, rows[1].initial_cp);
    assert_eq!(rows[0].learned_cp, rows[0].initial_cp);
    assert!(rows[0].initial_cp < 0, "a pawn ahead is good for White");
    let svg = position::chart(&recipe, measure, rows)
        .to_svg()
        .expect("a chart");
    assert!(svg.contains("learned"));
}

#[test]
fn mistakes_in_a_recipe_are_named_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml");
    let good = format!(
        "title = \"t\"\nobjective = \"max-win\"\nsizes = [0, 20]\n[database]\nseed = 1\nnodes = 20\n{MATCHES}"
    );
    for (from, to, sentence) in [
        (
            "nodes = 20\n[m",
            "nodse = 20\n[m",
            "line 6: there is no key 'nodse'",
        ),
        ("max-win", "max-fun", "line 2: 'max-fun' is none of "),
        ("[0, 20]", "[20, 0]", "let them rise"),
        ("games = 6", "games = 7", "games come in pairs"),
        (MATCHES, "", "either [matches] or a [position]"),
    ] {
        fs::write(&file, good.replace(from, to)).expect("written");
        let message = ExperimentRecipe::read(&file)
            .expect_err("a mistake")
            .to_string();
        assert!(
            message.contains("bad.toml: ") && message.contains(sentence),
            "{message}"
        );
    }
}

#[test]
fn the_recipe_of_table_6_1_prints_the_originals_row() {
    let recipe = shipped("table-6-1.toml");
    let ExperimentMeasure::Matches(matches) = &recipe.measure else {
        panic!("a recipe of matches");
    };
    let printed = matches.printed.as_ref().expect("the printed row");
    for (place, size) in printed.sizes.iter().enumerate() {
        assert!(recipe.sizes.contains(size));
        assert_eq!(
            printed.wins[place] + printed.losses[place] + printed.draws[place],
            15
        );
    }
    let chart = curve::chart(&recipe, matches, &[]);
    assert_eq!(chart.curves.len(), 3);
}

/// Checks the description of Fernández 2005, §6.2: a knight and two pawns more, about -469.
#[test]
fn the_position_of_table_6_2_fits_its_description() {
    let recipe = shipped("table-6-2.toml");
    let ExperimentMeasure::Position(measure) = &recipe.measure else {
        panic!("a recipe of a position");
    };
    let board = shakmaty::Position::board(&measure.position);
    let ahead = |role| {
        let men = board.by_role(role);
        let (white, black) = ((men & board.white()).count(), (men & board.black()).count());
        i64::try_from(white).expect("few") - i64::try_from(black).expect("few")
    };
    let lead: Vec<i64> = Role::ALL.map(ahead).to_vec();
    assert_eq!(
        lead,
        [2, 1, 0, 0, 0, 0],
        "pawn, knight, bishop, rook, queen, king"
    );
    assert_eq!(Phase::of(&measure.position), Phase::Middlegame);
    assert_eq!(utility(&Heuristic::initial(), &measure.position).0, -472);
}
