//! `bayeschess analyse`: a position's best lines, or a game move by move.

mod evaluation;
mod game;
mod game_analysis;
mod plots;
mod position;
mod tables;
mod text;

use std::path::{Path, PathBuf};

use anyhow::bail;
use bayeschess::arena::{PlayerSpec, player_spec::PlayerSpecKind};
use bayeschess::pgn::PgnSource;
use bayeschess::play::time_control::ThinkingLimits;

use super::book::position_of;
use super::facts::{self, FactsOptions};
use super::options::{ForceFlag, PositionLimitArgs};
use super::output::JsonFlag;
use super::run_status::RunStatus;

/// Analyse a position or a game: best lines, lost points, evaluation, facts, endgame tables
///
/// A position (a FEN, or moves from the initial position) is searched for its best lines, each with its score and the
/// probabilities of winning, drawing and losing. A game (a PGN file) is analysed move by move: the score and the
/// probabilities after each move, and what the move lost against the best one. The analysis is by this program or
/// by any UCI engine.
///
/// --eval instead shows the evaluation of a position without search: every term for White, for Black and the
/// difference, in the middlegame, in the endgame, and blended by the pieces that are left, in pawns.
///
/// --facts instead shows what is on the board after each move of a game: check, mate, stalemate, en passant, castling
/// rights, moves since a pawn moved or was captured, repeated positions, material in pawns, and how many squares
/// and moves each side would have if it were to move.
///
/// --tables instead shows the value of a position and of each move by Syzygy endgame tables (exit code 1 if
/// they do not have it).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess analyse 1. e4 c5 --lines 3 --movetime 2000
  bayeschess analyse '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --json
  bayeschess analyse game.pgn --nodes 100000 --svg game
      also draws game-score.svg, game-chances.svg and game-loss.svg
  bayeschess analyse game.pgn --by \"uci:/usr/games/stockfish;Threads=1\" --out judged.pgn
  bayeschess analyse --eval '8/5k2/3p4/1p1P1p2/pP3P2/P2K4/8/8 w - - 0 40' --by initial
  bayeschess analyse --facts games.pgn --game 7 --csv
  bayeschess analyse --tables /path/to/syzygy '8/8/8/8/8/k1K5/8/1Q6 w - - 0 1'

Losses are counted with scores limited to 10 pawns. A move is an inaccuracy, a mistake or a blunder if it loses at \
least 0.05, 0.10 or 0.15 expected points (a won game is 1 point).")]
#[command(group(clap::ArgGroup::new("mode").multiple(false)))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct AnalyseArgs {
    /// A PGN file (also .zst, .gz, .bz2, .zip) or '-'; a FEN; or moves from the initial position
    #[arg(value_name = "FILE.pgn|FEN|MOVES", required_unless_present = "eval")]
    subject: Vec<String>,
    /// Show the evaluation of a position term by term, without search
    #[arg(long, group = "mode")]
    eval: bool,
    /// Show what is on the board after each move of a game
    #[arg(long, group = "mode")]
    facts: bool,
    /// Show what the Syzygy endgame tables in these folders (separated as in PATH) say of a position
    #[arg(long, value_name = "FOLDERS", group = "mode")]
    tables: Option<String>,
    /// The number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// With --facts: only after this ply; 0 is the initial position
    #[arg(long, value_name = "N", requires = "facts")]
    ply: Option<usize>,
    /// Print CSV instead of text
    #[arg(long, requires = "facts", conflicts_with = "json")]
    csv: bool,
    /// With --tables: ignore the fifty-move rule
    #[arg(long, requires = "tables")]
    no_fifty_moves: bool,
    /// The analysing player: a heuristic, a table file, or an engine as uci: and its command line
    #[arg(
        long,
        alias = "oracle",
        value_name = "PLAYER",
        default_value = "modern:learned:middle"
    )]
    by: PlayerSpec,
    #[command(flatten)]
    limits: PositionLimitArgs,
    /// Number of best moves to show for a position [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=250))]
    lines: Option<u16>,
    /// Write the game with scores and judgements as comments
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw a game's score, probabilities and losses into three SVG files whose names begin so
    #[arg(long, value_name = "PREFIX")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

/// Runs the command.
///
/// # Errors
///
/// When the subject is neither a game nor a position, or the analysing player cannot start.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<RunStatus> {
    if args.eval {
        return evaluation::run(args);
    }
    if args.facts {
        return show_facts(args);
    }
    if let Some(folders) = &args.tables {
        return tables::run(args, folders);
    }
    match &args.subject[..] {
        [file] if is_games(file.as_ref()) => {
            if args.lines.is_some() {
                bail!(
                    "--lines is for a position, whose moves are ranked; give its FEN or its moves"
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
                    "--by names an engine, which can only analyse games; give a file that ends in .pgn"
                );
            }
            position::run(args, words)
        }
    }
}

/// Shows the facts of a game, or of a single position.
fn show_facts(args: &AnalyseArgs) -> anyhow::Result<RunStatus> {
    let game = match &args.subject[..] {
        [file] if is_games(file.as_ref()) => facts::find(file.as_ref(), args.game.unwrap_or(1))?,
        words => facts::game_of_position(&position_of(words)?),
    };
    let options = FactsOptions {
        ply: args.ply,
        csv: args.csv,
        json: args.json.json,
    };
    facts::show(&game, options)
}

/// Returns true if the word names a file of games: '-', a PGN name (compressed or not), or any
/// existing file.
fn is_games(file: &Path) -> bool {
    file.as_os_str() == "-" || PgnSource::is_pgn_name(file) || file.exists()
}

impl AnalyseArgs {
    /// The search limits for one position; `usual` milliseconds if none was given.
    fn thinking(&self, usual: u64) -> ThinkingLimits {
        self.limits.thinking(usual)
    }
}
