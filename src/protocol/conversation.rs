//! One conversation from its first word to its end, in whichever protocol that word names.

use std::io::{self, BufRead, Write};

use crossbeam_channel::{Receiver, select};

use super::desk::Desk;
use super::uci;
use super::wire::{Heard, Output, Signal, listen};
use super::xboard;

/// The protocols that the engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// XBoard, also called `WinBoard` or CECP, version 2.
    XBoard,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// A protocol's side of a conversation. Nothing here may wait for the partner.
pub(super) trait Session {
    /// One line of the partner.
    fn hear(&mut self, line: &str) -> Flow;
    /// Something that happened on this side.
    fn notice(&mut self, signal: Signal);
    /// The conversation is over: ends the search and waits for its answer.
    fn hush(&mut self);
    /// The last thing that is done, when everything was answered.
    fn leave(&mut self);
}

/// Talks until the partner quits, his input ends, or he no longer reads; each also ends a search. The
/// first word may be `uci` or `xboard` and then decides; any other is taken to be `usual`.
///
/// # Errors
///
/// What the input reports, and when the system refuses a thread.
pub fn converse<W: Write + Send + 'static>(
    desk: Desk,
    writer: W,
    input: impl BufRead + Send + 'static,
    usual: Protocol,
) -> io::Result<()> {
    let (sender, signals) = crossbeam_channel::unbounded();
    let out = Output::new(writer, sender.clone());
    let lines = listen(input)?;
    let mut first = String::new();
    while first.trim().is_empty() {
        match lines.recv() {
            Ok(Heard::Line(line)) => first = line,
            Ok(Heard::Broken(error)) => return Err(error),
            Err(_) => return Ok(()),
        }
    }
    let protocol = match first.split_whitespace().next() {
        Some("uci") => Protocol::Uci,
        Some("xboard") => Protocol::XBoard,
        _ => usual,
    };
    let mut session: Box<dyn Session> = match protocol {
        Protocol::Uci => Box::new(uci::Session::new(desk, out)),
        Protocol::XBoard => Box::new(xboard::Session::new(desk, out, sender)),
    };
    let ended = match session.hear(&first) {
        Flow::Continue => talk(session.as_mut(), &lines, &signals),
        Flow::Quit => Ok(()),
    };
    session.hush();
    for signal in signals.try_iter() {
        session.notice(signal);
    }
    session.leave();
    ended
}

fn talk(
    session: &mut dyn Session,
    lines: &Receiver<Heard>,
    signals: &Receiver<Signal>,
) -> io::Result<()> {
    loop {
        // What happened here comes first, so that a line finds everything done before it.
        if let Ok(signal) = signals.try_recv() {
            match signal {
                Signal::Deaf => return Ok(()),
                signal @ Signal::Done { .. } => session.notice(signal),
            }
            continue;
        }
        select! {
            recv(signals) -> signal => match signal {
                Ok(signal @ Signal::Done { .. }) => session.notice(signal),
                Ok(Signal::Deaf) | Err(_) => return Ok(()),
            },
            recv(lines) -> heard => match heard {
                Ok(Heard::Line(line)) => {
                    if session.hear(&line) == Flow::Quit {
                        return Ok(());
                    }
                }
                Ok(Heard::Broken(error)) => return Err(error),
                Err(_) => return Ok(()),
            },
        }
    }
}
