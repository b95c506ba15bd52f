//! Records of games that were broken off: a later record may hold the same game as it went on.
//!
//! The log of played games has one record for each process that played a part of a game.

use bayeschess::record::Game;
use bayeschess::store::OpponentGame;

/// The unfinished games of one reading, until the last record is read.
#[derive(Default)]
pub(super) struct BrokenOff {
    games: Vec<(Box<Game>, OpponentGame)>,
}

impl BrokenOff {
    /// Keeps an unfinished game.
    pub(super) fn keep(&mut self, game: Box<Game>, memory: OpponentGame) {
        self.games.push((game, memory));
    }

    /// Takes the games out that a later record holds as they went on.
    pub(super) fn take_beginnings_of(&mut self, later: &Game) -> Vec<OpponentGame> {
        self.games
            .extract_if(.., |(game, _)| goes_on_in(game, later))
            .map(|(_, memory)| memory)
            .collect()
    }

    /// Returns the games that no later record goes on from, in the order of reading.
    pub(super) fn into_games(self) -> Vec<(Box<Game>, OpponentGame)> {
        self.games
    }
}

/// Returns true if both players are the same and the later record begins with all moves of the game.
fn goes_on_in(game: &Game, later: &Game) -> bool {
    later.moves.starts_with(&game.moves)
        && later.start == game.start
        && shakmaty::Color::ALL
            .into_iter()
            .all(|side| later.player(side) == game.player(side))
}
