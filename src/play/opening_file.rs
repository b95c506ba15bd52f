//! Openings from a file: positions of an EPD or FEN list, or the first moves of PGN games.
//!
//! An EPD line has four FEN fields and operations, of which `id` (the name), `hmvc` and `fmvn` (the counters) are
//! read. A full FEN is accepted instead, and a line that begins with `#` is a comment. Format: Edwards, *Portable
//! Game Notation Specification and Implementation Guide* (1994), section 16.2.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::files::{checksum, decode, read_whole};
use crate::foreign::shortened;
use crate::pgn::{PgnSource, ReadError, each_stream_in, read_games};
use crate::units::Ply;

use super::openings::Opening;

/// Limit on the plies that are taken of each PGN game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningCut {
    /// At most this number of plies.
    At(Ply),
    /// Whole lines for games without a result (`*`), at most this number of plies for others.
    Games(Ply),
}

impl OpeningCut {
    /// Returns the maximum number of plies of a game; `is_game` is true for one with a result.
    const fn plies(self, is_game: bool) -> Ply {
        match self {
            Self::Games(_) if !is_game => Ply(u16::MAX),
            Self::At(plies) | Self::Games(plies) => plies,
        }
    }
}

/// Name of openings drawn at random, used in place of a file name.
pub const RANDOM_OPENINGS: &str = "random";

/// Name of the openings that come with the program, used in place of a file name.
pub const SHIPPED_OPENINGS: &str = "shipped";

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct OpeningFile {
    /// Openings of the file, at least one.
    pub openings: Vec<Opening>,
    /// Checksum over the file's bytes, sixteen hexadecimal digits.
    pub checksum: String,
    /// Maximum number of plies taken of each PGN game with a result.
    pub plies: Ply,
}

/// Reason why a file gives no openings; names the file, the place and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// Input failed; the error names the file.
    #[error("{0}; give another file, 'shipped' or 'random'")]
    Io(#[from] io::Error),
    /// A line contains no position.
    #[error("{}: line {line}: '{text}' {what}; mend or remove the line", file.display())]
    Line {
        /// Path of the file.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Text of the line, shortened.
        text: String,
        /// Fault of the line.
        what: String,
    },
    /// A game cannot be read.
    #[error("{}: {source}; mend or remove that game", file.display())]
    Game {
        /// Path of the file.
        file: PathBuf,
        /// Number of the game, and the fault.
        source: ReadError,
    },
    /// The file contains binary data.
    #[error("{}: this is not text; give a list of positions (.epd, .fen) or games in PGN, packed or not", .0.display())]
    NoText(PathBuf),
    /// The file contains no opening.
    #[error("{}: there is no opening in it; give another file, 'shipped' or 'random'", .0.display())]
    Empty(PathBuf),
}

impl OpeningFile {
    /// Reads `file`, compressed or not: as PGN if its name is that of PGN, else one position per line. At most
    /// `plies` plies of each PGN game are taken, fewer if the game ends sooner.
    ///
    /// # Errors
    ///
    /// [`OpeningError`] for a file that cannot be read, contains an invalid opening, or contains none.
    pub fn read(file: &Path, plies: Ply) -> Result<Self, OpeningError> {
        Self::of(file, &read_whole(file)?, OpeningCut::At(plies))
    }

    /// Reads a file as [`read`](Self::read) does, with another limit for each game.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_cut(file: &Path, cut: OpeningCut) -> Result<Self, OpeningError> {
        Self::of(file, &read_whole(file)?, cut)
    }

    /// Reads the balanced openings that come with the program.
    ///
    /// # Errors
    ///
    /// [`OpeningError`] if the program was built with a broken file.
    pub fn shipped(cut: OpeningCut) -> Result<Self, OpeningError> {
        let name = Path::new("data/balanced.pgn");
        Self::of(name, include_bytes!("../../data/balanced.pgn"), cut)
    }

    fn of(file: &Path, bytes: &[u8], cut: OpeningCut) -> Result<Self, OpeningError> {
        let mut openings = Vec::new();
        let mut taken = Ok(());
        each_stream_in(&file.display().to_string(), bytes, &mut |_, stream| {
            if taken.is_ok() {
                taken = take(file, stream, cut).map(|found| openings.extend(found));
            }
        })
        .map_err(|error| broken_off(file, &error))?;
        taken?;
        if openings.is_empty() {
            return Err(OpeningError::Empty(file.to_owned()));
        }
        Ok(Self {
            openings,
            checksum: checksum(bytes),
            plies: cut.plies(true),
        })
    }
}

/// Returns the error for a compressed file that does not decompress to its end.
fn broken_off(file: &Path, error: &io::Error) -> OpeningError {
    let what = format!("{}: could not be read to its end ({error})", file.display());
    OpeningError::Io(io::Error::other(what))
}

/// Reads the openings of a text, whose format follows from the file's name.
fn take(file: &Path, text: &mut dyn Read, cut: OpeningCut) -> Result<Vec<Opening>, OpeningError> {
    if PgnSource::is_pgn_name(file) {
        return from_pgn(file, text, cut);
    }
    let mut bytes = Vec::new();
    text.read_to_end(&mut bytes)
        .map_err(|error| broken_off(file, &error))?;
    if bytes.contains(&0) {
        return Err(OpeningError::NoText(file.to_owned()));
    }
    from_lines(file, &decode(&bytes))
}

fn from_pgn(
    file: &Path,
    text: &mut dyn Read,
    cut: OpeningCut,
) -> Result<Vec<Opening>, OpeningError> {
    read_games(text)
        .map(|game| {
            let game = game.map_err(|source| OpeningError::Game {
                file: file.to_owned(),
                source,
            })?;
            let plies = cut.plies(game.result.is_some());
            let name = game.tags.get("Opening").or_else(|| game.tags.get("Event"));
            Ok(Opening {
                name: name.unwrap_or_default().to_owned(),
                moves: playable(&game.start, &game.moves, plies),
                start: game.start,
            })
        })
        .collect()
}

/// Returns the first moves of a game, without a move that ends it.
fn playable(start: &Chess, moves: &[shakmaty::Move], plies: Ply) -> Vec<shakmaty::Move> {
    let mut position = start.clone();
    let mut taken = Vec::new();
    for m in moves.iter().take(usize::from(plies.0)) {
        position.play_unchecked(*m);
        if position.is_game_over() {
            break;
        }
        taken.push(*m);
    }
    taken
}

fn from_lines(file: &Path, text: &str) -> Result<Vec<Opening>, OpeningError> {
    text.lines()
        .map(str::trim)
        .zip(1..)
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, number)| {
            from_line(line).map_err(|what| OpeningError::Line {
                file: file.to_owned(),
                line: number,
                text: shortened(line),
                what,
            })
        })
        .collect()
}

fn from_line(line: &str) -> Result<Opening, String> {
    let fen: Fen = fen_of(line)
        .parse()
        .map_err(|error| format!("is not a FEN or EPD ({error})"))?;
    let start: Chess = fen
        .into_position(CastlingMode::Standard)
        .map_err(|error| format!("is not a legal position ({error})"))?;
    if start.is_game_over() {
        return Err("is a game that is over".to_owned());
    }
    Ok(Opening {
        start,
        moves: Vec::new(),
        name: operation(line, "id").unwrap_or_default().to_owned(),
    })
}

/// Returns the six fields of a FEN; counters that an EPD line gives as operations or not at all are filled in.
fn fen_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let counters: Option<Vec<u32>> = fields
        .get(4..6)
        .and_then(|pair| pair.iter().map(|field| field.parse().ok()).collect());
    let board: Vec<&str> = fields.into_iter().take(4).collect();
    let counter = |place: usize, name, otherwise| {
        counters
            .as_ref()
            .and_then(|counters| counters.get(place).copied())
            .or_else(|| operation(line, name)?.parse().ok())
            .unwrap_or(otherwise)
    };
    format!(
        "{} {} {}",
        board.join(" "),
        counter(0, "hmvc", 0),
        counter(1, "fmvn", 1)
    )
}

/// Returns the operand of an EPD operation, without its quotes.
fn operation<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(';').find_map(|part| {
        let at = part.find(name)?;
        let (before, from_name) = part.split_at(at);
        let operand = from_name.strip_prefix(name)?;
        let stands_alone = before.is_empty() || before.ends_with(char::is_whitespace);
        (stands_alone && operand.starts_with(char::is_whitespace))
            .then(|| operand.trim().trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(name: &str, text: &str, plies: u16) -> Result<OpeningFile, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        fs::write(&file, text).expect("written");
        OpeningFile::read(&file, Ply(plies)).map_err(|error| {
            let folder = folder.path().display().to_string();
            error.to_string().replace(&format!("{folder}/"), "")
        })
    }

    #[test]
    fn epd_operations_and_full_fens_are_read() {
        let text = "# from nowhere\n\
            rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 3; fmvn 2; id \"Open game\";\n\n\
            rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n";
        let file = read("few.epd", text, 8).expect("two positions");
        let [open, closed] = &file.openings[..] else {
            panic!("two positions");
        };
        assert_eq!(open.name, "Open game");
        assert_eq!(
            (open.start.halfmoves(), open.start.fullmoves().get()),
            (3, 2)
        );
        assert_eq!(
            (closed.name.as_str(), closed.start.fullmoves().get()),
            ("", 2)
        );
    }

    #[test]
    fn a_pgn_gives_its_first_moves_and_never_a_finished_game() {
        let text = "[Opening \"Fool's mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Nf3 *\n";
        let file = read("few.pgn", text, 4).expect("two games");
        let lengths: Vec<usize> = file.openings.iter().map(|o| o.moves.len()).collect();
        assert_eq!(lengths, [3, 3]);
        assert_eq!(file.openings[0].name, "Fool's mate");
    }

    #[test]
    fn the_openings_of_this_project_are_sound() {
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/openings.pgn"));
        let openings = OpeningFile::read(file, Ply(8)).expect("read").openings;
        assert_eq!(openings.len(), 46);
        for opening in openings {
            assert_eq!(opening.moves.len(), 8, "{}", opening.name);
        }
    }

    #[test]
    fn the_shipped_openings_are_many_different_and_open() {
        let openings = OpeningFile::shipped(OpeningCut::Games(Ply(8)))
            .expect("read")
            .openings;
        assert_eq!(openings.len(), 500);
        let mut ends = std::collections::BTreeSet::new();
        for opening in openings {
            assert_eq!(opening.moves.len(), 12);
            let mut position = opening.start;
            for m in opening.moves {
                position.play_unchecked(m);
            }
            assert!(!position.is_check() && !position.is_game_over());
            let fen = Fen::from_position(&position, shakmaty::EnPassantMode::Legal);
            assert!(ends.insert(fen.to_string()), "{fen} is there twice");
        }
    }

    #[test]
    fn lines_are_taken_whole_and_games_are_cut() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0\n";
        let lengths = |cut| -> Vec<usize> {
            let file = OpeningFile::of(Path::new("few.pgn"), text.as_bytes(), cut);
            let openings = file.expect("two games").openings;
            openings.iter().map(|opening| opening.moves.len()).collect()
        };
        assert_eq!(lengths(OpeningCut::At(Ply(2))), [2, 2]);
        assert_eq!(lengths(OpeningCut::Games(Ply(2))), [5, 2]);
    }

    #[test]
    fn packed_openings_are_read_and_what_is_no_text_is_refused() {
        let packed = zstd::encode_all(&b"1. e4 e5 2. Nf3 *\n"[..], 1).expect("packed");
        let of = |name: &str, bytes: &[u8]| {
            OpeningFile::of(Path::new(name), bytes, OpeningCut::At(Ply(4)))
                .map(|file| file.openings.len())
                .map_err(|error| error.to_string())
        };
        assert_eq!(of("few.pgn.zst", &packed), Ok(1));
        let half = packed.get(..packed.len() - 3).expect("half of it");
        for (name, bytes, sentence) in [
            ("half.pgn.zst", half, "could not be read further"),
            ("half.epd.zst", half, "could not be read to its end"),
            ("engine", b"\x7fELF\0\x1b[2J", "engine: this is not text"),
        ] {
            let error = of(name, bytes).expect_err("refused");
            assert!(error.contains(sentence), "{error}");
            assert!(!error.contains(char::is_control), "{error}");
        }
    }

    #[test]
    fn what_is_no_opening_is_named() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        for (name, text, sentence) in [
            ("empty.epd", "\n", "empty.epd: there is no opening in it"),
            (
                "bad.epd",
                "\nhello\n",
                "bad.epd: line 2: 'hello' is not a FEN or EPD",
            ),
            ("over.epd", mated, "is a game that is over"),
            ("bad.pgn", "1. e4 Ke7 *\n", "bad.pgn: "),
        ] {
            let error = read(name, text, 8).expect_err("refused");
            assert!(error.contains(sentence), "{error}");
        }
        assert!(OpeningFile::read(Path::new("missing.epd"), Ply(8)).is_err());
    }
}
