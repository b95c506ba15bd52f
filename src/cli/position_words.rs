//! A position as the words of a command line.

use anyhow::Context as _;
use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language};
use shakmaty::{Chess, Position as _};

/// Reads a position from command-line words: a FEN, or moves from the initial position.
pub(super) fn position_of(words: &[String]) -> anyhow::Result<Chess> {
    let text = words.join(" ");
    if text.contains('/') {
        return Ok(fen::read(&text)?);
    }
    let start = Chess::default();
    let line = notation::read_line(&start, &text, Language::English)
        .with_context(|| format!("'{text}' is neither a FEN nor a line of moves"))?;
    let mut position = start;
    for m in line {
        position.play_unchecked(m);
    }
    Ok(position)
}
