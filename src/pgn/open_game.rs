//! The game that is being read: its place, its damage and its movetext so far.

use super::line::tag_name;
use super::movetext::Movetext;
use super::reject::RejectReason;
use super::tags::{Contradiction, TagLine};
use crate::foreign::shortened;
use crate::record::Tags;

/// The game that is being read.
#[derive(Debug)]
pub(super) struct OpenGame {
    pub(super) start: usize,
    /// Offset of the end of its last line.
    pub(super) end: usize,
    /// True if text outside of games already follows it.
    pub(super) is_over: bool,
    pub(super) line: u64,
    pub(super) last_line: u64,
    pub(super) has_event: bool,
    /// First broken tag, with its line.
    pub(super) broken_tag: Option<(RejectReason, u64)>,
    /// True if the game cannot be trusted without the broken tag.
    pub(super) is_torn: bool,
    /// Number of tags that were left out because they are broken.
    pub(super) dropped_tags: u64,
    /// Number of further lines that belong to a tag already read.
    pub(super) lines_read: u64,
    pub(super) movetext: Option<Movetext>,
}

impl OpenGame {
    /// Records broken and contradicting tags of a line.
    #[cold]
    pub(super) fn note_broken(&mut self, found: &TagLine<'_>, line: u64) {
        self.dropped_tags += found.breaks;
        let was_torn = self.is_torn;
        self.is_torn |= found.is_vital || found.contradiction.is_some();
        let short = |text: &[u8]| shortened(&String::from_utf8_lossy(text));
        let reason = match (found.contradiction, found.broken) {
            (Some(Contradiction::Results(one, other)), _) => {
                RejectReason::TwoResults { one, other }
            }
            (Some(Contradiction::Positions(fen)), _) => {
                RejectReason::RepeatedTag(format!("[FEN \"{}\"]", short(fen)))
            }
            (None, Some(broken)) => RejectReason::BrokenTag(short(broken)),
            (None, None) => return,
        };
        // The tag for which the game is rejected is the one that is named.
        if self.broken_tag.is_none() || self.is_torn && !was_torn {
            self.broken_tag = Some((reason, line));
        }
    }

    pub(super) fn in_comment(&self) -> bool {
        self.movetext.as_ref().is_some_and(Movetext::in_comment)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.movetext.as_ref().is_some_and(Movetext::is_finished)
    }

    pub(super) fn is_damaged(&self, movetext: &Movetext) -> bool {
        self.broken_tag.is_some() || movetext.defect(0).is_some()
    }

    /// Returns true if a tag other than `Event` on this line begins another game; `tags` are those of this one.
    pub(super) fn is_behind(&self, movetext: &Movetext, line: &[u8], tags: &Tags) -> bool {
        if movetext.has_outcome() {
            return true;
        }
        if self.is_damaged(movetext) {
            tag_name(line).is_some_and(|name| tags.get(name).is_some())
        } else {
            movetext.has_words()
        }
    }
}
