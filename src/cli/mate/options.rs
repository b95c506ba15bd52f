//! The options of `bayeschess mate`.

use std::path::PathBuf;

use crate::cli::options::ForceFlag;
use crate::cli::output::JsonFlag;

/// Prove whether the side to move can force mate in N moves, and print the solution
///
/// The answer is a PGN game with the position in the tag FEN, the result in the tags and the first
/// comment, and the solution as moves with variations: every first move that mates (a second one is a
/// cook), every defence, the fastest mating moves (more than one is a dual). The mate is the shortest
/// one; the result says if that could not be proved. Repetition and the fifty-move rule are ignored,
/// as in problems.
///
/// Exit code 0 if there is a mate, 1 if there is none or it is unknown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess mate '1Q6/8/8/8/8/k2K4/8/8 w' --moves 2
  bayeschess mate '1Q6/8/8/8/8/k2K4/8/8 w' --moves 1
  bayeschess mate 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' --moves 2 --out morphy.pgn
  bayeschess mate --file problems.epd --moves 4        one line each; 'dm 3' in it is checked")]
pub struct MateArgs {
    /// The position; missing fields at the end of the FEN get their usual values
    #[arg(value_name = "FEN", required_unless_present = "file")]
    pub(super) position: Vec<String>,
    /// Mate in at most this many moves of the side to move
    #[arg(long, short = 'n', value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub(super) moves: u16,
    /// Maximum number of nodes per search; such a run can be repeated exactly
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Print at most this many lines of the solution
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_lines: u32,
    /// Write the PGN to this file instead of standard output
    #[arg(long, value_name = "FILE.pgn", conflicts_with = "file")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: ForceFlag,
    /// Solve all problems of a file, one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) json: JsonFlag,
}
