//! `bayeschess quickstart`: two ways of learning side by side, in two or three minutes.
//!
//! The original way of 2005 and the randomised trial each learn from their own self-play games. Both
//! are matched against the heuristic that learning starts from, and drawn in one picture.

mod comparison;
mod files;
mod recipes;
mod text;

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use self::comparison::Comparison;
use self::files::QuickstartFiles;
use self::recipes::Recipes;
use super::experiment::{games_bar, tell};
use super::interrupt;
use super::output::{JsonFlag, print, print_json};
use super::run_status::RunStatus;
use super::train::progress;
use crate::cli::options::{ForceFlag, SeedArg, ThreadsArg};
use bayeschess::bayes::Smoothing;
use bayeschess::cancel::CancelFlag;
use bayeschess::files::Existing;
use bayeschess::heuristic::{Heuristic, Schema};
use bayeschess::learn::learn;
use bayeschess::model::TableCard;
use bayeschess::store::{Access, CaseFilter, Store};
use bayeschess::train::Completion;
use bayeschess::train::experiment::curve::{self, MatchRow};
use bayeschess::train::experiment::{ExperimentError, ExperimentOptions, GrowingDatabase};

use bayeschess::train::{
    NamedHeuristics, RunOptions, SheetError, TrainOutcome, TrainingPoint, TrainingRecipe,
};

const EXAMPLES: &str = "\
Examples:
  bayeschess quickstart                 in the current folder
  bayeschess quickstart --out results   in an existing folder of your own
  bayeschess quickstart --seed 7        other games: is it luck?

It writes quickstart.svg (both curves), quickstart.csv (the results of the
original way), quickstart.db and quickstart-table.csv (games and table of the
original way), and quickstart-trial-1, the folder of the trial with its table
model.csv and report.html (1 is the seed). Ctrl-C ends cleanly; the same command
continues where it stopped.";

/// Watch the engine learn from its own games in two ways, and see which one gains, in two or three minutes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct QuickstartArgs {
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    out: PathBuf,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

/// The JSON output.
#[derive(Serialize)]
struct QuickstartJson<'a> {
    seconds: f64,
    complete: bool,
    original_elo: f64,
    original_elo_error_95: f64,
    trial_elo: f64,
    trial_elo_error_95: f64,
    games: u64,
    cases: u64,
    database: &'a Path,
    table: &'a Path,
    trial_table: &'a Path,
    trial_report: &'a Path,
    csv: &'a Path,
    svg: &'a Path,
    rows: &'a [MatchRow],
    trial_points: &'a [TrainingPoint],
}

/// The JSON output of a stopped quickstart.
#[derive(Serialize)]
struct UnfinishedQuickstartJson<'a> {
    seconds: f64,
    complete: bool,
    rows: &'a [MatchRow],
    trial_points: &'a [TrainingPoint],
}

/// Runs the command.
pub fn run(args: &QuickstartArgs) -> anyhow::Result<RunStatus> {
    let began = Instant::now();
    let recipes = Recipes::with_seed(args.seed.seed)?;
    let files = QuickstartFiles::in_folder(&args.out, args.seed.seed);
    bayeschess::files::check_output(&files.chart, Existing::Replace)?;
    let stop = interrupt::stop_on_ctrl_c();
    if !args.json.json {
        print(&text::introduction(&recipes))?;
    }
    let original = original_way(args, &recipes, &files, &stop)?;
    if original.card.is_none() {
        return stopped(args.json, &original.rows, &[], began);
    }
    let trial = trial_way(args, &recipes.trial, &files.trial, stop)?;
    let comparison = Comparison::of(&original.rows, &trial.points);
    let (Some(card), Some(comparison), true) = (&original.card, comparison, trial.complete) else {
        return stopped(args.json, &original.rows, &trial.points, began);
    };
    files.write_chart(&recipes, &original.rows, &trial.points)?;
    let seconds = began.elapsed().as_secs_f64();
    if args.json.json {
        print_json(&QuickstartJson {
            seconds,
            complete: true,
            original_elo: comparison.original.0,
            original_elo_error_95: comparison.original.1,
            trial_elo: comparison.trial.0,
            trial_elo_error_95: comparison.trial.1,
            games: card.games,
            cases: card.cases,
            database: &files.database,
            table: &files.table,
            trial_table: trial.model.as_deref().unwrap_or(&files.trial),
            trial_report: trial.report.as_deref().unwrap_or(&files.trial),
            csv: &files.sheet,
            svg: &files.chart,
            rows: &original.rows,
            trial_points: &trial.points,
        })?;
    } else {
        let conclusion = text::conclusion(&files, &original.rows, &trial, comparison, seconds);
        print(&conclusion)?;
    }
    Ok(RunStatus::Success)
}

/// The result of the original way; without a card if it was stopped.
struct OriginalOutcome {
    rows: Vec<MatchRow>,
    card: Option<TableCard>,
}

/// Plays games in stages, learns from the first games of the database at each, and matches each table.
fn original_way(
    args: &QuickstartArgs,
    recipes: &Recipes,
    files: &QuickstartFiles,
    stop: &CancelFlag,
) -> anyhow::Result<OriginalOutcome> {
    let existing = args.force.existing();
    let options = ExperimentOptions {
        threads: args.threads.count(),
        stop: stop.clone(),
    };
    let mut sheet = curve::open(&files.sheet, &recipes.original, existing).map_err(other_run)?;
    if sheet.rows().is_empty() {
        bayeschess::files::check_output(&files.chart, existing)?;
        bayeschess::model::HeuristicTable::check_output(&files.table, existing)?;
    }
    let mut store = Store::open(&files.database, Access::Create)?;
    let mut database = GrowingDatabase::new(&mut store, &recipes.original.database);
    let run = database.run();
    let bar = games_bar();
    let completion = curve::measure(
        &recipes.original,
        &recipes.matches,
        &mut database,
        &mut sheet,
        &options,
        &mut |event| tell(&bar, event),
    )?;
    bar.finish_and_clear();
    let rows = sheet.rows().to_vec();
    if completion == Completion::Stopped {
        return Ok(OriginalOutcome { rows, card: None });
    }
    let filter = CaseFilter {
        run: Some(run),
        games: None,
    };
    let learned = learn(
        &store,
        Schema::classic(),
        &filter,
        Smoothing::LAPLACE,
        &mut |_| {},
    )?;
    files.save_table(&learned.table, existing)?;
    Ok(OriginalOutcome {
        rows,
        card: Some(learned.table.card().clone()),
    })
}

/// Returns the error for a folder that holds a quickstart of another seed or version, with what to do.
fn other_run(error: ExperimentError) -> anyhow::Error {
    match error {
        ExperimentError::Sheet(SheetError::OtherRecipe { file, .. }) => anyhow::anyhow!(
            "{}: this folder holds a quickstart with another seed, or of another version; name another folder with \
             --out, or replace it with --force",
            file.display()
        ),
        other => other.into(),
    }
}

/// Trains by the randomised trial in `folder`, or continues a training there.
fn trial_way(
    args: &QuickstartArgs,
    recipe: &TrainingRecipe,
    folder: &Path,
    stop: CancelFlag,
) -> anyhow::Result<TrainOutcome> {
    let options = RunOptions {
        threads: args.threads.count(),
        stop,
        keep_games: false,
    };
    let start = Heuristic::initial();
    let named = NamedHeuristics {
        start: &start,
        teacher: None,
    };
    let bar = progress::progress_bar();
    let outcome = bayeschess::train::train(recipe, named, folder, &options, &mut |event| {
        progress::tell(&bar, recipe, event);
    })?;
    bar.finish_and_clear();
    Ok(outcome)
}

/// Reports what there is if Ctrl-C came before the end.
fn stopped(
    json: JsonFlag,
    rows: &[MatchRow],
    trial_points: &[TrainingPoint],
    began: Instant,
) -> anyhow::Result<RunStatus> {
    if json.json {
        print_json(&UnfinishedQuickstartJson {
            seconds: began.elapsed().as_secs_f64(),
            complete: false,
            rows,
            trial_points,
        })?;
    } else {
        print("Stopped. The same command goes on where it was.\n")?;
    }
    Ok(RunStatus::Success)
}
