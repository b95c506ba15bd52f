//! `bayeschess fit`: fits evaluation weights to the positions of games.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::cost::print_estimate;
use super::deviations;
use super::games::{FitGames, FitSource};
use super::options::{FitOptions, check, one, plan, teaching};
use super::text::{FitTimes, report};
use crate::cli::interrupt;
use crate::cli::output::{print, print_json};
use crate::cli::pgn::reading::IngestJson;
use crate::cli::run_status::RunStatus;
use bayeschess::files::{self, Existing};
use bayeschess::heuristic::Heuristic;
use bayeschess::learn::positions::{
    FitPlan, FitProgress, FitResult, GameKind, GamesRead, HeldOutQuality, PositionFiles,
    PositionsError, learn_position_files, learn_positions, level_values_around, step,
};
use bayeschess::model::{HeuristicTable, card_path};
use bayeschess::store::{Store, StoreError};

/// The JSON output.
#[derive(Serialize)]
struct FitJson<'a> {
    /// Totals of reading PGN; none if the games were in a database.
    collections: Option<IngestJson>,
    read: GamesRead,
    games: [u64; 2],
    positions: [u64; 2],
    steps: usize,
    seconds: f64,
    /// Seconds until all positions were read, resolved to quiet ones, and searched.
    seconds_gathering: f64,
    scale: f64,
    margin: f64,
    rescaled: f64,
    held_out: Option<HeldOutQuality>,
    share: f64,
    out: &'a Path,
    card: PathBuf,
    /// The file of standard deviations, if requested.
    deviations: Option<&'a Path>,
    checksum: &'a str,
    schema: &'a str,
}

impl<'a> FitJson<'a> {
    fn of(
        learned: &FitResult,
        took: FitTimes,
        args: &'a FitOptions,
        (out, table): (&'a Path, &'a HeuristicTable),
    ) -> Self {
        Self {
            collections: None,
            read: learned.read,
            games: learned.games,
            positions: learned.positions,
            steps: learned.steps,
            seconds: took.all,
            seconds_gathering: took.gathering,
            scale: learned.link.scale,
            margin: learned.link.margin,
            rescaled: learned.rescaled,
            held_out: learned.held_out,
            share: args.share,
            out,
            card: card_path(out),
            deviations: args.deviations.as_deref(),
            checksum: table.checksum(),
            schema: table.schema().name(),
        }
    }
}

/// The outputs.
pub(super) struct FitOutput<'a> {
    /// The table.
    pub(super) table: &'a Path,
    pub(super) existing: Existing,
    pub(super) json: bool,
}

/// Runs the command.
pub(super) fn fit(
    args: &FitOptions,
    games: FitGames<'_>,
    output: &FitOutput<'_>,
) -> anyhow::Result<RunStatus> {
    let (out, existing) = (output.table, output.existing);
    check(args)?;
    if let Some(file) = &args.deviations {
        files::check_output(file, existing)?;
    }
    let heuristic = one(&args.start, "--start", "start")?;
    let teaching = teaching(args)?;
    let stop = interrupt::stop_on_ctrl_c();
    let Some(opened) = games.open(args, out, &stop)? else {
        return Ok(stopped("reading the games", out));
    };
    opened.print_reading(output.json)?;
    let games = (opened.filter.clone(), opened.kind);
    let plan = plan(args, games, teaching, stop);
    let bar = ProgressBar::no_length().with_message("games");
    let learned = match &opened.source {
        FitSource::Games(store) => watched(&bar, store, &heuristic, &plan),
        FitSource::Positions(files) => watched_lines(&bar, files, &heuristic, &plan),
    };
    // Read the position before the bar is cleared.
    let at = format!("{} {}", HumanCount(bar.position()), bar.message());
    bar.finish_and_clear();
    let (learned, took) = match learned {
        Ok(learned) => learned,
        Err(PositionsError::Stopped) => return Ok(stopped(&at, out)),
        Err(error) => return Err(opened.explain(error)),
    };
    let table = table_of(&learned, args.share)?;
    table.save(out, existing)?;
    if let Some(file) = &args.deviations {
        deviations::write(&learned, file, existing)?;
    }
    if output.json {
        let collections = opened.account.as_ref().map(IngestJson::of);
        print_json(&FitJson {
            collections,
            ..FitJson::of(&learned, took, args, (out, &table))
        })?;
    } else {
        print(&report(&learned, args, took, out, &table))?;
    }
    Ok(RunStatus::Success)
}

/// Reports where the fit was stopped, and that nothing was written.
fn stopped(at: &str, out: &Path) -> RunStatus {
    // A closed standard error needs no message.
    let _ = writeln!(
        io::stderr().lock(),
        "stopped at {at}: {} is not written, and the same command begins again",
        out.display()
    );
    RunStatus::Stopped
}

/// Prints the expected time and fits, with a progress bar. Returns the fit and its times.
fn watched(
    bar: &ProgressBar,
    store: &Store,
    start: &Heuristic,
    plan: &FitPlan,
) -> Result<(FitResult, FitTimes), PositionsError> {
    let mut begun = Instant::now();
    let mut gathering = Duration::ZERO;
    let learned = store.in_one_view(|store| {
        let games = games_of(store, plan)?;
        if plan.sampled.is_none() && !print_estimate(store, start, plan, games)? {
            return Err(PositionsError::Stopped);
        }
        begun = Instant::now();
        begin(bar, games);
        learn_positions(store, start, plan, &mut |news| {
            show(bar, news);
            if matches!(news, FitProgress::Games(_)) {
                gathering = begun.elapsed();
            }
        })
    })?;
    let took = FitTimes {
        gathering: gathering.as_secs_f64(),
        all: begun.elapsed().as_secs_f64(),
    };
    Ok((learned, took))
}

/// Fits to files of positions, with a progress bar that counts lines. Returns the fit and its times.
fn watched_lines(
    bar: &ProgressBar,
    files: &PositionFiles,
    start: &Heuristic,
    plan: &FitPlan,
) -> Result<(FitResult, FitTimes), PositionsError> {
    let begun = Instant::now();
    let mut gathering = Duration::ZERO;
    bar.set_message("positions");
    bar.set_style(crate::cli::output::counting());
    let learned = learn_position_files(files, start, plan, &mut |news| {
        show(bar, news);
        if matches!(news, FitProgress::Games(_)) {
            gathering = begun.elapsed();
        }
    })?;
    let took = FitTimes {
        gathering: gathering.as_secs_f64(),
        all: begun.elapsed().as_secs_f64(),
    };
    Ok((learned, took))
}

/// An upper bound of the number of games that a plan reads.
fn games_of(store: &Store, plan: &FitPlan) -> Result<u64, StoreError> {
    let mut games = 0;
    if plan.kind != GameKind::Collected {
        games += store.statistics(&plan.games)?.games;
    }
    if plan.kind != GameKind::SelfPlay {
        games += store.collected_games()?;
    }
    Ok(games.min(plan.most_games))
}

/// Starts the progress bar over games; hidden if standard error is not a terminal.
fn begin(bar: &ProgressBar, games: u64) {
    bar.set_length(games);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:24} {human_pos}/{human_len} {msg}  ETA {eta}")
    {
        bar.set_style(style);
    }
}

/// Shows progress; passes of the fit have no known total and are only counted.
fn show(bar: &ProgressBar, news: FitProgress) {
    match news {
        FitProgress::Games(games) => bar.set_position(games),
        FitProgress::Passes(passes) => {
            if passes == 1 {
                bar.unset_length();
                bar.set_message("passes of the fit over the positions");
                bar.set_style(crate::cli::output::counting());
            }
            bar.set_position(passes);
        }
    }
}

/// A table without counts whose middle level is the fitted weight.
fn table_of(learned: &FitResult, share: f64) -> anyhow::Result<HeuristicTable> {
    let weights = step(&learned.start, &learned.fitted, share);
    Ok(HeuristicTable::without_cases(
        level_values_around(&weights),
        learned.origins.clone(),
    )?)
}
