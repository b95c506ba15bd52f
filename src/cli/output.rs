//! Writes results to standard output, as text or as one JSON object.

use std::io::{self, IsTerminal as _, Write as _};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use bayeschess::foreign::printable;

/// `--json`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct JsonFlag {
    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Returns a number with its noun: `1 game`, `2 games`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Prints `text` and flushes it, so that a prompt is seen.
///
/// Escape sequences in text from outside, as in names, are not passed on. A closed pipe is not an error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    quiet_on_closed_pipe(
        out.write_all(printable(text).as_bytes())
            .and_then(|()| out.flush()),
    )
}

/// Prints text of this program alone, whose colours are escape sequences.
pub fn print_painted(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    quiet_on_closed_pipe(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Returns true if colours are to be printed: on a terminal, unless `NO_COLOR` is set, and anywhere if
/// `CLICOLOR_FORCE` is.
pub fn paints() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    !is_set("NO_COLOR") && (is_forced || (io::stdout().is_terminal() && !is_dumb))
}

/// Prints `figures` as one line of JSON.
pub fn print_json(figures: &impl Serialize) -> anyhow::Result<()> {
    let mut line = String::new();
    for letter in serde_json::to_string(figures)?.chars() {
        // The JSON writer escapes only the first 32 control characters.
        match letter {
            '\u{7f}'..='\u{9f}' => line.extend(escaped(letter)),
            letter => line.push(letter),
        }
    }
    line.push('\n');
    print(&line)
}

/// Writes a message to standard error, as [`print()`] does. A closed standard error cannot be reported.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(text));
}

/// Returns a character as a JSON escape.
fn escaped(letter: char) -> impl Iterator<Item = char> {
    let text = format!("\\u{:04x}", u32::from(letter));
    text.chars().collect::<Vec<char>>().into_iter()
}

fn quiet_on_closed_pipe(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("could not write to standard output"))
        }
        _ => Ok(()),
    }
}

/// A counter on standard error; hidden if that is not a terminal.
pub fn progress(what: &'static str) -> ProgressBar {
    ProgressBar::new_spinner()
        .with_message(what)
        .with_style(counting())
}

/// Returns a progress bar on standard error in the form of indicatif's template; hidden if that is not a terminal.
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    // A broken template leaves the plain bar.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Returns the style of a counter without a known end.
pub fn counting() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {human_pos} {msg}, {per_sec}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
}
