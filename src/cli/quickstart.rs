//! `bayeschess quickstart`: the whole arch in about a minute.
//!
//! Self-play, learning, matches and the curve, by a small recipe that is built in; then the next
//! commands to type.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use super::RunStatus;
use super::experiment::{progress_bar, tell};
use super::interrupt;
use super::matches::all_processors;
use super::output::{JsonFlag, print, print_json};
use bayeschess::arena::elo::plus_minus;
use bayeschess::arena::experiment::curve::{self, CurveOpponent, MatchRow};
use bayeschess::arena::experiment::recipe::MatchSeries;
use bayeschess::arena::experiment::{
    Completion, ExperimentMeasure, ExperimentOptions, ExperimentRecipe, GrowingDatabase,
};
use bayeschess::bayes::Smoothing;
use bayeschess::files::{self, Existing};
use bayeschess::heuristic::Schema;
use bayeschess::learn::learn;
use bayeschess::model::HeuristicTable;
use bayeschess::store::{Access, CaseFilter, Store};

/// The built-in recipe.
const RECIPE: &str = include_str!("../../training/quickstart.toml");

const EXAMPLES: &str = "\
Examples:
  bayeschess quickstart                 in the current folder
  bayeschess quickstart --out results   in a folder of your own, which must exist

It writes quickstart.db (the games), quickstart-table.csv and .toml (what was learned),
quickstart.csv and quickstart.svg (how strong it is). Ctrl-C ends cleanly; the same command
goes on where it stopped.";

/// Watch the engine play itself, learn from the games and be measured, in about a minute
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct QuickstartArgs {
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    out: PathBuf,
    /// How many games are played at once [default: one for each processor]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Replace results of another recipe, and a table that is there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonFlag,
}

/// The output files.
struct QuickstartFiles {
    database: PathBuf,
    sheet: PathBuf,
    chart: PathBuf,
    table: PathBuf,
}

impl QuickstartFiles {
    fn in_folder(folder: &Path) -> Self {
        Self {
            database: folder.join("quickstart.db"),
            sheet: folder.join("quickstart.csv"),
            chart: folder.join("quickstart.svg"),
            table: folder.join("quickstart-table.csv"),
        }
    }
}

#[derive(Serialize)]
struct QuickstartJson<'a> {
    seconds: f64,
    complete: bool,
    games: u64,
    cases: u64,
    database: &'a Path,
    table: &'a Path,
    csv: &'a Path,
    svg: &'a Path,
    rows: &'a [MatchRow],
}

/// The JSON output of a stopped quickstart.
#[derive(Serialize)]
struct UnfinishedQuickstartJson<'a> {
    seconds: f64,
    complete: bool,
    rows: &'a [MatchRow],
}

/// Runs the command.
///
/// # Errors
///
/// When a folder or file cannot be used.
pub fn run(args: &QuickstartArgs) -> anyhow::Result<RunStatus> {
    let began = Instant::now();
    let recipe = ExperimentRecipe::built_in("quickstart", RECIPE)?;
    let ExperimentMeasure::Matches(matches) = &recipe.measure else {
        anyhow::bail!("the built-in recipe measures no matches");
    };
    let outputs = QuickstartFiles::in_folder(&args.out);
    let existing = Existing::from_force(args.force);
    files::check_output(&outputs.chart, Existing::Replace)?;
    let means = ExperimentOptions {
        threads: args.threads.unwrap_or_else(all_processors),
        stop: interrupt::stop_on_ctrl_c()?,
    };
    let mut sheet = curve::open(&outputs.sheet, &recipe, existing)?;
    let mut store = Store::open(&outputs.database, Access::Create)?;
    let mut school = GrowingDatabase::new(&mut store, &recipe.database);
    let run = school.run();
    let bar = progress_bar();
    if !args.json.json {
        print(&introduction(&recipe, matches))?;
    }
    let progress = curve::measure(
        &recipe,
        matches,
        &mut school,
        &mut sheet,
        &means,
        &mut |event| {
            tell(&bar, event);
        },
    )?;
    bar.finish_and_clear();
    if progress == Completion::Stopped {
        return stopped(args.json, sheet.rows(), began);
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
    save_table(&learned.table, &outputs.table, existing)?;
    let chart = curve::chart(&recipe, matches, sheet.rows()).to_svg()?;
    files::write_whole(&outputs.chart, Existing::Replace, |out| {
        out.write_all(chart.as_bytes())
    })?;
    let seconds = began.elapsed().as_secs_f64();
    if args.json.json {
        print_json(&QuickstartJson {
            seconds,
            complete: true,
            games: learned.table.card().games,
            cases: learned.table.card().cases,
            database: &outputs.database,
            table: &outputs.table,
            csv: &outputs.sheet,
            svg: &outputs.chart,
            rows: sheet.rows(),
        })?;
    } else {
        print(&conclusion(&outputs, sheet.rows(), seconds))?;
    }
    Ok(RunStatus::Success)
}

/// Reports what exists after Ctrl-C.
fn stopped(json: JsonFlag, rows: &[MatchRow], began: Instant) -> anyhow::Result<RunStatus> {
    if json.json {
        print_json(&UnfinishedQuickstartJson {
            seconds: began.elapsed().as_secs_f64(),
            complete: false,
            rows,
        })?;
    } else {
        print("Stopped. The same command goes on where it was.\n")?;
    }
    Ok(RunStatus::Success)
}

/// Writes the table, unless the same table already exists.
fn save_table(table: &HeuristicTable, file: &Path, existing: Existing) -> anyhow::Result<()> {
    let same = HeuristicTable::load(file).is_ok_and(|there| there.checksum() == table.checksum());
    if !same {
        table.save(file, existing)?;
    }
    Ok(())
}

fn introduction(recipe: &ExperimentRecipe, matches: &MatchSeries) -> String {
    let games = recipe.sizes.last().copied().unwrap_or(0);
    format!(
        "The engine plays itself: {games} games, {nodes} nodes a move, one side with the initial\n\
         heuristic, the other with all 838 parameters drawn at random for each phase of the game.\n\
         From the first {sizes} games it learns which values won, and plays {matches} games against\n\
         random heuristics and as many against the initial one.\n\n",
        nodes = recipe.database.nodes,
        sizes = list(&recipe.sizes),
        matches = matches.games,
    )
}

/// `100, 500 and 2000`.
fn list(sizes: &[u32]) -> String {
    match sizes {
        [] => String::new(),
        [only] => only.to_string(),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(u32::to_string).collect();
            format!("{} and {last}", rest.join(", "))
        }
    }
}

fn conclusion(outputs: &QuickstartFiles, rows: &[MatchRow], seconds: f64) -> String {
    let mut text =
        String::from("  games learned from   against random      against initial   (Elo, 95 %)\n");
    let against = |size: u32, opponent: CurveOpponent| {
        rows.iter()
            .find(|row| row.games_in_database == size && row.opponent == opponent)
            .map_or_else(String::new, |row| plus_minus(row.elo, row.elo_error_95))
    };
    let mut sizes: Vec<u32> = rows.iter().map(|row| row.games_in_database).collect();
    sizes.dedup();
    for size in sizes {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {size:>18}   {:<17}   {}",
            against(size, CurveOpponent::Random),
            against(size, CurveOpponent::Initial)
        );
    }
    let _ = writeln!(
        text,
        "\n{}\n\n{:.0} seconds. Next:\n",
        verdict(rows),
        seconds
    );
    let table = outputs.table.display();
    for (command, what) in [
        (
            format!("bayeschess play --heuristic {table}:max-win"),
            "play against what it learned",
        ),
        (
            "bayeschess play".to_owned(),
            "play against the engine that adapts to you",
        ),
        (
            format!("bayeschess match {table}:max-win {table}:min-loss --games 1000"),
            "does it matter what it aims at?",
        ),
        (
            format!("bayeschess db info {}", outputs.database.display()),
            "the games it played",
        ),
        (
            "bayeschess uci".to_owned(),
            "the command to give to a chess program",
        ),
    ] {
        let _ = writeln!(text, "  {command}\n      {what}");
    }
    let _ = writeln!(text, "\nThe curve: {}", outputs.chart.display());
    text
}

/// The conclusion from the last point of the curve.
fn verdict(rows: &[MatchRow]) -> String {
    let last = |opponent: CurveOpponent| rows.iter().rfind(|row| row.opponent == opponent);
    let against = |opponent: CurveOpponent, name: &str| {
        last(opponent).map_or_else(String::new, |row| {
            let word = if row.elo > row.elo_error_95 {
                "stronger than"
            } else if row.elo < -row.elo_error_95 {
                "weaker than"
            } else {
                "not shown to differ from"
            };
            format!(
                "{word} {name} ({} Elo)",
                plus_minus(row.elo, row.elo_error_95)
            )
        })
    };
    format!(
        "What it learned is {}, and {}.",
        against(
            CurveOpponent::Random,
            "the random heuristics that it learned from"
        ),
        against(
            CurveOpponent::Initial,
            "the hand-made heuristic that it started from"
        ),
    )
}
