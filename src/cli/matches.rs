//! `bayeschess match`: who is stronger, by how much, and how surely.

mod report;

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use super::Verdict;
use super::interrupt;
use super::output::{JsonFlag, print, print_json};
use crate::arena::elo::plus_minus;
use crate::arena::{Duel, DuelError, End, Pair, Sprt, Standing, opening_seed};
use crate::files::{self, Existing};
use crate::model::{HeuristicSpec, Source};
use crate::pgn;
use crate::search::{Limits, Stop};
use crate::selfplay::{
    Adjudication, Belief, Contender, GameRules, OpeningFile, Openings, Order, RandomOpenings,
    Thresholds,
};
use crate::units::Ply;

const EXAMPLES: &str = "\
Examples:
  bayeschess match learned initial
      1,000 games between what was learned and where it began
  bayeschess match table.csv:max-win random --games 2000 --nodes 400 --json
      a table of your own against heuristics drawn anew for each pair
  bayeschess match a.csv b.csv --games 40000 --sprt 0 10
      stop as soon as it is clear (5 % error) whether a gains 10 Elo or nothing

A heuristic is initial, random, learned, or a table's file; the last two may name what
they aim at: learned:min-loss, table.csv:max-draw. Games come in pairs on one opening
with colours changed, and the error is that of the pairs. The same command gives the
same games on any number of threads (but with --movetime).";

/// Play two heuristics against each other and tell the difference in Elo with its error
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The first player; every figure is seen from its side
    #[arg(value_name = "A")]
    first: HeuristicSpec,
    /// The second player
    #[arg(value_name = "B")]
    second: HeuristicSpec,
    /// How many games, an even number; with --sprt the most
    #[arg(long, value_name = "N", default_value = "1000", value_parser = even_games)]
    games: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// The seed of openings and random heuristics
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many games are played at once [default: one for each processor]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// End as soon as A is shown to be nearer to ELO1 or to ELO0, with 5 % error either way
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Openings from an EPD or PGN file, shuffled by the seed [default: random balanced ones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many plies the openings have: drawn, or taken from each PGN game
    #[arg(long, value_name = "N", default_value_t = RandomOpenings::default().plies.0)]
    opening_plies: u16,
    /// Whether a neutral adjudicator ends decided games: faster by half, but the games that it
    /// calls wrongly draw the players' strengths together
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::Off)]
    adjudicate: Switch,
    /// The longest game in plies, opening included; one that reaches it is drawn
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: u16,
    /// Write the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Replace the PGN file if it is there
    #[arg(long, requires = "pgn")]
    force: bool,
    #[command(flatten)]
    output: JsonFlag,
    /// Print one line of CSV below its header instead of a table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// How long each move is searched.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Thinking {
    /// Nodes searched for each move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Search each move to this depth instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=127))]
    depth: Option<u16>,
    /// Search each move for so many milliseconds instead; such a match cannot be repeated
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
}

impl Thinking {
    fn limits(&self) -> Limits {
        match (self.depth, self.movetime) {
            (Some(depth), _) => Limits::depth(depth),
            (None, Some(milliseconds)) => Limits::time(Duration::from_millis(milliseconds)),
            (None, None) => Limits::nodes(self.nodes),
        }
    }

    fn in_words(&self) -> String {
        match (self.depth, self.movetime) {
            (Some(depth), _) => format!("depth {depth}"),
            (None, Some(milliseconds)) => format!("{milliseconds} ms a move"),
            (None, None) => format!("{} nodes a move", self.nodes),
        }
    }
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// A game ends when one side is clearly ahead, or nothing has happened for long.
    On,
    /// Only the rules of chess and the longest game end it.
    Off,
}

fn even_games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(games) if games > 0 && games.is_multiple_of(2) => Ok(games),
        Ok(games) => Err(format!(
            "games come in pairs with colours changed; give an even number such as {}",
            games.saturating_add(games % 2).max(2)
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// Plays the match and reports it.
///
/// # Errors
///
/// A heuristic, an opening file or an output that cannot be used.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let existing = Existing::from_force(args.force);
    if let Some(file) = &args.pgn {
        files::check_output(file, existing)?;
    }
    let sources = [args.first.load()?, args.second.load()?];
    let duel = args.duel(&sources)?;
    let threads = args.threads.unwrap_or_else(all_processors);
    let stop = interrupt::stop_on_ctrl_c()?;
    let (standing, end) = play(&duel, threads, &stop, args.pgn.as_deref(), existing)?;
    let report = report::Report::new(&duel, &sources, &standing, end);
    if args.output.json {
        print_json(&report)?;
    } else if args.csv {
        print(&report.csv()?)?;
    } else {
        print(&report.text(&args.thinking.in_words()))?;
    }
    Ok(Verdict::Success)
}

/// One worker for each processor.
pub(super) fn all_processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

impl Args {
    fn duel(&self, sources: &[Source; 2]) -> anyhow::Result<Duel> {
        let seed = opening_seed(self.seed);
        let plies = Ply(self.opening_plies);
        let openings = match &self.openings {
            Some(file) => Openings::listed(
                OpeningFile::read(file, plies)?.openings,
                Order::Shuffled,
                seed,
            ),
            None => Openings::random(
                RandomOpenings {
                    plies,
                    ..RandomOpenings::default()
                },
                seed,
            ),
        };
        let sprt = match self.sprt.as_deref() {
            Some([elo0, elo1]) => Some(Sprt::new(*elo0, *elo1)?),
            _ => None,
        };
        Ok(Duel {
            contenders: sources.each_ref().map(contender),
            pairs: self.games / 2,
            seed: self.seed,
            openings,
            rules: GameRules {
                limits: self.thinking.limits(),
                adjudication: match self.adjudicate {
                    Switch::On => Adjudication::Enforced(Thresholds::default()),
                    Switch::Off => Adjudication::Off,
                },
                max_plies: Ply(self.max_plies),
            },
            sprt,
        })
    }
}

fn contender(source: &Source) -> Contender {
    Contender {
        name: source.name().to_owned(),
        belief: match source {
            Source::Fixed { heuristic, .. } => Belief::Fixed(heuristic.clone()),
            Source::Random => Belief::Drawn,
        },
    }
}

/// Plays, with a progress bar, and writes the games where that is wanted.
fn play(
    duel: &Duel,
    threads: NonZeroUsize,
    stop: &Stop,
    pgn_file: Option<&std::path::Path>,
    existing: Existing,
) -> anyhow::Result<(Standing, End)> {
    let bar = progress_bar(u64::from(duel.pairs) * 2);
    let outcome = match pgn_file {
        None => duel.play(threads, stop, &mut |_, standing| {
            show(&bar, standing);
            Ok(())
        }),
        Some(file) => {
            let mut outcome = None;
            files::write_whole(file, existing, |out| {
                let played = duel.play(threads, stop, &mut |pair, standing| {
                    show(&bar, standing);
                    write_pair(out, duel, pair)
                });
                match played {
                    Err(DuelError::Taker(error)) => Err(error),
                    other => {
                        outcome = Some(other);
                        Ok(())
                    }
                }
            })?;
            outcome.context("the match did not begin")?
        }
    };
    bar.finish_and_clear();
    Ok(outcome?)
}

fn write_pair(out: &mut dyn io::Write, duel: &Duel, pair: &Pair) -> io::Result<()> {
    let [first, second] = duel
        .contenders
        .each_ref()
        .map(|contender| contender.name.as_str());
    let seats = [(first, second), (second, first)];
    for (game, (record, (white, black))) in pair.games.iter().zip(seats).enumerate() {
        let tags = pgn::Tags::default()
            .with("Event", "bayeschess match")
            .with("Round", &format!("{}.{}", pair.number + 1, game + 1))
            .with("White", white)
            .with("Black", black);
        pgn::write_game(out, &pgn::PgnGame::new(record, tags))?;
    }
    Ok(())
}

/// A bar on standard error, hidden where that is no terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:24} {human_pos}/{human_len} games  {per_sec}  {msg}  ETA {eta}",
    )
    .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style)
}

/// Wins, draws, losses and Elo so far.
pub(super) fn show(bar: &ProgressBar, standing: &Standing) {
    let estimate = standing.counts.estimate();
    bar.set_position(standing.games());
    bar.set_message(format!(
        "W {} D {} L {}  Elo {}",
        standing.results.wins,
        standing.results.draws,
        standing.results.losses,
        plus_minus(estimate.elo, estimate.elo_error_95)
    ));
}
