//! Reporting valid games token by token to a [`pgn_reader::Visitor`], the common interface of Rust programs.
//!
//! A game is parsed and validated first, so a visitor never sees a game that the reader rejects: no illegal move, no
//! unclosed comment. Then its text is read again for the parts that [`Game`] does not contain: comments, annotation
//! glyphs and variations.

use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, Outcome, RawComment, RawTag, SanPlus, Visitor};
use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::letters::PgnLanguage;
use super::line::is_long;
use super::move_token::read_move;
use super::result_token::{read_result, split_result};
use super::tags::escape;
use super::tokens::{Token, Tokens};
use super::typography::plain;
use crate::record::{Game, GameResult};

/// Reports a game that was read from `text` to a visitor, and returns the visitor's output.
///
/// Moves are reported as written, or in standard notation if written in another one.
pub(super) fn visit<V: Visitor>(text: &[u8], game: &Game, visitor: &mut V) -> V::Output {
    match report(text, game, visitor) {
        ControlFlow::Continue(output) | ControlFlow::Break(output) => output,
    }
}

fn report<V: Visitor>(
    text: &[u8],
    game: &Game,
    visitor: &mut V,
) -> ControlFlow<V::Output, V::Output> {
    let mut movetext = report_tags(game, visitor)?;
    let mut main_line = MainLine::new(game);
    let mut depth = 0_usize;
    // Depth at which a variation began that the visitor skips; `None` outside of one.
    let mut skipped_from: Option<usize> = None;
    let mut is_over = false;
    for token in Tokens::new(text) {
        match token {
            Token::Open => {
                depth += 1;
                if skipped_from.is_none() && visitor.begin_variation(&mut movetext)?.0 {
                    skipped_from = Some(depth);
                }
            }
            // This is a move number, as in `1) e4`.
            Token::Close if depth == 0 => {}
            Token::Close => {
                if skipped_from.is_none_or(|from| from == depth) {
                    skipped_from = None;
                    visitor.end_variation(&mut movetext)?;
                }
                depth = depth.saturating_sub(1);
            }
            _ if skipped_from.is_some() => {}
            Token::Comment(comment) => visitor.comment(&mut movetext, RawComment(comment))?,
            Token::Nag(nag) => visitor.nag(&mut movetext, nag)?,
            // The interface has no word for these.
            Token::LineComment(_) | Token::Signs(_) => {}
            Token::Word(word) if depth > 0 => {
                if let Ok(san) = SanPlus::from_ascii(word) {
                    visitor.san(&mut movetext, san)?;
                }
            }
            Token::End(_) if depth > 0 => {}
            Token::Word(_) | Token::End(_) if is_over => {}
            Token::End(result) => {
                is_over = true;
                visitor.outcome(&mut movetext, outcome(result))?;
            }
            Token::Word(word) => match main_line.take(word) {
                Some(san) => visitor.san(&mut movetext, san)?,
                // This is after the valid beginning of a damaged game.
                None if main_line.ends_before(word) => break,
                None => {
                    let parts = main_line.take_parts(word);
                    is_over = parts.result.is_some();
                    report_parts(parts, visitor, &mut movetext)?;
                }
            },
        }
    }
    ControlFlow::Continue(visitor.end_game(movetext))
}

fn report_tags<V: Visitor>(game: &Game, visitor: &mut V) -> ControlFlow<V::Output, V::Movetext> {
    let mut tags = visitor.begin_tags()?;
    for (name, value) in game.tags.iter() {
        visitor.tag(&mut tags, name.as_bytes(), RawTag(escape(value).as_bytes()))?;
    }
    visitor.begin_movetext(tags)
}

fn report_parts<V: Visitor>(
    parts: WordParts,
    visitor: &mut V,
    movetext: &mut V::Movetext,
) -> ControlFlow<V::Output> {
    for san in parts.moves {
        visitor.san(movetext, san)?;
    }
    match parts.result {
        Some(result) => visitor.outcome(movetext, outcome(Some(result))),
        None => ControlFlow::Continue(()),
    }
}

const fn outcome(result: Option<GameResult>) -> Outcome {
    match result {
        None => Outcome::Unknown,
        Some(GameResult::Draw) => Outcome::Known(KnownOutcome::Draw),
        Some(GameResult::WhiteWins) => Outcome::Known(KnownOutcome::Decisive {
            winner: Color::White,
        }),
        Some(GameResult::BlackWins) => Outcome::Known(KnownOutcome::Decisive {
            winner: Color::Black,
        }),
    }
}

/// The moves of the main line, matched with the words of the text.
pub(super) struct MainLine<'a> {
    game: &'a Game,
    next: usize,
    /// Position after the first `played` moves, which follows `next` where a word needs it.
    position: Chess,
    played: usize,
}

/// The moves and the result in a word that may hold several.
#[derive(Debug, Default)]
pub(super) struct WordParts {
    moves: Vec<SanPlus>,
    result: Option<GameResult>,
}

impl<'a> MainLine<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        Self {
            game,
            next: 0,
            position: game.start.clone(),
            played: 0,
        }
    }

    /// Returns the number of moves taken.
    pub(super) const fn taken(&self) -> usize {
        self.next
    }

    /// Takes the moves of a word: one, or several with typographic blanks between, or one with a result glued to it.
    #[cold]
    pub(super) fn take_parts(&mut self, word: &[u8]) -> WordParts {
        let mut parts = WordParts::default();
        if let Some(san) = self.take(word) {
            parts.moves.push(san);
            return parts;
        }
        for part in plain(word).split_ascii_whitespace() {
            let part = part.as_bytes();
            let (before, result) = match split_result(part) {
                Some((before, result)) => (before, Some(result)),
                None => (part, read_result(part)),
            };
            if let Some(san) = self.take(before) {
                parts.moves.push(san);
            }
            parts.result = parts.result.or(result);
        }
        parts
    }

    fn is_done(&self) -> bool {
        self.next >= self.game.moves.len()
    }

    /// Returns true if all moves are taken and this word is meant as a further move, with which the damage of a game
    /// begins.
    pub(super) fn ends_before(&self, word: &[u8]) -> bool {
        self.is_done() && (San::from_ascii(word).is_ok() || is_long(word))
    }

    /// Returns the move that a word denotes; `None` if it is not the next move of the game.
    fn take(&mut self, word: &[u8]) -> Option<SanPlus> {
        let chosen = *self.game.moves.get(self.next)?;
        let written = SanPlus::from_ascii(word)
            .ok()
            .filter(|san| names(san.san, chosen))
            .or_else(|| self.translate(word, chosen))?;
        self.next += 1;
        Some(written)
    }

    /// Returns the standard notation of a move written in another one.
    #[cold]
    fn translate(&mut self, word: &[u8], chosen: Move) -> Option<SanPlus> {
        let earlier = self.game.moves.iter().take(self.next);
        for &earlier in earlier.skip(self.played) {
            self.position.play_unchecked(earlier);
        }
        self.played = self.next;
        let position = &self.position;
        // The piece of a promotion may stand apart, as in `e8 =Q`.
        let piece = chosen.promotion().map(Role::upper_char);
        let whole = piece.map(|piece| format!("{}={piece}", String::from_utf8_lossy(word)));
        let is_chosen = |word: &[u8], language| read_move(word, language, position) == Ok(chosen);
        let is_whole = whole.is_some_and(|whole| is_chosen(whole.as_bytes(), PgnLanguage::English));
        let is_read = std::iter::once(PgnLanguage::English)
            .chain(PgnLanguage::OTHERS)
            .any(|language| is_chosen(word, language));
        (is_read || is_whole).then(|| SanPlus::from_move(position.clone(), chosen))
    }
}

/// Returns true if a move's notation can only mean this move of the game.
fn names(san: San, chosen: Move) -> bool {
    match san {
        San::Normal {
            role,
            rank,
            to,
            promotion,
            ..
        } => {
            // A pawn move with its rank, as in `e2e4`, is written in coordinates.
            let is_standard = role != Role::Pawn || rank.is_none();
            let is_same = role == chosen.role() && to == chosen.to();
            is_standard && !chosen.is_castle() && is_same && promotion == chosen.promotion()
        }
        San::Castle(side) => chosen.castling_side() == Some(side),
        San::Put { .. } | San::Null => false,
    }
}

#[cfg(test)]
mod tests;
