//! Reading and writing lines: an input thread, and a writer that two threads share.
//!
//! Input is read on a thread of its own, so that neither a slow search nor a silent client blocks the session.
//! Invalid bytes become text without changing the lines, and a line without end is cut.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender};

use crate::search::SearchReport;

/// The longest part of a line that is kept, in bytes; a game of 10,000 moves is far shorter.
const LONGEST_LINE: usize = 1 << 20;

/// How many lines are read ahead while the session is busy.
const LINES_AHEAD: usize = 1024;

/// What the input thread hands over; the end of the input closes the channel.
#[derive(Debug)]
pub(super) enum InputLine {
    Line(String),
    Broken(io::Error),
}

/// What other threads tell the session.
#[derive(Debug)]
pub(super) enum SessionSignal {
    /// The output is closed.
    OutputClosed,
    /// The search with this number has finished.
    Done {
        number: u64,
        report: Box<SearchReport>,
    },
}

/// Starts to read lines on a thread of its own.
///
/// # Errors
///
/// The system's error if it refuses a thread.
pub(super) fn listen(input: impl BufRead + Send + 'static) -> io::Result<Receiver<InputLine>> {
    let (sender, lines) = crossbeam_channel::bounded(LINES_AHEAD);
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_all(input, &sender))?;
    Ok(lines)
}

fn read_all(mut input: impl BufRead, sender: &Sender<InputLine>) {
    let mut line = Vec::new();
    loop {
        let heard = match read_line(&mut input, &mut line) {
            Ok(false) => return,
            Ok(true) => InputLine::Line(String::from_utf8_lossy(&line).into_owned()),
            Err(error) => InputLine::Broken(error),
        };
        let is_last = matches!(heard, InputLine::Broken(_));
        if sender.send(heard).is_err() || is_last {
            return;
        }
    }
}

/// Reads to the next line break, keeping no more than the longest line; false at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut began = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(began);
        }
        began = true;
        let end = available.iter().position(|byte| *byte == b'\n');
        let used = end.unwrap_or(available.len());
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend(available.iter().take(used.min(room)));
        input.consume(end.map_or(used, |end| end + 1));
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// The output of lines. Clones share the writer; each line is written whole.
#[derive(Debug)]
pub(super) struct LineOutput<W> {
    writer: Arc<Mutex<W>>,
    deaf: Sender<SessionSignal>,
}

impl<W> Clone for LineOutput<W> {
    fn clone(&self) -> Self {
        Self {
            writer: Arc::clone(&self.writer),
            deaf: self.deaf.clone(),
        }
    }
}

impl<W: Write> LineOutput<W> {
    /// Writes lines to `writer`; if that fails, `deaf` receives a signal.
    pub(super) fn new(writer: W, deaf: Sender<SessionSignal>) -> Self {
        Self {
            writer: Arc::new(Mutex::new(writer)),
            deaf,
        }
    }

    /// Writes one line, or several.
    pub(super) fn say(&self, line: impl fmt::Display) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(writer, "{line}")
            .and_then(|()| writer.flush())
            .is_err()
        {
            // If the session has ended, nobody needs the signal.
            let _ = self.deaf.send(SessionSignal::OutputClosed);
        }
    }
}

/// Returns text for people on one line: line breaks and other control characters could be read as commands.
pub(super) fn on_one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let heard = listen(io::Cursor::new(bytes.to_vec())).expect("a thread");
        heard
            .iter()
            .map(|heard| match heard {
                InputLine::Line(line) => line,
                InputLine::Broken(error) => panic!("{error}"),
            })
            .collect()
    }

    #[test]
    fn lines_end_at_breaks_and_at_the_end() {
        assert_eq!(lines(b"uci\r\n\nquit"), ["uci\r", "", "quit"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\xff\xfe go\n").len(), 1);
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_read() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend(b"\nquit\n");
        let heard = lines(&bytes);
        assert_eq!(heard.len(), 2);
        assert_eq!((heard[0].len(), heard[1].as_str()), (LONGEST_LINE, "quit"));
    }
}
