//! What the writers of all formats share.

use std::io::{self, Write};

use super::game::ExportedGame;

/// Layout of a line of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextLayout {
    /// `FEN | centipawns | 1.0`, as bullet reads it: score and result from White's point of view.
    #[default]
    Plain,
    /// `FEN; [1.0]`, as texel-tuner reads it: the result from White's point of view.
    Bracket,
}

/// Counts of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportCounts {
    /// Games that were written, whole or with some of their positions.
    pub games: u64,
    /// Positions that were written; 0 for games in PGN.
    pub positions: u64,
    /// Games that were left out because they have no result or no move.
    pub without_result: u64,
    /// Games that were left out because they have no scores.
    pub games_without_scores: u64,
    /// Positions that were left out because they have no score.
    pub positions_without_scores: u64,
}

/// Writer of one format.
pub(super) trait GameSink {
    /// Writes a game, or counts why it was left out.
    fn put(
        &mut self,
        game: &ExportedGame,
        counts: &mut ExportCounts,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes what stands behind the last game.
    fn finish(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
