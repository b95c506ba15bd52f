//! One session from its first line to its end, in the protocol that the line names.

use std::io::{self, BufRead, Write};

use crossbeam_channel::{Receiver, select};

use super::engine_session::EngineSession;
use super::handler::{InputFlow, ProtocolSession};
use super::line_io::{InputLine, LineOutput, SessionSignal, listen};
use super::uci;
use super::xboard;

/// The protocols that the engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// XBoard, also called `WinBoard` or CECP, version 2.
    XBoard,
}

/// Runs a session until the client quits, its input ends, or its output is closed; each also ends a search.
///
/// If the first word is `uci` or `xboard`, it decides the protocol; otherwise `usual` is spoken.
///
/// # Errors
///
/// Errors of the input, and the system's error if it refuses a thread.
pub fn run_session<W: Write + Send + 'static>(
    engine_session: EngineSession,
    writer: W,
    input: impl BufRead + Send + 'static,
    usual: Protocol,
) -> io::Result<()> {
    let (sender, signals) = crossbeam_channel::unbounded();
    let out = LineOutput::new(writer, sender.clone());
    let lines = listen(input)?;
    let mut first = String::new();
    while first.trim().is_empty() {
        match lines.recv() {
            // Some programs begin their output with a byte-order mark.
            Ok(InputLine::Line(line)) => line.trim_start_matches('\u{feff}').clone_into(&mut first),
            Ok(InputLine::Broken(error)) => return Err(error),
            Err(_) => return Ok(()),
        }
    }
    let protocol = match first.split_whitespace().next() {
        Some("uci") => Protocol::Uci,
        Some("xboard") => Protocol::XBoard,
        _ => usual,
    };
    let mut session: Box<dyn ProtocolSession> = match protocol {
        Protocol::Uci => Box::new(uci::UciSession::new(engine_session, out)),
        Protocol::XBoard => Box::new(xboard::XboardSession::new(engine_session, out, sender)),
    };
    let ended = match session.handle_line(&first) {
        InputFlow::Continue => talk(session.as_mut(), &lines, &signals),
        InputFlow::Quit => Ok(()),
    };
    session.stop_search();
    for signal in signals.try_iter() {
        session.handle_signal(signal);
    }
    session.finish();
    ended
}

fn talk(
    session: &mut dyn ProtocolSession,
    lines: &Receiver<InputLine>,
    signals: &Receiver<SessionSignal>,
) -> io::Result<()> {
    loop {
        // Signals come first, so that a line finds all earlier work done.
        if let Ok(signal) = signals.try_recv() {
            match signal {
                SessionSignal::OutputClosed => return Ok(()),
                signal @ SessionSignal::Done { .. } => session.handle_signal(signal),
            }
            continue;
        }
        select! {
            recv(signals) -> signal => match signal {
                Ok(signal @ SessionSignal::Done { .. }) => session.handle_signal(signal),
                Ok(SessionSignal::OutputClosed) | Err(_) => return Ok(()),
            },
            recv(lines) -> heard => match heard {
                Ok(InputLine::Line(line)) => {
                    if session.handle_line(&line) == InputFlow::Quit {
                        return Ok(());
                    }
                }
                Ok(InputLine::Broken(error)) => return Err(error),
                Err(_) => return Ok(()),
            },
        }
    }
}
