//! `bayeschess tune`: finds the best values of an engine's options by a randomised trial.

mod output_folder;
mod path_chart;
mod report;

use std::path::{Path, PathBuf};

use anyhow::bail;
use indicatif::ProgressBar;

use super::interrupt;
use super::output::{JsonFlag, print, print_json, progress_bar, tell};
use super::progress_lines::{ProgressLines, games_in_words, say};
use super::run_status::RunStatus;
use super::train::folder_of_run;
use crate::cli::options::ThreadsArg;
use bayeschess::arena::elo::plus_minus;
use bayeschess::arena::external::{EngineTimeouts, UciClient};
use bayeschess::arena::{MatchEnd, Tournament, TournamentStandings};
use bayeschess::cancel::CancelFlag;
use bayeschess::files::{self, Existing};
use bayeschess::foreign::{printable, shell_path};
use bayeschess::shard::{ShardedWork, TuneShards};
use bayeschess::train::tune::{
    PreparedTuning, TuneError, TuneMethod, TuneOutcomes, TuneRecipe, TuningGames, ValidationFigure,
};
use output_folder::TuneFolder;
use report::{TuneFaults, TuneReport, after_stop};

const EXAMPLES: &str = "\
Examples:
  bayeschess tune my.toml --new --engine 'uci:./glaurung;Threads=1'
      writes a recipe with all options of that engine to choose from
  bayeschess tune my.toml
  bayeschess tune my.toml --out my
      keeps every game in my/trial.journal: the same command goes on after any kill
  bayeschess tune my.toml --json > result.json

A recipe:
  engine = \"uci:./glaurung;Threads=1\"
  games = 20000
  nodes = 5000
  [options.Aggressiveness]
  [options.\"King Safety\"]
  from = 25
  to = 400

The engine plays itself. In each pair of games both sides draw a value for every option; how often \
one value met another, and how that ended, tells the strength of each, with its error. Numbers are \
tried at five values between 'from' and 'to' (else all that the engine allows) and at the engine's \
own; checks and choices at all of theirs, or at 'values'. A match of the best values against the \
engine's own comes last.

With method = \"spsa\" all options move together, step by step, to where the results were better, as \
in the frameworks of Stockfish and OpenBench. The match alone then tells what they gained.

The effect is that of the last value against the first. The gain is what the best value is expected \
to score over the engine's own: all options together tell how far measured gains can be trusted, and \
values near the engine's own are likelier to be good. Of a range the best may lie between those tried.

More games in the recipe extend a trial that has an --out; 'bayeschess shard' divides it over \
machines. Limits are nodes, depth, movetime or tc.";

/// Find the best values of any UCI engine's options by a randomised trial or SPSA, following a recipe file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct TuneArgs {
    /// The recipe: a TOML file that says what to tune
    #[arg(value_name = "RECIPE.toml")]
    recipe: PathBuf,
    /// The folder for games, result, curve and option lists; without it nothing is kept
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Only write a recipe to begin with to RECIPE.toml, every key below its meaning
    #[arg(long, requires = "engine", conflicts_with_all = ["out", "threads", "json"])]
    new: bool,
    /// The engine of a new recipe, as for 'match': uci: and its command line
    #[arg(long, value_name = "ENGINE", requires = "new")]
    engine: Option<String>,
    #[command(flatten)]
    output: JsonFlag,
}

impl TuneArgs {
    /// Returns the games of the trial that are missing, as work to be divided.
    pub(super) fn shards(&self) -> anyhow::Result<Box<dyn ShardedWork>> {
        if self.new {
            bail!("'tune --new' writes a recipe, and has nothing to divide");
        }
        let stop = CancelFlag::new();
        let folder = self.out.as_deref();
        Ok(Box::new(TuneShards::new(&self.recipe, folder, &stop)?))
    }
}

/// Plays the games that are missing and prints the result.
pub fn run(args: &TuneArgs) -> anyhow::Result<RunStatus> {
    let stop = interrupt::stop_on_ctrl_c();
    if let Some(engine) = &args.engine {
        return begin(&args.recipe, engine, &stop);
    }
    let recipe = TuneRecipe::read(&args.recipe)?;
    let tuning = PreparedTuning::new(&args.recipe, recipe, &stop)?;
    if let Some(copies) = tuning.copies() {
        tracing::warn!("{copies}");
    }
    let folder = args.out.as_deref().map(TuneFolder::open).transpose()?;
    let trial = tuning.trial();
    let journal = folder.as_ref().map(TuneFolder::trial);
    let games = play(
        args,
        &tuning,
        &trial,
        TuningPart::Trial,
        journal.as_deref(),
        &stop,
    )?;
    end_if_hopeless(&tuning, &games)?;
    if games.outcomes.pairs().is_empty() {
        return without_result(&tuning, folder.is_some(), &stop);
    }
    let mut result = tuning.plan().result(&games.outcomes);
    let mut faults = TuneFaults::default();
    faults.add(&games.standings);
    let mut complete = games.end == MatchEnd::Complete;
    if complete && let Some(validation) = tuning.validation(&result.best()) {
        let journal = folder
            .as_ref()
            .map(|folder| folder.validation(tuning.plan(), &result.best()));
        let part = TuningPart::Validation;
        let played = play(args, &tuning, &validation, part, journal.as_deref(), &stop)?;
        end_if_hopeless(&tuning, &played)?;
        faults.add(&played.standings);
        complete = played.end == MatchEnd::Complete;
        result.validation = ValidationFigure::of(&played.standings);
    }
    let report = TuneReport::new(tuning.plan(), result, faults, complete);
    if let Some(folder) = &folder {
        folder.save(&report)?;
    }
    if args.output.json {
        print_json(&report)?;
    } else {
        print(&report.text(folder.as_ref().map(TuneFolder::path)))?;
    }
    Ok(RunStatus::Success)
}

/// Reports that there is no result yet: exit code 130 after a stop by the user, otherwise an error.
fn without_result(
    tuning: &PreparedTuning,
    has_folder: bool,
    stop: &CancelFlag,
) -> anyhow::Result<RunStatus> {
    let first = tuning.plan().recipe.spsa().map_or_else(
        || "pair of games".to_owned(),
        |spsa| format!("step of {} pairs of games", spsa.pairs_per_step),
    );
    let next = after_stop(has_folder);
    let sentence = format!("stopped before the first {first} was over; {next}");
    if !stop.is_raised() {
        bail!(sentence);
    }
    tell(&format!("bayeschess: {sentence}"));
    Ok(RunStatus::Stopped)
}

/// Writes a recipe to begin with, for the options that the engine declares.
fn begin(file: &Path, engine: &str, stop: &CancelFlag) -> anyhow::Result<RunStatus> {
    if file.exists() {
        bail!("{} is there already; name a new file", file.display());
    }
    let recipe = TuneRecipe::first(engine);
    let (spec, _) = recipe
        .player()
        .map_err(|what| anyhow::anyhow!("--engine: {what}"))?;
    let client = UciClient::start(&spec, EngineTimeouts::default(), stop)?;
    let begun = recipe.to_begin_with(&spec, client.declared());
    if begun.options == 0 {
        bail!("--engine: {engine} has no option that can be tuned");
    }
    files::write_whole(file, Existing::Keep, |out| {
        out.write_all(begun.text.as_bytes())
    })?;
    print(&format!(
        "{} lists {} options of {}.\n\
         Remove the # before those to be tuned, then run it: bayeschess tune {} --out {}\n",
        file.display(),
        begun.options,
        client.name().map_or_else(|| engine.into(), printable),
        shell_path(file),
        shell_path(&folder_of_run(file, "-tuning")),
    ))?;
    Ok(RunStatus::Success)
}

/// Ends a tuning whose engine crashes in every game.
fn end_if_hopeless(tuning: &PreparedTuning, games: &TuningGames) -> anyhow::Result<()> {
    if games.end != MatchEnd::Crashed {
        return Ok(());
    }
    let crash = games.standings.crash.clone();
    Err(TuneError::Hopeless {
        engine: tuning.plan().recipe.engine.clone(),
        crash: crash.unwrap_or_else(|| "it ended".to_owned()),
    }
    .into())
}

/// The two parts of a tuning.
#[derive(Clone, Copy, Debug)]
enum TuningPart {
    /// The games with drawn options.
    Trial,
    /// The best values against the engine's own.
    Validation,
}

fn play(
    args: &TuneArgs,
    tuning: &PreparedTuning,
    tournament: &Tournament,
    part: TuningPart,
    journal: Option<&Path>,
    stop: &CancelFlag,
) -> anyhow::Result<TuningGames> {
    let bar = games_bar(u64::from(tournament.games()));
    let (begun, name) = match part {
        TuningPart::Trial if tuning.plan().recipe.method == TuneMethod::Spsa => {
            ("games by which SPSA moves the options", "SPSA")
        }
        TuningPart::Trial => ("games with drawn options", "drawn options"),
        TuningPart::Validation => (
            "games of the best values against the engine's own",
            "validation",
        ),
    };
    say(&bar, &format!("{} {begun}", tournament.games()));
    bar.set_message(name);
    let plan = tuning.plan();
    let leaders = |outcomes: &TuneOutcomes| {
        let found = plan.result(outcomes);
        printable(&report::leaders(&found)).into_owned()
    };
    let mut lines = ProgressLines::new();
    // The interim result costs more than a game: it is shown at most a hundred times.
    let step = (u64::from(tournament.rounds) / 100).max(50);
    let games = tuning.play(
        tournament,
        journal,
        args.threads.count(),
        stop,
        &mut |outcomes, standings| {
            bar.set_position(standings.games);
            let pairs = outcomes.pairs().len() as u64;
            let so_far = || match part {
                TuningPart::Validation => score_in_words(standings),
                TuningPart::Trial => leaders(outcomes),
            };
            let is_cheap = matches!(part, TuningPart::Validation);
            if !bar.is_hidden() && (is_cheap || pairs.is_multiple_of(step)) {
                bar.set_message(so_far());
            }
            lines.tell(&bar, || {
                let mut told = vec![games_in_words(standings, tournament.games())];
                told.extend(Some(so_far()).filter(|words| !words.is_empty()));
                told.join("; ")
            });
        },
    )?;
    bar.finish_and_clear();
    Ok(games)
}

fn score_in_words(standings: &TournamentStandings) -> String {
    let score = standings.pairings.first();
    score.map_or_else(String::new, |score| {
        let estimate = score.counts.estimate();
        plus_minus(estimate.elo, estimate.elo_error_95)
    })
}

fn games_bar(games: u64) -> ProgressBar {
    progress_bar(
        games,
        "{bar:24} {pos}/{len} games, {per_sec}, {eta} left: {wide_msg}",
    )
}
