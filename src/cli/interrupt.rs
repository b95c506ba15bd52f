//! Ctrl-C, SIGTERM and SIGHUP. Long commands end cleanly and keep their results so far, others end at once, and no
//! temporary files are left.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use bayeschess::arena::external::kill_engines;
use bayeschess::cancel::CancelFlag;
use bayeschess::files;

/// A signal this soon after another is taken for the same: `timeout` and programs that pass on a Ctrl-C send two.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// When a signal last raised a flag; `None` before.
static RAISED: Mutex<Option<Instant>> = Mutex::new(None);

/// True while a signal is ending the program.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The flag that a signal raises; `None` while the command checks none.
static STOP: Mutex<Option<CancelFlag>> = Mutex::new(None);

/// Catches the signals for the whole program.
pub(super) fn catch_signals() -> anyhow::Result<()> {
    ctrlc::set_handler(end).context("Ctrl-C cannot be caught")
}

/// Ends the command, as a signal does: cleanly if it checks a flag, at once if it checks none or this is the second
/// time.
pub(super) fn end() {
    let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    match stop {
        Some(stop) if !stop.is_raised() => {
            *raised = Some(Instant::now());
            stop.stop();
        }
        Some(_) if raised.is_some_and(|at| at.elapsed() < SAME_SIGNAL) => {}
        // The command checks no flag, or this is the second signal.
        _ => {
            ENDING.store(true, Ordering::SeqCst);
            kill_engines();
            files::remove_all();
            let _ = writeln!(std::io::stderr(), "bayeschess: stopped");
            std::process::exit(130);
        }
    }
}

/// Returns a flag that Ctrl-C raises, for commands that end early and keep their results so far.
pub fn stop_on_ctrl_c() -> CancelFlag {
    let stop = CancelFlag::new();
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
    stop
}

/// Waits if a signal is ending the program.
///
/// Otherwise the main thread might exit while temporary files are being removed, with an error caused by that
/// removal.
pub(super) fn let_signal_end() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Returns true if Ctrl-C ended the command.
pub(super) fn was_raised() -> bool {
    RAISED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some()
}
