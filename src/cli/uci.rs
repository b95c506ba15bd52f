//! `bayeschess uci`.

use super::protocol_engine::{self, ProtocolArgs};
use super::run_status::RunStatus;
use bayeschess::protocol::Protocol;

const EXAMPLES: &str = "\
Examples:
  bayeschess uci
      Then type: position startpos moves e2e4, go movetime 1000, quit. 'help' lists more.
  bayeschess uci --heuristic learned
      Play by the learned classic table.
  bayeschess uci --heuristic learned --policy thesis
      Choose the objective by the opponent's most likely style, as in 2005.
  bayeschess uci --heuristic learned --objective min-loss
      Ignore the opponent: play not to lose.
  bayeschess uci --database games.db
      Store every game, with a PGN log in games.db.played.pgn beside it.
  bayeschess uci --option Hash=256 --option 'Move Overhead=100'
      Options that a program does not set itself.

In a GUI add the engine as the program `bayeschess` with the argument `uci`, or
with none where a program cannot give arguments.";

/// Run as a UCI engine, for chess programs and bots
///
/// Reads commands from standard input and answers on standard output, until `quit` or the end of
/// the input. Before each move of a game it reports the opponent's recognised style, how it answers
/// the opponent, and why. If the first command is `xboard` it switches to the `XBoard` protocol.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct UciArgs {
    #[command(flatten)]
    settings: ProtocolArgs,
}

/// Runs the command.
pub fn run(args: &UciArgs) -> anyhow::Result<RunStatus> {
    protocol_engine::run(&args.settings, "BayesChess by UCI", Protocol::Uci)
}
