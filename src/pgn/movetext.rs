//! A game's movetext, word by word: played as it is read, and watched for what is open or amiss.
//!
//! Parsers of PGN usually pass over what they cannot read. That would leave games that were never
//! played, so here every word of the main line must be a move, a number, a result or a known
//! remark, and every comment and variation must be closed; the first thing amiss is the game's
//! defect. Reading goes on behind a defect, only to find where the game ends.

use shakmaty::{Chess, Move, Position as _};

use super::line::ends_word;
use super::move_token::{NonMove, PgnLanguage, begins_move, read_move, read_result};
use super::reject::RejectReason;
use crate::record::GameResult;

/// The result behind the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MovetextEnd {
    /// Not reached.
    #[default]
    Missing,
    /// `*`.
    Unfinished,
    /// A result.
    Known(GameResult),
}

/// The letters that pieces were named by in the main line.
#[derive(Clone, Copy, Debug, Default)]
struct LettersSeen {
    english: bool,
    spanish: bool,
}

/// The lines on which something was met, as they are counted by whoever gives the lines.
#[derive(Clone, Copy, Debug, Default)]
struct MovetextLines {
    /// The one that is read; `None` before the first.
    now: Option<u64>,
    /// Where the defect stands; `None` if it stands before the movetext.
    defect: Option<u64>,
    /// Where the comment that was opened last begins.
    comment: Option<u64>,
    /// Where the variation that is open now begins.
    variation: Option<u64>,
}

/// What is known of the movetext so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Movetext {
    language: PgnLanguage,
    in_comment: bool,
    depth: usize,
    /// Words of the main line that are, or should be, moves.
    words: usize,
    outcome: MovetextEnd,
    defect: Option<RejectReason>,
    lines: MovetextLines,
    letters: LettersSeen,
    /// How many of the moves stood before the variation that is open now.
    before_variation: usize,
    /// How many stood before the comment that was opened last.
    before_comment: usize,
    /// How many stand before the last remark that may be the beginning of a move.
    before_remark: Option<usize>,
    /// The position after the moves so far.
    position: Chess,
}

impl Movetext {
    /// Movetext that begins at `start`.
    pub(super) fn new(start: Chess, language: PgnLanguage) -> Self {
        Self {
            language,
            position: start,
            ..Self::default()
        }
    }

    /// The position after the moves that were played.
    pub(super) const fn position(&self) -> &Chess {
        &self.position
    }

    /// Whether a comment is open.
    pub(super) const fn in_comment(&self) -> bool {
        self.in_comment
    }

    /// Whether there was a word that is, or should be, a move.
    pub(super) const fn has_words(&self) -> bool {
        self.words > 0
    }

    /// Whether there was nothing so far but comments, numbers and signs, and nothing is amiss.
    pub(super) fn is_empty(&self) -> bool {
        !self.has_words() && !self.has_outcome() && self.defect(0).is_none()
    }

    /// Whether the text may end in the middle of a move, where `moves` were read: its last word is
    /// a remark that moves begin with, too.
    pub(super) fn ends_in_remark(&self, moves: usize) -> bool {
        self.before_remark == Some(moves)
    }

    /// Whether the result or `*` was reached and nothing is open.
    pub(super) fn is_finished(&self) -> bool {
        self.has_outcome() && !self.in_comment && self.depth == 0
    }

    /// Whether the result or `*` was reached.
    pub(super) fn has_outcome(&self) -> bool {
        self.outcome != MovetextEnd::Missing
    }

    /// The result behind the moves, if there is one and it is not `*`.
    pub(super) const fn result(&self) -> Option<GameResult> {
        match self.outcome {
            MovetextEnd::Known(result) => Some(result),
            MovetextEnd::Missing | MovetextEnd::Unfinished => None,
        }
    }

    /// Whether the pieces bear Spanish letters, and none an English one.
    pub(super) const fn looks_spanish(&self) -> bool {
        self.letters.spanish && !self.letters.english
    }

    /// The first thing amiss with the whole movetext, and how many moves stood before it.
    pub(super) fn defect(&self, moves: usize) -> Option<(RejectReason, usize)> {
        if self.in_comment {
            Some((
                RejectReason::UnclosedComment,
                self.before_comment.min(moves),
            ))
        } else if let Some(reason) = &self.defect {
            Some((reason.clone(), moves))
        } else if self.depth > 0 {
            Some((
                RejectReason::UnbalancedVariation,
                self.before_variation.min(moves),
            ))
        } else {
            None
        }
    }

    /// The line of that, or where it begins, if it does not end.
    pub(super) const fn defect_line(&self) -> Option<u64> {
        if self.in_comment {
            self.lines.comment
        } else if self.defect.is_some() {
            self.lines.defect
        } else {
            self.lines.variation
        }
    }

    /// Notes what is amiss before the first word, so that nothing is played.
    pub(super) fn note_defect(&mut self, reason: RejectReason) {
        if self.defect.is_none() {
            self.defect = Some(reason);
            self.lines.defect = self.lines.now;
        }
    }

    /// Forgets the words so far, but not what was amiss: they stood between tags, and the movetext
    /// is still to come.
    pub(super) const fn forget_words(&mut self) {
        self.words = 0;
    }

    /// Takes the next line, with its number; legal moves are added to `moves`.
    pub(super) fn read_line(&mut self, number: u64, line: &[u8], moves: &mut Vec<Move>) {
        self.lines.now = Some(number);
        let mut rest = line;
        while let Some((&byte, behind)) = rest.split_first() {
            if self.in_comment {
                let Some(end) = memchr::memchr(b'}', rest) else {
                    return;
                };
                self.in_comment = false;
                rest = rest.get(end + 1..).unwrap_or_default();
                continue;
            }
            let whole = rest;
            rest = behind;
            match byte {
                b'{' => {
                    self.in_comment = true;
                    self.before_comment = moves.len();
                    self.lines.comment = self.lines.now;
                }
                b';' => return,
                b'(' => {
                    if self.depth == 0 {
                        self.before_variation = moves.len();
                        self.lines.variation = self.lines.now;
                    }
                    self.depth += 1;
                }
                b')' => self.close_variation(),
                b'}' => self.stray_brace(moves),
                b'*' => self.end(MovetextEnd::Unfinished),
                b'$' => {
                    let digits = behind.iter().take_while(|byte| byte.is_ascii_digit());
                    rest = behind.get(digits.count()..).unwrap_or_default();
                }
                _ if ends_word(byte) => {}
                _ => {
                    let length = 1 + behind
                        .iter()
                        .position(|&byte| ends_word(byte))
                        .unwrap_or(behind.len());
                    let (word, behind) = whole.split_at_checked(length).unwrap_or((whole, &[]));
                    self.read_word(word, moves);
                    rest = behind;
                }
            }
        }
    }

    fn close_variation(&mut self) {
        match self.depth.checked_sub(1) {
            Some(depth) => self.depth = depth,
            None => self.note_defect(RejectReason::UnbalancedVariation),
        }
    }

    /// Where a comment ends that is none, what was read since the last one began may be its text.
    #[cold]
    fn stray_brace(&mut self, moves: &mut Vec<Move>) {
        if self.defect.is_none() {
            moves.truncate(self.before_comment);
        }
        self.note_defect(RejectReason::StrayBrace);
    }

    fn end(&mut self, outcome: MovetextEnd) {
        if self.depth == 0 && self.outcome == MovetextEnd::Missing {
            self.outcome = outcome;
        }
    }

    fn read_word(&mut self, word: &[u8], moves: &mut Vec<Move>) {
        if self.depth > 0 {
            return;
        }
        match word.first() {
            Some(b'0'..=b'9' | 0x80..) => {
                if word.iter().all(u8::is_ascii_digit) {
                    return;
                }
                if let Some(result) = read_result(word) {
                    return self.end(MovetextEnd::Known(result));
                }
            }
            Some(b'N' | b'B' | b'Q' | b'K') => self.letters.english = true,
            Some(b'C' | b'A' | b'D' | b'T') if word.len() > 2 => self.letters.spanish = true,
            _ => {}
        }
        self.words += 1;
        if self.defect.is_some() {
            return;
        }
        let played = read_move(word, self.language, &self.position);
        match played {
            Ok(_) if self.has_outcome() => self.note_defect(RejectReason::MovesAfterResult),
            Ok(chosen) => {
                self.position.play_unchecked(chosen);
                moves.push(chosen);
            }
            Err(why) => self.handle_non_move(word, why, moves.len()),
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
                self.before_remark = begins_move(word).then_some(moves);
            }
            // What stands behind the result is no longer the game.
            _ if self.has_outcome() && why == NonMove::Unreadable => self.words -= 1,
            _ if self.has_outcome() => self.note_defect(RejectReason::MovesAfterResult),
            NonMove::Null => self.note_defect(RejectReason::NullMove { number, dots }),
            NonMove::Illegal => self.note_defect(RejectReason::IllegalMove {
                number,
                dots,
                san: text(),
            }),
            NonMove::Unreadable => self.note_defect(RejectReason::NotAMove(text())),
        }
    }
}
