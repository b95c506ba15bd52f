//! A game as PGN holds it: tags, and moves checked against the rules.
//!
//! May use: L0.

use shakmaty::{Chess, Color, Move};

use crate::record::{GameRecord, GameResult, Termination};

use super::tags::Tags;

/// A game with its tags.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// What is known about it.
    pub tags: Tags,
    /// Where it began.
    pub start: Chess,
    /// Its moves, all legal.
    pub moves: Vec<Move>,
    /// Who won; `None` for a game without result (`*`).
    pub result: Option<GameResult>,
    /// Why it ended, as far as the board or the tags say.
    pub termination: Termination,
    /// How many of the first moves the opening gave (tag `OpeningPlies`, which this program
    /// writes); 0 if unknown.
    pub opening_plies: u16,
}

impl PgnGame {
    /// The game of a record, with these tags beside it.
    pub fn new(record: &GameRecord, tags: Tags) -> Self {
        Self {
            tags,
            start: record.start.clone(),
            moves: record.moves.clone(),
            result: Some(record.result),
            termination: record.termination,
            opening_plies: record.opening_plies,
        }
    }

    /// The record of a game with a result; `None` for one without.
    pub fn record(&self) -> Option<GameRecord> {
        Some(GameRecord {
            start: self.start.clone(),
            moves: self.moves.clone(),
            opening_plies: self.opening_plies,
            result: self.result?,
            termination: self.termination,
            verdict: None,
        })
    }

    /// The name of the player of one colour; empty if the game does not say.
    pub fn player(&self, color: Color) -> &str {
        let tag = match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        self.tags.get(tag).unwrap_or_default()
    }

    /// The colour that a player has, by any spelling of the name in `names`; White if both match.
    pub fn color_of(&self, names: &[String]) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| {
            names
                .iter()
                .any(|name| name.trim() == self.player(*color).trim())
        })
    }
}
