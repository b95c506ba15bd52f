//! `bayeschess train`: improves a heuristic over generations of self-play, by a recipe.

pub(super) mod progress;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::{HumanBytes, HumanDuration};
use serde::Serialize;

use super::interrupt;
use super::output::{JsonFlag, print, print_json};
use super::run_status::RunStatus;
use crate::cli::options::ThreadsArg;
use crate::cli::progress_lines::say;
use bayeschess::files::{self, Existing, folder_of};
use bayeschess::foreign::{shell_path, shell_word};
use bayeschess::heuristic::Heuristic;
use bayeschess::model::HeuristicSpec;
use bayeschess::shard::{SelfplayShards, ShardedWork};
use bayeschess::train::cost::{CostEstimate, RemainingWork, estimate};
use bayeschess::train::{
    Method, NamedHeuristics, RunOptions, TrainOutcome, TrainingPoint, TrainingRecipe, check_free,
    new_recipe, next_games, train,
};
use progress::{line, progress_bar, show_whole, tell};

const EXAMPLES: &str = "\
Examples:
  bayeschess train training/first.toml
      some minutes, --plan says how many; its report shows the curve meanwhile
  bayeschess train training/classic.toml --out classic
      the recipe of the shipped table
  bayeschess train training/classic-trial.toml --method spsa --out spsa
      the same games spent by another method
  bayeschess train my.toml --new
      write a recipe to begin with, every key below its meaning
  bayeschess train my.toml --plan
      only print the expected time and disk space

Each generation plays games with weights drawn at random around the present ones
(the centre), counts which drawn values won, and moves the centre accordingly;
the methods positions and texel fit the weights instead. The folder then holds a
table for each generation, the curve, the model (model.csv with its card) and
report.html, which a browser shows while the training goes on. Ctrl-C ends
cleanly, and the same command goes on after any kill with the same result, on
any number of threads; more generations in the recipe extend it.";

/// Improve a heuristic over several generations of self-play, following a recipe file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct TrainArgs {
    /// The recipe: a TOML file that says what to train
    #[arg(value_name = "RECIPE.toml")]
    recipe: PathBuf,
    /// The folder for tables, curve, model and report [default: named like the recipe, next to it]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Override the recipe's method: trial, spsa, random-search, positions or texel
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// Override the recipe's seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Override the recipe's number of generations
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Keep the games of each generation as a database
    #[arg(long)]
    keep_games: bool,
    /// Only print the expected time and disk space
    #[arg(long)]
    plan: bool,
    /// Only write a recipe to begin with to RECIPE.toml, every key below its meaning
    #[arg(long, conflicts_with_all = ["out", "method", "seed", "generations", "keep_games", "plan", "json"])]
    new: bool,
    #[command(flatten)]
    output: JsonFlag,
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct TrainJson<'a> {
    recipe: &'a Path,
    recipe_hash: String,
    out: &'a Path,
    complete: bool,
    model: Option<&'a Path>,
    report: Option<&'a Path>,
    points: &'a [TrainingPoint],
}

/// The JSON output of `--plan`.
#[derive(Debug, Serialize)]
struct TrainCostJson {
    games: u64,
    validation_games: u64,
    seconds: u64,
    disk_bytes: u64,
}

impl TrainArgs {
    fn folder(&self) -> PathBuf {
        self.out
            .clone()
            .unwrap_or_else(|| folder_of_run(&self.recipe, "-training"))
    }

    /// Returns the games of the next generation as work to be divided.
    pub(super) fn shards(&self) -> anyhow::Result<Box<dyn ShardedWork>> {
        let recipe = recipe(self)?;
        let start = named(&recipe.start, "start", &self.recipe)?;
        let folder = self.folder();
        let Some(next) = next_games(&recipe, &start, &folder)? else {
            bail!(
                "{}: this training has the tables of all generations",
                folder.display()
            );
        };
        Ok(Box::new(SelfplayShards::of_training(
            next,
            self.recipe.clone(),
        )))
    }
}

/// Returns the folder of a recipe's run: the recipe's path without its ending, or with `added` if it has none.
pub(super) fn folder_of_run(recipe: &Path, added: &str) -> PathBuf {
    let folder = recipe.with_extension("");
    if folder != recipe {
        return folder;
    }
    // The recipe itself has that name.
    let mut name = folder.into_os_string();
    name.push(added);
    name.into()
}

/// Trains the generations that are missing.
pub fn run(args: &TrainArgs) -> anyhow::Result<RunStatus> {
    if args.new {
        return begin(&args.recipe);
    }
    let recipe = recipe(args)?;
    let start = named(&recipe.start, "start", &args.recipe)?;
    let taught_by = recipe
        .positions
        .as_ref()
        .and_then(|fit| fit.taught_by.as_ref());
    let teacher = taught_by
        .map(|name| named(name, "positions.taught_by", &args.recipe))
        .transpose()?;
    let folder = args.folder();
    let means = RunOptions {
        threads: args.threads.count(),
        stop: interrupt::stop_on_ctrl_c(),
        keep_games: args.keep_games,
    };
    let bar = progress_bar();
    // Errors of the folder must show before the first game.
    let left = RemainingWork::in_folder(&recipe, &folder)?;
    if !args.plan {
        check_free(&folder)?;
    }
    if args.plan || !left.is_nothing() {
        let Some(estimate) = estimate(&recipe, &start, &means, &left)? else {
            return Ok(RunStatus::Success);
        };
        if args.plan {
            return plan(args, &folder, &left, &estimate);
        }
        if let Some(done) = resumed(&left) {
            say(&bar, &done);
        }
        say(&bar, &in_words(&estimate));
        show_whole(&bar, estimate.time);
    }
    let names = NamedHeuristics {
        start: &start,
        teacher: teacher.as_ref(),
    };
    let outcome = train(&recipe, names, &folder, &means, &mut |event| {
        tell(&bar, &recipe, event);
    })?;
    bar.finish_and_clear();
    report(args, &recipe, &folder, &outcome)
}

/// Writes a recipe to begin with.
fn begin(file: &Path) -> anyhow::Result<RunStatus> {
    if file.exists() {
        bail!("{} is there already; name a new file", file.display());
    }
    files::write_whole(file, Existing::Keep, |out| {
        out.write_all(new_recipe().as_bytes())
    })?;
    let word = shell_path(file);
    print(&format!(
        "{} can be trained as it is; change it as you like.\n\
         How long it takes: bayeschess train {word} --plan\n\
         Run it:            bayeschess train {word}\n",
        file.display()
    ))?;
    Ok(RunStatus::Success)
}

/// The recipe with the changes from the command line.
fn recipe(args: &TrainArgs) -> anyhow::Result<TrainingRecipe> {
    let mut recipe = TrainingRecipe::read(&args.recipe)?;
    if let Some(name) = &args.method {
        let Some(method) = Method::ALL.into_iter().find(|method| method.name() == name) else {
            bail!("--method '{name}': expected trial, spsa, random-search, positions or texel");
        };
        if method != recipe.method {
            // Step sizes of one method do not apply to another.
            recipe.step = None;
        }
        recipe.method = method;
    }
    recipe.seed = args.seed.unwrap_or(recipe.seed);
    recipe.schedule.generations = args.generations.unwrap_or(recipe.schedule.generations);
    if recipe.schedule.generations == 0 {
        bail!("--generations 0: train at least one");
    }
    if let Some(fault) = recipe.fault() {
        // The file has none: it came with the method.
        let method = recipe.method.name();
        let line = TrainingRecipe::line_of(&args.recipe, &fault.key);
        bail!(
            "{}: line {line}: {}; so the recipe cannot be trained by --method {method}",
            args.recipe.display(),
            fault.what
        );
    }
    Ok(recipe)
}

/// Loads the heuristic that `key` of the recipe in `file` names; paths are relative to the recipe.
fn named(name: &str, key: &str, file: &Path) -> anyhow::Result<Heuristic> {
    let place = || {
        let line = TrainingRecipe::line_of(file, key);
        format!("{}: line {line}: {key} = '{name}'", file.display())
    };
    let mut spec: HeuristicSpec = name.parse().with_context(place)?;
    if let HeuristicSpec::File { path, .. } = &mut spec {
        *path = folder_of(file).join(&*path);
    }
    match spec.load().with_context(place)?.heuristic() {
        Some(heuristic) => Ok(heuristic),
        None => bail!(
            "{}: name one heuristic, such as initial or modern:initial",
            place()
        ),
    }
}

fn plan(
    args: &TrainArgs,
    folder: &Path,
    left: &RemainingWork,
    estimate: &CostEstimate,
) -> anyhow::Result<RunStatus> {
    if args.output.json {
        print_json(&TrainCostJson {
            games: estimate.games,
            validation_games: estimate.validation_games,
            seconds: estimate.time.as_secs(),
            disk_bytes: estimate.disk,
        })?;
    } else if left.is_nothing() {
        let folder = folder.display();
        print(&format!(
            "Nothing is left to be played: {folder} holds all of it\n"
        ))?;
    } else {
        print(&format!("{}\n", in_words(estimate)))?;
    }
    Ok(RunStatus::Success)
}

/// What an earlier run of the training has done; none if it begins.
fn resumed(left: &RemainingWork) -> Option<String> {
    let (done, all) = left.generations();
    (done > 0).then(|| format!("going on: {done} of {all} generations are there"))
}

fn in_words(estimate: &CostEstimate) -> String {
    format!(
        "{} games of self-play and {} of validation: about {} on this machine, and at the most {} of disk",
        estimate.games,
        estimate.validation_games,
        HumanDuration(Duration::from_secs(estimate.time.as_secs().max(1))),
        HumanBytes(estimate.disk)
    )
}

fn report(
    args: &TrainArgs,
    recipe: &TrainingRecipe,
    folder: &Path,
    outcome: &TrainOutcome,
) -> anyhow::Result<RunStatus> {
    if args.output.json {
        print_json(&TrainJson {
            recipe: &args.recipe,
            recipe_hash: recipe.hash(),
            out: folder,
            complete: outcome.complete,
            model: outcome.model.as_deref(),
            report: outcome.report.as_deref(),
            points: &outcome.points,
        })?;
        return Ok(RunStatus::Success);
    }
    let mut text = format!("{}\n\n", recipe.title);
    for point in &outcome.points {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line(point));
    }
    text.push_str(if outcome.complete {
        "\ncomplete\n"
    } else {
        "\nstopped; the same command goes on\n"
    });
    if let (Some(model), Some(page)) = (&outcome.model, &outcome.report) {
        let best = shell_word(&format!("{}:max-win", model.display()));
        let start = shell_word(&recipe.start);
        let _ = write!(
            text,
            "model   {}\nreport  {}\nnext:\n  bayeschess match {best} {start} --games 2000\n  \
             bayeschess model diff {start} {}\n",
            model.display(),
            page.display(),
            shell_path(model)
        );
    }
    print(&text)?;
    Ok(RunStatus::Success)
}
