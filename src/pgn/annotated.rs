//! Writing games again with the annotations of their text: comments, glyphs, variations, clocks and evaluations.

use shakmaty::{Chess, Move, Position as _};

use super::encoding::decode_unmarked;
use super::letters::PgnLanguage;
use super::move_token::{NonMove, read_move};
use super::visit::{MainLine, Token, Tokens};
use super::write::{MovetextWriter, write_tags};
use crate::record::Game;

/// A kind of annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    /// Comments in braces, with the coloured squares and arrows of analysis programs.
    Comments,
    /// Glyphs such as `$1` or `!?`.
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
/// A variation ends where its text is not a legal move or a null move. Comments to the end of a line (`;`) are left out.
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
        is_numbered: true,
        skipped: 0,
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
    /// True if the line cannot be followed further.
    is_over: bool,
}

impl Line {
    fn new(start: Chess) -> Self {
        Self {
            before: start.clone(),
            position: start,
            is_over: false,
        }
    }
}

struct AnnotationWriter<'a> {
    words: MovetextWriter<'a>,
    kept: &'a [AnnotationKind],
    line: Line,
    /// The lines around this variation.
    outer: Vec<Line>,
    /// True if Black's next move needs its number.
    is_numbered: bool,
    /// Number of open variations that are not written.
    skipped: usize,
}

impl AnnotationWriter<'_> {
    fn write(&mut self, game: &Game, text: &[u8]) {
        let mut main_line = MainLine::new(game);
        let mut written = 0;
        for token in Tokens::new(text) {
            match token {
                Token::Open if self.skipped > 0 || !self.keeps(AnnotationKind::Variations) => {
                    self.skipped += 1;
                }
                Token::Close if self.skipped > 0 => self.skipped -= 1,
                _ if self.skipped > 0 => {}
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Comment(comment) => self.comment(comment),
                Token::Nag(nag) => {
                    if self.keeps(AnnotationKind::Glyphs) && !self.line.is_over {
                        self.words.push(&nag.to_string());
                    }
                }
                Token::End(_) => {}
                Token::Word(word) if self.outer.is_empty() => {
                    main_line.take_parts(word);
                    self.write_moves(game, &mut written, main_line.taken());
                }
                Token::Word(word) => self.variation_word(word),
            }
        }
        while !self.outer.is_empty() {
            self.close();
        }
        self.write_moves(game, &mut written, game.moves.len());
    }

    fn keeps(&self, kind: AnnotationKind) -> bool {
        self.kept.contains(&kind)
    }

    /// Writes the moves of the game up to the given number.
    fn write_moves(&mut self, game: &Game, written: &mut usize, number: usize) {
        for &chosen in game.moves.iter().take(number).skip(*written) {
            self.play(chosen);
        }
        *written = number.max(*written);
    }

    fn play(&mut self, chosen: Move) {
        self.line.before = self.line.position.clone();
        let is_numbered = std::mem::take(&mut self.is_numbered);
        self.words
            .play(&mut self.line.position, chosen, is_numbered);
    }

    fn open(&mut self) {
        let before = self.line.before.clone();
        let is_over = self.line.is_over;
        let outer = std::mem::replace(&mut self.line, Line::new(before));
        self.line.is_over = is_over;
        self.outer.push(outer);
        if !is_over {
            self.words.open();
        }
        self.is_numbered = true;
    }

    fn close(&mut self) {
        let Some(outer) = self.outer.pop() else {
            return;
        };
        if !outer.is_over {
            self.words.close();
        }
        self.line = outer;
        self.is_numbered = true;
    }

    fn variation_word(&mut self, word: &[u8]) {
        if self.line.is_over {
            return;
        }
        let position = &self.line.position;
        let readings = std::iter::once(PgnLanguage::English).chain(PgnLanguage::OTHERS);
        let mut read = readings.map(|language| read_move(word, language, position));
        let first = read.next().unwrap_or(Err(NonMove::Unreadable));
        match first {
            Ok(chosen) => self.play(chosen),
            Err(NonMove::Null) => self.pass(),
            Err(NonMove::Remark) => {}
            Err(NonMove::Illegal | NonMove::Ambiguous | NonMove::Unreadable) => {
                match read.find_map(Result::ok) {
                    Some(chosen) => self.play(chosen),
                    None => self.line.is_over = true,
                }
            }
        }
    }

    /// Writes a null move; in check there is none.
    fn pass(&mut self) {
        match self.line.position.clone().swap_turn() {
            Ok(after) => {
                let is_numbered = std::mem::take(&mut self.is_numbered);
                self.words.number(&self.line.position, is_numbered);
                self.line.before = std::mem::replace(&mut self.line.position, after);
                self.words.push("--");
            }
            Err(_) => self.line.is_over = true,
        }
    }

    fn comment(&mut self, comment: &[u8]) {
        if self.line.is_over {
            return;
        }
        let kept = self.kept_of(&decode_unmarked(comment));
        if !kept.trim().is_empty() {
            self.words.comment(&kept);
            self.is_numbered = true;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::read_games;

    const TEXT: &str = "[Event \"e\"]\n[Source \"notes\"]\n\n{before} 1. e4 {[%clk 0:01:00] good [%eval 0.2]} e5!? \
        (1... c5 2. Cf3 (2. -- d6 {free}) 2... d6 3. Qh8 Nf6) 2. Nf3 $14 Nc6 (2... d6 {old} 3. d4) 3. Bb51-0\n";

    fn written(kept: &[AnnotationKind]) -> String {
        let game = read_games(TEXT.as_bytes())
            .next()
            .expect("a game")
            .expect("sound");
        let text = format_with_annotations(&game, TEXT.as_bytes(), kept);
        let again = read_games(text.as_bytes())
            .next()
            .expect("a game")
            .expect("sound");
        assert_eq!(
            (&again.moves, again.result),
            (&game.moves, game.result),
            "{text}"
        );
        assert!(text.contains("[Source \"notes\"]"));
        assert_eq!(
            format_with_annotations(&again, text.as_bytes(), kept),
            text,
            "written twice"
        );
        let (_, moves) = text.split_once("\n\n").expect("moves");
        moves.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn annotations_are_written_by_kind() {
        assert_eq!(written(&[]), "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0");
        assert_eq!(
            written(&AnnotationKind::ALL),
            "{before} 1. e4 {[%clk 0:01:00] good [%eval 0.2]} 1... e5 $5 (1... c5 2. Nf3 (2. -- d6 {free}) 2... d6) \
             2. Nf3 $14 Nc6 (2... d6 {old} 3. d4) 3. Bb5 1-0"
        );
        assert_eq!(
            written(&[AnnotationKind::Clocks]),
            "1. e4 {[%clk 0:01:00]} 1... e5 2. Nf3 Nc6 3. Bb5 1-0"
        );
        assert_eq!(
            written(&[AnnotationKind::Comments, AnnotationKind::Glyphs]),
            "{before} 1. e4 {good} 1... e5 $5 2. Nf3 $14 Nc6 3. Bb5 1-0"
        );
        assert_eq!(
            written(&[AnnotationKind::Evaluations, AnnotationKind::Variations]),
            "1. e4 {[%eval 0.2]} 1... e5 (1... c5 2. Nf3 (2. -- d6) 2... d6) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 1-0"
        );
    }
}
