//! `bayeschess db info`: what a database holds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use super::sources::{SourceInfoJson, sources_of, sources_text};

use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::bayes::wilson_95;
use bayeschess::record::{GameResult, RunDraws, Termination};
use bayeschess::store::{GameFilter, GameStatistics, Run, Store};

/// Show what a database holds: runs, games, results, lengths, collections, opponents
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess db info games.db
  bayeschess db info games.db --json | jq .content_hash

Two databases with the same content hash hold the same games and cases,
collected games among them, whatever their files look like. Opponents are not
part of it. The error of the
adjudicator, which ends self-play games early, is measured on the games that
were played on after its verdict; the numbers behind it are the 95 % interval
(Wilson).")]
pub struct DbInfoArgs {
    /// The database [default: bayeschess.db in $BAYESCHESS_HOME, or else in your data folder]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    json: JsonFlag,
}

/// The JSON output.
#[derive(Serialize)]
struct DbInfoJson {
    file: String,
    bytes: u64,
    content_hash: String,
    runs: Vec<RunInfoJson>,
    collected_games: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<SourceInfoJson>,
    opponents: usize,
    games_remembered: u64,
    #[serde(flatten)]
    all: GameTotalsJson,
}

#[derive(Serialize)]
struct RunInfoJson {
    run: String,
    kind: &'static str,
    seed: u64,
    version: String,
    models: Vec<String>,
    games_wanted: u32,
    created: String,
    settings: String,
    level_draws: RunDraws,
    #[serde(flatten)]
    figures: GameTotalsJson,
}

#[derive(Serialize)]
struct GameTotalsJson {
    games: u64,
    cases: u64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    mean_plies: Option<f64>,
    terminations: BTreeMap<Termination, u64>,
    adjudicated_share: Option<f64>,
    played_through: u64,
    adjudication_error: Option<f64>,
    adjudication_error_95: Option<[f64; 2]>,
}

impl GameTotalsJson {
    fn of(tally: &GameStatistics) -> Self {
        let with = |result| tally.results.get(&result).copied().unwrap_or(0);
        Self {
            games: tally.games,
            cases: tally.cases,
            white_wins: with(GameResult::WhiteWins),
            black_wins: with(GameResult::BlackWins),
            draws: with(GameResult::Draw),
            mean_plies: tally.mean_plies(),
            terminations: tally.terminations.clone(),
            adjudicated_share: tally.adjudicated_share(),
            played_through: tally.played_through,
            adjudication_error: tally.adjudication_error(),
            adjudication_error_95: wilson_95(tally.verdicts_wrong, tally.played_through)
                .map(|interval| [interval.low, interval.high]),
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &DbInfoArgs) -> anyhow::Result<RunStatus> {
    let store = crate::cli::database_file::open_to_read(args.file.as_deref())?;
    let info = store.in_one_view(gather)?;
    if args.json.json {
        print_json(&info)?;
    } else {
        print(&as_text(&info))?;
    }
    Ok(RunStatus::Success)
}

fn gather(store: &Store) -> anyhow::Result<DbInfoJson> {
    let everything = GameFilter::default();
    let runs = store
        .runs()?
        .into_iter()
        .map(|run| run_info(store, run))
        .collect::<anyhow::Result<_>>()?;
    let opponents = store.opponents()?;
    Ok(DbInfoJson {
        file: store.file().display().to_string(),
        bytes: std::fs::metadata(store.file()).map_or(0, |file| file.len()),
        content_hash: store.content_hash(&everything)?,
        runs,
        collected_games: store.collected_games()?,
        sources: sources_of(store)?,
        opponents: opponents.len(),
        games_remembered: opponents.iter().map(|opponent| opponent.games).sum(),
        all: GameTotalsJson::of(&store.statistics(&everything)?),
    })
}

fn run_info(store: &Store, run: Run) -> anyhow::Result<RunInfoJson> {
    let tally = store.statistics(&GameFilter {
        run: Some(run.key.clone()),
        numbers: None,
    })?;
    let level_draws = run.settings.draws();
    let provenance = run.settings.provenance;
    Ok(RunInfoJson {
        run: run.key.0,
        kind: run.settings.kind.name(),
        seed: provenance.seed,
        version: provenance.version,
        models: provenance.models,
        games_wanted: run.games_wanted,
        created: run.created,
        settings: provenance.settings,
        level_draws,
        figures: GameTotalsJson::of(&tally),
    })
}

fn as_text(info: &DbInfoJson) -> String {
    let mut text = format!(
        "{}: {:.1} MB, {} runs\ncontent hash {}\n",
        info.file,
        info.bytes as f64 / 1e6,
        info.runs.len(),
        info.content_hash
    );
    for run in &info.runs {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\nrun {} ({}, seed {}, begun {} by version {}): {} of {} games\n",
            run.run,
            run.kind,
            run.seed,
            run.created,
            run.version,
            run.figures.games,
            run.games_wanted
        );
        for line in run.settings.lines() {
            let _ = writeln!(text, "  {line}");
        }
        text.push_str(&figures_text(&run.figures));
    }
    if info.runs.len() != 1 {
        let _ = writeln!(text, "\nall runs");
        text.push_str(&figures_text(&info.all));
    }
    if !info.sources.is_empty() {
        let _ = writeln!(
            text,
            "\ncollected: {} different games",
            info.collected_games
        );
        text.push_str(&sources_text(&info.sources));
    }
    if info.opponents > 0 {
        let _ = writeln!(
            text,
            "\nopponents: {}, games remembered: {} (see 'opponent list')",
            info.opponents, info.games_remembered
        );
    }
    text
}

fn figures_text(figures: &GameTotalsJson) -> String {
    let mut text = format!(
        "  games {}   1-0 {}   0-1 {}   1/2-1/2 {}\n  cases {}\n",
        figures.games, figures.white_wins, figures.black_wins, figures.draws, figures.cases
    );
    if let Some(plies) = figures.mean_plies {
        let _ = writeln!(text, "  mean length {plies:.1} plies");
    }
    let mut table = TextTable::without_titles(1, 2);
    for (termination, games) in &figures.terminations {
        let share = *games as f64 / figures.games.max(1) as f64 * 100.0;
        table.row(&[termination, games, &format!("{share:.1} %")]);
    }
    text.push_str(&table.indented());
    if let Some((error, [low, high])) = figures
        .adjudication_error
        .zip(figures.adjudication_error_95)
    {
        let _ = writeln!(
            text,
            "  adjudicator wrong in {:.2} % of {} games played through ({:.2} to {:.2} %)",
            error * 100.0,
            figures.played_through,
            low * 100.0,
            high * 100.0
        );
    }
    text
}
