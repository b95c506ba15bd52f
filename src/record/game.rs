//! A game with its moves, result and tags.

use std::borrow::Cow;

use shakmaty::{CastlingMode, Chess, Color, Move, Position as _};

use super::outcome::{GameResult, Termination};
use super::player_name::composed_name;
use super::position_score::PositionScore;
use super::tags::Tags;

/// A game: start position, legal moves, result, and PGN tags.
///
/// Readers of PGN, the database, self-play and matches all exchange this type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Position before the first move.
    pub start: Chess,
    /// All moves from `start`, including those of the opening; legal.
    pub moves: Vec<Move>,
    /// Result; `None` for a game without one (`*`).
    pub result: Option<GameResult>,
    /// Reason why the game ended, as far as the board, the tags or the players show it.
    pub termination: Termination,
    /// Number of first moves from an opening book or suite; 0 if unknown.
    pub opening_plies: u16,
    /// PGN tags; result, start and termination are in their own fields.
    pub tags: Tags,
    /// Recorded verdict of the adjudicator, for a game played on to measure its error.
    pub verdict: Option<AdjudicatorVerdict>,
    /// Score of the position before each move, by the search that chose the move; empty without scores.
    pub scores: Vec<Option<PositionScore>>,
}

/// A verdict of the adjudicator that was recorded and not enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AdjudicatorVerdict {
    /// Result by the verdict.
    pub result: GameResult,
    /// Number of plies played before the verdict.
    pub ply: u16,
}

impl Default for Game {
    /// Returns a game from the initial position without tags, moves and result.
    fn default() -> Self {
        Self {
            start: Chess::default(),
            moves: Vec::new(),
            result: None,
            termination: Termination::Unknown,
            opening_plies: 0,
            tags: Tags::new(),
            verdict: None,
            scores: Vec::new(),
        }
    }
}

impl Game {
    /// Resets to the default game and keeps the allocated memory, for reading millions of games.
    pub fn clear(&mut self) {
        self.start = Chess::default();
        self.moves.clear();
        self.result = None;
        self.termination = Termination::Unknown;
        self.opening_plies = 0;
        self.tags.clear();
        self.verdict = None;
        self.scores.clear();
    }

    /// Returns the game with `tags` in place of its own.
    #[must_use]
    pub fn with_tags(mut self, tags: Tags) -> Self {
        self.tags = tags;
        self
    }

    /// Returns the name of the player of one colour; empty if unknown.
    pub fn player(&self, color: Color) -> &str {
        let tag = color.fold_wb("White", "Black");
        self.tags.get(tag).unwrap_or_default()
    }

    /// Returns the name of the player of one colour for comparison: trimmed, in the [composed form](composed_name).
    pub fn player_key(&self, color: Color) -> Cow<'_, str> {
        composed_name(self.player(color).trim())
    }

    /// Returns the rating of the player of one colour in Elo; `None` if unknown.
    pub fn elo(&self, color: Color) -> Option<u16> {
        let tag = color.fold_wb("WhiteElo", "BlackElo");
        let elo = self.tags.get(tag)?.trim().parse().ok()?;
        (elo > 0).then_some(elo)
    }

    /// Returns the values of the tags that may state the date, in the order in which they count: `Date`, `UTCDate`,
    /// `EventDate`.
    pub fn dates(&self) -> impl Iterator<Item = &str> {
        let tags = ["Date", "UTCDate", "EventDate"].into_iter();
        tags.filter_map(|tag| self.tags.get(tag)).map(str::trim)
    }

    /// Returns the year of the `Date` tag, or else of the `UTCDate` or `EventDate`; `None` if unknown.
    pub fn year(&self) -> Option<u16> {
        let years = |date: &str| date.get(..4)?.parse().ok();
        self.dates().filter_map(years).find(|year| *year > 0)
    }

    /// Returns the colour of a player who has one of these spellings; White if both match.
    ///
    /// Names that differ in Unicode composition alone are one spelling.
    pub fn color_of(&self, names: &[String]) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| {
            let player = self.player_key(*color);
            names
                .iter()
                .any(|name| composed_name(name.trim()) == player)
        })
    }

    /// Returns the `Variant` tag; usually empty for standard chess.
    pub fn variant(&self) -> &str {
        self.tags.get("Variant").unwrap_or_default().trim()
    }

    /// Returns true if the `Variant` tag means Chess960, by any of its names.
    pub fn is_chess960(&self) -> bool {
        const NAMES: [&str; 12] = [
            "chess960",
            "960",
            "fischerandom",
            "fischerandomchess",
            "fischerrandom",
            "fischerrandomchess",
            "freestyle",
            "freestylechess",
            "frc",
            "dfrc",
            "doublefischerrandom",
            "wild/fr",
        ];
        let variant = self.variant();
        if variant.is_empty() {
            return false;
        }
        let is_letter = |letter: &char| letter.is_alphanumeric() || *letter == '/';
        let is_name = |text: &str| {
            let plain: String = text.to_lowercase().chars().filter(is_letter).collect();
            NAMES.contains(&plain.as_str())
        };
        // A remark may follow, as in `Chess960 (freestyle)`.
        is_name(variant) || is_name(variant.split('(').next().unwrap_or_default())
    }

    /// Returns the castling mode of this game's coordinates.
    pub fn castling_mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.is_chess960())
    }

    /// Returns the score of the position before the move at `ply`, counted from 0; `None` without one.
    pub fn score_before(&self, ply: usize) -> Option<PositionScore> {
        self.scores.get(ply).copied().flatten()
    }

    /// Returns the position after the last move.
    pub fn final_position(&self) -> Chess {
        let mut position = self.start.clone();
        for &chosen in &self.moves {
            position.play_unchecked(chosen);
        }
        position
    }
}
