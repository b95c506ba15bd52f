//! Standard output, where figures go as text or as one JSON object, and nothing else.

use std::io::{self, Write as _};

use clap::Args;
use serde::Serialize;

/// `--json`, for every command that reports figures.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct JsonFlag {
    /// Print one JSON object on standard output and nothing else there
    #[arg(long)]
    pub json: bool,
}

/// Prints `text` as it is. A closed pipe is no error: the reader has seen enough.
///
/// # Errors
///
/// What standard output reports, but for a closed pipe.
pub fn print(text: &str) -> anyhow::Result<()> {
    quiet_on_closed_pipe(io::stdout().lock().write_all(text.as_bytes()))
}

/// Prints `figures` as one line of JSON.
///
/// # Errors
///
/// As [`print()`].
pub fn print_json(figures: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_string(figures)?;
    line.push('\n');
    print(&line)
}

fn quiet_on_closed_pipe(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("could not write to standard output"))
        }
        _ => Ok(()),
    }
}
