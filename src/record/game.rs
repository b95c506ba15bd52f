//! One game with everything that is known of it.

use shakmaty::{CastlingMode, Chess, Color, Move, Position as _};

use super::outcome::{GameResult, Termination};
use super::tags::Tags;

/// A game: where it began, its legal moves, how it ended, and its PGN tags.
///
/// Readers of PGN, the database, self-play and matches all give and take this type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Position before the first move.
    pub start: Chess,
    /// All moves from `start`, including those of the opening; legal.
    pub moves: Vec<Move>,
    /// Result; `None` for a game without one (`*`).
    pub result: Option<GameResult>,
    /// Why it ended, as far as the board, the tags or the players say.
    pub termination: Termination,
    /// Number of first moves that an opening book or suite gave; 0 if unknown.
    pub opening_plies: u16,
    /// PGN tags; the result, the start and the termination stand in their own fields.
    pub tags: Tags,
    /// For a game played on to measure the adjudicator: what it would have called.
    pub verdict: Option<AdjudicatorVerdict>,
}

/// A call of the adjudicator that was noted and not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AdjudicatorVerdict {
    /// The result it would have called.
    pub result: GameResult,
    /// Number of plies played before the call.
    pub ply: u16,
}

impl Default for Game {
    /// A game from the usual start without tags, moves and result.
    fn default() -> Self {
        Self {
            start: Chess::default(),
            moves: Vec::new(),
            result: None,
            termination: Termination::Unknown,
            opening_plies: 0,
            tags: Tags::new(),
            verdict: None,
        }
    }
}

impl Game {
    /// Resets to the default game and keeps the allocated memory, for readers of millions.
    pub fn clear(&mut self) {
        self.start = Chess::default();
        self.moves.clear();
        self.result = None;
        self.termination = Termination::Unknown;
        self.opening_plies = 0;
        self.tags.clear();
        self.verdict = None;
    }

    /// Sets tags, over those of the same names, for building.
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

    /// Returns the rating of the player of one colour, in Elo.
    pub fn elo(&self, color: Color) -> Option<u16> {
        let tag = color.fold_wb("WhiteElo", "BlackElo");
        let elo = self.tags.get(tag)?.trim().parse().ok()?;
        (elo > 0).then_some(elo)
    }

    /// Returns the year of the `Date` tag, or else of the `UTCDate` or `EventDate`.
    pub fn year(&self) -> Option<u16> {
        ["Date", "UTCDate", "EventDate"]
            .into_iter()
            .find_map(|tag| {
                let year = self.tags.get(tag)?.trim().get(..4)?.parse().ok()?;
                (year > 0).then_some(year)
            })
    }

    /// Returns the colour of a player whose name is any of these spellings; White if both match.
    pub fn color_of(&self, names: &[String]) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|color| {
            names
                .iter()
                .any(|name| name.trim() == self.player(*color).trim())
        })
    }

    /// Returns the `Variant` tag; usually empty for standard chess.
    pub fn variant(&self) -> &str {
        self.tags.get("Variant").unwrap_or_default().trim()
    }

    /// Returns true if the `Variant` tag names Chess960, by any of its names.
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

    /// Returns how castling is written in this game's coordinates.
    pub fn castling_mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.is_chess960())
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
