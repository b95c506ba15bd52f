//! Ctrl-C: long commands end cleanly and keep their results so far.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use bayeschess::cancel::CancelFlag;

/// Whether Ctrl-C was pressed.
static RAISED: AtomicBool = AtomicBool::new(false);

/// Returns a flag that Ctrl-C raises. Call it at most once in a command.
///
/// # Errors
///
/// When the system refuses the handler.
pub fn stop_on_ctrl_c() -> anyhow::Result<CancelFlag> {
    let stop = CancelFlag::new();
    let raised = stop.clone();
    ctrlc::set_handler(move || {
        // The second Ctrl-C ends the program at once.
        if raised.is_raised() {
            std::process::exit(130);
        }
        RAISED.store(true, Ordering::Relaxed);
        raised.stop();
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}

/// Returns true if Ctrl-C ended the command.
pub(super) fn was_raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}
