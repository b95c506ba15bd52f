//! Games as viriformat, from the position behind the opening.

use std::io::{self, Write};

use shakmaty::Position as _;

use super::game::ExportedGame;
use super::sink::{ExportCounts, GameSink};
use crate::collection::viriformat;
use crate::record::{Game, PositionScore};

/// Writer of viriformat.
#[derive(Default)]
pub(super) struct ViriformatSink {
    bytes: Vec<u8>,
}

impl GameSink for ViriformatSink {
    fn put(
        &mut self,
        game: &ExportedGame,
        counts: &mut ExportCounts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let first = game.first_ply();
        let record = &game.record;
        let (Some(result), true) = (record.result, first < record.moves.len()) else {
            counts.without_result += 1;
            return Ok(());
        };
        let Some(scores) = scores_of_all(record, first) else {
            counts.games_without_scores += 1;
            return Ok(());
        };
        let (opening, moves) = record.moves.split_at_checked(first).unwrap_or_default();
        let mut start = record.start.clone();
        for &m in opening {
            start.play_unchecked(m);
        }
        self.bytes.clear();
        viriformat::write_game(&mut self.bytes, &start, result, moves, &scores);
        counts.games += 1;
        counts.positions += moves.len() as u64;
        out.write_all(&self.bytes)
    }
}

/// Returns the score of each position from ply `first` on; `None` for a game without scores.
///
/// A forced move is not searched. Its position has the score of the next searched one, which it leads to; at the end
/// of a game, that of the last one.
fn scores_of_all(record: &Game, first: usize) -> Option<Vec<PositionScore>> {
    let known = |ply: &usize| record.score_before(*ply);
    let last = (first..record.moves.len())
        .rev()
        .find_map(|ply| known(&ply))?;
    let mut scores = vec![last; record.moves.len() - first];
    let mut next = last;
    for (place, score) in scores.iter_mut().enumerate().rev() {
        next = known(&(first + place)).unwrap_or(next);
        *score = next;
    }
    Some(scores)
}
