//! The result of a command that did its work.

/// The result of a command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// Exit code 0.
    Success,
    /// The command found what it was looking for, such as damage or differences: exit code 1.
    Findings,
    /// Ctrl-C ended the command; its results so far are kept: exit code 130, the convention of shells.
    Stopped,
}
