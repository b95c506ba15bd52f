//! `bayeschess analyse`: a position's best lines, or a game move by move.

mod game;
mod game_analysis;
mod plots;
mod position;
mod text;

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::RunStatus;
use super::output::JsonFlag;
use bayeschess::arena::{PlayerSpec, player_spec::PlayerSpecKind};
use bayeschess::pgn::PgnSource;
use bayeschess::play::time_control::ThinkingLimits;

/// Analyse a position in several lines, or a game move by move
///
/// A position (a FEN, or moves from the first position) is searched for its best lines, each with
/// its score and the chances of winning, drawing and losing. A game (a PGN file) is judged move by
/// move: the score and the chances after it, what it lost against the best move, and how grave that
/// was. The judge is this program or any UCI engine (the oracle).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess analyse 1. e4 c5 --lines 3 --time 2000
  bayeschess analyse '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --json
  bayeschess analyse game.pgn --nodes 100000 --svg game          plots game-score.svg, game-chances.svg,
                                                                 game-loss.svg
  bayeschess analyse game.pgn --by \"uci:/usr/games/stockfish;Threads=1\" --time 200 --out judged.pgn

Losses are counted with scores held between -10 and +10 pawns. A move is an inaccuracy, a mistake or
a blunder when it loses 0.05, 0.10 or 0.15 expected points, a won game being 1.")]
pub struct AnalyseArgs {
    /// A PGN file, packed (.zst, .gz, .bz2, .zip) or not, or '-'; a FEN; or moves from the first position
    #[arg(value_name = "FILE.pgn|FEN|MOVES", required = true)]
    subject: Vec<String>,
    /// Which game of the file [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Who judges: a heuristic, a table's file, or an engine as uci: and its command line
    #[arg(
        long,
        alias = "oracle",
        value_name = "PLAYER",
        default_value = "modern:learned:middle"
    )]
    by: PlayerSpec,
    /// Milliseconds for a position [default: 1000 for one position, 200 for each of a game]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Nodes for a position; the same command gives the same figures then
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    depth: Option<u16>,
    /// How many of the best moves of one position [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=250))]
    lines: Option<u16>,
    /// Write the game with scores and judgements as comments
    #[arg(long, value_name = "FILE.pgn")]
    out: Option<PathBuf>,
    /// Draw a game's score, chances and losses: the beginning of three file names
    #[arg(long, value_name = "PREFIX")]
    svg: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: JsonFlag,
}

/// Runs the command.
///
/// # Errors
///
/// When the subject is neither a game nor a position, or the analysing player cannot start.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<RunStatus> {
    match &args.subject[..] {
        [file] if is_games(file.as_ref()) => {
            if args.lines.is_some() {
                bail!(
                    "--lines is for one position, whose moves are ranked; give its FEN or its moves"
                );
            }
            game::run(args, file.as_ref())
        }
        words => {
            if args.out.is_some() || args.svg.is_some() || args.game.is_some() {
                bail!("--game, --out and --svg are for games; give a file that ends in .pgn");
            }
            if matches!(args.by.kind, PlayerSpecKind::Engine(_)) {
                bail!(
                    "--by names an engine, which judges games only; give a file that ends in .pgn"
                );
            }
            position::run(args, words)
        }
    }
}

/// Returns true if the word names a file of games: '-', a PGN name (compressed or not), or any
/// existing file.
fn is_games(file: &Path) -> bool {
    file.as_os_str() == "-" || PgnSource::is_pgn_name(file) || file.exists()
}

impl AnalyseArgs {
    /// The search limits for one position; `usual` milliseconds if none was given.
    fn thinking(&self, usual: u64) -> ThinkingLimits {
        let bounded = self.nodes.is_some() || self.depth.is_some();
        let time = self.time.or((!bounded).then_some(usual));
        ThinkingLimits {
            clock: None,
            move_time: time.map(std::time::Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}
