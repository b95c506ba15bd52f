//! `bayeschess analyse --facts`, and the facts that `play` shows: checks, castling, material, mobility.

mod game_view;
mod position_fact;
mod spanish;
mod text;

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;

use super::output::{print, print_json};
use super::pgn::reading::find_sources;
use super::run_status::RunStatus;
use bayeschess::board::GameState;
use bayeschess::board::notation::Language;
use bayeschess::pgn::{Chess960Policy, ReadError, Strictness, each_game};
use bayeschess::record::Game;
use game_view::{GameView, PlyView};
pub(super) use position_fact::PositionFact;
use shakmaty::Chess;

/// All facts about the current position of a game, as text.
pub(super) fn of_position(game: &GameState, language: Language) -> String {
    let write = match language {
        Language::English => text::ply,
        Language::Spanish => spanish::ply,
    };
    last_ply(game, language)
        .as_ref()
        .map(write)
        .unwrap_or_default()
}

/// One fact about the current position of a game, in a line.
pub(super) fn one_of_position(game: &GameState, fact: PositionFact, language: Language) -> String {
    let write = match language {
        Language::English => text::fact,
        Language::Spanish => spanish::fact,
    };
    last_ply(game, language)
        .map(|ply| write(&ply, fact))
        .unwrap_or_default()
}

fn last_ply(game: &GameState, language: Language) -> Option<PlyView> {
    let mut view = GameView::new(&game.to_record(), language);
    view.plies.pop()
}

/// The options of [`show`].
#[derive(Clone, Copy, Debug)]
pub(super) struct FactsOptions {
    /// Only the facts after this ply; all plies if none.
    pub(super) ply: Option<usize>,
    /// CSV instead of text.
    pub(super) csv: bool,
    /// JSON instead of text.
    pub(super) json: bool,
}

/// Prints the facts after each ply of a game.
pub(super) fn show(game: &Game, options: FactsOptions) -> anyhow::Result<RunStatus> {
    let mut view = GameView::new(game, Language::English);
    if let Some(ply) = options.ply {
        let last = view.plies.len() - 1;
        if ply > last {
            bail!("the game has {last} plies: give a --ply from 0 to {last}");
        }
        view.plies = vec![view.plies.swap_remove(ply)];
    }
    if options.csv {
        print(&text::csv(&view)?)?;
    } else if options.json {
        print_json(&view)?;
    } else {
        print(&text::text(&view))?;
    }
    Ok(RunStatus::Success)
}

/// A game without tags that consists of a position.
pub(super) fn game_of_position(position: &Chess) -> Game {
    GameState::from_position(position.clone()).to_record()
}

/// Reads a game of a file, a folder or '-', by its number from 1; also compressed, and of Chess960.
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
        (Some(Err(what)), _) => bail!("{what}; repair that game, or name another with --game"),
        (None, Some(damage)) => bail!(
            "{name}: could not be read to its end ({damage}); {read} games come before that place: \
             get the file again, or name one of those with --game"
        ),
        (None, None) if read == 0 => bail!("{name} has no game; give a PGN file"),
        (None, None) => bail!("{name}: there is no game {number}; it has {read}"),
    }
}
