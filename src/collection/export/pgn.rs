//! Games as PGN.

use std::io::{self, Write};

use super::game::ExportedGame;
use super::sink::{ExportCounts, GameSink};
use crate::pgn;

/// Writer of PGN.
pub(super) struct PgnSink;

impl GameSink for PgnSink {
    fn put(
        &mut self,
        game: &ExportedGame,
        counts: &mut ExportCounts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        counts.games += 1;
        pgn::write_game(out, &game.record)
    }
}
