//! The folder of a run that the page started, and the note in it that says so.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::recipe::{RECIPE, StartableKind, StartableRecipe};
use crate::files::{self, Existing, WriteError, WriteGuard};

/// Name of the note. The process of the run holds a lock on it as long as it works.
pub const NOTE: &str = "started.json";

/// Name of the file by which a run is asked to stop.
pub const STOP: &str = "stop";

/// Name of the file with what the program printed.
const LOG: &str = "page.log";

/// The longest end of what was printed that is shown, in bytes.
const LONGEST_LOG: usize = 4_000;

/// The most threads of a run.
const MOST_THREADS: usize = 1024;

/// The version of the note.
const FORMAT: u32 = 1;

/// What the note says.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StartedNote {
    format: u32,
    version: String,
    kind: StartableKind,
    threads: Option<NonZeroUsize>,
    recipe: Value,
}

/// A run that the page started.
#[derive(Clone, Debug)]
pub(in crate::serve::runs) struct StartedRun {
    pub folder: PathBuf,
    /// Name of the folder.
    pub name: String,
    pub recipe: StartableRecipe,
    /// Number of threads; by default one for each core.
    pub threads: Option<NonZeroUsize>,
}

/// Returns true if a folder has the note of a run that the page started.
pub(in crate::serve::runs) fn is_started(folder: &Path) -> bool {
    folder.join(NOTE).is_file()
}

/// Returns true if a number of threads can be asked for.
pub(super) fn is_thread_count(threads: Option<NonZeroUsize>) -> bool {
    threads.is_none_or(|threads| threads.get() <= MOST_THREADS)
}

/// Returns true for the names that a run may have: letters, digits and dashes, as no system treats them specially.
pub(in crate::serve::runs) fn is_name(name: &str) -> bool {
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let lower = name.to_ascii_lowercase();
    let is_device = DEVICES.contains(&&*lower)
        || lower.len() == 4 && (lower.starts_with("com") || lower.starts_with("lpt"));
    (1..=60).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !is_device
}

impl StartedRun {
    /// Reads the note of a folder.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let file = folder.join(NOTE);
        let wrong = |what: String| {
            format!(
                "{}: {what}; the page cannot go on with this run, the command line can",
                file.display()
            )
        };
        let text = files::read_text(&file).map_err(|error| wrong(error.to_string()))?;
        let note: StartedNote =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if note.format != FORMAT {
            return Err(wrong("another version of this program wrote it".to_owned()));
        }
        let name = folder.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| is_name(name) && is_thread_count(note.threads)) else {
            return Err(wrong("no page started a run here".to_owned()));
        };
        let recipe =
            StartableRecipe::read(note.kind, note.recipe).map_err(|fault| wrong(fault.text))?;
        Ok(Self {
            folder: folder.to_owned(),
            name: name.to_owned(),
            recipe,
            threads: note.threads,
        })
    }

    /// Writes the note, and the recipe where the command reads it.
    pub fn write(&self) -> Result<(), WriteError> {
        let note = StartedNote {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kind: self.recipe.kind(),
            threads: self.threads,
            recipe: self.recipe.values(),
        };
        let text = serde_json::to_string_pretty(&note).unwrap_or_default() + "\n";
        if self.recipe.kind().has_file() {
            let file = self.folder.join(RECIPE);
            files::write_whole(&file, Existing::Replace, |out| {
                out.write_all(self.recipe.file_text()?.as_bytes())
            })?;
        }
        write(&self.folder.join(NOTE), &text, Existing::Replace)
    }

    /// Returns the words of the command.
    pub fn words(&self) -> Vec<String> {
        let mut words = self.recipe.command(&self.name);
        if let Some(threads) = self.threads {
            words.extend(["--threads".to_owned(), threads.to_string()]);
        }
        words
    }

    /// Returns true if the process of the run says that it is at work.
    pub fn is_at_work(&self) -> bool {
        WriteGuard::is_held(&self.folder.join(NOTE))
    }

    /// Returns true if the run was asked to stop.
    pub fn is_asked_to_stop(&self) -> bool {
        self.folder.join(STOP).exists()
    }

    /// Asks the process of the run to stop.
    pub fn ask_to_stop(&self) -> Result<(), WriteError> {
        write(&self.folder.join(STOP), "", Existing::Replace)
    }

    /// Takes back an old wish to stop, and opens a new log.
    pub fn prepare(&self) -> io::Result<fs::File> {
        match fs::remove_file(self.folder.join(STOP)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::File::create(self.folder.join(LOG))
    }

    /// Returns the end of what the program printed.
    pub fn log(&self) -> Option<String> {
        let bytes = files::read_bytes(&self.folder.join(LOG)).ok()?;
        let from = bytes.len().saturating_sub(LONGEST_LOG);
        let text = String::from_utf8_lossy(bytes.get(from..)?);
        let text = text.trim();
        (!text.is_empty()).then(|| crate::foreign::printable(text).into_owned())
    }
}

/// Writes a text as a whole file.
pub(super) fn write(file: &Path, text: &str, existing: Existing) -> Result<(), WriteError> {
    files::write_whole(file, existing, |out| out.write_all(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_runs_lead_nowhere_else() {
        for name in ["first", "a", "2026-try-2", "A"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(61);
        for name in [
            "", ".", "..", "-x", "a/b", "a\\b", "a.b", "a b", "ñ", "a\0", "CON", "nul", "com1",
            "~", "a:b", &long,
        ] {
            assert!(!is_name(name), "{name:?}");
        }
    }

    #[test]
    fn a_note_cut_anywhere_is_a_sentence_and_no_run() {
        let at = tempfile::tempdir().expect("a folder");
        let folder = at.path().join("first");
        fs::create_dir(&folder).expect("made");
        let values = json!({ "games": 20, "nodes": 30 });
        let run = StartedRun {
            folder: folder.clone(),
            name: "first".to_owned(),
            recipe: StartableRecipe::read(StartableKind::Selfplay, values).expect("valid"),
            threads: NonZeroUsize::new(1),
        };
        run.write().expect("written");
        let again = StartedRun::read(&folder).expect("read");
        assert_eq!((again.recipe, again.threads), (run.recipe, run.threads));
        let file = folder.join(NOTE);
        let text = fs::read_to_string(&file).expect("there");
        for length in 0..text.trim_end().len() {
            fs::write(&file, &text[..length]).expect("written");
            StartedRun::read(&folder).expect_err("cut");
        }
    }
}
