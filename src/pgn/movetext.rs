//! Reading of a game's movetext, word by word: moves are played as they are read, and the first defect is recorded.
//!
//! Many PGN parsers skip what they cannot read, which gives games that were never played. So here every word of the
//! main line must be a move, a number, a result or a known remark, and every comment and variation must be closed;
//! the first violation is the game's defect. Reading continues after a defect only to find the end of the game.

use shakmaty::{Chess, Move, Position as _};

use super::letters::{LettersSeen, PgnLanguage};
use super::line::{ends_word, is_whole_tag, word_length};
use super::move_token::read_move;
use super::reject::RejectReason;
use super::result_token::{Forfeit, read_forfeit, read_result};
use crate::record::GameResult;

mod odd_words;

/// End of a movetext: missing, unfinished, or a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MovetextEnd {
    /// The movetext has no result and no `*` yet.
    #[default]
    Missing,
    /// The movetext ends with `*`.
    Unfinished,
    /// The movetext ends with a result.
    Known(GameResult),
}

/// Line numbers of findings, as counted by the caller.
#[derive(Clone, Copy, Debug, Default)]
struct MovetextLines {
    /// The current line; `None` before the first.
    now: Option<u64>,
    /// Line of the defect; `None` if it is before the movetext.
    defect: Option<u64>,
    /// Line on which the last comment begins.
    comment: Option<u64>,
    /// Line on which the open variation begins.
    variation: Option<u64>,
}

/// A remark that may be the beginning of a move: a lone `e`, `N` or `D`.
#[derive(Clone, Copy, Debug)]
struct OpenRemark {
    letter: u8,
    /// Number of moves before it.
    moves: usize,
    /// Line on which it stands.
    line: Option<u64>,
}

/// The state of a movetext while it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Movetext {
    language: PgnLanguage,
    in_comment: bool,
    depth: usize,
    /// Number of main-line words that are, or should be, moves.
    words: usize,
    outcome: MovetextEnd,
    defect: Option<RejectReason>,
    lines: MovetextLines,
    letters: LettersSeen,
    /// Number of moves before the open variation.
    before_variation: usize,
    /// Number of moves before the last comment.
    before_comment: usize,
    /// The last remark that may be the beginning of a move.
    open_remark: Option<OpenRemark>,
    /// True if the movetext says that a player won without play.
    is_forfeit: bool,
    /// True if the `Result` tag states a loss for both players, so that a last `0-0` is the result.
    lost_by_both: bool,
    /// Number of moves so far if the last one was written `0-0` and may be that result.
    castling_or_result: Option<usize>,
    /// Position after the moves so far.
    position: Chess,
}

impl Movetext {
    /// Creates an empty movetext that begins at `start`.
    pub(super) fn new(start: Chess, language: PgnLanguage) -> Self {
        Self {
            language,
            position: start,
            ..Self::default()
        }
    }

    /// Sets that the `Result` tag states a loss for both players.
    pub(super) const fn expect_double_forfeit(&mut self) {
        self.lost_by_both = true;
    }

    /// Returns the position after the moves so far.
    pub(super) const fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns true if a comment is open.
    pub(super) const fn in_comment(&self) -> bool {
        self.in_comment
    }

    /// Returns true if there was a word that is, or should be, a move.
    pub(super) const fn has_words(&self) -> bool {
        self.words > 0
    }

    /// Returns true if there is no defect, and no result or `*` yet.
    pub(super) fn is_unharmed(&self) -> bool {
        !self.has_outcome() && self.defect(0).is_none()
    }

    /// Returns true if the last word, after `moves` moves, is a remark that could be the beginning
    /// of a move.
    pub(super) fn ends_in_remark(&self, moves: usize) -> bool {
        self.open_remark.is_some_and(|remark| remark.moves == moves)
    }

    /// Returns true if the movetext says that a player won without play.
    pub(super) const fn is_forfeit(&self) -> bool {
        self.is_forfeit
    }

    /// Returns true if the result or `*` was reached and no comment or variation is open.
    pub(super) fn is_finished(&self) -> bool {
        self.has_outcome() && !self.in_comment && self.depth == 0
    }

    /// Returns true if the result or `*` was reached.
    pub(super) fn has_outcome(&self) -> bool {
        self.outcome != MovetextEnd::Missing
    }

    /// Returns the result after the moves; `None` for `*` and before it.
    pub(super) const fn result(&self) -> Option<GameResult> {
        match self.outcome {
            MovetextEnd::Known(result) => Some(result),
            MovetextEnd::Missing | MovetextEnd::Unfinished => None,
        }
    }

    /// Returns the piece letters of the main line.
    pub(super) const fn letters(&self) -> LettersSeen {
        self.letters
    }

    /// Returns the first defect of the movetext and the number of moves before it.
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

    /// Returns the line of the defect, or of the beginning of an unclosed comment or variation.
    pub(super) const fn defect_line(&self) -> Option<u64> {
        if self.in_comment {
            self.lines.comment
        } else if self.defect.is_some() {
            self.lines.defect
        } else {
            self.lines.variation
        }
    }

    /// Records a defect before the first word, so that no move is played.
    pub(super) fn note_defect(&mut self, reason: RejectReason) {
        if self.defect.is_none() {
            self.defect = Some(reason);
            self.lines.defect = self.lines.now;
        }
    }

    /// Discards words between tags, but not a defect, since the movetext is still to come. A variation that is open
    /// there is a defect.
    pub(super) fn forget_words(&mut self) {
        if self.depth > 0 {
            self.lines.now = self.lines.variation;
            self.note_defect(RejectReason::UnbalancedVariation);
            self.depth = 0;
        }
        self.words = 0;
    }

    /// Reads the next line, with its number, and adds its legal moves to `moves`.
    ///
    /// Returns the part that was not read, because it begins with a tag; else it is empty.
    pub(super) fn read_line<'a>(
        &mut self,
        number: u64,
        line: &'a [u8],
        moves: &mut Vec<Move>,
    ) -> &'a [u8] {
        self.lines.now = Some(number);
        if let Some(remark) = self.open_remark {
            self.check_line_after(remark, line, moves.len());
        }
        let mut rest = line;
        let mut previous: &[u8] = &[];
        while let Some((&byte, behind)) = rest.split_first() {
            if self.in_comment {
                let Some(end) = memchr::memchr(b'}', rest) else {
                    return &[];
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
                b';' => return &[],
                b'(' => {
                    if self.depth == 0 {
                        self.before_variation = moves.len();
                        self.lines.variation = self.lines.now;
                    }
                    self.depth += 1;
                }
                // This is a move number, as in `1) e4`.
                b')' if self.depth == 0 && is_number_before(line, whole, previous) => {}
                b')' => self.close_variation(),
                b'}' => self.stray_brace(moves),
                b'*' => self.end(MovetextEnd::Unfinished),
                b'$' => {
                    let digits = behind.iter().take_while(|byte| byte.is_ascii_digit());
                    rest = behind.get(digits.count()..).unwrap_or_default();
                }
                b'[' if self.depth == 0 && is_whole_tag(whole) => return whole,
                _ if ends_word(byte) && byte != b'[' => {}
                _ => {
                    let length = word_length(behind) + 1;
                    let (word, behind) = whole.split_at_checked(length).unwrap_or((whole, &[]));
                    rest = self.read_words(word, previous, behind, moves);
                    previous = word;
                }
            }
        }
        &[]
    }

    /// Reads a word and, where it begins a result of several words, those behind it; returns the text that is left.
    #[inline]
    fn read_words<'a>(
        &mut self,
        word: &[u8],
        previous: &[u8],
        behind: &'a [u8],
        moves: &mut Vec<Move>,
    ) -> &'a [u8] {
        let after_result = match word {
            _ if self.depth > 0 => return behind,
            b"-" => return self.spaced_result(previous, behind),
            [letter @ (b'e' | b'N' | b'D')] => {
                return self.lone_letter(*letter, previous, behind, moves.len());
            }
            b"5-0" | b"5:0" => self.decimal_result(previous, behind),
            [b'a'..=b'h', .., b'1' | b'8'] => self.spaced_promotion(word, behind, moves),
            [_, _, _, _, _] => self.spoken_result(word, behind),
            _ => None,
        };
        after_result.unwrap_or_else(|| {
            self.read_word(word, behind, moves);
            behind
        })
    }

    fn close_variation(&mut self) {
        match self.depth.checked_sub(1) {
            Some(depth) => self.depth = depth,
            None => self.note_defect(RejectReason::UnbalancedVariation),
        }
    }

    /// Handles a `}` outside of a comment: everything since the last comment may be its text.
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

    /// Reads a word of the main line; `behind` is the text after it.
    #[inline]
    fn read_word(&mut self, word: &[u8], behind: &[u8], moves: &mut Vec<Move>) {
        match word.first() {
            Some(b'0'..=b'9') => {
                if is_number(word) && (word.len() < 4 || behind.first() == Some(&b'.')) {
                    return;
                }
                if let Some(result) = read_result(word) {
                    return self.end(MovetextEnd::Known(result));
                }
            }
            Some(&letter @ b'A'..=b'Z') if word.len() > 2 => self.letters.add(letter),
            Some(b'a'..=b'h') if !word.last().is_some_and(u8::is_ascii_digit) => {
                self.add_promotion(word);
            }
            Some(0x80..) => return self.read_typographic_word(word, moves),
            _ => {}
        }
        self.words += 1;
        if self.defect.is_some() {
            return;
        }
        match read_move(word, self.language, &self.position) {
            Ok(chosen) => self.play(word, chosen, moves),
            Err(why) => self.read_odd_word(word, why, moves),
        }
    }

    #[inline]
    fn play(&mut self, word: &[u8], chosen: Move, moves: &mut Vec<Move>) {
        if self.has_outcome() {
            return self.note_defect(RejectReason::MovesAfterResult);
        }
        self.position.play_unchecked(chosen);
        moves.push(chosen);
        if self.lost_by_both {
            let may_be_result = read_forfeit(word) == Some(Forfeit::Double);
            self.castling_or_result = may_be_result.then_some(moves.len());
        }
    }
}

/// Returns true for a word of digits, except `00` and `000`, which are castling.
fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit) && !matches!(word, b"00" | b"000")
}

/// Returns true if the text right before `rest`, the end of a line, is the number `previous`.
fn is_number_before(line: &[u8], rest: &[u8], previous: &[u8]) -> bool {
    let before = line
        .len()
        .checked_sub(rest.len())
        .and_then(|end| line.get(..end));
    is_number(previous) && before.is_some_and(|before| before.ends_with(previous))
}
