//! Continuing from elsewhere: passing the turn, a position set up or read, a game read.
//!
//! Here the user plays the side to move, as in Joli's console. The engine moves at the command `go`, or when its
//! turn comes, so that a position can be looked at first.

use std::path::Path;

use shakmaty::{Color, Position as _};

use super::{PlaySession, SessionFlow};
use crate::cli::output::{print, print_painted};
use crate::cli::play::console_messages::{self as said, Usage};
use crate::cli::play::editor::{BoardEditor, EditResult, help};
use crate::cli::play::faults::fault;
use crate::cli::play::input::{file_and_number, unquoted};
use crate::cli::play::{messages, position_file};
use bayeschess::board::{GameState, fen};

impl PlaySession {
    /// Gives the turn to a side, which the user then plays.
    pub(super) fn pass_turn(&mut self, side: Color) -> anyhow::Result<()> {
        let position = self.game.position();
        if position.turn() == side {
            self.set.human = side;
            return self.say_whose_turn();
        }
        match position.clone().swap_turn() {
            Ok(passed) => self.take_up(GameState::from_position(passed)),
            Err(_) => print(&said::turn_stays(self.set.language, side)),
        }
    }

    /// Continues from a FEN, or lets the user set up a position.
    pub(super) fn set_up(&mut self, text: &str) -> anyhow::Result<()> {
        if text.is_empty() {
            let editor = BoardEditor::new(self.game.position(), self.set.language);
            self.editor = Some(editor);
            return print(help(self.set.language));
        }
        match fen::read(text) {
            Ok(position) => self.take_up(GameState::from_position(position)),
            Err(error) => {
                let language = self.set.language;
                let said = fault(language, "montar", &error.into());
                print(
                    &(said.trim_end_matches(['.', '\n']).to_owned() + said::board_stays(language)),
                )
            }
        }
    }

    /// Handles a line while a position is set up.
    pub(super) fn edit(
        &mut self,
        mut editor: BoardEditor,
        line: &str,
    ) -> anyhow::Result<SessionFlow> {
        match editor.read(line) {
            EditResult::Shown => {
                print_painted(&editor.draw(self.set.look))?;
            }
            EditResult::Help => print(help(self.set.language))?,
            EditResult::Wrong(sentence) => print(&sentence)?,
            EditResult::Quit => return Ok(SessionFlow::Quit),
            EditResult::Cancelled => {
                self.show_board()?;
                return Ok(SessionFlow::Continue);
            }
            EditResult::Done(position) => {
                self.take_up(GameState::from_position(*position))?;
                return Ok(SessionFlow::Continue);
            }
        }
        self.editor = Some(editor);
        Ok(SessionFlow::Continue)
    }

    /// Continues from a position of a file, given by file name and number.
    pub(super) fn read_fen(&mut self, text: &str) -> anyhow::Result<()> {
        let (file, number) = file_and_number(text);
        if file.is_empty() {
            return print(&said::usage(self.set.language, Usage::ReadFen));
        }
        match position_file::read_numbered_position(Path::new(file), number.unwrap_or(1)) {
            Ok(position) => self.take_up(GameState::from_position(position)),
            Err(error) => print(&fault(self.set.language, file, &error)),
        }
    }

    /// Continues a game of a file, given by file name, move number and game number.
    pub(super) fn read_pgn(&mut self, text: &str) -> anyhow::Result<()> {
        let (text, number) = text
            .rsplit_once(" game ")
            .or_else(|| text.rsplit_once(" partida "))
            .and_then(|(text, number)| Some((text.trim(), number.trim().parse().ok()?)))
            .unwrap_or((text, 1));
        let (file, last) = file_and_number(text);
        if file.is_empty() {
            return print(&said::usage(self.set.language, Usage::ReadPgn));
        }
        match position_file::read_game(Path::new(unquoted(file)), number, last) {
            Ok(game) => self.take_up(game),
            Err(error) => print(&fault(self.set.language, file, &error)),
        }
    }

    /// Replaces the game by another one, in which the user is to move.
    fn take_up(&mut self, game: GameState) -> anyhow::Result<()> {
        self.lay_out(game)?;
        self.set.human = self.game.turn();
        self.check_ending()?;
        match self.over {
            Some(_) => Ok(()),
            None => self.say_whose_turn(),
        }
    }

    fn say_whose_turn(&self) -> anyhow::Result<()> {
        print(&messages::whose_turn(self.set.language, self.game.turn()))
    }
}
