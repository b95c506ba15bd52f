//! The game on the board: starting it, the opponent's moves, taking back, the result.

use std::io::Write;

use shakmaty::{CastlingMode, Chess};

use super::current_search::ThinkingAim;
use super::edit::EditedBoard;
use super::ending;
use super::game::{XboardGame, XboardMode};
use super::output::read_move;
use super::session::XboardSession;
use crate::board::GameState;
use crate::board::fen::FenError;
use crate::foreign::shortened;
use crate::store::OpponentKind;

impl<W: Write + Send + 'static> XboardSession<W> {
    pub(super) fn new_game(&mut self) {
        let analyses = self.table.mode == XboardMode::Analyzing;
        self.leave_game();
        // The interface names the opponent again after this command.
        self.engine_session.opponent.nature = OpponentKind::default();
        self.engine_session.set_ratings(None, None);
        self.engine_session.castling = CastlingMode::Standard;
        self.control.begin_game();
        self.engine_session.engine.new_game();
        self.engine_session.begin_game();
        self.begin_game(GameState::new());
        if analyses {
            self.table.mode = XboardMode::Analyzing;
        }
        self.go_on();
    }

    pub(super) fn set_variant(&mut self, name: &str) {
        self.engine_session.castling = match name {
            "normal" => CastlingMode::Standard,
            "fischerandom" => CastlingMode::Chess960,
            other => {
                let name = shortened(other);
                self.out
                    .say(format_args!("Error (unsupported variant): {name}"));
                return;
            }
        };
    }

    pub(super) fn set_board(&mut self, position: Result<Chess, FenError>) {
        match position {
            Ok(position) => {
                let mode = self.table.mode;
                self.leave_game();
                self.engine_session.begin_game();
                self.begin_game(GameState::from_position(position));
                self.table.mode = mode;
                self.go_on();
            }
            Err(error) => self
                .out
                .say(format_args!("tellusererror Illegal position: {error}")),
        }
    }

    /// Stops the search and stores the game that was on the board.
    fn leave_game(&mut self) {
        self.abandon();
        self.engine_session.engine.wait();
        self.dismiss_waiting();
        self.keep();
    }

    pub(super) fn begin_game(&mut self, game: GameState) {
        self.table = XboardGame::new(game);
        self.expected = None;
        self.excluded.clear();
    }

    /// Hands the finished game to the archive, if it was one against an opponent.
    pub(super) fn keep(&mut self) {
        let ended = self.table.take_ended();
        let played = ended.or_else(|| {
            let played = self.table.played(self.table.game.ending());
            played.map(|played| self.engine_session.to_record(played))
        });
        if let Some(said) = played.and_then(|played| self.engine_session.archive(&played)) {
            self.out.remark(said);
        }
    }

    pub(super) fn user_moves(&mut self, text: &str) {
        let Some(m) = read_move(self.table.game.position(), text) else {
            self.out
                .say(format_args!("Illegal move: {}", shortened(text)));
            return;
        };
        // A running search cannot get a node limit: where nodes are the clock, a new search starts.
        let is_hit = !self.control.counts_nodes()
            && self
                .thinking
                .is_some_and(|thinking| thinking.aim == ThinkingAim::Ponder(m));
        if !is_hit {
            self.abandon();
        }
        self.table.play_told(m);
        self.expected = None;
        self.excluded.clear();
        if self.table.mode != XboardMode::Analyzing && self.table.mode != XboardMode::Force {
            self.claim_the_end();
        }
        if self.table.over {
            self.abandon();
        } else if is_hit {
            self.hit();
        } else {
            self.go_on();
        }
    }

    pub(super) fn take_back(&mut self, plies: usize) {
        self.abandon();
        self.dismiss_waiting();
        let own_moves = self.table.take_back(plies);
        self.engine_session.forget_answers(own_moves);
        self.expected = None;
        self.excluded.clear();
        self.go_on();
    }

    pub(super) fn take_result(&mut self, score: &str, comment: &str) {
        self.abandon();
        self.dismiss_waiting();
        let ending = ending::announced(score, comment, self.table.game.ending());
        self.end(ending);
    }

    pub(super) fn edit(&mut self, line: &str) {
        let Some(editor) = &mut self.editor else {
            return;
        };
        match editor.read(line, self.engine_session.castling) {
            EditedBoard::More => {}
            EditedBoard::Nothing => self
                .out
                .say(format_args!("Error (no square): {}", shortened(line))),
            EditedBoard::Done(position) => {
                self.editor = None;
                self.set_board(position);
            }
        }
    }
}
