//! How long an engine may keep silent, and why one could not be brought to play.

use std::io;
use std::time::Duration;

/// How long an engine may keep silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// Before it answers `uci`, `isready` or `stop`.
    pub answer: Duration,
    /// Before it moves when no clock says how long it may take.
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

/// Why an engine could not be brought to play.
#[derive(Debug, thiserror::Error)]
pub enum EngineStartError {
    /// The system would not start it.
    #[error("{program}: the engine could not be started ({source}); give the path of a UCI engine")]
    Spawn {
        /// As written.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// It ended instead of answering.
    #[error("{program}: the engine ended before it answered '{asked}'; is it a UCI engine?")]
    Ended {
        /// As written.
        program: String,
        /// What it was asked.
        asked: &'static str,
    },
    /// It did not answer.
    #[error(
        "{program}: the engine did not answer '{asked}' within {} s; is it a UCI engine?", waited.as_secs_f64()
    )]
    Silent {
        /// As written.
        program: String,
        /// What it was asked.
        asked: &'static str,
        /// How long.
        waited: Duration,
    },
    /// It has no such option.
    #[error("{program}: the engine has no option '{name}'; it has: {known}")]
    UnknownOption {
        /// As written.
        program: String,
        /// What was to be set.
        name: String,
        /// What it declared.
        known: String,
    },
    /// It has the option, but not that value.
    #[error("{program}: option {name}: '{value}' is not {expected}")]
    Value {
        /// As written.
        program: String,
        /// The option.
        name: String,
        /// What was to be set.
        value: String,
        /// What it declared.
        expected: String,
    },
    /// The user wanted to stop.
    #[error("stopped before {0} was ready")]
    Stopped(String),
}
