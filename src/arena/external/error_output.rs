//! The standard error of an engine: its last lines, which often say why it ended.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::line_reader::each_line;
use crate::foreign::shortened;

/// Number of lines that are kept: a panic of Rust takes three.
const LINES: usize = 3;

/// Time that is waited for the rest of what a program writes when it ends; a program that it started may keep the
/// output open.
const REST: Duration = Duration::from_millis(200);

/// The last lines that a program wrote on its standard error.
#[derive(Debug)]
pub(super) struct ErrorOutput {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the output is.
    open: Receiver<Infallible>,
}

impl ErrorOutput {
    /// Reads an output to its end, on a thread of its own.
    ///
    /// # Errors
    ///
    /// The error of the operating system that starts no thread.
    pub(super) fn listen(output: ChildStderr) -> io::Result<Self> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (until_the_end, open) = crossbeam_channel::bounded(0);
        let kept = Arc::clone(&lines);
        thread::Builder::new()
            .name("engine errors".to_owned())
            .spawn(move || {
                keep_last(output, &kept);
                drop(until_the_end);
            })?;
        Ok(Self { lines, open })
    }

    /// Returns the last lines of a program that has ended, as the end of a sentence; empty if it wrote none.
    pub(super) fn last_words(&self) -> String {
        // It is closed when the program ends, mostly at once.
        let _ = self.open.recv_timeout(REST);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            return String::new();
        }
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        format!(
            ", with these last words on standard error: {}",
            lines.join(" / ")
        )
    }
}

fn keep_last(output: ChildStderr, kept: &Mutex<VecDeque<String>>) {
    each_line(output, |text| {
        if !text.trim().is_empty() {
            let mut lines = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.len() == LINES {
                lines.pop_front();
            }
            lines.push_back(shortened(text.trim()));
        }
        true
    });
}
