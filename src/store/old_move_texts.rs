//! The moves of games as text, for databases of versions that did not write them.

use rusqlite::{Connection, params};
use shakmaty::CastlingMode;

use super::move_texts::MoveTexts;
use super::pack::PackedMoves;

/// Number of games that are read at a time.
const BATCH: usize = 1000;

/// Writes the moves of all games as text into a database of an older version. Games with illegal moves stay without.
pub(super) fn fill_all(connection: &Connection) -> rusqlite::Result<()> {
    for (table, chess960) in [("games", "0"), ("collected", "chess960")] {
        let mut select = connection.prepare(&format!(
            "SELECT id, start, {chess960}, moves FROM {table} WHERE id > ?1 ORDER BY id LIMIT ?2"
        ))?;
        let mut update = connection.prepare(&format!(
            "UPDATE {table} SET moves_uci = ?2, moves_san = ?3 WHERE id = ?1"
        ))?;
        let mut last = i64::MIN;
        loop {
            let games = select
                .query_map(params![last, BATCH], |row| {
                    let mode = CastlingMode::from_chess960(row.get(2)?);
                    let (start, moves) = (row.get(1)?, row.get(3)?);
                    Ok((row.get(0)?, PackedMoves { start, mode, moves }))
                })?
                .collect::<rusqlite::Result<Vec<(i64, PackedMoves)>>>()?;
            let Some((id, _)) = games.last() else { break };
            last = *id;
            for (id, packed) in &games {
                if let Ok((start, moves)) = packed.unpack() {
                    let texts = MoveTexts::of(&start, &moves, packed.mode);
                    update.execute(params![id, texts.uci, texts.san])?;
                }
            }
        }
    }
    Ok(())
}
