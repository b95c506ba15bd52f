//! `bayeschess play`.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod board;
mod console_messages;
mod editor;
mod evaluation;
mod faults;
mod help;
mod input;
mod lines;
mod messages;
mod position_file;
mod question;
mod seat;
mod session;
mod spanish;
mod strength;
mod strength_question;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use self::board::{BoardStyle, BoardView, Colours};
use self::lines::LineReader;
use self::seat::Seat;
use self::session::PlaySession;
use self::strength::PlayStrength;
use super::game_archive::GameArchive;
use super::interrupt::stop_on_ctrl_c;
use super::output::paints;
use super::run_status::RunStatus;
use crate::cli::options::{DatabaseArg, EngineArgs, PositionLimitArgs};
use bayeschess::board::notation::Language;
use bayeschess::book::{Book, OpeningTree};
use bayeschess::engine::strength::{STRONGEST_HUMAN, WEAKEST_HUMAN};
use bayeschess::engine::{Engine, ExplainTiming};
use bayeschess::model::{HeuristicSpec, Objective};
use bayeschess::opponent::{AnswerPolicy, load_styles};
use bayeschess::protocol::written_objective;
use bayeschess::record::SideChoice;
use bayeschess::rng;
use bayeschess::search::{SearchLimits, SearchSettings};

const EXAMPLES: &str = "\
At the board type a move (Nf3, exd5, O-O, e8=Q, or e2e4) or a word; 'help' lists the words.

Examples:
  bayeschess play
      You have White; at full strength the engine thinks about a second per move.
  bayeschess play --color black --level 3 --opponent-name Anne
      An easier game; stored under your name.
  bayeschess play --elo 1400
      As strong as a player with 1400 in rapid games on lichess.org.
  bayeschess play --language es --heuristic initial --time 200
      In Spanish, with moves as Cf3, Axe5, 0-0, against the hand-set heuristic of 2005.
  bayeschess play --position '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --objective max-draw
      From a position, with a fixed objective.";

/// Greatest multiple of the thinking time that a single move may take.
const STRETCH: u32 = 5;

/// Thinking time for a move without other limits, in milliseconds.
const THINKING_TIME: u64 = 1000;

/// Name of the user where nobody is asked and none was given.
const UNASKED: &str = "user";

/// Play a game against the engine in the terminal
///
/// After each of its moves the engine shows the game phase, search depth, time, score (White's point of
/// view; the original of 2005 used Black's), who is ahead, your style as recognised so far, and how it
/// adapts to it; at the end, where the game turned and what it has shown of you. At a terminal it first asks
/// who you are and how strong it is to be, unless options say so, and it paints the board unless `NO_COLOR` is set.
/// Games are stored in the database, and in a PGN log next to it. Of a guest nothing is stored or remembered.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Your colour
    #[arg(long, value_enum, default_value_t = SideChoice::White)]
    color: SideChoice,

    /// Strength from 1 to 10: 50 nodes per move at level 1, three times as many at each further level,
    /// no limit at 10
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,

    /// Strength as a rating of people, that of rapid games on lichess.org: the engine plays about as well as a
    /// player of that rating
    #[arg(long, value_name = "RATING", conflicts_with = "level",
        value_parser = clap::value_parser!(i64).range(WEAKEST_HUMAN..=STRONGEST_HUMAN))]
    elo: Option<i64>,

    #[command(flatten)]
    limits: PositionLimitArgs,

    #[command(flatten)]
    engine: EngineArgs,

    /// Your name in the database and the PGN log
    /// [default: at a terminal you are asked, unless --no-db is given; else 'user']
    #[arg(long, value_name = "NAME")]
    opponent_name: Option<String>,

    #[command(flatten)]
    db: DatabaseArg,

    /// Do not store the game
    #[arg(long, conflicts_with = "db")]
    no_db: bool,

    /// Start from this position: a FEN, or a file with a FEN or in the two-letter format of 2005
    #[arg(long, value_name = "FEN|FILE")]
    position: Option<String>,

    /// Language of the game and its piece letters: en (K Q R B N) or es (R D T A C)
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Language,

    /// How to draw the board
    #[arg(long, value_enum, default_value_t = BoardStyle::Letters)]
    board: BoardStyle,

    /// Play no moves from the shipped book of openings
    #[arg(long)]
    no_book: bool,

    /// Seed of all random choices: your colour, openings, equally good moves, mistakes below full strength
    /// [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Runs the command.
pub fn run(args: &PlayArgs) -> anyhow::Result<RunStatus> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let chance = &mut rng::stream(seed, "colour of the user", 0);
    let human = args.color.resolve(chance);
    let start = match &args.position {
        Some(place) => position_file::read_position(place, None).context("--position")?,
        None => shakmaty::Chess::default(),
    };
    let cancel = stop_on_ctrl_c();
    let (mut engine, keeper) = (engine(args, seed)?, keeper(args)?);
    engine.set_cancel(cancel.clone());
    let lines = LineReader::new(args.language, cancel.clone());
    let Some(seat) = seat(args, &keeper, &lines)? else {
        return Ok(RunStatus::Stopped);
    };
    let Some(strength) = strength(args, &lines)? else {
        return Ok(RunStatus::Stopped);
    };
    engine.set_strength(strength.engine());
    let colours = if paints() {
        Colours::Ansi
    } else {
        Colours::None
    };
    let table = PlaySession::new(session::PlaySettings {
        engine,
        keeper,
        start,
        human,
        seat,
        heuristic: args.engine.heuristic().to_owned(),
        limits: limits(args, strength),
        strength,
        language: args.language,
        look: BoardView::new(args.board, human, args.language, colours),
        seed,
        cancel,
    });
    table.play(&lines)
}

impl PlayArgs {
    /// Returns the strength that was given.
    fn strength(&self) -> Option<PlayStrength> {
        let level = self.level.map(PlayStrength::Level);
        level.or(self.elo.map(PlayStrength::Human))
    }
}

/// Returns who plays, who is asked for at a terminal; `None` if the user leaves.
fn seat(args: &PlayArgs, keeper: &GameArchive, lines: &LineReader) -> anyhow::Result<Option<Seat>> {
    let is_asked = args.opponent_name.is_none() && !args.no_db && is_at_terminal();
    if !is_asked {
        let name = args.opponent_name.as_deref().unwrap_or(UNASKED);
        return Ok(Some(Seat::Named(name.to_owned())));
    }
    seat::ask(args.language, keeper.last_person(), |prompt| {
        lines.next(prompt, Vec::new)
    })
}

/// Returns how strong the engine is to be, which may be asked for; `None` if the user leaves.
fn strength(args: &PlayArgs, lines: &LineReader) -> anyhow::Result<Option<PlayStrength>> {
    match args.strength() {
        None if is_asked_for_strength(args) => {
            strength_question::ask(args.language, |prompt| lines.next(prompt, Vec::new))
        }
        strength => Ok(Some(strength.unwrap_or(PlayStrength::Full))),
    }
}

/// Returns true if somebody sits at a terminal.
fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns true if somebody sits at a terminal who has set no limit of the search.
fn is_asked_for_strength(args: &PlayArgs) -> bool {
    let PositionLimitArgs {
        movetime,
        nodes,
        depth,
    } = &args.limits;
    let is_limited = movetime.is_some() || nodes.is_some() || depth.is_some();
    !is_limited && is_at_terminal()
}

fn engine(args: &PlayArgs, seed: u64) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(SearchSettings::default(), seed)
        .context("could not start the thread that searches; end other programs first")?;
    let spec: HeuristicSpec = args.engine.heuristic().parse()?;
    engine.set_weights(spec.load()?);
    let objective = match args.engine.objective() {
        "adapt" => written_objective(args.engine.heuristic()),
        word => {
            let objective = word.parse::<Objective>();
            let objective = objective.map_err(|error| anyhow!("--objective: {error}, or adapt"))?;
            Some(objective.into())
        }
    };
    let policy = args.engine.policy.unwrap_or_default().into();
    engine.set_policy(objective.map_or(policy, AnswerPolicy::Objective));
    let styles = args.engine.style_table.as_deref().unwrap_or("shipped");
    engine.set_styles(Some(load_styles(styles)?));
    engine.vary_equals(true);
    if !args.no_book {
        engine.set_book(Some(Book::Tree(OpeningTree::shipped())));
    }
    engine.measure_losses();
    engine.prepare();
    engine.set_explains(ExplainTiming::BeforeMove);
    Ok(engine)
}

fn keeper(args: &PlayArgs) -> anyhow::Result<GameArchive> {
    // All games in the terminal belong to one run of the database, whatever their seed.
    let mut keeper = GameArchive::new("BayesChess in the terminal", args.seed.unwrap_or(1));
    if !args.no_db {
        let file = args.db.file_to_write()?;
        keeper
            .set_database(&file.to_string_lossy())
            .map_err(|error| anyhow!("{error}; or play without a database (--no-db)"))?;
    }
    Ok(keeper)
}

fn limits(args: &PlayArgs, strength: PlayStrength) -> SearchLimits {
    let nodes = [args.limits.nodes, strength.nodes()];
    let nodes = nodes.into_iter().flatten().min();
    let unlimited = nodes.is_none() && args.limits.depth.is_none();
    let time = args
        .limits
        .movetime
        .or(unlimited.then_some(THINKING_TIME))
        .map(Duration::from_millis);
    SearchLimits {
        nodes: nodes.map(bayeschess::units::Nodes),
        depth: args.limits.depth.map(bayeschess::units::Ply),
        soft: time,
        hard: time.map(|time| time * STRETCH),
        ..SearchLimits::default()
    }
}
