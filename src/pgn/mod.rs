//! PGN: reading games with a report of every rejected one, and writing games.
//!
//! Start at [`read_games`] (one stream, one thread) or [`ingest()`] (a collection, all cores); one game is parsed in
//! `parse.rs`.
//!
//! Many PGN files are damaged, and a reader that guesses spoils what is learned from them. So by default a game is kept
//! whole or rejected: for an illegal or unreadable move, an unclosed comment or variation, two different results, a
//! missing result that its tag states, or a broken tag that decides which game it is. Other broken tags are left out
//! and counted. With [`DamagePolicy::Salvage`] the moves before the damage are kept. A rejected game is reported with
//! its number, line and reason, and reading continues with the next. Always
//! `read = kept + duplicates + rejected + filtered`.
//!
//! The steps: [`PgnSource`] opens and decompresses files; a chunker cuts the stream between games; the parser splits
//! the chunk into lines and games, tracking comments, so that an unclosed brace cannot swallow the next game; the
//! movetext is read word by word and its moves are checked for legality.
//! [`read_games`] does that on one thread for one stream, [`ingest()`] on all for a collection.
//! Format: Edwards, *Portable Game Notation Specification and Implementation Guide* (1994).
//!
//! May use: L0, `board`, `identity`.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod annotated;
mod capitals;
mod chunk;
mod comment_search;
mod cuts;
mod encoding;
mod expansion;
mod forfeit;
mod glyphs;
mod guarded;
pub mod ingest;
mod letters;
mod line;
mod move_token;
mod movetext;
mod open_game;
mod parse;
mod read;
mod reject;
mod reparse;
mod resolve_san;
mod result_token;
mod selection;
mod source;
mod source_mark;
mod start;
mod strictness;
mod tags;
mod tokens;
mod typography;
mod unpack;
mod validate;
mod variations;
mod visit;
mod write;

pub use annotated::{AnnotationKind, format_with_annotations};
pub use cuts::{cuts, is_compressed};
pub use expansion::MOST_EXPANSION;
pub use ingest::{
    DamagedStream, DuplicatePolicy, GamePlace, IngestEvent, IngestOptions, IngestProgress,
    IngestSummary, SourceMarking, StreamSummary, ingest,
};
pub use read::{GameReader, ReadError, each_game, read_games, read_games_as};
pub use reject::{ReadCounts, Reject, RejectReason, describe_kind};
pub use selection::{GameSample, GameSelection, UnusualStarts};
pub use source::{PgnSource, PgnSourceError, PgnTextWriter, each_stream_in};
pub use source_mark::SourceMark;
pub use strictness::{Chess960Policy, DamagePolicy, MissingResultPolicy, Strictness};

pub use variations::{VariationNode, format_variations};
pub use write::{append_game, format_annotated, format_game, write_game};

#[cfg(test)]
mod tests;
