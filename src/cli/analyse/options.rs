//! The options of `bayeschess analyse`.

use std::path::PathBuf;

use bayeschess::arena::PlayerSpec;
use bayeschess::play::time_control::ThinkingLimits;

use crate::cli::options::{ForceFlag, PositionLimitArgs};
use crate::cli::output::JsonFlag;

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
/// --facts instead shows what is on the board after each move of a game: check, mate, stalemate, en passant,
/// castling rights, moves since a pawn moved or was captured, repeated positions, material in pawns, and for each
/// side the squares that it attacks and the moves that it would have if it were to move.
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
    /// A PGN file (also .zst, .gz, .bz2, .xz, .zip) or '-'; a FEN; or moves from the initial position
    #[arg(value_name = "FILE.pgn|FEN|MOVES", required_unless_present = "eval")]
    pub(super) subject: Vec<String>,
    /// Show the evaluation of a position term by term, without search
    #[arg(long, group = "mode")]
    pub(super) eval: bool,
    /// Show what is on the board after each move of a game
    #[arg(long, group = "mode")]
    pub(super) facts: bool,
    /// Show what the Syzygy endgame tables in these folders (separated as in PATH) say of a position
    #[arg(long, value_name = "FOLDERS", group = "mode")]
    pub(super) tables: Option<String>,
    /// The number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) game: Option<u64>,
    /// With --facts: only after this ply; 0 is the initial position
    #[arg(long, value_name = "N", requires = "facts")]
    pub(super) ply: Option<usize>,
    /// Print CSV instead of text
    #[arg(long, requires = "facts", conflicts_with = "json")]
    pub(super) csv: bool,
    /// With --tables: ignore the fifty-move rule
    #[arg(long, requires = "tables")]
    pub(super) no_fifty_moves: bool,
    /// Who analyses: a heuristic (the default is the shipped one, without an objective), a table file, or an engine as
    /// uci: and its command line
    #[arg(
        long,
        alias = "oracle",
        value_name = "PLAYER",
        default_value = "modern:learned:middle"
    )]
    pub(super) by: PlayerSpec,
    #[command(flatten)]
    pub(super) limits: PositionLimitArgs,
    /// Number of best moves to show for a position [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=250))]
    pub(super) lines: Option<u16>,
    /// Write the game with scores and judgements as comments
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Draw a game's score, probabilities and losses into three SVG files whose names begin with this
    #[arg(long, value_name = "PREFIX")]
    pub(super) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: ForceFlag,
    #[command(flatten)]
    pub(super) json: JsonFlag,
}

impl AnalyseArgs {
    /// The search limits for one position; `usual` milliseconds if none were given.
    pub(super) fn thinking(&self, usual: u64) -> ThinkingLimits {
        self.limits.thinking(usual)
    }
}
