//! Rejected games with place and reason, and counts of games read.

use std::collections::BTreeMap;
use std::fmt;

use crate::record::GameResult;

/// Maximum number of bytes of a game's text; the longest annotated games stay far below it.
pub(super) const MAX_GAME_BYTES: usize = 1 << 20;

/// Maximum number of tags of a game; real games have at most a few dozen. Each is compared with all before it.
pub(super) const MAX_TAGS: usize = 1000;

/// Reason why a game was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RejectReason {
    /// A move is illegal.
    #[error("move {number}{dots} {san} is not legal there")]
    IllegalMove {
        /// Number of the full move.
        number: u32,
        /// `.` for White's move, `...` for Black's.
        dots: &'static str,
        /// Move as written.
        san: String,
    },
    /// Several pieces can make a move as it is written; the kind is that of an illegal move.
    #[error("move {number}{dots} {san} can be made by more than one piece, and does not say which")]
    #[strum(serialize = "illegal_move")]
    AmbiguousMove {
        /// Number of the full move.
        number: u32,
        /// `.` for White's move, `...` for Black's.
        dots: &'static str,
        /// Move as written.
        san: String,
    },
    /// The main line contains a null move, so the game was never played as written.
    #[error("move {number}{dots} is a null move")]
    NullMove {
        /// Number of the full move.
        number: u32,
        /// `.` for White's move, `...` for Black's.
        dots: &'static str,
    },
    /// A word of the main line is not readable as a move.
    #[error("'{0}' cannot be read as a move")]
    NotAMove(String),
    /// Moves follow the result.
    #[error("there are moves after the result")]
    MovesAfterResult,
    /// A `{` has no matching `}`.
    #[error("a comment is never closed with '}}'")]
    UnclosedComment,
    /// A `}` has no matching `{`, so the text before it may be a comment.
    #[error("there is a '}}' outside a comment")]
    StrayBrace,
    /// The parentheses of variations are unbalanced.
    #[error("the brackets of its variations do not match")]
    UnbalancedVariation,
    /// A tag that decides which game is read does not have the form `[Name "value"]`.
    ///
    /// Such tags are `FEN`, `SetUp`, `Variant` and `Result`; in a torn text a broken tag may be one of them.
    #[error("the tag {0} is not of the form [Name \"value\"]")]
    BrokenTag(String),
    /// The `FEN` tag is not a legal position.
    #[error("its FEN tag '{0}' is not a legal position")]
    BadFen(String),
    /// The game is of another variant of chess.
    #[error("it is a game of another variant ('{0}')")]
    Variant(String),
    /// Movetext and `Result` tag, or two such tags, disagree.
    #[error("it has two results, {one} and {other}")]
    TwoResults {
        /// Result by the movetext, or by the first tag.
        one: GameResult,
        /// Another result.
        other: GameResult,
    },
    /// The last position has another result than the text.
    #[error("its last move is {ending}, which is {board}, and its text says {text}")]
    #[strum(serialize = "two_results")]
    ResultOfBoard {
        /// `mate` or `stalemate`.
        ending: &'static str,
        /// Result on the board.
        board: GameResult,
        /// Result in the text.
        text: GameResult,
    },
    /// The game has two `FEN` tags with different positions.
    #[error("its tag {0} says otherwise than the one before")]
    RepeatedTag(String),
    /// The text ends, or another game begins, before the game is complete.
    ///
    /// The last word is only the beginning of a move, or there are only tags.
    #[error("the text ends before the game does")]
    CutOff,
    /// The `Result` tag states a result that neither movetext nor board shows.
    #[error(
        "the text ends before the game does: its Result tag states a result, and none follows the moves \
         (--result-from-tag keeps such games)"
    )]
    NoResult,
    /// The text is longer than that of any real game.
    #[error("it is longer than {} KiB", MAX_GAME_BYTES / 1024)]
    TooLong,
    /// There are more tags than any real game has.
    #[error("it has more than {MAX_TAGS} tags")]
    TooManyTags,
    /// The reader panicked, which is a fault of this program.
    #[error("this program failed to read it; please report the game")]
    ReaderFailed,
}

impl RejectReason {
    /// Returns the kind of reason, as used in counts and lists.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

/// Describes a [kind](RejectReason::kind) of reason in words that can follow 'for'.
pub fn describe_kind(kind: &str) -> &str {
    match kind {
        "illegal_move" => "an illegal or ambiguous move",
        "null_move" => "a null move",
        "not_a_move" => "a word that cannot be read as a move",
        "moves_after_result" => "moves after the result",
        "unclosed_comment" => "a comment that is never closed",
        "stray_brace" => "a '}' outside a comment",
        "unbalanced_variation" => "brackets of variations that do not match",
        "broken_tag" => "a tag that is not of the form [Name \"value\"]",
        "bad_fen" => "a FEN tag that is not a legal position",
        "variant" => "being of another variant of chess",
        "two_results" => "two different results",
        "repeated_tag" => "two FEN tags that differ",
        "cut_off" => "a text that ends before the game does",
        "no_result" => {
            "a result that stands in the Result tag and not behind the moves (--result-from-tag keeps these games)"
        }
        "too_long" => "more text than any game has",
        "too_many_tags" => "more tags than any game has",
        "reader_failed" => "a fault of this program",
        other => other,
    }
}

/// A rejected game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// Number of the game in its file, from 1.
    pub game: u64,
    /// Line on which the game begins, from 1.
    pub line: u64,
    /// Damaged line, from 1; `None` if the damage has no single line.
    pub damage_line: Option<u64>,
    /// Byte at which the game begins, from 0.
    pub offset: u64,
    /// Reason for the rejection.
    pub reason: RejectReason,
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game, line, reason, ..
        } = self;
        match self.damage_line {
            Some(damage) => write!(f, "game {game}, line {damage}: {reason}"),
            None => write!(f, "game {game}, which begins at line {line}: {reason}"),
        }
    }
}

/// Counts of games read: `read() == kept + duplicates + rejected() + filtered()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadCounts {
    /// Number of games kept.
    pub kept: u64,
    /// Number of kept games of which only the valid beginning was kept (`--salvage`).
    pub salvaged: u64,
    /// Number of games that were read before, in this or another source.
    pub duplicates: u64,
    /// Number of games rejected, by [`RejectReason::kind`].
    pub rejects: BTreeMap<&'static str, u64>,
    /// Number of valid games left out, by the name of the filter.
    pub filters: BTreeMap<&'static str, u64>,
    /// Number of broken tags that were left out of kept games.
    pub dropped_tags: u64,
    /// Number of bytes of text outside of games; comments, surrounding whitespace, NUL bytes, and lines that begin with `%` or
    /// `;` do not count.
    pub stray_bytes: u64,
}

impl ReadCounts {
    /// Returns the number of rejected games.
    pub fn rejected(&self) -> u64 {
        self.rejects.values().sum()
    }

    /// Returns the number of games left out by a filter.
    pub fn filtered(&self) -> u64 {
        self.filters.values().sum()
    }

    /// Returns the number of games found.
    pub fn read(&self) -> u64 {
        self.kept + self.duplicates + self.rejected() + self.filtered()
    }

    /// Counts a kept game, with the number of its broken tags.
    pub(super) fn keep(&mut self, is_salvaged: bool, dropped_tags: u64) {
        self.kept += 1;
        self.salvaged += u64::from(is_salvaged);
        self.dropped_tags += dropped_tags;
    }

    /// Counts a rejected game.
    pub(super) fn reject(&mut self, reason: &RejectReason) {
        *self.rejects.entry(reason.kind()).or_insert(0) += 1;
    }

    /// Counts a game that a filter left out.
    pub(super) fn filter(&mut self, filter: &'static str) {
        *self.filters.entry(filter).or_insert(0) += 1;
    }

    /// Adds the counts of another source.
    pub fn merge(&mut self, other: &Self) {
        self.kept += other.kept;
        self.salvaged += other.salvaged;
        self.duplicates += other.duplicates;
        self.dropped_tags += other.dropped_tags;
        self.stray_bytes += other.stray_bytes;
        for (kind, count) in &other.rejects {
            *self.rejects.entry(kind).or_insert(0) += count;
        }
        for (filter, count) in &other.filters {
            *self.filters.entry(filter).or_insert(0) += count;
        }
    }
}
