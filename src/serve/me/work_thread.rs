//! Threads for work that takes long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use crate::serve::command::{Problem, ProblemCode};

/// Starts a thread for work that takes long; if the work panics, `failed` receives a sentence that says so.
///
/// # Errors
///
/// When no thread can be started.
pub(super) fn start(
    failed: impl FnOnce(String) + Send + 'static,
    work: impl FnOnce() + Send + 'static,
) -> Result<(), Problem> {
    let guarded = move || {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            failed(Problem::broke_down().error);
        }
    };
    let started = thread::Builder::new()
        .name("report".to_owned())
        .spawn(guarded);
    started.map(drop).map_err(|error| {
        let sentence = format!("no thread could be started ({error}); end other programs first");
        Problem::new(ProblemCode::Busy, sentence)
    })
}
