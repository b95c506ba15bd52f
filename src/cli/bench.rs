//! `bayeschess bench`: the signature of the search, and its speed.

use std::fmt::Write as _;

use anyhow::bail;
use serde::Serialize;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use super::output::{JsonFlag, print, print_json};
use super::run_status::RunStatus;
use bayeschess::cancel::CancelFlag;
use bayeschess::model::HeuristicSpec;
use bayeschess::search::bench::{self, BenchConditions};

/// Search a fixed set of positions and count nodes: a signature of the search
///
/// The number of nodes is a signature: it is the same on every machine and changes only when the
/// search or the evaluation does. The last line reads `N nodes M nps`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  bayeschess bench\n  bayeschess bench --depth 7 --json\n  bayeschess bench --heuristic initial\n  bayeschess bench 64 2 13"
)]
pub struct BenchArgs {
    /// Maximum depth of a search in plies
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u16).range(1..=i64::from(bench::MOST_DEPTH)))]
    depth: u16,
    /// Table size in MiB, threads and depth, as other engines take them: 16 1 13
    #[arg(value_names = ["HASH", "THREADS", "DEPTH"], num_args = 3, action = clap::ArgAction::Set, conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(1..))]
    numbers: Vec<u32>,
    /// The heuristic: learned, modern:learned, initial, modern:initial, random, modern:random or a table file
    #[arg(long, value_name = "HEURISTIC", default_value = "modern:initial")]
    heuristic: HeuristicSpec,
    #[command(flatten)]
    json: JsonFlag,
}

impl BenchArgs {
    fn conditions(&self) -> BenchConditions {
        match self.numbers[..] {
            [hash, threads, depth] => BenchConditions::of_numbers(hash, threads, depth),
            _ => BenchConditions::to_depth(self.depth.into()),
        }
    }
}

#[derive(Serialize)]
struct BenchJson {
    heuristic: String,
    depth: u16,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_s: u64,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> anyhow::Result<RunStatus> {
    let Some(heuristic) = args.heuristic.load()?.heuristic() else {
        bail!(
            "'{}' is another heuristic each time and has no signature; name a fixed one",
            args.heuristic
        );
    };
    let conditions = args.conditions();
    let mut lines = String::new();
    let mut positions = 0;
    let signature = bench::run(&heuristic, conditions, &CancelFlag::new(), |game, nodes| {
        positions += 1;
        let fen = Fen::from_position(game.position(), EnPassantMode::Legal);
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{nodes:>10}  {fen}");
    });
    let Some(signature) = signature else {
        unreachable!("nobody stops it");
    };
    let speed = signature.nodes.per_second(signature.time);
    if args.json.json {
        print_json(&BenchJson {
            heuristic: args.heuristic.to_string(),
            depth: conditions.depth,
            positions,
            nodes: signature.nodes.0,
            seconds: signature.time.as_secs_f64(),
            nodes_per_s: speed,
        })?;
    } else {
        print(&format!(
            "heuristic {}, depth {}\n{lines}{} nodes {speed} nps\n",
            args.heuristic, conditions.depth, signature.nodes
        ))?;
    }
    Ok(RunStatus::Success)
}
