//! Search for the ends of comments between two games.

use memchr::memchr;

use super::line::{is_event, next_line, trim};

/// A search for the ends of comments in a text, from its beginning to its end.
///
/// Text in which no comment ends is remembered and not searched again, because a file may have an opening brace on every
/// line.
#[derive(Clone, Debug, Default)]
pub(super) struct CommentSearch {
    /// Offset before which no comment ends that begins from here on.
    open_until: usize,
}

impl CommentSearch {
    /// Creates a search at the beginning of a text.
    pub(super) const fn new() -> Self {
        Self { open_until: 0 }
    }

    /// Returns the length of the comment in braces at byte `from` of a text; `None` if it is never closed, or only after
    /// the beginning of another game.
    ///
    /// Later calls for the same text must not have a smaller `from`.
    pub(super) fn length(&mut self, text: &[u8], from: usize) -> Option<usize> {
        if from < self.open_until {
            return None;
        }
        match end_of_comment(text.get(from..).unwrap_or_default()) {
            CommentEnd::Closed(length) => Some(length),
            CommentEnd::Open(length) => {
                self.open_until = from + length;
                None
            }
        }
    }
}

/// Where a comment ends.
enum CommentEnd {
    /// It is closed after this number of bytes.
    Closed(usize),
    /// It is not closed before a line `[Event …` or the end of the text after this number of bytes.
    Open(usize),
}

/// Returns the end of the comment in braces at the beginning of a text. No text behind it is read.
fn end_of_comment(text: &[u8]) -> CommentEnd {
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(next_line) {
        if is_event(trim(next.text)) {
            return CommentEnd::Open(at);
        }
        if let Some(brace) = memchr(b'}', next.text) {
            return CommentEnd::Closed(at + brace + 1);
        }
        at += next.width;
    }
    CommentEnd::Open(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn length(text: &[u8]) -> Option<usize> {
        CommentSearch::new().length(text, 0)
    }

    #[test]
    fn a_comment_has_an_end_before_the_next_game() {
        assert_eq!(length(b"{a\nb} c}"), Some(5));
        assert_eq!(length(b"{a"), None);
        assert_eq!(length(b"{a\n[Event \"x\"]\n}"), None);
    }

    #[test]
    fn text_in_which_no_comment_ends_is_searched_once() {
        let open = "{\n".repeat(100);
        for (text, open_until) in [
            (open.clone(), open.len()),
            (format!("{open}[Event \"x\"]\n}}"), open.len()),
        ] {
            let mut search = CommentSearch::new();
            assert_eq!(search.length(text.as_bytes(), 0), None);
            assert_eq!(search.open_until, open_until);
        }
    }

    proptest! {
        #[test]
        fn a_search_that_remembers_finds_what_one_from_anew_finds(
            parts in prop::collection::vec(
                prop::sample::select(vec!["{", "}", "\n", "x", "[Event \"x\"]\n", " > "]),
                0..60,
            ),
        ) {
            let text = parts.concat();
            let text = text.as_bytes();
            let mut search = CommentSearch::new();
            for from in memchr::memchr_iter(b'{', text) {
                prop_assert_eq!(search.length(text, from), length(&text[from..]), "byte {}", from);
            }
        }
    }
}
