//! Positions as EPD with the operations `c9` (the game's result) and `ce` (the score).

use std::io::{self, Write};

use shakmaty::fen::Epd;
use shakmaty::{EnPassantMode, Position as _};

use super::game::ExportedGame;
use super::position_text::each_position;
use super::sink::{ExportCounts, GameSink};

/// Writer of EPD.
pub(super) struct EpdSink;

impl GameSink for EpdSink {
    fn put(
        &mut self,
        game: &ExportedGame,
        counts: &mut ExportCounts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let result = game.record.result.map_or("*", |result| result.as_pgn());
        each_position(game, counts, |counts, position, score, _| {
            counts.positions += 1;
            let epd = Epd::from_position(position, EnPassantMode::Legal);
            write!(out, "{epd} c9 \"{result}\";")?;
            match score.map(|score| i32::from(score.centipawns())) {
                // The standard's score is that of the side to move.
                Some(score) => {
                    let own = if position.turn().is_white() {
                        score
                    } else {
                        -score
                    };
                    writeln!(out, " ce {own};")
                }
                None => writeln!(out),
            }
        })
    }
}
