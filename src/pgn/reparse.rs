//! Second reading of a damaged game: with the letters of another language, or as Chess960.

use std::ops::Range;

use shakmaty::CastlingMode;

use super::letters::PgnLanguage;
use super::parse::{AlternativeReading, ParsedSpan, PgnParser};
use super::reject::RejectReason;
use super::validate::ParseStatus;
use crate::record::Game;

/// Value of the `Variant` tag for Chess960.
const CHESS960: &str = "Chess960";

impl PgnParser<'_> {
    /// Reads the next game into `game`; `None` at the end.
    ///
    /// A game with the piece letters of another language, or one of Chess960 without the tag, is read as such. A game on which the
    /// reader panics is rejected.
    pub(super) fn next_game(&mut self, game: &mut Game) -> Option<ParsedSpan> {
        self.guarded(game, Self::next_game_in_any_reading)
    }

    fn next_game_in_any_reading(&mut self, game: &mut Game) -> Option<ParsedSpan> {
        let span = self.next_game_as_written(game)?;
        if span.alternatives.is_empty() {
            return Some(span);
        }
        Some(self.try_alternatives(span, game))
    }

    /// Returns the best of the alternative readings. Different moves in two that are equally good show that the letters
    /// leave the language open; then the game stays as it was read.
    #[cold]
    fn try_alternatives(&self, span: ParsedSpan, game: &mut Game) -> ParsedSpan {
        let mut best: Option<(u8, Game, ParsedSpan)> = None;
        let mut is_open = false;
        for &alternative in &span.alternatives {
            let Some((other, read)) = self.read_as(alternative, span.bytes.clone()) else {
                continue;
            };
            let rank = rank(alternative, &read.status);
            match &best {
                Some((least, ..)) if rank < *least => {}
                Some((least, known, _)) if rank == *least => is_open |= known.moves != other.moves,
                _ => {
                    is_open = false;
                    best = (rank > 0).then_some((rank, other, read));
                }
            }
        }
        let Some((_, other, read)) = best.filter(|(rank, ..)| *rank == 1 || !is_open) else {
            return span;
        };
        *game = other;
        ParsedSpan {
            damage_line: read.damage_line.map(|line| span.line + line),
            dropped_tags: read.dropped_tags,
            status: read.status,
            ..span
        }
    }

    fn read_as(
        &self,
        alternative: AlternativeReading,
        bytes: Range<usize>,
    ) -> Option<(Game, ParsedSpan)> {
        match alternative {
            AlternativeReading::Language(language) => {
                self.parse_again(bytes, language, CastlingMode::Standard)
            }
            AlternativeReading::Chess960 => {
                let (mut game, read) =
                    self.parse_again(bytes, PgnLanguage::English, CastlingMode::Chess960)?;
                game.tags.set("Variant", CHESS960);
                Some((game, read))
            }
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

/// Ranks an alternative reading against the usual one: 0 if it is no better, 1 if at least every word is a move, 2 if
/// its beginning is kept, 3 if the whole game is.
const fn rank(alternative: AlternativeReading, status: &ParseStatus) -> u8 {
    match (alternative, status) {
        (_, ParseStatus::Sound) => 3,
        (AlternativeReading::Chess960, _)
        | (_, ParseStatus::Refused(RejectReason::NotAMove(_))) => 0,
        (_, ParseStatus::Salvaged) => 2,
        (_, ParseStatus::Refused(_)) => 1,
    }
}
