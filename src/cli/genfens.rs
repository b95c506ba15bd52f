//! `bayeschess "genfens N seed S book B"`, as `OpenBench` calls it.

use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use shakmaty::Position as _;

use super::Verdict;
use super::output::print;
use crate::board::fen;
use crate::selfplay::openings::{Openings, RandomOpenings};

/// More are asked for by nobody.
const MOST: u64 = 1_000_000;

/// Print positions to begin games from, as `OpenBench` asks for them
///
/// Each is eight random half-moves from the first position, quiet and with even material. The same
/// seed gives the same positions; a book is not needed and its name is ignored.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// N seed S book B, as words
    #[arg(required = true)]
    words: Vec<String>,
}

/// Runs the command.
///
/// # Errors
///
/// When the number or the seed is missing, and when standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let number: u64 = args
        .words
        .first()
        .and_then(|word| word.parse().ok())
        .filter(|number| *number <= MOST)
        .with_context(|| format!("genfens: write how many, at most {MOST}: genfens 10 seed 1"))?;
    let seed = args
        .words
        .windows(2)
        .find(|pair| pair[0] == "seed")
        .map_or(Ok(1), |pair| pair[1].parse());
    let Ok(seed) = seed else {
        bail!("genfens: the seed is no whole number: genfens 10 seed 1");
    };
    let openings = Openings::random(RandomOpenings::default(), seed);
    let mut text = String::new();
    for number in 0..number {
        let opening = openings.opening(number);
        let mut position = opening.start;
        for m in opening.moves {
            position.play_unchecked(m);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "info string genfens {}", fen::write(&position));
    }
    print(&text)?;
    Ok(Verdict::Success)
}
