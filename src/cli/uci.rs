//! `bayeschess uci`.

use std::io;

use anyhow::Context as _;

use super::Verdict;
use super::archive::Keeper;
use crate::engine::Engine;
use crate::protocol::uci::Session;
use crate::search::SearchSettings;

const EXAMPLES: &str = "\
Examples:
  bayeschess uci
      Then type: position startpos moves e2e4, go movetime 1000, quit.
  bayeschess uci --heuristic learned --objective min-loss
      Never mind the opponent's style: play not to lose.
  bayeschess uci --database games.db
      Keep every game, with a PGN log in games.pgn beside it.

In a GUI add the engine as the program `bayeschess` with the argument `uci`. All of the options
below can be set there too: Heuristic, Objective, StyleTable, Database, Seed.";

/// Speak the Universal Chess Interface, for chess programs and bots
///
/// Reads commands from standard input and answers on standard output, until `quit` or the end of
/// the input. Before each search it says what it makes of the opponent's style and which objective
/// is in force.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to play: initial, random, learned, or a table's file; with :OBJECTIVE it stays that one
    #[arg(long, value_name = "HEURISTIC", default_value = "learned")]
    heuristic: String,

    /// The objective: adapt (to the opponent's style), max-win, min-loss, max-draw or min-draw
    #[arg(long, value_name = "OBJECTIVE", default_value = "adapt")]
    objective: String,

    /// The style table to recognise opponents by
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    style_table: String,

    /// Keep every game in this database; without it games are not kept
    #[arg(long, alias = "db", value_name = "FILE")]
    database: Option<String>,

    /// The seed of everything that is drawn at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
}

/// Runs the command.
///
/// # Errors
///
/// When a heuristic, style table or database that was asked for here cannot be used, and when
/// standard input cannot be read.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let seed = u64::from(args.seed);
    let engine = Engine::new(SearchSettings::default(), seed)
        .context("could not start the thread that searches; end other programs first")?;
    let keeper = Keeper::new("BayesChess by UCI", seed);
    let mut session = Session::new(engine, io::stdout(), Box::new(keeper));
    let settings = [
        ("Heuristic", Some(&args.heuristic), "learned"),
        ("Objective", Some(&args.objective), "adapt"),
        ("StyleTable", Some(&args.style_table), "shipped"),
        ("Database", args.database.as_ref(), ""),
    ];
    for (name, value, default) in settings {
        if let Some(value) = value.filter(|value| *value != default) {
            session.set(name, value).map_err(anyhow::Error::msg)?;
        }
    }
    session
        .run(io::stdin().lock())
        .context("could not read standard input")?;
    Ok(Verdict::Success)
}
