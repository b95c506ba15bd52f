//! Who sits at the board, whose game is on it, and what is remembered of them.

use crate::opponent::{MetOpenings, RecalledOpponent};
use crate::protocol::OpponentInfo;
use crate::serve::command::{ForgottenCommand, Problem, ProblemCode, SeatCommand};
use crate::serve::wire::{NoticeKind, RecalledJson};
use crate::store::{OpponentGame, OpponentKind};

use super::table::TableGame;
use super::{Changed, PageSession};

impl PageSession {
    /// Sets who sits here. A game in which somebody has moved stays that of who began it.
    pub(super) fn sit_down(&mut self, command: &SeatCommand) -> Result<Changed, Problem> {
        let name = command.name.as_deref().map(OpponentInfo::tidy_name);
        if name.as_deref() == Some("") {
            let sentence = "the name is empty; send null to play as a guest";
            return Err(Problem::new(ProblemCode::EmptyName, sentence));
        }
        self.was_asked = true;
        if name == self.name {
            return Ok(Changed::Yes);
        }
        self.name = name;
        if self.game.as_ref().is_some_and(TableGame::is_begun) {
            self.recall_seated();
        } else {
            self.give_game_to_seated();
        }
        Ok(Changed::Yes)
    }

    /// Makes a guest of who was forgotten, at the board and in the game on it.
    pub(super) fn forget(&mut self, forgotten: &ForgottenCommand) -> Changed {
        let is_seated = forgotten.is_name(self.name.as_deref());
        let player = self.game.as_ref().and_then(|game| game.player.as_deref());
        let is_player = forgotten.is_name(player);
        if is_seated {
            self.name = None;
        }
        if is_player && let Some(game) = &mut self.game {
            game.player = None;
        }
        if !is_seated && !is_player {
            return Changed::No;
        }
        self.recall();
        self.recall_seated();
        self.look_at_opponent();
        Changed::Yes
    }

    /// Makes the game on the board that of who sits here.
    pub(super) fn give_game_to_seated(&mut self) {
        if let Some(game) = &mut self.game {
            game.player.clone_from(&self.name);
        }
        self.recall();
        self.look_at_opponent();
    }

    /// Returns the player of the game on the board, or else who sits here, as an opponent; `None` for a guest.
    pub(super) fn opponent(&self) -> Option<OpponentInfo> {
        let game = self.game.as_ref();
        person(game.map_or(&self.name, |game| &game.player).as_deref())
    }

    /// Recalls the earlier games of the player of the game on the board, or else of who sits here.
    pub(super) fn recall(&mut self) {
        let games = self.games_of(self.opponent());
        self.met = MetOpenings::of_games(games.as_deref().unwrap_or_default());
        let recalled = games.as_ref().map(|games| self.engine.recall(games));
        if recalled.is_none() {
            self.engine.forget_opponent();
        }
        self.recalled = recalled.and_then(told);
    }

    /// Reads what is told of the earlier games of who sits here. The engine goes on against the player of the game.
    pub(super) fn recall_seated(&mut self) {
        let games = self.games_of(person(self.name.as_deref()));
        let recalled = games.map(|games| self.engine.judge_remembered(&games));
        self.recalled = recalled.and_then(told);
    }

    /// Returns the remembered games of a person. If they cannot be read, the user is told and can still play.
    fn games_of(&mut self, person: Option<OpponentInfo>) -> Option<Vec<OpponentGame>> {
        match self.sink.recall(&person?) {
            Ok(games) => games,
            Err(sentence) => {
                self.notice = Some(NoticeKind::NotRecalled.with(sentence));
                None
            }
        }
    }
}

/// Returns the person with that name; `None` for a guest.
fn person(name: Option<&str>) -> Option<OpponentInfo> {
    name.map(|name| OpponentInfo {
        name: name.to_owned(),
        nature: OpponentKind::Human,
        ..OpponentInfo::default()
    })
}

/// Returns what the page tells of remembered games; `None` without any.
fn told(recalled: RecalledOpponent) -> Option<RecalledJson> {
    (recalled.games > 0).then(|| RecalledJson {
        games: recalled.games,
        attacking: recalled.verdict.map(|verdict| verdict.axes.attacking),
    })
}
