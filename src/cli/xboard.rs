//! `bayeschess xboard`.

use super::protocol_engine::{self, ProtocolArgs};
use super::run_status::RunStatus;
use bayeschess::protocol::Protocol;

const EXAMPLES: &str = "\
Examples:
  bayeschess xboard
      Then type: new, level 0 1 0, usermove e2e4, quit.
  xboard -fcp 'bayeschess xboard'
  xboard -fcp 'bayeschess xboard --database games.db' -sd 8
      Play in XBoard or WinBoard; with a database every game is kept with its result.";

/// Run as an `XBoard` engine (CECP version 2), for `XBoard`, `WinBoard` and similar programs
///
/// Reads commands from standard input and answers on standard output, until `quit` or the end of
/// the input. Games are stored with the result that the interface reports. If the first command is
/// `uci` it switches to the UCI protocol.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct XboardArgs {
    #[command(flatten)]
    settings: ProtocolArgs,
}

/// Runs the command.
pub fn run(args: &XboardArgs) -> anyhow::Result<RunStatus> {
    protocol_engine::run(&args.settings, "BayesChess by XBoard", Protocol::XBoard)
}
