//! The lines that the user types: edited at a terminal, taken as they are from a pipe or a file.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::input::words;
use crate::cli::output::print;
use bayeschess::board::notation::Language;
use bayeschess::cancel::CancelFlag;

/// How often the flag is looked at while the user types nothing.
const POLL: Duration = Duration::from_millis(50);

/// What came of asking for a line.
#[derive(Debug)]
pub(super) enum TypedLine {
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C or another signal; the user wants to leave.
    Interrupted,
}

/// A question to the thread that reads: the prompt, and the moves that the tabulator key completes.
#[derive(Debug)]
struct LineRequest {
    prompt: String,
    moves: Vec<String>,
}

/// Reads lines in a thread of its own, so that a signal ends the waiting.
#[derive(Debug)]
pub(super) struct LineReader {
    requests: Sender<LineRequest>,
    lines: Receiver<io::Result<TypedLine>>,
    is_edited: bool,
    cancel: CancelFlag,
    _mode: TerminalMode,
}

impl LineReader {
    /// Reads standard input: with editing, earlier lines and completion if input and output are a terminal.
    /// The flag ends the waiting for a line.
    pub(super) fn new(language: Language, cancel: CancelFlag) -> Self {
        let is_edited = io::stdin().is_terminal() && io::stdout().is_terminal();
        let (requests, asked) = channel();
        let (sender, lines) = channel();
        thread::spawn(move || {
            if is_edited {
                serve_edited(language, &asked, &sender);
            } else {
                serve_plain(&asked, &sender);
            }
        });
        Self {
            requests,
            lines,
            is_edited,
            cancel,
            _mode: TerminalMode::current(),
        }
    }

    /// Prints the prompt and waits for a line. `moves` is called for the moves that can be completed, where they
    /// can.
    pub(super) fn next(
        &self,
        prompt: String,
        moves: impl FnOnce() -> Vec<String>,
    ) -> anyhow::Result<TypedLine> {
        if !self.is_edited {
            print(&prompt)?;
        }
        let moves = if self.is_edited { moves() } else { Vec::new() };
        // If the thread has ended, receiving below says so.
        let _ = self.requests.send(LineRequest { prompt, moves });
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Ok(line?),
                Err(RecvTimeoutError::Timeout) if self.cancel.is_raised() => {
                    return Ok(TypedLine::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(TypedLine::End),
            }
        }
    }
}

/// Reads a line of a pipe or a file for each request.
fn serve_plain(asked: &Receiver<LineRequest>, lines: &Sender<io::Result<TypedLine>>) {
    let mut input = io::stdin().lock();
    while asked.recv().is_ok() {
        let mut bytes = Vec::new();
        let line = match input.read_until(b'\n', &mut bytes) {
            Ok(0) => Ok(TypedLine::End),
            Ok(_) => Ok(TypedLine::Line(
                String::from_utf8_lossy(&bytes).into_owned(),
            )),
            Err(error) => Err(error),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Lets the user edit a line for each request.
fn serve_edited(
    language: Language,
    asked: &Receiver<LineRequest>,
    lines: &Sender<io::Result<TypedLine>>,
) {
    let config = rustyline::Config::builder().auto_add_history(true).build();
    let history = MemHistory::with_config(&config);
    let Ok(mut editor) = Editor::with_history(config, history) else {
        // A terminal that cannot be edited can still be read.
        return serve_plain(asked, lines);
    };
    while let Ok(request) = asked.recv() {
        editor.set_helper(Some(BoardCompleter::new(language, request.moves)));
        let line = match editor.readline(&request.prompt) {
            Ok(line) => Ok(TypedLine::Line(line)),
            Err(ReadlineError::Eof) => Ok(TypedLine::End),
            Err(ReadlineError::Interrupted) => Ok(TypedLine::Interrupted),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Completes moves, the words of the board, and names of files behind a word.
struct BoardCompleter {
    words: &'static [&'static str],
    moves: Vec<String>,
    files: FilenameCompleter,
}

impl BoardCompleter {
    fn new(language: Language, moves: Vec<String>) -> Self {
        Self {
            words: words(language),
            moves,
            files: FilenameCompleter::new(),
        }
    }

    /// The moves and words that begin as `typed` does; words in any case.
    fn first_words(&self, typed: &str) -> Vec<Pair> {
        let lower = typed.to_lowercase();
        let moves = self.moves.iter().filter(|m| m.starts_with(typed)).cloned();
        let words = self.words.iter().filter(|word| word.starts_with(&lower));
        moves
            .chain(words.map(|word| (*word).to_owned()))
            .map(|text| Pair {
                display: text.clone(),
                replacement: text,
            })
            .collect()
    }
}

impl Completer for BoardCompleter {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..cursor).unwrap_or(line);
        if typed.trim_start().contains(char::is_whitespace) {
            return self.files.complete(line, cursor, context);
        }
        let word = typed.trim_start();
        Ok((typed.len() - word.len(), self.first_words(word)))
    }
}

impl Highlighter for BoardCompleter {}

impl Hinter for BoardCompleter {
    type Hint = String;
}

impl Validator for BoardCompleter {}

impl Helper for BoardCompleter {}

/// The mode of the terminal before a line is edited, set again when the program stops while one is.
#[derive(Debug)]
struct TerminalMode {
    #[cfg(unix)]
    mode: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
impl TerminalMode {
    fn current() -> Self {
        Self {
            mode: rustix::termios::tcgetattr(io::stdin()).ok(),
        }
    }
}

#[cfg(unix)]
impl Drop for TerminalMode {
    fn drop(&mut self) {
        if let Some(mode) = &self.mode {
            use rustix::termios::{OptionalActions, tcsetattr};
            // A terminal that is gone needs no mode.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, mode);
        }
    }
}

#[cfg(not(unix))]
impl TerminalMode {
    const fn current() -> Self {
        Self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_words_are_completed_at_the_beginning_of_a_line() {
        let completer = BoardCompleter::new(
            Language::English,
            ["Nf3", "Nc3", "e4"].map(str::to_owned).to_vec(),
        );
        let found = |typed: &str| -> Vec<String> {
            let pairs = completer.first_words(typed).into_iter();
            pairs.map(|pair| pair.replacement).collect()
        };
        assert_eq!(found("N"), ["Nf3", "Nc3", "name", "new"]);
        assert_eq!(found("res"), ["resign"]);
        assert_eq!(found("RES"), ["resign"]);
        assert_eq!(found("e4"), ["e4"]);
        assert!(found("zz").is_empty());
        assert_eq!(found("").len(), 3 + words(Language::English).len());
    }
}
