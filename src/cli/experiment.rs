//! `bayeschess experiment`: measure how strength grows with the number of games, by a recipe.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use indicatif::ProgressBar;
use serde::Serialize;

use super::interrupt;
use super::matches::show;
use super::output::{JsonFlag, print, print_json, progress_bar};
use super::run_status::RunStatus;
use crate::cli::options::{DatabaseArg, ForceFlag, ThreadsArg};
use crate::cli::text_table::TextTable;
use bayeschess::arena::elo::plus_minus;
use bayeschess::files::{self, Existing, WriteError};
use bayeschess::foreign::printable;
use bayeschess::plot::Chart;
use bayeschess::store::{Access, Store};
use bayeschess::train::Completion;
use bayeschess::train::experiment::curve::{self, MatchRow};
use bayeschess::train::experiment::position::{self, ValueRow};
use bayeschess::train::experiment::{
    ExperimentEvent, ExperimentMeasure, ExperimentOptions, ExperimentRecipe, GrowingDatabase,
};

const EXAMPLES: &str = "\
Examples:
  bayeschess experiment training/table-6-1.toml --out .
      table 6.1 of the 2005 thesis, carried on to 100,000 games
  bayeschess experiment my.toml --db own.db --out results --threads 8
      a recipe, a database and a folder of your own

The recipe says which games the database holds, at which sizes something is
learned, and what is measured. Results go to a CSV file and an SVG chart that
are called like the recipe. Ctrl-C ends cleanly; the same command goes on where
it stopped, and more sizes in the recipe extend it, as long as the program
searches as it did.";

/// Measure how strength grows with the number of games, following a recipe file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExperimentArgs {
    /// The recipe: a TOML file that says what to measure
    #[arg(value_name = "RECIPE.toml")]
    recipe: PathBuf,
    #[command(flatten)]
    db: DatabaseArg,
    /// The folder for the CSV and the chart [default: the recipe's folder]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    output: JsonFlag,
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct ExperimentJson<'a, R> {
    recipe: &'a Path,
    recipe_hash: String,
    run: String,
    complete: bool,
    csv: &'a Path,
    svg: Option<&'a Path>,
    rows: &'a [R],
}

/// The output files.
struct ExperimentFiles {
    csv: PathBuf,
    svg: PathBuf,
    existing: Existing,
}

impl ExperimentFiles {
    /// Refuses a chart that exists, unless it belongs to a CSV file that is continued.
    fn check_chart(&self, is_new: bool) -> Result<(), WriteError> {
        let existing = if is_new {
            self.existing
        } else {
            Existing::Replace
        };
        files::check_output(&self.svg, existing)
    }
}

/// Measures what is missing in the CSV, and draws the chart.
pub fn run(args: &ExperimentArgs) -> anyhow::Result<RunStatus> {
    let recipe = ExperimentRecipe::read(&args.recipe)?;
    let folder = args
        .out
        .as_deref()
        .unwrap_or_else(|| files::folder_of(&args.recipe));
    let outputs = ExperimentFiles {
        csv: folder.join(format!("{}.csv", recipe.name)),
        svg: folder.join(format!("{}.svg", recipe.name)),
        existing: args.force.existing(),
    };
    // Both files are replaced atomically; only their folder must exist.
    files::check_output(&outputs.csv, Existing::Replace)?;
    let means = ExperimentOptions {
        threads: args.threads.count(),
        stop: interrupt::stop_on_ctrl_c(),
    };
    match &recipe.measure {
        ExperimentMeasure::Matches(matches) => {
            let mut sheet = curve::open(&outputs.csv, &recipe, outputs.existing)?;
            outputs.check_chart(sheet.rows().is_empty())?;
            let (run, progress) = learn_and(args, &recipe, |growing, on_event| {
                curve::measure(&recipe, matches, growing, &mut sheet, &means, on_event)
            })?;
            let chart = curve::chart(&recipe, matches, sheet.rows());
            report(
                args,
                &recipe,
                &outputs,
                &run,
                progress,
                &chart,
                sheet.rows(),
                match_table,
            )
        }
        ExperimentMeasure::Position(measure) => {
            let mut sheet = position::open(&outputs.csv, &recipe, outputs.existing)?;
            outputs.check_chart(sheet.rows().is_empty())?;
            let (run, progress) = learn_and(args, &recipe, |growing, on_event| {
                position::measure(&recipe, measure, growing, &mut sheet, &means, on_event)
            })?;
            let chart = position::chart(&recipe, measure, sheet.rows());
            report(
                args,
                &recipe,
                &outputs,
                &run,
                progress,
                &chart,
                sheet.rows(),
                value_table,
            )
        }
    }
}

/// Opens the database and measures, with a progress bar.
fn learn_and(
    args: &ExperimentArgs,
    recipe: &ExperimentRecipe,
    measure: impl FnOnce(
        &mut GrowingDatabase<'_>,
        &mut dyn FnMut(ExperimentEvent<'_>),
    ) -> Result<Completion, bayeschess::train::experiment::ExperimentError>,
) -> anyhow::Result<(String, Completion)> {
    let file = args.db.file_to_write()?;
    let mut store = Store::open(&file, Access::Create)?;
    let mut growing = GrowingDatabase::new(&mut store, &recipe.database);
    let bar = games_bar();
    let progress = measure(&mut growing, &mut |event| tell(&bar, event))?;
    bar.finish_and_clear();
    Ok((growing.run().0, progress))
}

pub(super) fn games_bar() -> ProgressBar {
    progress_bar(
        0,
        "{prefix}  {bar:20} {human_pos}/{human_len} games  {msg}  ETA {eta}",
    )
}

pub(super) fn tell(bar: &ProgressBar, event: ExperimentEvent<'_>) {
    match event {
        ExperimentEvent::Growing { tally, wanted } => {
            bar.set_prefix("self-play");
            bar.set_length(u64::from(wanted));
            bar.set_position(tally.games);
            bar.set_message("");
        }
        ExperimentEvent::Playing {
            size,
            opponent,
            games,
            standing,
        } => {
            bar.set_prefix(format!("N = {size} against {opponent}"));
            bar.set_length(games);
            show(bar, standing);
        }
        ExperimentEvent::Measured { size, what } => {
            bar.println(printable(&format!("N = {size}: {what}")));
        }
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "everything that a report says, once"
)]
fn report<R: Serialize>(
    args: &ExperimentArgs,
    recipe: &ExperimentRecipe,
    outputs: &ExperimentFiles,
    run: &str,
    progress: Completion,
    chart: &Chart,
    rows: &[R],
    table: fn(&[R]) -> String,
) -> anyhow::Result<RunStatus> {
    let svg = (!rows.is_empty()).then_some(outputs.svg.as_path());
    if let Some(svg) = svg {
        let drawn = chart.to_svg()?;
        files::write_whole(svg, Existing::Replace, |out| {
            out.write_all(drawn.as_bytes())
        })?;
    }
    if args.output.json {
        print_json(&ExperimentJson {
            recipe: &args.recipe,
            recipe_hash: recipe.hash(),
            run: run.to_owned(),
            complete: progress == Completion::Complete,
            csv: &outputs.csv,
            svg,
            rows,
        })?;
        return Ok(RunStatus::Success);
    }
    let mut text = format!("{}\n\n{}\n", recipe.title, table(rows));
    match progress {
        Completion::Complete => text.push_str("complete"),
        Completion::Stopped => text.push_str("stopped; the same command goes on"),
    }
    let (csv, svg) = (outputs.csv.display(), outputs.svg.display());
    // Writing to a string cannot fail.
    let _ = if rows.is_empty() {
        writeln!(text, ", nothing measured yet")
    } else {
        writeln!(text, ": {csv}, {svg}")
    };
    print(&text).context("the results are in the sheet")?;
    Ok(RunStatus::Success)
}

fn match_table(rows: &[MatchRow]) -> String {
    let mut table = TextTable::new(
        &["N games", "against"],
        &["wins", "draws", "losses", "score", "Elo (95 %)"],
    );
    for row in rows {
        table.row(&[
            &row.games_in_database,
            &row.opponent.name(),
            &row.wins,
            &row.draws,
            &row.losses,
            &format!("{:.1} %", 100.0 * row.score),
            &plus_minus(row.elo, row.elo_error_95),
        ]);
    }
    table.to_string()
}

fn value_table(rows: &[ValueRow]) -> String {
    let mut table = TextTable::new(&["N games"], &["initial", "random", "learned"]);
    for row in rows {
        table.row(&[
            &row.games_in_database,
            &row.initial_cp,
            &row.random_cp,
            &row.learned_cp,
        ]);
    }
    format!("{table}\ncentipawns, positive when Black is ahead\n")
}
