//! Who sits at the board, whose game is on it, and what is remembered of them.

use crate::identity::{name_key, player_name};
use crate::opponent::{LearnedOpenings, RecalledOpponent};
use crate::protocol::OpponentInfo;
use crate::record::composed_name;
use crate::serve::command::{Problem, ProblemCode, SeatCommand};
use crate::serve::forgotten::ForgottenCommand;
use crate::serve::settings::{GameSettings, OpeningChoice};
use crate::serve::wire::{NoticeJson, RecalledJson};
use crate::store::OpponentGame;

use super::table::TableGame;
use super::{Changed, PageSession};

impl PageSession {
    /// Sets who sits here. A game in which somebody has moved stays that of who began it.
    pub(super) fn sit_down(&mut self, command: &SeatCommand) -> Result<Changed, Problem> {
        let named = |name| player_name(name).ok_or_else(Problem::nameless);
        let name = command.name.as_deref().map(named).transpose()?;
        self.was_asked = true;
        let composed =
            |name: &Option<String>| name.as_deref().map(|name| composed_name(name).into_owned());
        if composed(&name) == composed(&self.name) {
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

    /// Makes a guest of who was forgotten, at the board and in the game on it, and plays their openings no longer.
    pub(super) fn forget(&mut self, forgotten: &ForgottenCommand) -> Changed {
        let is_seated = forgotten.is_player(self.name.as_deref());
        let player = self.game.as_ref().and_then(|game| game.player.as_deref());
        let is_player = forgotten.is_player(player);
        if is_seated {
            self.name = None;
        }
        if is_player && let Some(game) = &mut self.game {
            game.player = None;
        }
        let tags = self.game.as_mut().and_then(|game| game.given_end.as_mut());
        let is_in_tags = tags.is_some_and(|tags| forgotten.blank(tags));
        let of = self.settings.openings_of.as_ref();
        let is_played = of.is_some_and(|opponent| forgotten.is_opponent(opponent));
        if is_played {
            self.use_shipped_book();
        }
        if is_seated || is_player {
            self.recall();
            self.recall_seated();
            self.look_at_opponent();
        }
        let human = self.game.as_ref().map(|game| game.human);
        if let Some(human) = human.filter(|_| is_played || is_player) {
            self.choose_book(human);
        }
        if is_seated || is_player || is_in_tags || is_played {
            Changed::Yes
        } else {
            Changed::No
        }
    }

    /// Recalls who sits here anew, if games were learned under their name. A game in which somebody has moved goes on as
    /// it began.
    pub(super) fn note_learned(&mut self, name: &str) {
        let is_seated = |seated: &String| name_key(seated) == name_key(name);
        if !self.name.as_ref().is_some_and(is_seated) {
            return;
        }
        if self.game.as_ref().is_some_and(TableGame::is_begun) {
            self.recall_seated();
        } else {
            self.give_game_to_seated();
        }
        self.publish();
    }

    /// Makes the game on the board that of who sits here.
    pub(super) fn give_game_to_seated(&mut self) {
        if let Some(game) = &mut self.game {
            game.player.clone_from(&self.name);
        }
        self.recall();
        if let Some(human) = self.game.as_ref().map(|game| game.human) {
            self.choose_book(human);
        }
        self.look_at_opponent();
    }

    /// Returns the player of the game on the board, or else who sits here, as an opponent; `None` for a guest.
    pub(super) fn opponent(&self) -> Option<OpponentInfo> {
        let game = self.game.as_ref();
        let name = game.map_or(&self.name, |game| &game.player);
        name.as_deref().map(OpponentInfo::person)
    }

    /// Recalls the earlier games of the player of the game on the board, or else of who sits here.
    pub(super) fn recall(&mut self) {
        let games = self.games_of(self.opponent());
        self.own_openings = LearnedOpenings::of_games(games.as_deref().unwrap_or_default());
        let recalled = games.as_ref().map(|games| self.engine.recall(games));
        if recalled.is_none() {
            self.engine.forget_opponent();
        }
        self.recalled = recalled.and_then(told);
    }

    /// Reads what is told of the earlier games of who sits here. The engine goes on against the player of the game.
    pub(super) fn recall_seated(&mut self) {
        let seated = self.name.as_deref().map(OpponentInfo::person);
        let games = self.games_of(seated);
        let recalled = games.map(|games| self.engine.judge_remembered(&games));
        self.recalled = recalled.and_then(told);
    }

    /// Reads the openings of the opponent whom these settings name; none if they name none.
    ///
    /// # Errors
    ///
    /// When the opponent has no learned games, as after they were forgotten, or these cannot be read.
    pub(super) fn learned_openings(
        &mut self,
        settings: &GameSettings,
    ) -> Result<LearnedOpenings, Problem> {
        if settings.openings != OpeningChoice::Opponent {
            return Ok(LearnedOpenings::default());
        }
        let games = match settings.openings_of.clone() {
            Some(opponent) => self.sink.recall(&opponent.into()),
            None => Ok(None),
        };
        let games = games.map_err(|sentence| Problem::new(ProblemCode::Storage, sentence))?;
        let openings = LearnedOpenings::of_games(&games.unwrap_or_default());
        if openings.is_empty() {
            let sentence = "no openings of this opponent are known: nobody of that name is remembered, or no game \
                            of theirs was read by 'bayeschess opponent learn'; choose another opening";
            return Err(Problem::new(ProblemCode::NoOpenings, sentence));
        }
        Ok(openings)
    }

    /// Reads the openings of the opponent whom the settings name. Of one who was forgotten meanwhile the name goes, too.
    pub(super) fn read_openings(&mut self) {
        let settings = self.settings.clone();
        match self.learned_openings(&settings) {
            Ok(openings) => self.openings_of = openings,
            Err(problem) if problem.code == ProblemCode::NoOpenings => self.use_shipped_book(),
            // What could not be read now may be read for the next game.
            Err(_) => {}
        }
    }

    /// Forgets whose openings were played; the next game begins from the shipped book.
    fn use_shipped_book(&mut self) {
        self.settings.openings = OpeningChoice::Varied;
        self.settings.openings_of = None;
        self.openings_of = LearnedOpenings::default();
    }

    /// Returns the remembered games of a person. If they cannot be read, the user is told and can still play.
    fn games_of(&mut self, person: Option<OpponentInfo>) -> Option<Vec<OpponentGame>> {
        match self.sink.recall(&person?) {
            Ok(games) => games,
            Err(text) => {
                self.notice = Some(NoticeJson::NotRecalled { text });
                None
            }
        }
    }
}

/// Returns what the page tells of remembered games; `None` without any.
fn told(recalled: RecalledOpponent) -> Option<RecalledJson> {
    (recalled.games > 0).then(|| RecalledJson {
        games: recalled.games,
        attacking: recalled.verdict.map(|verdict| verdict.axes.attacking),
    })
}
