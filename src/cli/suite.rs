//! `bayeschess suite`: counts how many test positions a player solves, and how fast.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;

use super::interrupt;
use super::output::{JsonFlag, print, print_json, progress_bar};
use super::run_status::RunStatus;
use crate::cli::options::PositionLimitArgs;
use crate::cli::text_table::TextTable;
use bayeschess::arena::PlayerSpec;
use bayeschess::arena::external::{EngineTimeouts, UciClient};
use bayeschess::arena::player_spec::PlayerSpecKind;
use bayeschess::arena::suite::{self, SolveAttempt, SuiteSolver, SuiteSummary, TestPosition};
use bayeschess::cancel::CancelFlag;
use bayeschess::engine::player::Player;
use bayeschess::play::time_control::ThinkingLimits;
use bayeschess::search::{MOST_HASH, MOST_THREADS};

const EXAMPLES: &str = "\
Examples:
  bayeschess suite data/tactics.epd
      150 winning moves, a second each
  bayeschess suite data/tactics.epd data/mates.epd --time 200 --json
      both suites as one, a fifth of a second each, every attempt as JSON
  bayeschess suite data/tactics.epd --nodes 100000 --at-least 80
      the same on every machine; exit code 1 when fewer than 80 % are solved
  bayeschess suite my.epd --engine 'initial;techniques=-null-move'
      another heuristic, and what its search leaves out
  bayeschess suite my.epd --engine 'uci:/usr/games/glaurung;Threads=1'
      another engine

A suite is an EPD file. Each position says what is right by bm (the best moves),
am (moves to avoid) or dm (mate in this many moves, which the score must show);
id names it. What counts is the move at the end of the time. The time to the
solution is the first moment after which the player kept to it.";

/// Search time in milliseconds if no limit is given.
const USUAL_TIME: u64 = 1000;

/// Solve test positions (EPD) and report how many, and how fast
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SuiteArgs {
    /// The positions
    #[arg(value_name = "FILE.epd", required = true)]
    files: Vec<PathBuf>,
    /// The player: a heuristic or an external engine, written as for 'match'
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "modern:learned",
        visible_alias = "player"
    )]
    engine: PlayerSpec,
    #[command(flatten)]
    limits: PositionLimitArgs,
    /// Search threads of a player of this program [default: 1]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,
    /// Transposition table of a player of this program, in mebibytes [default: 64]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_HASH)))]
    hash: Option<u32>,
    /// Exit code 1 if fewer than this percentage are solved
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    at_least: Option<f64>,
    #[command(flatten)]
    output: JsonFlag,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=100.0).contains(&share) => Ok(share),
        _ => Err("give a percentage, 0 to 100".to_owned()),
    }
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct SuiteJson<'a> {
    files: &'a [PathBuf],
    player: &'a str,
    thinking: ThinkingLimits,
    complete: bool,
    #[serde(flatten)]
    tally: SuiteSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least_percent: Option<f64>,
    attempts: &'a [SolveAttempt],
}

/// Solves the positions and reports.
pub fn run(args: &SuiteArgs) -> anyhow::Result<RunStatus> {
    let mut problems = Vec::new();
    for file in &args.files {
        problems.extend(suite::test_position::read(file)?);
    }
    let stop = interrupt::stop_on_ctrl_c();
    let thinking = args.engine.thinking_or(args.limits.thinking(USUAL_TIME));
    let (name, mut solver) = solver(args, thinking, &stop)?;
    let attempts = solve(&problems, thinking, &mut solver, &stop)?;
    let tally = SuiteSummary::of(&attempts);
    let report = SuiteJson {
        files: &args.files,
        player: &name,
        thinking,
        complete: attempts.len() == problems.len(),
        tally,
        at_least_percent: args.at_least,
        attempts: &attempts,
    };
    if args.output.json {
        print_json(&report)?;
    } else {
        print(&text(&report))?;
    }
    // No rounding: 94.99 % is less than 95 %.
    let missed = args
        .at_least
        .is_some_and(|wanted| 100.0 * tally.share < wanted || !report.complete);
    Ok(if missed {
        RunStatus::Findings
    } else {
        RunStatus::Success
    })
}

/// The solver and its name.
fn solver(
    args: &SuiteArgs,
    thinking: ThinkingLimits,
    stop: &CancelFlag,
) -> anyhow::Result<(String, SuiteSolver)> {
    let spec = &args.engine;
    match &spec.kind {
        PlayerSpecKind::Heuristic(heuristic) => {
            let Some(weights) = heuristic.load()?.heuristic() else {
                bail!("'{heuristic}' is another heuristic each time; name a fixed one");
            };
            let mut spec = spec.clone();
            spec.hash = spec.hash.or(Some(args.hash.unwrap_or(64)));
            spec.threads = spec.threads.or(args.threads);
            let player = Player::new(&weights, &spec.settings(&thinking));
            let name = spec.name.unwrap_or_else(|| heuristic.to_string());
            Ok((name, SuiteSolver::Player(Box::new(player))))
        }
        PlayerSpecKind::Engine(engine) => {
            if args.threads.is_some() || args.hash.is_some() {
                bail!(
                    "--threads and --hash are for players of this program; write an engine's own \
                     options behind it: 'uci:./engine;Threads=2;Hash=64'"
                );
            }
            let patience = EngineTimeouts::default();
            let client = UciClient::start(engine, patience, stop)?;
            let name = spec.name.clone();
            let name = name.unwrap_or_else(|| client.name().unwrap_or(&engine.program).to_owned());
            let solver = SuiteSolver::Engine {
                spec: engine.clone(),
                patience,
                client: Some(Box::new(client)),
            };
            Ok((name, solver))
        }
    }
}

/// Tries every position in order, until Ctrl-C.
fn solve(
    problems: &[TestPosition],
    thinking: ThinkingLimits,
    solver: &mut SuiteSolver,
    stop: &CancelFlag,
) -> anyhow::Result<Vec<SolveAttempt>> {
    let bar = progress_bar(
        problems.len() as u64,
        "{bar:24} {pos}/{len} positions  {msg}  ETA {eta}",
    );
    let mut attempts = Vec::new();
    for problem in problems {
        let Some(attempt) = solver.attempt(problem, thinking, stop)? else {
            break;
        };
        attempts.push(attempt);
        bar.inc(1);
        let solved = attempts.iter().filter(|one| one.solution.is_some());
        bar.set_message(format!("solved {}", solved.count()));
    }
    bar.finish_and_clear();
    Ok(attempts)
}

fn text(report: &SuiteJson<'_>) -> String {
    let mut text = String::new();
    let mut unsolved = TextTable::new(&["not solved", "wanted", "played"], &["score", "depth"]);
    let failures = report
        .attempts
        .iter()
        .filter(|attempt| attempt.solution.is_none());
    for failure in failures.clone() {
        let played = match (&failure.played, &failure.fault) {
            (Some(played), _) => played,
            (None, Some(fault)) => fault,
            (None, None) => &"-".to_owned(),
        };
        let depth = failure
            .depth
            .map_or_else(String::new, |depth| depth.to_string());
        let score = failure.score.as_deref().unwrap_or("-");
        unsolved.row(&[&failure.id, &failure.wanted, played, &score, &depth]);
    }
    if failures.count() > 0 {
        text.push_str(&unsolved.to_string());
    }
    let tally = &report.tally;
    let _ = writeln!(
        text,
        "{}, {}: {} of {} solved, {:.1} % ({:.1} to {:.1} % at 95 %)",
        report.player,
        report.thinking,
        tally.solved,
        tally.positions,
        100.0 * tally.share,
        100.0 * tally.share_low,
        100.0 * tally.share_high
    );
    if let (Some(half), Some(most)) = (tally.median_s, tally.ninety_percent_s) {
        let _ = writeln!(
            text,
            "half of these within {:.0} ms, nine of ten within {:.0} ms",
            1e3 * half,
            1e3 * most
        );
    }
    if !report.complete {
        text.push_str("stopped before the end\n");
    }
    text
}
