//! `bayeschess analyse`: a position's best lines, or a game move by move.

mod evaluation;
mod game;
mod game_analysis;
mod options;
mod plots;
mod position;
mod tables;
mod text;

use std::path::Path;

use anyhow::bail;
use bayeschess::arena::player_spec::PlayerSpecKind;
use bayeschess::pgn::PgnSource;

use super::facts::{self, FactsOptions};
use super::position_words::position_of;
use super::run_status::RunStatus;
pub use options::AnalyseArgs;

/// Runs the command.
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
