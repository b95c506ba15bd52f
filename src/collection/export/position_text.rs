//! Positions as lines of text, for programs that train evaluations.
//!
//! Layouts: bullet (`FEN | score | result`, see the text format of its conversion tool), texel-tuner
//! (`FEN; [result]`).

use std::io::{self, Write};

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};

use super::game::ExportedGame;
use super::sink::{ExportCounts, GameSink, TextLayout};
use crate::record::PositionScore;

/// Passes each position behind the opening to `put`, with its score if it has one; counts the game.
///
/// A game without result, or without a move behind its opening, is counted as left out.
pub(super) fn each_position(
    game: &ExportedGame,
    counts: &mut ExportCounts,
    mut put: impl FnMut(&mut ExportCounts, &Chess, Option<PositionScore>, &str) -> io::Result<()>,
) -> io::Result<()> {
    let record = &game.record;
    let first = game.first_ply();
    let Some(points) = game.points().filter(|_| first < record.moves.len()) else {
        counts.without_result += 1;
        return Ok(());
    };
    let before = counts.positions;
    let mut position = record.start.clone();
    for (ply, &m) in record.moves.iter().enumerate() {
        if ply >= first {
            put(counts, &position, record.score_before(ply), points)?;
        }
        position.play_unchecked(m);
    }
    if counts.positions > before {
        counts.games += 1;
    } else {
        counts.games_without_scores += 1;
    }
    Ok(())
}

/// Writer of lines of text.
pub(super) struct TextSink {
    layout: TextLayout,
}

impl TextSink {
    pub(super) const fn new(layout: TextLayout) -> Self {
        Self { layout }
    }
}

impl GameSink for TextSink {
    fn put(
        &mut self,
        game: &ExportedGame,
        counts: &mut ExportCounts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        each_position(game, counts, |counts, position, score, points| {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            match (self.layout, score) {
                (TextLayout::Plain, None) => {
                    counts.positions_without_scores += 1;
                    return Ok(());
                }
                (TextLayout::Plain, Some(score)) => writeln!(out, "{fen} | {score} | {points}")?,
                (TextLayout::Bracket, _) => writeln!(out, "{fen}; [{points}]")?,
            }
            counts.positions += 1;
            Ok(())
        })
    }
}
