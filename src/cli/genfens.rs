//! `bayeschess "genfens N seed S book B"`, as `OpenBench` calls it.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use shakmaty::Position as _;

use super::output::print;
use super::run_status::RunStatus;
use bayeschess::board::fen;
use bayeschess::play::{Opening, OpeningFile, OpeningOrder, Openings, RandomOpenings};
use bayeschess::units::Ply;

/// The largest number of positions accepted.
const MOST: u64 = 1_000_000;

/// Random plies played after a book position that was already used.
const PLIES_BEHIND_BOOK: Ply = Ply(2);

/// Plies taken from each game of a PGN book.
const PLIES_OF_GAMES: Ply = Ply(8);

/// Print opening positions in the format of `OpenBench`
///
/// Without a book (None) each position is reached by eight random plies and is quiet with equal
/// material. With a book (FEN or EPD lines, or the first eight plies of PGN games) its positions are
/// printed in random order; when all are used they repeat, followed by two random plies. The same
/// seed gives the same positions.
#[derive(Debug, clap::Args)]
pub struct GenfensArgs {
    /// The words: N seed S book B
    #[arg(required = true)]
    words: Vec<String>,
}

/// Runs the command.
pub fn run(args: &GenfensArgs) -> anyhow::Result<RunStatus> {
    let number: u64 = args
        .words
        .first()
        .and_then(|word| word.parse().ok())
        .filter(|number| *number <= MOST)
        .with_context(|| format!("genfens: write how many, at most {MOST}: genfens 10 seed 1"))?;
    let behind = |word: &str| args.words.windows(2).find(|pair| pair[0] == word);
    let seed = behind("seed").map_or(Ok(1), |pair| pair[1].parse());
    let Ok(seed) = seed else {
        bail!("genfens: the seed is not a whole number: genfens 10 seed 1");
    };
    let book = behind("book").map(|pair| pair[1].as_str());
    if book.is_none() && args.words.iter().any(|word| word == "book") {
        bail!(
            "genfens: which book? write a file's name behind it, or None: genfens 10 seed 1 book None"
        );
    }
    let supply = OpeningSupply::find(book, seed)?;
    let mut text = String::new();
    for number in 0..number {
        let opening = supply.opening(number);
        let mut position = opening.start;
        for m in opening.moves {
            position.play_unchecked(m);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "info string genfens {}", fen::write(&position));
    }
    print(&text)?;
    Ok(RunStatus::Success)
}

/// The source of opening positions.
struct OpeningSupply {
    openings: Openings,
    seed: u64,
}

impl OpeningSupply {
    /// Opens the named book, else a source of random positions.
    fn find(book: Option<&str>, seed: u64) -> anyhow::Result<Self> {
        let openings = match book.filter(|name| !name.eq_ignore_ascii_case("none")) {
            None => Openings::random(RandomOpenings::default(), seed),
            Some(file) => {
                let book = OpeningFile::read(Path::new(file), PLIES_OF_GAMES)
                    .context("genfens: the book cannot be used (None is for no book)")?;
                Openings::listed(book.openings, OpeningOrder::Shuffled, seed)
            }
        };
        Ok(Self { openings, seed })
    }

    fn opening(&self, number: u64) -> Opening {
        let opening = self.openings.opening(number);
        let is_given = |lines: usize| number < lines as u64;
        match self.openings.number() {
            Some(lines) if !is_given(lines) => {
                let rules = RandomOpenings {
                    plies: PLIES_BEHIND_BOOK,
                    ..RandomOpenings::default()
                };
                rules.draw_after(opening, self.seed, number)
            }
            _ => opening,
        }
    }
}
