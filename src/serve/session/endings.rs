//! The end of a game: it is stored under the user's name, remembered, and cleared.

use crate::opponent::Answer;
use crate::pgn::format_game;
use crate::protocol::PlayedGame;
use crate::record::{Game, Tags, Termination};
use crate::serve::command::{Problem, ProblemCode};
use crate::serve::wire::NoticeJson;

use super::PageSession;
use super::table::TableGame;

impl PageSession {
    /// Ends the game if the time of the side to move has run out.
    pub(super) fn end_by_flag(&mut self) {
        let Some(game) = &mut self.game else {
            return;
        };
        if game.left().is_none_or(|left| !left.is_zero()) {
            return;
        }
        game.fall_of_flag();
        self.drop_search();
        self.publish();
    }

    /// Sets the level of the next game by the result of one that has just ended, if the level follows the results.
    ///
    /// The game keeps its own level, from which this is computed: a repetition changes nothing.
    pub(super) fn match_level(&mut self) {
        let Some(game) = self.game.as_ref().filter(|game| !game.is_stored) else {
            return;
        };
        let Some(ending) = game.ending.filter(|_| game.is_played_from_start()) else {
            return;
        };
        if self.settings.match_me {
            let half_points = ending.result.seen_by(game.human).half_points();
            self.settings.level = game.level.after(i64::from(half_points));
        }
    }

    /// Stores a game that has ended, once; returns true if there was one.
    pub(super) fn store_ended_game(&mut self) -> bool {
        let Some(game) = &mut self.game else {
            return false;
        };
        if game.ending.is_none() || game.is_stored {
            return false;
        }
        game.is_stored = true;
        self.keep();
        self.look_at_memory();
        true
    }

    /// Stores the current game under the name of who began it, unless all of it was given.
    ///
    /// Moves of a game that had ended before are given ones: they were stored and remembered with that game.
    fn keep(&mut self) {
        let (Some(game), Some(opponent)) = (&self.game, self.opponent()) else {
            return;
        };
        if game.ply() <= game.given_plies() {
            return;
        }
        let played = PlayedGame {
            game: game.state.clone(),
            given_plies: u16::try_from(game.given_plies()).unwrap_or(u16::MAX),
            machine: game.machine(),
            opponent,
            heuristic: self
                .learned
                .as_ref()
                .map_or_else(|| self.heuristic.clone(), |learned| learned.name.clone()),
            ending: game.ending,
            levels: game.levels.clone(),
            answer: Answer::most_frequent(&game.answers),
            losses: self.engine.losses_of(&game.state),
            remembered: true,
            strength_limit: self.engine.limit_of_game(),
        };
        match self.sink.keep(&played) {
            Ok(kept) => self.notice = kept.as_ref().map(NoticeJson::stored),
            // The user is told, and can go on playing.
            Err(text) => self.notice = Some(NoticeJson::NotStored { text }),
        }
    }

    /// Clears the current game. An unfinished one is stored as such.
    pub(super) fn put_away(&mut self) {
        self.drop_search();
        let is_unfinished = self.game.as_ref().is_some_and(|game| !game.is_stored);
        if is_unfinished {
            self.keep();
        }
        self.game = None;
    }

    /// Returns the game as PGN.
    pub(super) fn pgn(&self) -> Result<String, Problem> {
        let game = self
            .game
            .as_ref()
            .ok_or_else(|| Problem::new(ProblemCode::NoGame, "there is no game to write"))?;
        Ok(format_game(&record(game)))
    }
}

/// Returns the game as a record; one that was pasted with its end has its own tags.
fn record(game: &TableGame) -> Game {
    let (tags, opening_plies) = match &game.given_end {
        Some(tags) => (tags.iter().cloned().collect(), 0),
        None => (tags_of(game), game.given_plies()),
    };
    Game {
        tags,
        result: game.ending.map(|ending| ending.result),
        termination: game
            .ending
            .map_or(Termination::Unknown, |ending| ending.termination),
        opening_plies: u16::try_from(opening_plies).unwrap_or(u16::MAX),
        ..game.state.to_record()
    }
}

/// Returns the tags of a game that is played here.
fn tags_of(game: &TableGame) -> Tags {
    let machine = match game.level.elo {
        Some(elo) => format!("BayesChess, level {elo}"),
        None => "BayesChess".to_owned(),
    };
    let user = game.player.clone().unwrap_or_else(|| "?".to_owned());
    let (white, black) = game.human.fold_wb((&user, &machine), (&machine, &user));
    let mut tags = Tags::new()
        .with("Event", "BayesChess, the local page")
        .with("White", white)
        .with("Black", black);
    if let Some(date) = &game.date {
        tags.set("Date", date);
    }
    set_time_controls(&mut tags, game);
    tags
}

/// Sets the tags of the clocks: one if both sides have the same, else one for each side.
fn set_time_controls(tags: &mut Tags, game: &TableGame) {
    let Some(limits) = game.limits() else {
        tags.set("TimeControl", "-");
        return;
    };
    // A fixed time for each move is none of the standard's forms.
    let [white, black] = [limits.white, limits.black].map(|limits| {
        limits
            .clock
            .map_or_else(|| "?".to_owned(), |clock| clock.pgn())
    });
    if limits.white == limits.black {
        tags.set("TimeControl", &white);
    } else {
        tags.set("WhiteTimeControl", &white);
        tags.set("BlackTimeControl", &black);
    }
}
