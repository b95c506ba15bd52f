//! `bayeschess perft`: counts legal move sequences of one position or of built-in suites.

use std::fmt::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::output::{JsonFlag, print, print_json};
use super::run_status::RunStatus;
use bayeschess::board::perft::{divide, perft, perft_by_moves};

/// Well-known perft suites.
const SUITE: &str = include_str!("../../data/perft.epd");

/// Without `--full`, counts above this are left out of the suite.
const QUICK_LEAVES: u64 = 5_000_000;

/// Count the legal move sequences from a position, to check move generation
///
/// With a depth: sequences of that length from one position. Without: the built-in suites, each
/// compared with its known count (exit code 1 if one differs).
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  bayeschess perft                 the quick suites\n  bayeschess perft --full          every depth, minutes\n  bayeschess perft 5               from the first position\n  bayeschess perft 6 --every-move  how fast moves are made\n  bayeschess perft 4 --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --divide"
)]
pub struct PerftArgs {
    /// Length of the sequences in plies; without it the built-in suites run
    #[arg(value_parser = clap::value_parser!(u32).range(0..=12))]
    depth: Option<u32>,
    /// Position to count from [default: the usual first position]
    #[arg(long, requires = "depth")]
    fen: Option<String>,
    /// Split the count by the first move
    #[arg(long, requires = "depth")]
    divide: bool,
    /// Make the last move of each sequence too, instead of only counting it; slower, for comparing the
    /// speed of making moves
    #[arg(long, requires = "depth", conflicts_with = "divide")]
    every_move: bool,
    /// Run the suites to their full depth
    #[arg(long, conflicts_with = "depth")]
    full: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct PerftJson {
    leaves: u64,
    seconds: f64,
    leaves_per_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_checked: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_wrong: Option<usize>,
}

/// Runs the command.
pub fn run(args: &PerftArgs) -> anyhow::Result<RunStatus> {
    match args.depth {
        Some(depth) => count(args, depth),
        None => run_suites(args),
    }
}

fn count(args: &PerftArgs, depth: u32) -> anyhow::Result<RunStatus> {
    let position = match &args.fen {
        Some(fen) => parse_position(fen)?,
        None => Chess::default(),
    };
    let began = Instant::now();
    let mut text = String::new();
    let leaves = if args.divide && depth > 0 {
        let split = divide(&position, depth);
        for (m, leaves) in &split {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}: {leaves}", m.to_uci(CastlingMode::Standard));
        }
        split.iter().map(|(_, leaves)| leaves).sum()
    } else if args.every_move {
        perft_by_moves(&position, depth)
    } else {
        perft(&position, depth)
    };
    let figures = PerftJson::new(leaves, began);
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&format!(
            "{text}{leaves} leaves in {:.2} s ({:.1} million a second)\n",
            figures.seconds,
            figures.leaves_per_s / 1e6
        ))?;
    }
    Ok(RunStatus::Success)
}

fn run_suites(args: &PerftArgs) -> anyhow::Result<RunStatus> {
    let began = Instant::now();
    let (mut total, mut checked, mut wrong) = (0, 0, 0);
    let mut text = String::new();
    for (position, fen, depth, expected) in suite()? {
        if expected > QUICK_LEAVES && !args.full {
            continue;
        }
        let leaves = perft(&position, depth);
        total += leaves;
        checked += 1;
        if leaves != expected {
            wrong += 1;
            let _ = writeln!(
                text,
                "WRONG: {leaves} instead of {expected} at depth {depth}: {fen}"
            );
        }
    }
    let figures = PerftJson {
        counts_checked: Some(checked),
        counts_wrong: Some(wrong),
        ..PerftJson::new(total, began)
    };
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&format!(
            "{text}{checked} counts checked, {wrong} wrong; {total} leaves in {:.2} s ({:.1} million a second)\n",
            figures.seconds,
            figures.leaves_per_s / 1e6
        ))?;
    }
    Ok(if wrong == 0 {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

impl PerftJson {
    fn new(leaves: u64, began: Instant) -> Self {
        let seconds = began.elapsed().as_secs_f64();
        let leaves_per_s = if seconds > 0.0 {
            leaves as f64 / seconds
        } else {
            0.0
        };
        Self {
            leaves,
            seconds,
            leaves_per_s,
            counts_checked: None,
            counts_wrong: None,
        }
    }
}

/// Every (position, FEN, depth, leaves) of the suites.
fn suite() -> anyhow::Result<Vec<(Chess, &'static str, u32, u64)>> {
    let mut counts = Vec::new();
    for line in SUITE
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap_or_default();
        let position = parse_position(fen)?;
        for field in fields {
            let (depth, leaves) = field
                .strip_prefix('D')
                .and_then(|field| field.split_once(' '))
                .with_context(|| format!("data/perft.epd: '{field}' is not 'D<depth> <leaves>'"))?;
            counts.push((position.clone(), fen, depth.parse()?, leaves.parse()?));
        }
    }
    Ok(counts)
}

fn parse_position(text: &str) -> anyhow::Result<Chess> {
    let fen: Fen = text
        .parse()
        .with_context(|| format!("'{text}' is not a FEN"))?;
    fen.into_position(CastlingMode::Standard)
        .with_context(|| format!("'{text}' is not a legal position"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_suites_hold() {
        let quick = suite()
            .expect("the suite parses")
            .into_iter()
            .filter(|row| row.3 <= 300_000);
        let mut checked = 0;
        for (position, fen, depth, expected) in quick {
            assert_eq!(perft(&position, depth), expected, "depth {depth} of {fen}");
            checked += 1;
        }
        assert!(checked >= 20, "only {checked} counts were checked");
    }

    #[test]
    fn a_bad_position_is_named() {
        let error = parse_position("8/8/8/8 w - -").expect_err("no FEN");
        assert!(format!("{error:#}").contains("8/8/8/8 w - -"));
        assert!(parse_position("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    }
}
