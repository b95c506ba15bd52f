//! What was refused, where, and why; and the sum that must come out even.

use std::collections::BTreeMap;
use std::fmt;

use crate::record::GameResult;

/// The most bytes of text that one game may have; the longest annotated games stay far below it.
pub(super) const MAX_GAME_BYTES: usize = 1 << 20;

/// Why a game was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RejectReason {
    /// A move that the rules forbid, or that could be two moves.
    #[error("move {number}{dots} {san} is not legal there")]
    IllegalMove {
        /// The number of the full move.
        number: u32,
        /// `.` for White's move, `...` for Black's.
        dots: &'static str,
        /// The move as it was written.
        san: String,
    },
    /// A null move in the main line: the game as written was never played.
    #[error("move {number}{dots} is a null move")]
    NullMove {
        /// The number of the full move.
        number: u32,
        /// `.` for White's move, `...` for Black's.
        dots: &'static str,
    },
    /// A word of the main line that cannot be read.
    #[error("'{0}' cannot be read as a move")]
    NotAMove(String),
    /// Further moves after the result.
    #[error("there are moves after the result")]
    MovesAfterResult,
    /// A `{` without its `}`.
    #[error("a comment is never closed with '}}'")]
    UnclosedComment,
    /// A `}` without its `{`: what stands before it may be the text of a comment.
    #[error("there is a '}}' outside a comment")]
    StrayBrace,
    /// A `(` without its `)`, or the other way round.
    #[error("the brackets of its variations do not match")]
    UnbalancedVariation,
    /// A tag that is not `[Name "value"]`.
    #[error("the tag {0} is not of the form [Name \"value\"]")]
    BrokenTag(String),
    /// A start that is no legal position.
    #[error("its FEN tag '{0}' is no legal position")]
    BadFen(String),
    /// Another kind of chess.
    #[error("it is a game of another variant ('{0}')")]
    Variant(String),
    /// Board, movetext and `Result` tag do not say the same.
    #[error("it has two results, {one} and {other}")]
    TwoResults {
        /// The board's or the movetext's.
        one: GameResult,
        /// Another one.
        other: GameResult,
    },
    /// The text ends, or another game begins, before the game has come to its end: the `Result` tag
    /// promises a result that neither the movetext nor the board shows, the last word is only
    /// the beginning of a move, or there are tags and nothing else.
    #[error("the text ends before the game does")]
    CutOff,
    /// More text than any real game has.
    #[error("it is longer than {} KiB", MAX_GAME_BYTES / 1024)]
    TooLong,
}

impl RejectReason {
    /// The kind of reason, for counting.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::IllegalMove { .. } => "illegal_move",
            Self::NullMove { .. } => "null_move",
            Self::NotAMove(_) => "not_a_move",
            Self::MovesAfterResult => "moves_after_result",
            Self::UnclosedComment => "unclosed_comment",
            Self::StrayBrace => "stray_brace",
            Self::UnbalancedVariation => "unbalanced_variation",
            Self::BrokenTag(_) => "broken_tag",
            Self::BadFen(_) => "bad_fen",
            Self::Variant(_) => "variant",
            Self::TwoResults { .. } => "two_results",
            Self::CutOff => "cut_off",
            Self::TooLong => "too_long",
        }
    }
}

/// What a [kind](RejectReason::kind) of reason means, in words that follow 'for'.
pub fn describe_kind(kind: &str) -> &str {
    match kind {
        "illegal_move" => "a move that is not legal",
        "null_move" => "a null move",
        "not_a_move" => "a word that cannot be read as a move",
        "moves_after_result" => "moves after the result",
        "unclosed_comment" => "a comment that is never closed",
        "stray_brace" => "a '}' outside a comment",
        "unbalanced_variation" => "brackets of variations that do not match",
        "broken_tag" => "a tag that is not of the form [Name \"value\"]",
        "bad_fen" => "a FEN tag that is no legal position",
        "variant" => "being of another variant of chess",
        "two_results" => "two different results",
        "cut_off" => "a text that ends before the game does",
        "too_long" => "more text than any game has",
        other => other,
    }
}

/// A game that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// The game's number in its file, counted from 1.
    pub game: u64,
    /// The line on which the game begins, counted from 1.
    pub line: u64,
    /// The line on which it is damaged, counted from 1; `None` where that is no single line.
    pub damage_line: Option<u64>,
    /// The byte at which the game begins, counted from 0.
    pub offset: u64,
    /// Why.
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

/// How many games were read, and what became of them:
/// `read() == kept + duplicates + rejected() + filtered()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadCounts {
    /// Games handed on.
    pub kept: u64,
    /// Of these, games of which only the sound beginning was kept (`--salvage`).
    pub salvaged: u64,
    /// Games that had been read before, in this or another source.
    pub duplicates: u64,
    /// Games refused, by [`RejectReason::kind`].
    pub rejects: BTreeMap<&'static str, u64>,
    /// Sound games that were not asked for, by the name of the filter.
    pub filters: BTreeMap<&'static str, u64>,
    /// Bytes of text that belonged to no game; blanks around it, NUL bytes, and lines that begin
    /// with `%` or `;` are not text.
    pub stray_bytes: u64,
}

impl ReadCounts {
    /// Games refused.
    pub fn rejected(&self) -> u64 {
        self.rejects.values().sum()
    }

    /// Games left out by a filter.
    pub fn filtered(&self) -> u64 {
        self.filters.values().sum()
    }

    /// Games found.
    pub fn read(&self) -> u64 {
        self.kept + self.duplicates + self.rejected() + self.filtered()
    }

    /// Counts a refused game.
    pub(super) fn reject(&mut self, reason: &RejectReason) {
        *self.rejects.entry(reason.kind()).or_insert(0) += 1;
    }

    /// Counts a game that was left out.
    pub(super) fn filter(&mut self, filter: &'static str) {
        *self.filters.entry(filter).or_insert(0) += 1;
    }

    /// Adds another source's counts.
    pub fn merge(&mut self, other: &Self) {
        self.kept += other.kept;
        self.salvaged += other.salvaged;
        self.duplicates += other.duplicates;
        self.stray_bytes += other.stray_bytes;
        for (kind, count) in &other.rejects {
            *self.rejects.entry(kind).or_insert(0) += count;
        }
        for (filter, count) in &other.filters {
            *self.filters.entry(filter).or_insert(0) += count;
        }
    }
}
