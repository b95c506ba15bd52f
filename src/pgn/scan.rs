//! A watch over a game's movetext, line by line: where comments and variations stand, whether the
//! result was reached, and whether every word that looks like a move can be read as one.
//!
//! `pgn-reader` passes over what it cannot read; that would leave games that were never played.
//! The scan counts the moves of the main line, and the reader must come to the same number.
//!
//! May use: record.

use shakmaty::san::SanPlus;

use crate::record::GameResult;

use super::reject::Reason;

/// The result behind the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Outcome {
    /// Not reached.
    #[default]
    Awaited,
    /// `*`.
    Open,
    /// A result.
    Known(GameResult),
}

/// What is known of the movetext so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    in_comment: bool,
    depth: usize,
    /// Moves of the main line.
    pub(super) moves: usize,
    outcome: Outcome,
    defect: Option<Reason>,
}

impl Scan {
    /// Whether a comment is open.
    pub(super) const fn in_comment(&self) -> bool {
        self.in_comment
    }

    /// Whether the result was reached and nothing is open.
    pub(super) fn is_finished(&self) -> bool {
        self.outcome != Outcome::Awaited && !self.in_comment && self.depth == 0
    }

    /// The result behind the moves, if there is one and it is not `*`.
    pub(super) const fn result(&self) -> Option<GameResult> {
        match self.outcome {
            Outcome::Known(result) => Some(result),
            Outcome::Awaited | Outcome::Open => None,
        }
    }

    /// The first thing wrong with the whole movetext.
    pub(super) fn defect(&self) -> Option<Reason> {
        if self.in_comment {
            Some(Reason::UnclosedComment)
        } else if let Some(reason) = &self.defect {
            Some(reason.clone())
        } else if self.depth > 0 {
            Some(Reason::UnbalancedVariation)
        } else {
            None
        }
    }

    /// Takes the next line.
    pub(super) fn line(&mut self, line: &[u8]) {
        let mut rest = line;
        while let Some((&byte, behind)) = rest.split_first() {
            if self.in_comment {
                self.in_comment = byte != b'}';
                rest = behind;
                continue;
            }
            match byte {
                b'{' => self.in_comment = true,
                b';' => return,
                b'(' => self.depth += 1,
                b')' => self.close_variation(),
                b'*' => self.end(Outcome::Open),
                _ if is_token_end(byte) => {}
                _ => {
                    let end = rest
                        .iter()
                        .position(|&byte| is_token_end(byte))
                        .unwrap_or(rest.len());
                    let (token, behind) = rest.split_at(end);
                    self.token(token);
                    rest = behind;
                    continue;
                }
            }
            rest = behind;
        }
    }

    fn close_variation(&mut self) {
        match self.depth.checked_sub(1) {
            Some(depth) => self.depth = depth,
            None => self.refuse(Reason::UnbalancedVariation),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        if self.depth == 0 && self.outcome == Outcome::Awaited {
            self.outcome = outcome;
        }
    }

    fn token(&mut self, token: &[u8]) {
        if self.depth > 0 || token.iter().all(u8::is_ascii_digit) {
            return;
        }
        if let Some(result) = result_of(token) {
            self.end(Outcome::Known(result));
        } else if SanPlus::from_ascii(token).is_ok() {
            if self.outcome != Outcome::Awaited {
                self.refuse(Reason::MovesAfterResult);
            }
            self.moves += 1;
        } else if looks_like_a_move(token) {
            self.refuse(Reason::NotAMove(
                String::from_utf8_lossy(token).into_owned(),
            ));
        }
    }

    fn refuse(&mut self, reason: Reason) {
        self.defect.get_or_insert(reason);
    }
}

/// The result that a word stands for; long dashes and `½` are met in the wild.
fn result_of(token: &[u8]) -> Option<GameResult> {
    match std::str::from_utf8(token).ok()? {
        "1-0" | "1–0" | "1—0" => Some(GameResult::WhiteWins),
        "0-1" | "0–1" | "0—1" => Some(GameResult::BlackWins),
        "1/2-1/2" | "1/2–1/2" | "½-½" | "½–½" | "1/2" => Some(GameResult::Draw),
        _ => None,
    }
}

/// Whether a word names a square or castles.
fn looks_like_a_move(token: &[u8]) -> bool {
    let names_a_square = token.windows(2).any(|pair| {
        matches!(pair, [file, rank] if (b'a'..=b'h').contains(file) && rank.is_ascii_digit())
    });
    let castles = token
        .get(..3)
        .is_some_and(|start| matches!(start, b"O-O" | b"o-o" | b"0-0"));
    names_a_square || castles
}

/// The bytes at which a word of the movetext ends.
pub(super) const fn is_token_end(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
    )
}
