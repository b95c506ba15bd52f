//! Writing games in PGN export format: seven tags, further tags, movetext in lines of at most 80 columns.

use std::fs::OpenOptions;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position as _};

use crate::board::fen;
use crate::record::{Game, Tags, Termination};

use super::line::trim;
use super::tags::{ROSTER, write_tag};
use super::validate::termination_by_tags;

/// Maximum line length of movetext (PGN standard, 4.3).
const COLUMNS: usize = 80;

/// Tags that repeat fields of the game and are always written from these.
const FROM_THE_GAME: [&str; 6] = [
    "Result",
    "SetUp",
    "FEN",
    "Termination",
    "TerminationDetails",
    "OpeningPlies",
];

/// Formats a game as PGN, with an empty line at its end.
pub fn format_game(game: &Game) -> String {
    format_annotated(game, &[])
}

/// Formats a game as PGN with a comment after each move; an empty comment writes nothing.
///
/// Braces inside comments are removed.
pub fn format_annotated(game: &Game, comments: &[String]) -> String {
    let mut text = String::new();
    let result = game.result.map_or("*", |result| result.as_pgn());
    write_tags(&mut text, game, result);
    text.push('\n');
    write_movetext(&mut text, game, comments, result);
    text.push_str("\n\n");
    text
}

/// Writes the seven tags that every game has.
pub(super) fn write_roster(text: &mut String, tags: &Tags, result: &str) {
    for name in ROSTER {
        let value = match name {
            "Result" => result,
            "Date" => tags.get(name).unwrap_or("????.??.??"),
            _ => tags.get(name).unwrap_or("?"),
        };
        write_tag(text, name, value);
    }
}

/// Writes the tags of a start position.
pub(super) fn write_start(text: &mut String, start: &Chess) {
    write_tag(text, "SetUp", "1");
    write_tag(text, "FEN", &fen::write(start));
}

/// Writes the tags of a game.
pub(super) fn write_tags(text: &mut String, game: &Game, result: &str) {
    write_roster(text, &game.tags, result);
    if game.start != Chess::default() {
        write_start(text, &game.start);
    }
    for (name, value) in game.tags.iter() {
        if !ROSTER.contains(&name) && !FROM_THE_GAME.contains(&name) {
            write_tag(text, name, value);
        }
    }
    write_termination(text, game);
    if game.opening_plies > 0 {
        write_tag(text, "OpeningPlies", &game.opening_plies.to_string());
    }
}

/// Writes the standard's tag, and this program's own, which has more detail; or these tags as they were read, if they
/// still say how the game ended.
fn write_termination(text: &mut String, game: &Game) {
    let read = ["Termination", "TerminationDetails"]
        .map(|name| (name, game.tags.get(name)))
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    if read.clone().next().is_some() && termination_by_tags(game) == game.termination {
        read.for_each(|(name, value)| write_tag(text, name, value));
        return;
    }
    let word = match game.termination {
        Termination::Checkmate
        | Termination::Stalemate
        | Termination::Repetition
        | Termination::FiftyMoves
        | Termination::InsufficientMaterial
        | Termination::Resignation
        | Termination::Agreement => "normal",
        Termination::AdjudicatedWin | Termination::AdjudicatedDraw | Termination::MoveLimit => {
            "adjudication"
        }
        Termination::TimeForfeit => "time forfeit",
        Termination::IllegalMove => "rules infraction",
        Termination::EngineCrash | Termination::EngineStall => "abandoned",
        Termination::Unknown => return,
    };
    write_tag(text, "Termination", word);
    write_tag(text, "TerminationDetails", game.termination.name());
}

/// A writer of movetext in lines of at most 80 columns.
pub(super) struct MovetextWriter<'a> {
    text: &'a mut String,
    column: usize,
    /// Number of opening parentheses to write before the next word.
    open: usize,
}

impl<'a> MovetextWriter<'a> {
    /// Creates a writer that appends to `text`.
    pub(super) const fn new(text: &'a mut String) -> Self {
        Self {
            text,
            column: 0,
            open: 0,
        }
    }

    /// Writes a word.
    pub(super) fn push(&mut self, word: &str) {
        let length = word.len() + self.open;
        let is_full = self.column + 1 + length >= COLUMNS;
        if self.column > 0 && is_full && !is_special_at_line_start(word) {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.extend(std::iter::repeat_n('(', self.open));
        self.text.push_str(word);
        self.column += length;
        self.open = 0;
    }

    /// Writes the number of the next move, for Black only if `is_numbered`.
    pub(super) fn number(&mut self, position: &Chess, is_numbered: bool) {
        let number = position.fullmoves();
        match position.turn() {
            Color::White => self.push(&format!("{number}.")),
            Color::Black if is_numbered => self.push(&format!("{number}...")),
            Color::Black => {}
        }
    }

    /// Writes a move with its number, for Black only if `is_numbered`, and plays it.
    pub(super) fn play(&mut self, position: &mut Chess, m: Move, is_numbered: bool) {
        self.number(position, is_numbered);
        let san = SanPlus::from_move_and_play_unchecked(position, m);
        self.push(&san.to_string());
    }

    /// Opens a variation before the next word.
    pub(super) const fn open(&mut self) {
        self.open += 1;
    }

    /// Closes a variation after the last word; one without words is not written.
    pub(super) fn close(&mut self) {
        if let Some(open) = self.open.checked_sub(1) {
            self.open = open;
            return;
        }
        self.text.push(')');
        self.column += 1;
    }

    /// Writes a comment in braces, broken at spaces; nothing if it is empty.
    pub(super) fn comment(&mut self, comment: &str) {
        // NUL and carriage returns end lines, too.
        let comment = comment
            .replace(['{', '}'], "")
            .replace(char::is_control, " ");
        if !comment.trim().is_empty() {
            format!("{{{}}}", comment.trim())
                .split_whitespace()
                .for_each(|part| self.push(part));
        }
    }
}

/// Returns true for a word that would not be text at the beginning of a line. There `[Event` begins a game, `%` escapes the
/// line, and the reader removes `>` and blanks without width, so that the next word may be the one that begins a game.
fn is_special_at_line_start(word: &str) -> bool {
    let text = trim(word.as_bytes());
    let is_event = |start: &[u8]| start.eq_ignore_ascii_case(b"[Event");
    word.starts_with(['%', '>']) || text.is_empty() || text.get(..6).is_some_and(is_event)
}

fn write_movetext(text: &mut String, game: &Game, comments: &[String], result: &str) {
    let mut position = game.start.clone();
    let mut words = MovetextWriter::new(text);
    let mut is_numbered = true;
    for (ply, &chosen) in game.moves.iter().enumerate() {
        words.play(&mut position, chosen, is_numbered);
        let comment = comments.get(ply).map_or("", String::as_str);
        words.comment(comment);
        is_numbered = !comment.trim().is_empty();
    }
    words.push(result);
}

/// Writes a game as PGN.
///
/// # Errors
///
/// The error of `out`.
pub fn write_game(out: &mut dyn Write, game: &Game) -> io::Result<()> {
    out.write_all(format_game(game).as_bytes())
}

/// Appends a game to a PGN file, which is created if it does not exist; its folder must exist.
///
/// The game is written at once, and a last line that a kill left unfinished is ended first.
///
/// # Errors
///
/// The error of the file system, with the file's name in front.
pub fn append_game(file: &Path, game: &Game) -> io::Result<()> {
    append(file, &format_game(game))
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
}

fn append(file: &Path, game: &str) -> io::Result<()> {
    let mut log = OpenOptions::new()
        .create(true)
        .read(true)
        .append(true)
        .open(file)?;
    let mut last = [b'\n'];
    if log.metadata()?.len() > 0 {
        log.seek(SeekFrom::End(-1))?;
        log.read_exact(&mut last)?;
    }
    let gap = if last == [b'\n'] { "" } else { "\n\n" };
    log.write_all(format!("{gap}{game}").as_bytes())
}
