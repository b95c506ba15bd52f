//! The interface between the session loop and the two protocols.

use super::line_io::SessionSignal;

/// Whether the session goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputFlow {
    Continue,
    Quit,
}

/// The engine's side of a protocol. No method may wait for the client.
pub(super) trait ProtocolSession {
    /// Handles one line of input.
    fn handle_line(&mut self, line: &str) -> InputFlow;
    /// Handles a signal from another thread: a search is over, or the output is closed.
    fn handle_signal(&mut self, signal: SessionSignal);
    /// Stops the search at the end of the session and waits for its answer.
    fn stop_search(&mut self);
    /// Ends the session after everything was answered.
    fn finish(&mut self);
}
