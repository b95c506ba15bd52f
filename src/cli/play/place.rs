//! Positions from the command line and from files, and back into files.

use std::path::Path;

use anyhow::Context as _;
use shakmaty::{Chess, Color};

use crate::board::{fen, two_letter};
use crate::files::{Existing, read_whole, write_whole};

/// A position by a FEN, or by the name of a file that holds one.
pub(super) fn find(place: &str) -> anyhow::Result<Chess> {
    if Path::new(place).is_file() || !place.contains('/') {
        load(Path::new(place), None)
    } else {
        fen::read(place).context("--position")
    }
}

/// A position from a file, in either format. In the two-letter format `turn` is to move; if
/// nobody says, White, or Black where White cannot be.
pub(super) fn load(file: &Path, turn: Option<Color>) -> anyhow::Result<Chess> {
    let bytes = read_whole(file).context("could not read the position; check the file's name")?;
    let text = String::from_utf8_lossy(&bytes);
    let named = || file.display().to_string();
    if !two_letter::is_two_letter(&text) {
        return fen::read(&text).with_context(named);
    }
    match turn {
        Some(turn) => two_letter::read(&text, turn).with_context(named),
        None => two_letter::read(&text, Color::White)
            .or_else(|error| two_letter::read(&text, Color::Black).map_err(|_| error))
            .with_context(named),
    }
}

/// Writes the position to a new file: the two-letter format for `.txt`, FEN for any other name.
pub(super) fn save(file: &Path, position: &Chess) -> anyhow::Result<()> {
    let is_txt = file
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    let text = if is_txt {
        two_letter::write(position)
    } else {
        fen::write(position) + "\n"
    };
    write_whole(file, Existing::Keep, |out| out.write_all(text.as_bytes()))
        .context("not saved (choose a name that is free)")
}
