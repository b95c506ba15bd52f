//! A game as it is exported, with its place in the database.

use crate::record::{Game, GameResult, Tags};
use crate::store::{CollectedGame, GameKey, RunKind, StoredGame};

/// The place of an exported game in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOrigin {
    /// Kind of the game: `selfplay`, `play` or `collected`.
    pub kind: &'static str,
    /// Key of its run, or name of its source.
    pub source: String,
    /// Its number there.
    pub number: u64,
}

/// A game to be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedGame {
    /// Its place in the database.
    pub origin: GameOrigin,
    /// Start, moves, result, scores, and all tags that PGN requires.
    pub record: Game,
}

impl ExportedGame {
    pub(super) fn of_run(key: &GameKey, kind: Option<RunKind>, game: StoredGame) -> Self {
        Self {
            origin: GameOrigin {
                kind: kind.unwrap_or(RunKind::Selfplay).name(),
                source: key.run.to_string(),
                number: key.number.into(),
            },
            record: run_game_to_pgn(key, game),
        }
    }

    pub(super) fn collected(game: CollectedGame) -> Self {
        Self {
            origin: GameOrigin {
                kind: "collected",
                source: game.source,
                number: game.number,
            },
            record: game.record,
        }
    }

    /// Returns the number of the first move that was chosen by a player and not by an opening.
    pub fn first_ply(&self) -> usize {
        usize::from(self.record.opening_plies).min(self.record.moves.len())
    }

    /// Returns the points of White as training data writes them; `None` without a result.
    pub(super) fn points(&self) -> Option<&'static str> {
        self.record.result.map(|result| match result {
            GameResult::WhiteWins => "1.0",
            GameResult::BlackWins => "0.0",
            GameResult::Draw => "0.5",
        })
    }
}

/// Returns a game of a run with the tags that PGN requires.
pub fn run_game_to_pgn(key: &GameKey, game: StoredGame) -> Game {
    let date = game
        .played_at
        .as_deref()
        .and_then(|when| when.split('T').next())
        .map_or_else(|| "????.??.??".to_owned(), |day| day.replace('-', "."));
    let mut tags = Tags::new()
        .with("Event", &format!("BayesChess run {}", key.run))
        .with("Site", "?")
        .with("Date", &date)
        .with("Round", &key.number.to_string());
    for (name, value) in game.record.tags.iter() {
        tags.set(name, value);
    }
    game.record.with_tags(tags)
}
