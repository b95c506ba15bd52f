//! Reads positions from the command line and from files, and writes them.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use shakmaty::{Chess, Color, Position as _};

use super::faults::BoardFault;
use crate::cli::facts;
use bayeschess::board::{GameState, epd, fen, two_letter};
use bayeschess::files::{Existing, WriteError, read_whole, write_whole};
use bayeschess::foreign::shortened;

/// A text with at least this many slashes is a FEN (which has seven), else a file name.
const SLASHES_OF_A_FEN: usize = 5;

/// Reads a position from a FEN, or from the named file; for `turn`, see [`load`].
pub(super) fn read_position(place: &str, turn: Option<Color>) -> anyhow::Result<Chess> {
    let file = Path::new(place);
    if file.is_file() || place.matches('/').count() < SLASHES_OF_A_FEN {
        load(file, turn)
    } else {
        Ok(fen::read(place)?)
    }
}

/// Reads a position from a file in either format. In the two-letter format `turn` is to move, by
/// default White, or Black if White to move is illegal.
fn load(file: &Path, turn: Option<Color>) -> anyhow::Result<Chess> {
    let bytes = read_whole(file).context("could not read the position; check the file's name")?;
    let text = String::from_utf8_lossy(&bytes);
    let named = || file.display().to_string();
    if !two_letter::is_two_letter(&text) {
        return read_single_line(&text).with_context(named);
    }
    match turn {
        Some(turn) => two_letter::read(&text, turn).with_context(named),
        None => two_letter::read(&text, Color::White)
            .or_else(|error| two_letter::read(&text, Color::Black).map_err(|_| error))
            .with_context(named),
    }
}

/// Reads a position from a text with one FEN or EPD line.
fn read_single_line(text: &str) -> anyhow::Result<Chess> {
    let lines: Vec<&str> = content(text).map(|(_, line)| line).collect();
    match lines.as_slice() {
        [] => bail!(BoardFault {
            english: "there is no position in it; expected a FEN, or eight rows of two-letter squares"
                .to_owned(),
            spanish: "no tiene ninguna posición; se espera una FEN, u ocho filas de casillas de dos letras"
                .to_owned(),
        }),
        [line] if line.contains('/') => Ok(epd::read(line)?.position),
        [first, ..] if first.starts_with('[') => bail!(BoardFault {
            english: "this is a game in PGN, not a position; 'readpgn' at the board goes on with a game"
                .to_owned(),
            spanish: "es una partida en PGN, no una posición; «leerpgn» sigue una partida".to_owned(),
        }),
        [first, ..] if epd::read(first).is_ok() => bail!(BoardFault {
            english: format!(
                "there are {} lines in it, the first of them a position; 'readfen FILE N' at the board \
                 takes one of several",
                lines.len()
            ),
            spanish: format!(
                "tiene {} líneas, la primera una posición; «leerfen ARCHIVO N» toma una de varias",
                lines.len()
            ),
        }),
        [first, ..] => {
            let first = shortened(first);
            bail!(BoardFault {
                english: format!(
                    "'{first}' begins neither a FEN (as 4k3/8/8/8/8/8/8/4K3 w - - 0 1) nor a board in the \
                     two-letter format of 2005 (eight rows of eight squares such as BR, WP and --); give \
                     a file that holds one position"
                ),
                spanish: format!(
                    "«{first}» no empieza ni una FEN (como 4k3/8/8/8/8/8/8/4K3 w - - 0 1) ni un tablero \
                     en el formato de dos letras de 2005 (ocho filas de ocho casillas como BR, WP y --); \
                     da un archivo con una sola posición"
                ),
            })
        }
    }
}

/// The non-empty lines, with their numbers from 1.
fn content(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads position `number` (from 1) of a file with one FEN or EPD per line. Empty lines and lines
/// that begin with `#` do not count.
pub(super) fn read_numbered_position(file: &Path, number: u64) -> anyhow::Result<Chess> {
    let bytes = read_whole(file).context("could not read the positions; check the file's name")?;
    let text = String::from_utf8_lossy(&bytes);
    let mut found = 0;
    for (place, line) in content(&text) {
        found += 1;
        if found == number {
            let epd =
                epd::read(line).with_context(|| format!("{}: line {place}", file.display()))?;
            return Ok(epd.position);
        }
    }
    bail!(BoardFault {
        english: format!(
            "{}: there is no position {number} in it, but {found}",
            file.display()
        ),
        spanish: format!("no tiene posición {number}, sino {found}"),
    })
}

/// Reads game `number` (from 1) of a PGN file up to and including move `last` of both sides (0 is
/// the start), or to its end.
pub(super) fn read_game(file: &Path, number: u64, last: Option<u64>) -> anyhow::Result<GameState> {
    let read = facts::find(file, number)?;
    if read.is_chess960() {
        bail!(BoardFault {
            english: format!(
                "{}: game {number} is one of Chess960, which is not played at this board; give another",
                file.display()
            ),
            spanish: format!(
                "la partida {number} es de Chess960, que no se juega en este tablero; da otra"
            ),
        });
    }
    let mut game = GameState::from_position(read.start);
    let mut reached = 0;
    for m in read.moves {
        let due = u64::from(game.position().fullmoves().get());
        if last.is_some_and(|last| due > last) {
            return Ok(game);
        }
        reached = due;
        game.play(m);
    }
    match last {
        Some(last) if last > reached => bail!(BoardFault {
            english: format!(
                "{}: game {number} ends with move {reached}, before move {last}",
                file.display()
            ),
            spanish: format!(
                "la partida {number} acaba con la jugada {reached}, antes de la {last}"
            ),
        }),
        _ => Ok(game),
    }
}

/// Appends to a file, which is created if it does not exist.
pub(super) fn append(file: &Path, text: &str) -> std::io::Result<()> {
    let mut log = OpenOptions::new().create(true).append(true).open(file)?;
    log.write_all(text.as_bytes())
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
    save_text(file, &text)
}

/// Returns true if a file's name is that of games in PGN.
pub(super) fn is_pgn(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// Writes a text to a file that must not exist.
pub(super) fn save_text(file: &Path, text: &str) -> anyhow::Result<()> {
    match write_whole(file, Existing::Keep, |out| out.write_all(text.as_bytes())) {
        // The error's advice names command-line options, which cannot be typed here.
        Err(WriteError::Exists(file)) => bail!(BoardFault {
            english: format!(
                "not saved: {}: the file exists; 'save' with another name, or remove it first",
                file.display()
            ),
            spanish:
                "no guardado: el archivo ya existe; «guardar» con otro nombre, o quítalo antes"
                    .to_owned(),
        }),
        written => written.context("not saved"),
    }
}
