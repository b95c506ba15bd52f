//! Writing games again with the annotations of their text: comments, glyphs, variations, clocks and evaluations.

use pgn_reader::Nag;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _};

use super::glyphs::{nag_behind_move, nag_of_run, nag_of_sign};
use super::letters::PgnLanguage;
use super::move_token::{NonMove, read_move};
use super::tokens::{Token, Tokens};
use super::visit::MainLine;
use super::write::{MovetextWriter, write_tags};
use crate::files::decode_unmarked;
use crate::record::Game;

/// A kind of annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    /// Comments in braces or behind `;`, with the coloured squares and arrows of analysis programs.
    Comments,
    /// Glyphs such as `$1`, `!?` or `±`.
    Glyphs,
    /// Variations, with null moves.
    Variations,
    /// Clock times: `[%clk …]`, `[%emt …]`, `[%egt …]`, `[%mct …]`.
    Clocks,
    /// Evaluations: `[%eval …]`.
    Evaluations,
}

impl AnnotationKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Comments,
        Self::Glyphs,
        Self::Variations,
        Self::Clocks,
        Self::Evaluations,
    ];

    /// Returns the kind of a command in a comment, such as `clk`.
    fn of_command(name: &str) -> Self {
        match name {
            "clk" | "emt" | "egt" | "mct" => Self::Clocks,
            "eval" => Self::Evaluations,
            _ => Self::Comments,
        }
    }
}

/// Formats a game as PGN with the annotations in the text from which it was read, as far as their kinds are `kept`.
///
/// A variation ends where its text is not a legal move or a null move; one before the first move is written behind it.
/// Of a salvaged game nothing behind its last move is kept that belongs to a later one.
/// Comments to the end of a line (`;`) are written in braces, and signs such as `±` as numbered glyphs.
pub fn format_with_annotations(game: &Game, text: &[u8], kept: &[AnnotationKind]) -> String {
    let mut formatted = String::new();
    let result = game.result.map_or("*", |result| result.as_pgn());
    write_tags(&mut formatted, game, result);
    formatted.push('\n');
    let mut writer = AnnotationWriter {
        words: MovetextWriter::new(&mut formatted),
        kept,
        line: Line::new(game.start.clone()),
        outer: Vec::new(),
        skipped: 0,
        early: Vec::new(),
        early_depth: 0,
    };
    writer.write(game, text);
    writer.words.push(result);
    formatted.push_str("\n\n");
    formatted
}

/// A line of moves: its last position and the one before.
#[derive(Clone, Debug)]
struct Line {
    position: Chess,
    before: Chess,
    /// Number of its moves that are written.
    moves: usize,
    /// Comments before the first move of a variation.
    early_comments: Vec<String>,
    /// True if Black's next move needs its number.
    is_numbered: bool,
    /// True if the line cannot be followed further.
    is_over: bool,
}

impl Line {
    fn new(start: Chess) -> Self {
        Self {
            before: start.clone(),
            position: start,
            moves: 0,
            early_comments: Vec::new(),
            is_numbered: true,
            is_over: false,
        }
    }
}

struct AnnotationWriter<'a, 't> {
    words: MovetextWriter<'a>,
    kept: &'a [AnnotationKind],
    line: Line,
    /// The lines around this variation.
    outer: Vec<Line>,
    /// Number of open variations that are not written.
    skipped: usize,
    /// Variations before the first move, which are written behind it.
    early: Vec<Token<'t>>,
    /// Number of open ones among them.
    early_depth: usize,
}

impl<'t> AnnotationWriter<'_, 't> {
    fn write(&mut self, game: &Game, text: &'t [u8]) {
        let mut main_line = MainLine::new(game);
        for token in Tokens::new(text) {
            match token {
                // This is after the valid beginning of a damaged game.
                Token::Word(word) if self.is_in_main_line() && main_line.ends_before(word) => break,
                Token::Word(word) if self.is_in_main_line() => {
                    let before = main_line.taken();
                    main_line.take_parts(word);
                    self.write_moves(game, main_line.taken());
                    self.sign_of(word, main_line.taken() > before);
                }
                token => self.take(token),
            }
        }
        while !self.outer.is_empty() {
            self.close();
        }
        self.write_moves(game, game.moves.len());
    }

    const fn is_in_main_line(&self) -> bool {
        self.outer.is_empty() && self.skipped == 0 && self.early_depth == 0
    }

    /// Writes a token other than a word of the main line.
    fn take(&mut self, token: Token<'t>) {
        let is_open = token == Token::Open;
        if self.early_depth > 0 || (is_open && self.is_in_main_line() && self.line.moves == 0) {
            self.put_off(token);
            return;
        }
        // A variation of a variation without moves belongs nowhere.
        let is_left_out = !self.keeps(AnnotationKind::Variations)
            || (!self.outer.is_empty() && self.line.moves == 0);
        match token {
            Token::Open if self.skipped > 0 || is_left_out => self.skipped += 1,
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            _ if self.skipped > 0 => {}
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Comment(comment) | Token::LineComment(comment) => self.comment(comment),
            Token::Nag(nag) => self.nag(nag),
            Token::Signs(signs) => {
                if let Some(nag) = nag_of_run(signs) {
                    self.nag(nag);
                }
            }
            Token::End(_) => {}
            Token::Word(word) => self.variation_word(word),
        }
    }

    /// Keeps a token of a variation before the first move.
    fn put_off(&mut self, token: Token<'t>) {
        match token {
            Token::Open => self.early_depth += 1,
            Token::Close => self.early_depth -= 1,
            _ => {}
        }
        self.early.push(token);
    }

    fn keeps(&self, kind: AnnotationKind) -> bool {
        self.kept.contains(&kind)
    }

    /// Writes the moves of the game up to the given number.
    fn write_moves(&mut self, game: &Game, number: usize) {
        for &chosen in game.moves.iter().take(number).skip(self.line.moves) {
            self.play(chosen);
            self.early_depth = 0;
            for token in std::mem::take(&mut self.early) {
                self.take(token);
            }
        }
    }

    fn play(&mut self, chosen: Move) {
        self.begin_move();
        self.line.before = self.line.position.clone();
        let is_numbered = std::mem::take(&mut self.line.is_numbered);
        self.words
            .play(&mut self.line.position, chosen, is_numbered);
    }

    /// Opens a variation before its first move.
    fn begin_move(&mut self) {
        if self.line.moves == 0 && !self.outer.is_empty() {
            self.words.open();
            for comment in std::mem::take(&mut self.line.early_comments) {
                self.words.comment(&comment);
            }
        }
        self.line.moves += 1;
    }

    fn open(&mut self) {
        let before = self.line.before.clone();
        let is_over = self.line.is_over;
        let outer = std::mem::replace(&mut self.line, Line::new(before));
        self.line.is_over = is_over;
        self.outer.push(outer);
    }

    /// Closes a variation; of one without moves its comments are written.
    fn close(&mut self) {
        let Some(outer) = self.outer.pop() else {
            return;
        };
        let inner = std::mem::replace(&mut self.line, outer);
        if inner.moves > 0 {
            self.words.close();
            self.line.is_numbered = true;
        }
        for comment in inner.early_comments {
            self.words.comment(&comment);
            self.line.is_numbered = true;
        }
    }

    fn nag(&mut self, nag: Nag) {
        let is_behind_move = self.line.moves > 0 || !self.outer.is_empty();
        if is_behind_move && self.keeps(AnnotationKind::Glyphs) && !self.line.is_over {
            self.words.push(&nag.to_string());
        }
    }

    /// Writes the glyph for a sign that is a word, or is glued to the move in it.
    fn sign_of(&mut self, word: &[u8], is_move: bool) {
        let nag = if is_move {
            nag_behind_move(word)
        } else {
            nag_of_sign(word)
        };
        if let Some(nag) = nag {
            self.nag(nag);
        }
    }

    fn variation_word(&mut self, word: &[u8]) {
        if self.line.is_over {
            return;
        }
        let position = &self.line.position;
        let readings = std::iter::once(PgnLanguage::English).chain(PgnLanguage::OTHERS);
        let mut read = readings.map(|language| read_move(word, language, position));
        let first = read.next().unwrap_or(Err(NonMove::Unreadable));
        let chosen = match first {
            Ok(chosen) => Some(chosen),
            Err(NonMove::Null) => return self.pass(),
            Err(NonMove::Remark) => return self.sign_of(word, false),
            Err(NonMove::Illegal | NonMove::Ambiguous | NonMove::Unreadable) => {
                read.find_map(Result::ok)
            }
        };
        match chosen {
            Some(chosen) => {
                self.play(chosen);
                self.sign_of(word, true);
            }
            None => self.line.is_over = true,
        }
    }

    /// Writes a null move; in check there is none.
    fn pass(&mut self) {
        match after_pass(&self.line.position) {
            Some(after) => {
                self.begin_move();
                let is_numbered = std::mem::take(&mut self.line.is_numbered);
                self.words.number(&self.line.position, is_numbered);
                self.line.before = std::mem::replace(&mut self.line.position, after);
                self.words.push("--");
            }
            None => self.line.is_over = true,
        }
    }

    fn comment(&mut self, comment: &[u8]) {
        if self.line.is_over {
            return;
        }
        let kept = self.kept_of(&decode_unmarked(comment));
        if kept.trim().is_empty() {
            return;
        }
        if self.line.moves == 0 && !self.outer.is_empty() {
            self.line.early_comments.push(kept);
        } else {
            self.words.comment(&kept);
            self.line.is_numbered = true;
        }
    }

    /// Returns the parts of a comment that are kept: commands such as `[%clk 0:01:00]`, and other text.
    fn kept_of(&self, comment: &str) -> String {
        let mut kept = String::new();
        let mut rest = comment;
        while let Some((text, command)) = rest.split_once("[%") {
            let (command, behind) = command.split_once(']').unwrap_or((command, ""));
            let name = command.split_whitespace().next().unwrap_or_default();
            if self.keeps(AnnotationKind::Comments) {
                kept.push_str(text);
            }
            if self.keeps(AnnotationKind::of_command(name)) {
                kept.extend([" [%", command, "] "]);
            }
            rest = behind;
        }
        if self.keeps(AnnotationKind::Comments) {
            kept.push_str(rest);
        }
        kept
    }
}

/// Returns the position after a null move; `None` in check.
fn after_pass(position: &Chess) -> Option<Chess> {
    let mut setup = position
        .clone()
        .swap_turn()
        .ok()?
        .to_setup(EnPassantMode::Legal);
    if position.turn() == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.position(position.castles().mode()).ok()
}

#[cfg(test)]
mod tests;
