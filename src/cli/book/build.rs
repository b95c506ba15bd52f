//! `bayeschess book build`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde::Serialize;

use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::{ReadingProgress, check_not_source, find_sources, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::book::Polyglot;
use bayeschess::book::build::{BookBuildRules, BookBuilder, BookSides, BookWeighting};
use bayeschess::files::{check_output, write_whole};
use bayeschess::pgn::{
    DuplicatePolicy, IngestEvent, IngestOptions, IngestSummary, ReadCounts, describe_kind, ingest,
};
use bayeschess::record::{Game, GameResult};
use bayeschess::units::Ply;

/// Build an opening book (Polyglot) from the games in PGN files
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess book build games.pgn --out book.bin
  bayeschess book build a.pgn b.pgn --out strong.bin --min-elo 2400 --min-games 10
  bayeschess book build games.pgn --out winners.bin --side winner --max-ply 16

A move weighs the half-points that it scored for the side that played it, so
that a move that only lost is never played. The same games in any order give the
same book. A game with an illegal move or broken syntax is left out whole and
counted as rejected, as are games of Chess960.")]
pub(super) struct BookBuildArgs {
    /// PGN files (also .zst, .gz, .bz2, .xz, .zip), folders of them, or '-' for standard input
    #[arg(value_name = "FILE.pgn", required = true)]
    games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,
    /// Leave out moves played in fewer games than this
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// The last ply of a game that is used; White's first move is ply 1
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=200))]
    max_ply: u16,
    /// Which games to use, by their result
    #[arg(long, value_enum, default_value_t = BookResultChoice::Any)]
    outcome: BookResultChoice,
    /// Whose moves to put into the book
    #[arg(long, value_enum, default_value_t = BookSides::Both)]
    side: BookSides,
    /// How to weigh a move
    #[arg(long, value_enum, default_value_t = BookWeighting::Score)]
    weigh_by: BookWeighting,
    /// Leave out moves that scored less than this percentage of the points
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    min_score: u32,
    /// Leave out games unless both players have at least this rating (tags `WhiteElo`, `BlackElo`)
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum BookResultChoice {
    /// All games
    Any,
    /// Games that White won
    White,
    /// Games that Black won
    Black,
    /// Decisive games
    Decisive,
    /// Drawn games
    Draw,
}

#[derive(Serialize)]
struct BookBuildJson<'a> {
    out: &'a Path,
    games_read: u64,
    games_counted: u64,
    games_passed_over: u64,
    rejected: u64,
    rejects: BTreeMap<&'static str, u64>,
    positions: usize,
    entries: usize,
    bytes: usize,
}

pub(super) fn run(args: &BookBuildArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    check_output(&args.out, existing)?;
    if !args
        .out
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("bin"))
    {
        bail!(
            "{}: the name of a Polyglot book ends in .bin; give it such a name",
            args.out.display()
        );
    }
    let mut builder = BookBuilder::new(args.rules());
    let tally = count(args, &mut builder)?.tally;
    let counted = builder.games();
    if counted == 0 {
        bail!(
            "none of the {} games counts: {} passed over, {} rejected ('bayeschess pgn check' says why); give \
             other games, or ask for less",
            tally.read(),
            tally.kept,
            tally.rejected()
        );
    }
    let book = builder.finish();
    if book.entries().is_empty() {
        bail!(
            "no move was played in {} of the {counted} games that count; lower --min-games, or give more games",
            args.min_games
        );
    }
    write_whole(&args.out, existing, |out| book.write(out))?;
    let figures = figures(args, &book, counted, &tally);
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures))?;
    }
    Ok(RunStatus::Success)
}

impl BookBuildArgs {
    fn rules(&self) -> BookBuildRules {
        BookBuildRules {
            last_ply: Ply(self.max_ply),
            min_games: self.min_games,
            movers: self.side,
            weighting: self.weigh_by,
            min_score: self.min_score,
        }
    }

    fn wants(&self, game: &Game) -> bool {
        let result = match self.outcome {
            BookResultChoice::Any => true,
            BookResultChoice::White => game.result == Some(GameResult::WhiteWins),
            BookResultChoice::Black => game.result == Some(GameResult::BlackWins),
            BookResultChoice::Draw => game.result == Some(GameResult::Draw),
            BookResultChoice::Decisive => {
                game.result.is_some_and(|result| result != GameResult::Draw)
            }
        };
        let elo = |tag| game.tags.get(tag).and_then(|elo| elo.trim().parse().ok());
        let strong = |least| {
            ["WhiteElo", "BlackElo"]
                .iter()
                .all(|tag| elo(tag).is_some_and(|elo: u32| elo >= least))
        };
        result && self.min_elo.is_none_or(strong)
    }
}

/// Counts the moves of all games in all files.
fn count(args: &BookBuildArgs, builder: &mut BookBuilder) -> anyhow::Result<IngestSummary> {
    let sources = find_sources(&args.games)?;
    check_not_source(&args.out, &sources)?;
    let options = IngestOptions {
        // Duplicate games count as often as they occur.
        duplicates: DuplicatePolicy::Keep,
        ..IngestOptions::default()
    };
    let meter = ReadingProgress::new();
    let account = ingest(
        &sources,
        &options,
        || |game: &Game| args.wants(game).then(|| Box::new(game.clone())),
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(game), ..
                } => builder.add(&game.start, &game.moves, game.result),
                IngestEvent::Progress(progress) => meter.show(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    drop(meter);
    if let Some(damage) = account.damaged.first() {
        bail!(
            "{}: could not be read to its end ({}); no book was written: get the file anew, or go on without it",
            damage.stream,
            damage.what
        );
    }
    verdict(&account, RunStatus::Success)?;
    Ok(account)
}

fn figures<'a>(
    args: &'a BookBuildArgs,
    book: &Polyglot,
    counted: u64,
    tally: &ReadCounts,
) -> BookBuildJson<'a> {
    BookBuildJson {
        out: &args.out,
        games_read: tally.read(),
        games_counted: counted,
        games_passed_over: tally.kept - counted,
        rejected: tally.rejected(),
        rejects: tally.rejects.clone(),
        positions: book.positions(),
        entries: book.entries().len(),
        bytes: book.entries().len() * 16,
    }
}

fn text(figures: &BookBuildJson) -> String {
    let mut text = format!(
        "{} games read: {} counted, {} passed over, {} rejected\n",
        figures.games_read, figures.games_counted, figures.games_passed_over, figures.rejected
    );
    for (kind, count) in &figures.rejects {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  rejected for {}: {count}", describe_kind(kind));
    }
    let _ = writeln!(
        text,
        "{}: {} moves in {} positions, {} bytes",
        figures.out.display(),
        figures.entries,
        figures.positions,
        figures.bytes
    );
    text
}
