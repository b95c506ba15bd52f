//! Ctrl-C as a request: long commands end cleanly with what they have.

use anyhow::Context as _;

use crate::search::Stop;

/// A flag that Ctrl-C raises. Called at most once in a command.
///
/// # Errors
///
/// When the system refuses the handler.
pub fn stop_on_ctrl_c() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let raised = stop.clone();
    ctrlc::set_handler(move || {
        // The second time the user means it: the shell's code for a command ended by Ctrl-C.
        if raised.is_stopped() {
            std::process::exit(130);
        }
        raised.stop();
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}
