//! `bayeschess play`.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod board;
mod editor;
mod input;
mod messages;
mod position_file;
mod session;

use std::io;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use rand::RngExt as _;
use shakmaty::Color;

use self::board::{BoardStyle, BoardView};
use self::session::PlaySession;
use super::RunStatus;
use super::game_archive::GameArchive;
use bayeschess::board::notation::Language;
use bayeschess::engine::Engine;
use bayeschess::model::{HeuristicSpec, Objective};
use bayeschess::opponent::{ObjectivePolicy, load_styles};
use bayeschess::protocol::{GameSink as _, written_policy};
use bayeschess::rng;
use bayeschess::search::{SearchLimits, SearchSettings};
use bayeschess::store::default_path;

const EXAMPLES: &str = "\
At the board type a move (Nf3, exd5, O-O, e8=Q, or e2e4) or a word; 'help' lists the words.

Examples:
  bayeschess play
      You have White; the machine thinks for a second a move, learned and adapting to you.
  bayeschess play --color black --level 3 --opponent-name Anne
      An easier game; stored under your name.
  bayeschess play --language es --heuristic initial --time 200
      Moves as Cf3, Axe5, 0-0; the original's hand-set heuristic.
  bayeschess play --position '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --objective max-draw
      From a position, with a fixed objective.";

/// Greatest multiple of the thinking time that a single move may take.
const STRETCH: u32 = 5;

/// The highest level; it has no node limit.
const HIGHEST_LEVEL: u8 = 10;

/// Play a game against the engine in the terminal
///
/// After each of its moves the engine shows the game phase, search depth, time, score (White's point of
/// view; the original of 2005 used Black's), who is ahead, your style as recognised so far, and how it
/// adapts to it. Games are stored in the database, and in a PGN log next to it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Your colour
    #[arg(long, value_enum, default_value_t = HumanColor::White)]
    color: HumanColor,

    /// Strength from 1 to 10: 50 nodes per move at level 1, three times as many at each further level,
    /// no limit at 10
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,

    /// About how many milliseconds to think a move (10 to 2000 in the original): fewer where the choice
    /// is clear, more where it wavers or a depth is under way, never more than five times as many
    /// [default: 1000 without --level, --nodes and --depth]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(10..=3_600_000))]
    time: Option<u64>,

    /// The most positions to look at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The most plies to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    depth: Option<u16>,

    /// What the machine plays: modern:learned, modern:initial, initial, modern:random or random
    /// (drawn anew for each game), learned, or a table's file; with :OBJECTIVE it does not adapt
    #[arg(long, value_name = "HEURISTIC", default_value = "modern:learned")]
    heuristic: String,

    /// The machine's objective: adapt (to your style), max-win, min-loss, max-draw or min-draw
    #[arg(long, value_name = "OBJECTIVE", default_value = "adapt")]
    objective: String,

    /// The style table to recognise you by [default: the shipped one]
    #[arg(long, value_name = "FILE")]
    style_table: Option<String>,

    /// Your name in the database and the PGN log
    #[arg(long, value_name = "NAME", default_value = "user")]
    opponent_name: String,

    /// The database to store games in [default: the user's own]
    #[arg(long, value_name = "FILE", conflicts_with = "no_db")]
    db: Option<std::path::PathBuf>,

    /// Do not store the game
    #[arg(long)]
    no_db: bool,

    /// Start from this position: a FEN, or a file with a FEN or in the original's two-letter format
    #[arg(long, value_name = "FEN|FILE")]
    position: Option<String>,

    /// Piece letters in moves: en (K Q R B N) or es (R D T A C)
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Language,

    /// How to draw the board
    #[arg(long, value_enum, default_value_t = BoardStyle::Letters)]
    board: BoardStyle,

    /// The seed of all that is drawn at random: colour, random heuristics, answers to mixed styles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The user's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HumanColor {
    /// You move first.
    White,
    /// The engine moves first.
    Black,
    /// Drawn at random.
    Random,
}

/// Runs the command.
///
/// # Errors
///
/// When a heuristic, style model, position or database cannot be used.
pub fn run(args: &PlayArgs) -> anyhow::Result<RunStatus> {
    let human = match args.color {
        HumanColor::White => Color::White,
        HumanColor::Black => Color::Black,
        HumanColor::Random => {
            Color::from_white(rng::stream(args.seed, "colour of the user", 0).random())
        }
    };
    let start = match &args.position {
        Some(place) => position_file::read_position(place, None).context("--position")?,
        None => shakmaty::Chess::default(),
    };
    let table = PlaySession::new(session::PlaySettings {
        engine: engine(args)?,
        keeper: keeper(args)?,
        start,
        human,
        opponent: args.opponent_name.clone(),
        heuristic: args.heuristic.clone(),
        limits: limits(args),
        language: args.language,
        look: BoardView::new(args.board, human, args.language),
    });
    table.play(io::stdin().lock())?;
    Ok(RunStatus::Success)
}

fn engine(args: &PlayArgs) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(SearchSettings::default(), args.seed)
        .context("could not start the thread that searches; end other programs first")?;
    let spec: HeuristicSpec = args.heuristic.parse()?;
    engine.set_weights(spec.load()?);
    engine.set_policy(match args.objective.as_str() {
        "adapt" => written_policy(&args.heuristic),
        word => ObjectivePolicy::Fixed(
            word.parse::<Objective>()
                .map_err(|error| anyhow!("--objective: {error}, or adapt"))?
                .into(),
        ),
    });
    let styles = args.style_table.as_deref().unwrap_or("shipped");
    engine.set_styles(Some(load_styles(styles)?));
    Ok(engine)
}

fn keeper(args: &PlayArgs) -> anyhow::Result<GameArchive> {
    let mut keeper = GameArchive::new("BayesChess in the terminal", args.seed);
    if !args.no_db {
        let file = match &args.db {
            Some(file) => file.clone(),
            None => default_path()?,
        };
        keeper
            .open(&file.to_string_lossy())
            .map_err(anyhow::Error::msg)?;
    }
    Ok(keeper)
}

fn limits(args: &PlayArgs) -> SearchLimits {
    let of_level = args
        .level
        .filter(|level| *level < HIGHEST_LEVEL)
        .map(|level| 50 * 3_u64.pow(u32::from(level) - 1));
    let nodes = [args.nodes, of_level].into_iter().flatten().min();
    let unlimited = nodes.is_none() && args.depth.is_none();
    let time = args
        .time
        .or(unlimited.then_some(1000))
        .map(Duration::from_millis);
    SearchLimits {
        nodes: nodes.map(bayeschess::units::Nodes),
        depth: args.depth.map(bayeschess::units::Ply),
        soft: time,
        hard: time.map(|time| time * STRETCH),
        ..SearchLimits::default()
    }
}
