//! Runs one `pgn_reader::Visitor` under two readers: this crate's, which rejects damaged games, and
//! `pgn-reader`, which reports whatever it finds.
//!
//! ```text
//! cargo run --release --example pgn_visitor -- games.pgn
//! ```

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::fs;
use std::ops::ControlFlow;

use bayeschess::pgn::read_games;
use pgn_reader::{RawComment, Reader, SanPlus, Visitor};

/// Counts the moves and comments of a game's main line.
struct Counter;

impl Visitor for Counter {
    type Tags = ();
    type Movetext = [u64; 2];
    type Output = [u64; 2];

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<Self::Output, [u64; 2]> {
        ControlFlow::Continue([0, 0])
    }

    fn san(&mut self, counts: &mut [u64; 2], _san: SanPlus) -> ControlFlow<Self::Output> {
        counts[0] += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, counts: &mut [u64; 2], _: RawComment<'_>) -> ControlFlow<Self::Output> {
        counts[1] += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, counts: [u64; 2]) -> [u64; 2] {
        counts
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("give a PGN file")?;
    let only = arguments.next();
    let text = fs::read(&file)?;
    let show = |reader: &str, games: usize, counts: [u64; 2]| {
        println!(
            "{reader}: {games} games, {} moves, {} comments",
            counts[0], counts[1]
        );
    };
    let sum = |sum: [u64; 2], counts: [u64; 2]| [sum[0] + counts[0], sum[1] + counts[1]];
    if only.as_deref() != Some("pgn-reader") {
        let mut reader = read_games(text.as_slice());
        let mut counts = [0, 0];
        while let Some(game) = reader.read_game(&mut Counter) {
            counts = sum(counts, game.unwrap_or_default());
        }
        let tally = reader.tally();
        show("bayeschess", usize::try_from(tally.kept)?, counts);
        println!("bayeschess: {} games rejected", tally.rejected());
    }
    if only.as_deref() != Some("bayeschess") {
        let mut reader = Reader::new(text.as_slice());
        let games = reader
            .read_games(&mut Counter)
            .collect::<Result<Vec<_>, _>>()?;
        show(
            "pgn-reader",
            games.len(),
            games.into_iter().fold([0, 0], sum),
        );
    }
    Ok(())
}
