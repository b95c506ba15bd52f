//! What `selfplay` prints at its end.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

use serde::Serialize;

use bayeschess::foreign::shell_path;
use bayeschess::record::ResultCounts;
use bayeschess::selfplay::{SelfplayOutcome, SelfplayTotals};

/// Returns wins, draws and losses as people write them.
pub(super) fn results(results: &ResultCounts) -> String {
    format!("+{} ={} -{}", results.wins, results.draws, results.losses)
}

/// The JSON output.
#[derive(Serialize)]
pub(super) struct SelfplayJson<'a> {
    db: &'a Path,
    run: &'a str,
    games: u64,
    games_played: u64,
    games_lost: u64,
    stopped: bool,
    threads: NonZeroUsize,
    seconds: f64,
    games_per_s: f64,
    nodes_per_s: f64,
    search_share: f64,
    white: ResultCounts,
    drawn_side: ResultCounts,
    mean_plies: f64,
    adjudicated_share: f64,
    adjudication_error: Option<f64>,
    adjudication_error_95: Option<[f64; 2]>,
    content_hash: &'a str,
}

impl<'a> SelfplayJson<'a> {
    pub(super) fn new(db: &'a Path, threads: NonZeroUsize, outcome: &'a SelfplayOutcome) -> Self {
        let tally = &outcome.tally;
        let error = tally.adjudication_error();
        Self {
            db,
            run: &outcome.run.0,
            games: tally.games,
            games_played: outcome.played,
            games_lost: outcome.lost,
            stopped: outcome.stopped,
            threads,
            seconds: outcome.elapsed.as_secs_f64(),
            games_per_s: outcome.games_per_second(),
            nodes_per_s: outcome.nodes_per_second(),
            search_share: outcome.search_share(),
            white: tally.white,
            drawn_side: tally.drawn,
            mean_plies: tally.mean_plies(),
            adjudicated_share: tally.adjudicated_share(),
            adjudication_error: error.map(|error| error.value),
            adjudication_error_95: error.map(|error| [error.low, error.high]),
            content_hash: &outcome.content_hash,
        }
    }
}

/// The report for people.
pub(super) fn report(
    file: &Path,
    games: u32,
    outcome: &SelfplayOutcome,
) -> Result<String, std::fmt::Error> {
    let (tally, db) = (&outcome.tally, file.display());
    let mut text = String::new();
    writeln!(text, "run            {} in {db}", outcome.run)?;
    writeln!(
        text,
        "games          {} of {}, {} of them played now",
        tally.games, games, outcome.played
    )?;
    if outcome.lost > 0 {
        writeln!(
            text,
            "lost           {} (given up after a panic; the same command tries them again)",
            outcome.lost
        )?;
    }
    writeln!(text, "White          {}", results(&tally.white))?;
    if tally.drawn != ResultCounts::default() {
        writeln!(text, "drawn side     {}", results(&tally.drawn))?;
    }
    writeln!(text, "mean plies     {:.1}", tally.mean_plies())?;
    write_adjudication(&mut text, tally)?;
    if outcome.played > 0 {
        writeln!(
            text,
            "rate           {:.0} games/s, {:.0} nodes/s; {:.1} % of the time in search",
            outcome.games_per_second(),
            outcome.nodes_per_second(),
            100.0 * outcome.search_share(),
        )?;
    }
    writeln!(text, "content hash   {}", outcome.content_hash)?;
    if outcome.stopped {
        writeln!(
            text,
            "\nStopped; every finished game is kept. The same command goes on from here."
        )?;
    } else {
        writeln!(
            text,
            "\nNext: bayeschess learn --db {} --out learned.csv",
            shell_path(file)
        )?;
    }
    Ok(text)
}

fn write_adjudication(text: &mut String, tally: &SelfplayTotals) -> std::fmt::Result {
    write!(
        text,
        "adjudicated    {:.1} %",
        100.0 * tally.adjudicated_share()
    )?;
    if let Some(error) = tally.adjudication_error() {
        write!(
            text,
            "; of {} verdicts played through {:.1} % ended otherwise (95 %: {:.1} to {:.1})",
            tally.noted,
            100.0 * error.value,
            100.0 * error.low,
            100.0 * error.high
        )?;
    }
    writeln!(text)
}
