//! A game as PGN holds it: tags, and moves checked against the rules.
//!
//! May use: L0.

use shakmaty::{CastlingMode, Chess, Color, Move, Position as _};

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

impl Default for PgnGame {
    /// A game from the usual start of which nothing is known and in which nothing was played.
    fn default() -> Self {
        Self {
            tags: Tags::new(),
            start: Chess::default(),
            moves: Vec::new(),
            result: None,
            termination: Termination::Unknown,
            opening_plies: 0,
        }
    }
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

    /// Makes it the default game again and keeps the memory, for readers of millions.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.start = Chess::default();
        self.moves.clear();
        self.result = None;
        self.termination = Termination::Unknown;
        self.opening_plies = 0;
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
        let tag = color.fold_wb("White", "Black");
        self.tags.get(tag).unwrap_or_default()
    }

    /// The rating of the player of one colour, in Elo; `None` if the game does not say.
    pub fn elo(&self, color: Color) -> Option<u16> {
        let tag = color.fold_wb("WhiteElo", "BlackElo");
        let elo = self.tags.get(tag)?.trim().parse().ok()?;
        (elo > 0).then_some(elo)
    }

    /// The year of the `Date` tag, or else of the `UTCDate` or `EventDate`.
    pub fn year(&self) -> Option<u16> {
        ["Date", "UTCDate", "EventDate"]
            .into_iter()
            .find_map(|tag| {
                let year = self.tags.get(tag)?.trim().get(..4)?.parse().ok()?;
                (year > 0).then_some(year)
            })
    }

    /// The colour that a player has, by any spelling of the name in `names`; White if both match.
    pub fn color_of(&self, names: &[String]) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| {
            names
                .iter()
                .any(|name| name.trim() == self.player(*color).trim())
        })
    }

    /// The `Variant` tag; empty for usual chess, as a rule.
    pub fn variant(&self) -> &str {
        self.tags.get("Variant").unwrap_or_default().trim()
    }

    /// Whether the `Variant` tag names Chess960, by any of its names.
    pub fn is_chess960(&self) -> bool {
        let names = [
            "chess960",
            "chess 960",
            "fischerandom",
            "fischerrandom",
            "freestyle",
            "frc",
        ];
        let variant = self.variant();
        !variant.is_empty() && names.contains(&variant.to_ascii_lowercase().as_str())
    }

    /// Whether the `Variant` tag names other rules than those of chess and Chess960.
    pub(super) fn is_other_variant(&self) -> bool {
        let usual = ["standard", "chess", "normal", "from position"];
        let variant = self.variant();
        !variant.is_empty()
            && !self.is_chess960()
            && !usual.contains(&variant.to_ascii_lowercase().as_str())
    }

    /// How castling is written in this game's coordinates.
    pub fn castling_mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.is_chess960())
    }

    /// The position after the last move.
    pub fn final_position(&self) -> Chess {
        let mut position = self.start.clone();
        for &chosen in &self.moves {
            position.play_unchecked(chosen);
        }
        position
    }
}
