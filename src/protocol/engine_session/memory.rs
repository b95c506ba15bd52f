//! The opponent of a session, and what is remembered of them from one process to the next.

use super::EngineSession;
use crate::board::GameState;
use crate::opponent::RecalledOpponent;
use crate::search::SearchLimits;
use crate::store::{MemorySource, OpponentGame};

impl EngineSession {
    /// Starts another game: what is remembered of the opponent is read again.
    pub(in crate::protocol) const fn begin_game(&mut self) {
        self.memory.is_recalled = false;
    }

    /// Recalls the opponent's remembered games, once for each game and each new opponent, and returns a
    /// sentence about them.
    ///
    /// With `UCI_AnalyseMode`, and without a name, nothing is recalled. The current game `game` is left out as an earlier
    /// process remembered it, since it is observed anew.
    pub(in crate::protocol) fn recall_opponent(&mut self, game: &GameState) -> Option<String> {
        if self.only_analyses {
            return None;
        }
        let key = self.opponent.key();
        if !self.memory.is_present(key.as_ref()) {
            self.engine.forget_opponent();
            self.memory.is_recalled = false;
        }
        self.memory.present.clone_from(&key);
        let name = key?.name;
        if !self.remembers || self.memory.is_recalled && !self.memory.leaves_out_others(game) {
            return None;
        }
        let is_said = std::mem::replace(&mut self.memory.is_recalled, true);
        self.memory.unfinished.clear();
        self.memory.left_out.clear();
        let sentence = match self.archive.recall(&self.opponent) {
            Ok(games) => format!("opponent {name}: {}", self.take_up(games?, game)),
            Err(sentence) => sentence,
        };
        (!is_said).then_some(sentence)
    }

    /// Takes up remembered games, except the current one.
    fn take_up(&mut self, mut games: Vec<OpponentGame>, game: &GameState) -> RecalledOpponent {
        self.memory.unfinished = games
            .iter()
            .filter(|played| played.source == MemorySource::Played && played.result.is_none())
            .cloned()
            .collect();
        self.memory.left_out = self.memory.beginnings_of(game);
        games.retain(|played| !played.is_beginning_of(game.start(), game.moves()));
        self.engine.recall(&games)
    }

    /// Forgets the answers of the engine's last moves, which are taken back.
    pub(in crate::protocol) fn forget_answers(&mut self, moves: usize) {
        let answers = &mut self.memory.answers;
        answers.truncate(answers.len().saturating_sub(moves));
    }

    /// Notes the opponent and the answer when the engine begins to think about a move within these limits.
    pub(in crate::protocol) fn note_play(&mut self, limits: &SearchLimits) {
        self.engine.expect_limits(limits);
        self.memory.sitting.clone_from(&self.opponent);
        let decision = self.engine.decision(self.engine.game().turn());
        self.memory.answers.push(decision.answer);
    }
}
