//! Reading that survives a panic: the game is rejected, and the next one is read.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrayvec::ArrayVec;

use super::line::{is_event, is_tag, next_line, trim};
use super::parse::{ParsedSpan, PgnParser};
use super::reject::RejectReason;
use super::validate::ParseStatus;
use crate::record::Game;

impl PgnParser<'_> {
    /// Reads a game with `read`; if that panics, the text up to the next game is rejected.
    pub(super) fn guarded(
        &mut self,
        game: &mut Game,
        read: impl FnOnce(&mut Self, &mut Game) -> Option<ParsedSpan>,
    ) -> Option<ParsedSpan> {
        let (start, line) = (self.at, self.lines);
        catch_unwind(AssertUnwindSafe(|| read(self, game))).unwrap_or_else(|_| {
            game.clear();
            self.skip_to_next_game(start);
            Some(ParsedSpan {
                bytes: start..self.at,
                line,
                damage_line: None,
                is_settled: false,
                dropped_tags: 0,
                alternatives: ArrayVec::new(),
                status: ParseStatus::Refused(RejectReason::ReaderFailed),
            })
        })
    }

    /// Skips to the next line with a tag that begins a game, at least one line after `start`.
    #[cold]
    fn skip_to_next_game(&mut self, start: usize) {
        self.after_blank = false;
        while let Some(next) = next_line(self.text.get(self.at..).unwrap_or_default()) {
            let line = trim(next.text);
            let opens = is_event(line) || (self.after_blank && is_tag(line));
            if self.at > start && opens {
                return;
            }
            self.after_blank = line.is_empty();
            self.at += next.width;
            self.lines += u64::from(next.is_counted);
        }
    }
}
