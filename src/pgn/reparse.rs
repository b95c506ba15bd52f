//! Second reading of a damaged game: with Spanish letters, or as Chess960.

use std::ops::Range;

use shakmaty::CastlingMode;

use super::move_token::PgnLanguage;
use super::parse::{AlternativeReading, ParsedSpan, PgnParser};
use super::reject::RejectReason;
use super::validate::ParseStatus;
use crate::record::Game;

/// Value of the `Variant` tag for Chess960.
const CHESS960: &str = "Chess960";

impl PgnParser<'_> {
    /// Reads the next game into `game`; `None` at the end.
    ///
    /// A game with Spanish piece letters, or one of Chess960 without the tag, is read as such. A game on which the
    /// reader panics is rejected.
    pub(super) fn next_game(&mut self, game: &mut Game) -> Option<ParsedSpan> {
        self.guarded(game, Self::next_game_in_any_reading)
    }

    fn next_game_in_any_reading(&mut self, game: &mut Game) -> Option<ParsedSpan> {
        let span = self.next_game_as_written(game)?;
        match span.alternative {
            None => Some(span),
            Some(alternative) => Some(self.try_alternative(alternative, span, game)),
        }
    }

    #[cold]
    fn try_alternative(
        &self,
        alternative: AlternativeReading,
        span: ParsedSpan,
        game: &mut Game,
    ) -> ParsedSpan {
        let (language, castling) = match alternative {
            AlternativeReading::Spanish => (PgnLanguage::Spanish, CastlingMode::Standard),
            AlternativeReading::Chess960 => (PgnLanguage::English, CastlingMode::Chess960),
        };
        let Some((mut other, read)) = self.parse_again(span.bytes.clone(), language, castling)
        else {
            return span;
        };
        let is_better = match alternative {
            AlternativeReading::Spanish => {
                !matches!(read.status, ParseStatus::Refused(RejectReason::NotAMove(_)))
            }
            AlternativeReading::Chess960 => read.status == ParseStatus::Sound,
        };
        if !is_better {
            return span;
        }
        if alternative == AlternativeReading::Chess960 {
            other.tags.set("Variant", CHESS960);
        }
        *game = other;
        ParsedSpan {
            damage_line: read.damage_line.map(|line| span.line + line),
            status: read.status,
            ..span
        }
    }

    fn parse_again(
        &self,
        bytes: Range<usize>,
        language: PgnLanguage,
        castling: CastlingMode,
    ) -> Option<(Game, ParsedSpan)> {
        let text = self.text.get(bytes)?;
        let mut parser = PgnParser::with_reading(text, self.strictness, language, castling);
        let mut game = Game::default();
        let span = parser.next_game_as_written(&mut game)?;
        Some((game, span))
    }
}
