//! Saves the session and restores it.

use std::time::Duration;

use super::PageSession;
use super::table::TableGame;
use crate::board::{GameEnding, GameState};
use crate::serve::error::ServeError;
use crate::serve::learned_player::LearnedPlayer;
use crate::serve::saved::{self, SavedGame, SavedMove, SavedOwner, SavedSession};
use crate::serve::wire::MoveSource;
use crate::{board::fen, units::Millis};

impl PageSession {
    /// Saves the state.
    pub(super) fn save(&self) -> Result<(), ServeError> {
        saved::save(
            &self.file,
            &SavedSession {
                version: self.version,
                token: self.token.clone(),
                name: self.name.clone(),
                asked: self.was_asked,
                settings: self.settings.clone(),
                game: self.game.as_ref().map(to_saved),
                learned: self.learned.as_ref().map(LearnedPlayer::to_saved),
            },
        )
    }

    /// Restores the saved game.
    pub(super) fn take_up(&mut self, saved: Option<SavedGame>) {
        self.read_openings();
        let Some(saved) = saved else {
            self.recall();
            return;
        };
        let moves = saved.moves();
        let mut given = GameState::from_position(saved.start());
        let number = saved.given.min(moves.len());
        for (m, _, _) in moves.iter().take(number) {
            given.play(*m);
        }
        let level = saved.level.unwrap_or(self.settings.level);
        let mut game = TableGame::new(saved.id.clone(), &given, saved.human(), saved.time, level);
        game.date.clone_from(&saved.date);
        game.player = saved.owner.name(self.name.as_deref());
        for ((m, by, spent), saved) in moves.into_iter().zip(&saved.moves).skip(number) {
            game.push(m, by, spent);
            game.evaluate_last(saved.evaluation);
        }
        let ending = saved.ending.map(|(result, termination)| GameEnding {
            result,
            termination,
        });
        // A pasted game may have another result than a draw that nobody claimed.
        game.ending = ending.or_else(|| game.state.ending());
        game.given_end = saved.given_end;
        game.last_thought = Duration::from_millis(saved.last_thought_ms);
        game.continued = saved.continued.min(game.ply());
        let is_stored = saved.is_stored;
        game.is_stored = is_stored;
        self.begin_on_engine(&game);
        let (human, is_anothers) = (game.human, game.player != self.name);
        self.game = Some(game);
        self.recall();
        if is_anothers {
            self.recall_seated();
        }
        self.choose_book(human);
        self.look_at_opponent();
        if is_stored {
            self.look_at_memory();
        }
    }
}

fn to_saved(game: &TableGame) -> SavedGame {
    let millis = |spent| u64::try_from(Millis::from(spent).0).unwrap_or(0);
    SavedGame {
        id: game.id.clone(),
        start: fen::write(game.state.start()),
        human: game.human.into(),
        owner: SavedOwner::named(game.player.as_deref()),
        given: game.given,
        continued: game.continued,
        time: game.time,
        level: Some(game.level),
        date: game.date.clone(),
        moves: game
            .moves
            .iter()
            .map(|played| SavedMove {
                uci: played.uci.clone(),
                by: played.by,
                spent_ms: played
                    .spent
                    .filter(|_| played.by != MoveSource::Given)
                    .map(millis),
                evaluation: played.evaluation,
            })
            .collect(),
        ending: game
            .ending
            .map(|ending| (ending.result, ending.termination)),
        given_end: game.given_end.clone(),
        last_thought_ms: millis(game.last_thought),
        is_stored: game.is_stored,
    }
}
