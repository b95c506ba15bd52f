//! Saving the game or the position, and loading a position.

use std::path::Path;

use shakmaty::Color;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::console_messages::{Usage, usage};
use crate::cli::play::faults::fault;
use crate::cli::play::seat::Seat;
use crate::cli::play::{messages, position_file};
use bayeschess::pgn::format_game;
use bayeschess::record::{Game, Tags, Termination};

impl PlaySession {
    /// Saves the game as PGN, or the position.
    pub(super) fn save(&self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return print(messages::save_usage(self.set.language));
        }
        let path = Path::new(file);
        let saved = if position_file::is_pgn(path) {
            position_file::save_text(path, &self.pgn())
        } else {
            position_file::save(path, self.game.position())
        };
        match saved {
            Ok(()) => print(&messages::saved(self.set.language, file)),
            Err(error) => print(&fault(self.set.language, file, &error)),
        }
    }

    /// Begins a game from a position of a file.
    pub(super) fn load(&mut self, text: &str) -> anyhow::Result<()> {
        let (file, turn) = match text.rsplit_once(char::is_whitespace) {
            Some((file, "white" | "blancas")) => (file.trim(), Some(Color::White)),
            Some((file, "black" | "negras")) => (file.trim(), Some(Color::Black)),
            _ => (text, None),
        };
        if file.is_empty() {
            return print(&usage(self.set.language, Usage::Load));
        }
        match position_file::read_position(file, turn) {
            Ok(position) => self.begin(position),
            Err(error) => print(&fault(self.set.language, file, &error)),
        }
    }

    /// The game as PGN.
    fn pgn(&self) -> String {
        let machine = "BayesChess".to_owned();
        let user = match &self.set.seat {
            Seat::Named(name) => name.clone(),
            Seat::Guest => "?".to_owned(),
        };
        let (white, black) = self.set.human.fold_wb((&user, &machine), (&machine, &user));
        format_game(&Game {
            tags: Tags::new()
                .with("Event", "BayesChess in the terminal")
                .with("White", white)
                .with("Black", black),
            result: self.over.map(|ending| ending.result),
            termination: self
                .over
                .map_or(Termination::Unknown, |ending| ending.termination),
            opening_plies: u16::try_from(self.given).unwrap_or(u16::MAX),
            ..self.game.to_record()
        })
    }
}
