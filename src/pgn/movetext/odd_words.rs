//! Unusual words of the main line: typographic characters, forfeits, results glued to moves, remarks.

use shakmaty::san::San;
use shakmaty::{Chess, Move, Position as _};

use super::{Movetext, MovetextEnd, OpenRemark, is_number};
use crate::pgn::letters::PgnLanguage;
use crate::pgn::line::word_length;
use crate::pgn::move_token::{NonMove, begins_move, promotion_letter, read_move};
use crate::pgn::reject::RejectReason;
use crate::pgn::result_token::{
    Forfeit, read_forfeit, read_result, read_spoken_result, split_result,
};
use crate::pgn::typography::{has_figurine, is_russian, is_sign, plain};
use crate::record::GameResult;

impl Movetext {
    /// Reads the dash of a result that is written with blanks, `1 - 0`; returns the text behind it. Another dash is
    /// passed over.
    #[cold]
    pub(super) fn spaced_result<'a>(&mut self, before: &[u8], behind: &'a [u8]) -> &'a [u8] {
        let (after, rest) = next_word(behind);
        let joined = [before, b"-", after].concat();
        if let Some(result) = read_result(&joined) {
            self.end(MovetextEnd::Known(result));
            return rest;
        }
        if self.lost_by_both && read_forfeit(&joined) == Some(Forfeit::Double) {
            self.end(MovetextEnd::Unfinished);
            return rest;
        }
        behind
    }

    /// Reads a lone `e`, `N` or `D`, and returns the text behind it: `e. p.` is a remark, and so is the mark of a
    /// novelty or a diagram. Before a word with which it is a move, as in `N f3`, nobody can say which of the two is meant.
    #[cold]
    pub(super) fn lone_letter<'a>(
        &mut self,
        letter: u8,
        previous: &[u8],
        behind: &'a [u8],
        moves: usize,
    ) -> &'a [u8] {
        let (next, rest) = next_word(without_dots(behind));
        if self.has_outcome() {
            return behind;
        }
        let is_remark = match letter {
            b'e' => next.is_empty() || next == b"p",
            // A mark stands behind a move, and not behind its number.
            _ if is_number(previous) => !may_be_move(letter, next),
            _ => !self.is_torn_move(letter, next),
        };
        if is_remark {
            self.open_remark = Some(OpenRemark {
                letter,
                moves,
                line: self.lines.now,
            });
        } else {
            self.words += 1;
            self.note_defect(RejectReason::NotAMove(char::from(letter).to_string()));
        }
        if next == b"p" { rest } else { behind }
    }

    /// Checks the line after one that ends with a lone letter: with its first word it may be a move.
    #[cold]
    pub(super) fn check_line_after(&mut self, remark: OpenRemark, line: &[u8], moves: usize) {
        let is_next = remark.line.map(|before| before + 1) == self.lines.now;
        if is_next
            && remark.moves == moves
            && !self.in_comment
            && self.depth == 0
            && self.is_torn_move(remark.letter, next_word(line).0)
        {
            let letter = char::from(remark.letter);
            self.note_defect(RejectReason::NotAMove(letter.to_string()));
        }
    }

    /// Returns true if a letter and the word behind it are a legal move together.
    fn is_torn_move(&self, letter: u8, next: &[u8]) -> bool {
        let joined = [&[letter], next].concat();
        // The number of the next move does not belong to `D4`.
        let may_follow = !next.is_empty() && (letter == b'e' || !is_number(next));
        // A queen is a `D` in German and in many other languages.
        may_follow
            && [self.language, PgnLanguage::English, PgnLanguage::German]
                .into_iter()
                .any(|language| read_move(&joined, language, &self.position).is_ok())
    }

    /// Reads the middle of `0.5-0.5`, which its points divide; returns the text behind the result.
    #[cold]
    pub(super) fn decimal_result<'a>(
        &mut self,
        before: &[u8],
        behind: &'a [u8],
    ) -> Option<&'a [u8]> {
        let rest = behind.strip_prefix(b".5").filter(|_| before == b"0")?;
        self.end(MovetextEnd::Known(GameResult::Draw));
        Some(rest)
    }

    /// Reads a pawn's move to the last rank whose piece stands apart, `e8 =Q`; returns the text behind it.
    #[cold]
    pub(super) fn spaced_promotion<'a>(
        &mut self,
        word: &[u8],
        behind: &'a [u8],
        moves: &mut Vec<Move>,
    ) -> Option<&'a [u8]> {
        let [b'=', piece @ b'A'..=b'Z', rest @ ..] = behind.trim_ascii_start() else {
            return None;
        };
        let joined = [word, b"=", &[*piece]].concat();
        self.add_promotion(&joined);
        self.read_typographic_word(&joined, moves);
        Some(rest)
    }

    /// Adds the letter of a promotion, which may be the only sign of the language.
    #[cold]
    pub(super) fn add_promotion(&mut self, word: &[u8]) {
        if let Some(letter) = promotion_letter(word) {
            self.letters.add(letter);
        }
    }

    /// Reads a result in words, `White resigns`, whose first is `player`; returns the text behind it.
    #[inline]
    pub(super) fn spoken_result<'a>(
        &mut self,
        player: &[u8],
        behind: &'a [u8],
    ) -> Option<&'a [u8]> {
        if !matches!(
            player,
            [b'W' | b'w' | b'B' | b'b', .., b'e' | b'E' | b'k' | b'K']
        ) {
            return None;
        }
        let (verb, rest) = next_word(behind);
        let result = read_spoken_result(player, verb)?;
        self.end(MovetextEnd::Known(result));
        Some(rest)
    }

    /// Reads a word that begins with a letter outside ASCII, or has one: it may consist of several.
    #[cold]
    pub(super) fn read_typographic_word(&mut self, word: &[u8], moves: &mut Vec<Move>) {
        if let Some(result) = read_result(word) {
            return self.end(MovetextEnd::Known(result));
        }
        let plainly = plain(word);
        for part in plainly.split_ascii_whitespace() {
            if is_number(part.as_bytes()) {
                continue;
            }
            if let Some(result) = read_result(part.as_bytes()) {
                self.end(MovetextEnd::Known(result));
                continue;
            }
            // Figurines were converted to English letters and count as such.
            if is_russian(part) {
                self.letters.add_russian();
            } else if let [letter @ b'A'..=b'Z', _, _, ..] = part.as_bytes() {
                self.letters.add(*letter);
            }
            self.words += 1;
            if self.defect.is_some() {
                continue;
            }
            match read_move(part.as_bytes(), self.language, &self.position) {
                Ok(chosen) => self.play(part.as_bytes(), chosen, moves),
                // A figurine is never the mark of a novelty.
                Err(NonMove::Remark) if part.len() == 1 && has_figurine(word) => {
                    self.handle_non_move(part.as_bytes(), NonMove::Unreadable, moves.len());
                }
                Err(why) => self.handle_non_move(part.as_bytes(), why, moves.len()),
            }
        }
    }

    /// Reads a word that is not a move: several words, a move and a result in one, a forfeit, or a remark.
    #[cold]
    pub(super) fn read_odd_word(&mut self, word: &[u8], why: NonMove, moves: &mut Vec<Move>) {
        if !word.is_ascii() && why != NonMove::Remark {
            self.words -= 1;
            return self.read_typographic_word(word, moves);
        }
        if !self.has_outcome()
            && let Some(outcome) = self.forfeit(word, moves.len())
        {
            self.words -= 1;
            self.is_forfeit |= matches!(outcome, MovetextEnd::Known(_));
            return self.end(outcome);
        }
        if let Some(result) = read_result(word) {
            self.words -= 1;
            return self.end(MovetextEnd::Known(result));
        }
        if let Some((word, result)) = split_result(word) {
            // Signs that stand before a result belong to the move before, as in `Qh4!!#0-1`.
            if is_sign(word) {
                self.words -= 1;
                return self.end(MovetextEnd::Known(result));
            }
            if let Ok(chosen) = read_move(word, self.language, &self.position) {
                self.play(word, chosen, moves);
                return self.end(MovetextEnd::Known(result));
            }
        }
        self.handle_non_move(word, why, moves.len());
    }

    /// Returns the end of the game if a word is a forfeit.
    ///
    /// `+--` is one only in a game without moves: after moves it means that White stands better. `+:-` never means that.
    fn forfeit(&self, word: &[u8], moves: usize) -> Option<MovetextEnd> {
        match read_forfeit(word)? {
            Forfeit::Won(result) => {
                (moves == 0 || word.contains(&b':')).then_some(MovetextEnd::Known(result))
            }
            Forfeit::Double => self.lost_by_both.then_some(MovetextEnd::Unfinished),
        }
    }

    /// Takes back a last `0-0` that is the result of both players, and not castling; `start` is the position before
    /// the moves.
    pub(in crate::pgn) fn settle(&mut self, start: &Chess, moves: &mut Vec<Move>) {
        if self.castling_or_result == Some(moves.len())
            && !self.has_outcome()
            && self.defect.is_none()
        {
            moves.pop();
            self.position = start.clone();
            for &chosen in &*moves {
                self.position.play_unchecked(chosen);
            }
            self.end(MovetextEnd::Unfinished);
        }
    }

    #[cold]
    fn handle_non_move(&mut self, word: &[u8], why: NonMove, moves: usize) {
        let text = || String::from_utf8_lossy(word).into_owned();
        let number = self.position.fullmoves().get();
        let dots = self.position.turn().fold_wb(".", "...");
        match why {
            NonMove::Remark => {
                self.words -= 1;
                self.open_remark = match word {
                    [letter] if begins_move(word) => Some(OpenRemark {
                        letter: *letter,
                        moves,
                        line: self.lines.now,
                    }),
                    _ => None,
                };
            }
            // Unreadable words after the result no longer belong to the game.
            _ if self.has_outcome() && why == NonMove::Unreadable => self.words -= 1,
            _ if self.has_outcome() => self.note_defect(RejectReason::MovesAfterResult),
            NonMove::Null => self.note_defect(RejectReason::NullMove { number, dots }),
            NonMove::Illegal => self.note_defect(RejectReason::IllegalMove {
                number,
                dots,
                san: text(),
            }),
            NonMove::Ambiguous => self.note_defect(RejectReason::AmbiguousMove {
                number,
                dots,
                san: text(),
            }),
            NonMove::Unreadable => self.note_defect(RejectReason::NotAMove(text())),
        }
    }
}

/// Returns true if a letter and the word behind it have the form of a move together.
fn may_be_move(letter: u8, next: &[u8]) -> bool {
    San::from_ascii(&[&[letter], next].concat()).is_ok()
}

/// Returns a text without the blanks and dots at its beginning, as in `e. p.`.
fn without_dots(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b'.'));
    text.get(end.unwrap_or(text.len())..).unwrap_or_default()
}

/// Splits a text behind its first word.
fn next_word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii_start();
    text.split_at_checked(word_length(text))
        .unwrap_or((text, &[]))
}
