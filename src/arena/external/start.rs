//! Timeouts for an engine's answers, and the reasons why an engine could not be started.

use std::io;
use std::time::Duration;

/// Timeouts for an engine's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// Timeout for the answer to `uci`, `isready` or `stop`.
    pub answer: Duration,
    /// Timeout for a move when no clock limits it.
    pub untimed_move: Duration,
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(10),
            untimed_move: Duration::from_mins(2),
        }
    }
}

/// Reason why an engine could not be started.
#[derive(Debug, thiserror::Error)]
pub enum EngineStartError {
    /// The operating system could not start the program.
    #[error("{program}: the engine could not be started ({source}); give the path of a UCI engine")]
    Spawn {
        /// Program as written.
        program: String,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The program ended instead of answering.
    #[error(
        "{program}: the engine ended before it answered '{asked}'{last_words}; is it a UCI engine?"
    )]
    Ended {
        /// Program as written.
        program: String,
        /// Command that it was sent.
        asked: &'static str,
        /// Its last lines on standard error, as the end of a sentence; empty if there were none.
        last_words: String,
    },
    /// The program did not answer in time.
    #[error(
        "{program}: the engine did not answer '{asked}' within {} s; is it a UCI engine?", waited.as_secs_f64()
    )]
    Silent {
        /// Program as written.
        program: String,
        /// Command that it was sent.
        asked: &'static str,
        /// Time waited for the answer.
        waited: Duration,
    },
    /// The engine has no such option.
    #[error("{program}: the engine has no option '{name}'; it has: {known}")]
    UnknownOption {
        /// Program as written.
        program: String,
        /// Name of the option to be set.
        name: String,
        /// Names of the options that the engine declared.
        known: String,
    },
    /// The engine has the option, but does not allow the value.
    #[error("{program}: option {name}: '{value}' is not {expected}")]
    Value {
        /// Program as written.
        program: String,
        /// Name of the option.
        name: String,
        /// Value to be set.
        value: String,
        /// Description of the values that the option allows.
        expected: String,
    },
    /// The user stopped the start.
    #[error("stopped before {0} was ready")]
    Stopped(String),
}
