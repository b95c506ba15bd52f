//! A command that the page of `serve` started as a run: it says that it is at work, and stops when it is asked to.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::interrupt;
use bayeschess::files::WriteGuard;
use bayeschess::serve::runs::started::{NOTE, STOP};

/// Interval at which the wish to stop is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// Says that the run of `folder` is at work until the guard is dropped, and ends the command when it is asked to.
pub(super) fn enter(folder: &Path) -> anyhow::Result<WriteGuard> {
    let guard = match WriteGuard::acquire(&folder.join(NOTE)) {
        Ok(guard) => guard,
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            bail!("{}: this run is at work already", folder.display())
        }
        Err(error) => return Err(error).context(folder.display().to_string()),
    };
    let stop = folder.join(STOP);
    let watch = move || {
        while !stop.exists() {
            thread::sleep(LOOK);
        }
        let _ = fs::remove_file(&stop);
        interrupt::end();
    };
    thread::Builder::new()
        .name("page-run".to_owned())
        .spawn(watch)?;
    Ok(guard)
}
