//! Where a run lies, and the names that the page has for it.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::wire::{RunJson, RunKindJson, RunStatusJson};

/// What a file or folder seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunFileKind {
    /// A database.
    Database,
    /// The folder of a training.
    Training,
    /// The journal of a match or tournament.
    Tournament,
    /// The journal of `lab adapt`.
    Adaptation,
    /// The sheet of `lab ablate`.
    Ablation,
    /// The sheet of `lab ladder`.
    Ladder,
    /// The journal of a tuning's games with drawn options.
    Tuning,
    /// The journal of a match that validates a tuning, without the tuning beside it.
    Validation,
    /// The folder of a run that the page started.
    Started,
    /// A file that is called a journal and is none.
    Foreign,
}

/// A file or folder that is, or holds, a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunPlace {
    pub path: PathBuf,
    /// The path below the folder of all runs.
    pub name: String,
    pub kind: RunFileKind,
}

impl RunPlace {
    /// Returns the id of the only run of this place.
    pub fn id(&self) -> String {
        self.id_of("")
    }

    fn id_of(&self, part: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        for word in [&*self.name, part] {
            hasher.update(&(word.len() as u64).to_le_bytes());
            hasher.update(word.as_bytes());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// Returns a run of this place. `part` tells several runs of one place apart.
    pub fn run(&self, kind: RunKindJson, part: &str, status: RunStatusJson) -> RunJson {
        RunJson {
            id: self.id_of(part),
            kind,
            name: self.name.clone(),
            title: None,
            status,
            games: 0,
            games_wanted: None,
            games_per_second: None,
            seconds_left: None,
            may_end_early: false,
            decided_after: None,
            changed: changed(&self.path),
        }
    }
}

impl RunJson {
    /// Notes that the run has changed when this file did, if that was later.
    pub fn note_change(&mut self, file: &Path) {
        self.changed = self.changed.max(changed(file));
    }
}

/// Returns the second since 1970 in which a file, or the log beside it, changed; 0 if that is unknown.
fn changed(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let moments = [path.to_owned(), PathBuf::from(log)];
    let moments = moments.iter().filter_map(|path| {
        let moment = path.metadata().as_ref().map_or(Err(()), modified).ok()?;
        Some(moment.duration_since(UNIX_EPOCH).ok()?.as_secs())
    });
    moments.max().unwrap_or_default()
}

fn modified(metadata: &Metadata) -> Result<SystemTime, ()> {
    metadata.modified().map_err(drop)
}
