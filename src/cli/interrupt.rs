//! Ctrl-C, SIGTERM and SIGHUP: long commands end cleanly and keep their results so far, others end at
//! once, and none leaves temporary files behind.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;

use bayeschess::cancel::CancelFlag;
use bayeschess::files;

/// Whether a signal came.
static RAISED: AtomicBool = AtomicBool::new(false);

/// Whether a signal is ending the program.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The flag that a signal raises; `None` while the command looks at none.
static STOP: Mutex<Option<CancelFlag>> = Mutex::new(None);

/// Catches the signals for the whole program.
///
/// # Errors
///
/// When the system refuses the handler.
pub(super) fn catch_signals() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match stop {
            Some(stop) if !stop.is_raised() => {
                RAISED.store(true, Ordering::Relaxed);
                stop.stop();
            }
            // The command looks at no flag, or this is the second signal.
            _ => {
                ENDING.store(true, Ordering::SeqCst);
                files::remove_all();
                let _ = writeln!(std::io::stderr(), "bayeschess: stopped");
                std::process::exit(130);
            }
        }
    })
    .context("Ctrl-C cannot be caught")
}

/// Returns a flag that Ctrl-C raises, for commands that end early and keep their results so far.
pub fn stop_on_ctrl_c() -> CancelFlag {
    let stop = CancelFlag::new();
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
    stop
}

/// Waits for the end if a signal is ending the program, so that the main thread does not end it in the middle of the
/// removal of temporary files, with an error that only this removal has caused.
pub(super) fn let_signal_end() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Returns true if Ctrl-C ended the command.
pub(super) fn was_raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}
