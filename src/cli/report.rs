//! `bayeschess report`: a game told ply by ply.

mod game_view;
mod text;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::RunStatus;
use super::output::{JsonFlag, print, print_json};
use super::pgn::reading::find_sources;
use bayeschess::board::GameState;
use bayeschess::pgn::{Chess960Policy, ReadError, Strictness, each_game};
use bayeschess::record::Game;
use game_view::{GameView, PlyView};

/// Tell a PGN game after every ply: checks, castling, material, freedom, repetition, and how it ended
///
/// For the side to move: check, mate, stalemate, captures in passing. For both: castling rights,
/// moves without pawn move or pawn capture, positions seen twice, material in pawns, and how many
/// squares and moves each side would have if it were its turn (none for a side that gives check,
/// whose turn it cannot be).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess report game.pgn
  bayeschess report game.pgn --ply 20               after White's tenth and Black's tenth move
  bayeschess report games.pgn --game 7 --csv        a table for a spreadsheet
  bayeschess report games.pgn.zst --game 7          packed, as 'pgn check' reads it
  bayeschess report - --game 7 < games.pgn          from standard input
  bayeschess report games.pgn --game 7 --json")]
pub struct ReportArgs {
    /// The game, in a file that may be packed (.zst, .gz, .bz2, .zip); '-' is standard input
    #[arg(value_name = "FILE.pgn|-")]
    file: PathBuf,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Tell only how it stands after so many plies; 0 is before the first move
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print a table as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    json: JsonFlag,
}

/// A single fact about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionFact {
    Check,
    Mate,
    EnPassant,
    Castling,
    /// Moves since a pawn moved or was captured.
    WithoutPawn,
    Material,
    Squares,
    Moves,
    SeenTwice,
}

/// What the report says of the position that a game has reached.
pub(super) fn of_position(game: &GameState) -> String {
    last_ply(game).as_ref().map(text::ply).unwrap_or_default()
}

/// One thing that the report says of that position, in a line.
pub(super) fn one_of_position(game: &GameState, fact: PositionFact) -> String {
    last_ply(game)
        .map(|ply| text::fact(&ply, fact))
        .unwrap_or_default()
}

fn last_ply(game: &GameState) -> Option<PlyView> {
    let mut told = GameView::new(&game.to_record());
    told.plies.pop()
}

/// Runs the command.
///
/// # Errors
///
/// A file that cannot be read, a game that is not there or not sound, a ply beyond its end.
pub fn run(args: &ReportArgs) -> anyhow::Result<RunStatus> {
    let game = find(&args.file, args.game)?;
    let mut told = GameView::new(&game);
    if let Some(ply) = args.ply {
        let last = told.plies.len() - 1;
        if ply > last {
            bail!("the game has {last} plies: give a --ply from 0 to {last}");
        }
        told.plies = vec![told.plies.swap_remove(ply)];
    }
    if args.csv {
        print(&text::csv(&told)?)?;
    } else if args.json.json {
        print_json(&told)?;
    } else {
        print(&text::text(&told))?;
    }
    Ok(RunStatus::Success)
}

/// A game of a file, a folder or '-', by its number from 1; packed, and of Chess960, too.
pub(super) fn find(file: &Path, number: u64) -> anyhow::Result<Game> {
    let name = match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    };
    let strictness = Strictness {
        chess960: Chess960Policy::Read,
        ..Strictness::default()
    };
    let mut read = 0;
    let mut found = None;
    let mut damage = None;
    each_game(
        &find_sources(&[file.to_owned()])?,
        strictness,
        |stream, game| {
            match game {
                Err(ReadError::Source(error)) => {
                    damage.get_or_insert(error);
                    return ControlFlow::Continue(());
                }
                Ok(game) => found = Some(Ok(game)),
                Err(ReadError::Rejected(reject)) if stream == "-" => {
                    found = Some(Err(format!("{name}: {reject}")));
                }
                // A file in an archive has its own name, and its games their own numbers.
                Err(ReadError::Rejected(reject)) => {
                    found = Some(Err(format!("{stream}: {reject}")));
                }
            }
            read += 1;
            if read == number {
                ControlFlow::Break(())
            } else {
                found = None;
                ControlFlow::Continue(())
            }
        },
    )?;
    match (found, damage) {
        (Some(Ok(game)), _) => Ok(game),
        (Some(Err(what)), _) => bail!("{what}; mend that game, or give another"),
        (None, Some(damage)) => bail!(
            "{name}: could not be read to its end ({damage}); {read} games stand before that place: \
             get the file anew, or give one of those"
        ),
        (None, None) if read == 0 => bail!("{name} holds no game; give a file of games in PGN"),
        (None, None) => bail!("{name}: there is no game {number} in it, but {read}"),
    }
}
