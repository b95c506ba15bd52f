//! Ctrl-C as a request: long commands end cleanly with what they have.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use bayeschess::search::Stop;

/// Whether Ctrl-C was pressed.
static RAISED: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C raises. Called at most once in a command.
///
/// # Errors
///
/// When the system refuses the handler.
pub fn stop_on_ctrl_c() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let raised = stop.clone();
    ctrlc::set_handler(move || {
        // The second time the user means it.
        if raised.is_stopped() {
            std::process::exit(130);
        }
        RAISED.store(true, Ordering::Relaxed);
        raised.stop();
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}

/// Whether a command that ends now was asked to.
pub(super) fn was_raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}
