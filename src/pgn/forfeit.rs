//! Forfeits, which the result of a game alone does not show.

use super::result_token::{Forfeit, read_forfeit};
use crate::record::Game;

/// Returns the forfeit in the `Result` tag.
pub(super) fn forfeit_of(game: &Game) -> Option<Forfeit> {
    let tag = game.tags.get("Result").unwrap_or_default().trim();
    if matches!(tag, "1-0" | "0-1" | "1/2-1/2" | "*" | "") {
        return None;
    }
    read_forfeit(tag.as_bytes())
}

/// Records a forfeit in the `Termination` tag if there is none; `is_in_moves` is true if the movetext has one.
pub(super) fn note_forfeit(game: &mut Game, is_in_moves: bool) {
    let word = match forfeit_of(game) {
        Some(Forfeit::Double) => "double forfeit",
        Some(Forfeit::Won(_)) => "forfeit",
        None if is_in_moves => "forfeit",
        None => return,
    };
    if game.tags.get("Termination").is_none() {
        game.tags.set("Termination", word);
    }
}
