//! The search for runs below a folder, two levels deep. Links are not followed.

use std::collections::HashMap;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

use super::place::{RunFileKind, RunPlace};
use super::started::{StartedRun, is_started};
use crate::arena::overview::TournamentOverview;
use crate::train::TrainingOverview;
use crate::train::tune::{TRIAL_JOURNAL, TuningOverview};

/// How many folders deep runs are looked for.
const DEPTH: u32 = 2;

/// The most entries of folders that are looked at.
const MOST_ENTRIES: usize = 4_000;

/// The most runs.
const MOST_RUNS: usize = 500;

/// The longest first line of a journal, in bytes.
const LONGEST_LINE: u64 = 256 * 1024;

/// Endings of databases. SQLite's locks end when any part of a process closes the file, so databases are opened by
/// SQLite alone, and known by their names.
const DATABASES: [&str; 3] = ["db", "sqlite", "sqlite3"];

/// The ending that says that a file is a journal.
const JOURNAL: &str = "journal";

/// The first columns of the sheets of `lab ablate` and `lab ladder`.
const ABLATION: &[u8] = b"recipe,kind,feature,games,";
const LADDER: &[u8] = b"recipe,rung,amyan,depth,";

/// What was found.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundRuns {
    pub places: Vec<RunPlace>,
    /// True if there is more than is looked at.
    pub left_out: bool,
    entries: usize,
}

/// Files that were looked into, with what they are, so that only new and changed ones are opened.
#[derive(Debug, Default)]
pub(super) struct RunFiles(HashMap<PathBuf, (FileMark, Option<RunFileKind>)>);

/// What changes when a file does.
type FileMark = (u64, Option<SystemTime>);

impl RunFiles {
    /// Finds the runs below `root`.
    pub fn find(&mut self, root: &Path) -> FoundRuns {
        let before = std::mem::take(&mut self.0);
        let mut found = FoundRuns::default();
        self.walk(root, "", 0, &before, &mut found);
        found
    }

    fn walk(
        &mut self,
        folder: &Path,
        name: &str,
        depth: u32,
        before: &HashMap<PathBuf, (FileMark, Option<RunFileKind>)>,
        found: &mut FoundRuns,
    ) {
        if depth > 0 && is_started(folder) && StartedRun::read(folder).is_ok() {
            found.add(folder.to_owned(), name.to_owned(), RunFileKind::Started);
            return;
        }
        if TrainingOverview::is_in(folder) {
            // What else lies there belongs to the training.
            let name = if name.is_empty() { "." } else { name };
            found.add(folder.to_owned(), name.to_owned(), RunFileKind::Training);
            return;
        }
        // A folder that cannot be read has no runs.
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        let mut entries: Vec<DirEntry> = entries
            .filter_map(Result::ok)
            .take(MOST_ENTRIES + 1)
            .collect();
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            found.entries += 1;
            if found.entries > MOST_ENTRIES || found.places.len() >= MOST_RUNS {
                found.left_out = true;
                return;
            }
            let own = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if own.starts_with('.') {
                continue;
            }
            let path = entry.path();
            let name = if name.is_empty() {
                own
            } else {
                format!("{name}/{own}")
            };
            if kind.is_dir() && depth < DEPTH {
                self.walk(&path, &name, depth + 1, before, found);
            } else if kind.is_file() {
                let what = self.look(&entry, &path, before);
                if let Some(what) = what {
                    found.add_file(path, name, what);
                }
            }
        }
    }

    fn look(
        &mut self,
        entry: &DirEntry,
        path: &Path,
        before: &HashMap<PathBuf, (FileMark, Option<RunFileKind>)>,
    ) -> Option<RunFileKind> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        if DATABASES
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
        {
            return Some(RunFileKind::Database);
        }
        // The companions of databases are locked as well.
        if ["-wal", "-shm", "-journal"]
            .iter()
            .any(|end| ending.ends_with(end))
        {
            return None;
        }
        let mark = mark(&entry.metadata().ok()?);
        let kind = match before.get(path) {
            Some((then, kind)) if *then == mark => *kind,
            _ => kind_of(path, &ending),
        };
        self.0.insert(path.to_owned(), (mark, kind));
        kind
    }
}

/// Returns the name of the folder in which a file lies, `.` for that of all runs.
fn folder_of(name: &str) -> String {
    let folder = name.rsplit_once('/').map(|(folder, _)| folder);
    folder.unwrap_or(".").to_owned()
}

impl FoundRuns {
    /// Adds a file, except one that belongs to the tuning beside it. A tuning has the name of its folder.
    fn add_file(&mut self, path: PathBuf, name: String, kind: RunFileKind) {
        let is_trial = path.ends_with(TRIAL_JOURNAL);
        match kind {
            RunFileKind::Validation if path.with_file_name(TRIAL_JOURNAL).is_file() => {}
            RunFileKind::Tuning if is_trial => self.add(path, folder_of(&name), kind),
            _ => self.add(path, name, kind),
        }
    }

    fn add(&mut self, path: PathBuf, name: String, kind: RunFileKind) {
        self.places.push(RunPlace { path, name, kind });
    }
}

fn mark(metadata: &Metadata) -> FileMark {
    (metadata.len(), metadata.modified().ok())
}

/// Returns what a file is by its beginning.
fn kind_of(path: &Path, ending: &str) -> Option<RunFileKind> {
    let is_called_journal = ending.eq_ignore_ascii_case(JOURNAL);
    let unknown = is_called_journal.then_some(RunFileKind::Foreign);
    let Some(line) = first_line(path) else {
        return unknown;
    };
    if line.starts_with(ABLATION) {
        return Some(RunFileKind::Ablation);
    }
    if line.starts_with(LADDER) {
        return Some(RunFileKind::Ladder);
    }
    if line.is_empty() {
        // Begun, but its settings are not written yet.
        return None;
    }
    match serde_json::from_slice::<Value>(&line) {
        Ok(settings) if TournamentOverview::is_of_tournament(&settings) => {
            Some(RunFileKind::Tournament)
        }
        Ok(settings) if TuningOverview::is_of_tuning(&settings) => Some(RunFileKind::Tuning),
        Ok(settings) if TuningOverview::is_of_validation(&settings) => {
            Some(RunFileKind::Validation)
        }
        Ok(settings) if settings.get("command").and_then(Value::as_str) == Some("lab adapt") => {
            Some(RunFileKind::Adaptation)
        }
        _ => unknown,
    }
}

/// Returns the first line of a file, if it begins as a journal or a sheet does.
fn first_line(path: &Path) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let mut first = [0];
    if file.read(&mut first).ok()? == 0 {
        return Some(Vec::new());
    }
    if !matches!(first, [b'{' | b'r']) {
        return None;
    }
    let mut line = first.to_vec();
    let mut rest = file.take(LONGEST_LINE);
    let mut chunk = [0; 4096];
    loop {
        let read = rest.read(&mut chunk).ok()?;
        let chunk = chunk.get(..read)?;
        match chunk.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                line.extend_from_slice(chunk.get(..end)?);
                return Some(line);
            }
            None if read == 0 => return None,
            None => line.extend_from_slice(chunk),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_two_levels_deep_and_other_files_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        let journal =
            "{\"players\":[],\"pairings\":[],\"openings\":{},\"conditions\":{}}\n{\"game\":0}\n";
        write("games.db", "");
        write("games.db-wal", "");
        write("notes.txt", "{\"players\": 3}\n");
        write("a/one.j", journal);
        write("a/foreign.journal", "Dear journal\n");
        write("a/begun.journal", "");
        write("a/b/ablation.csv", "recipe,kind,feature,games,wins\n");
        write("a/b/ladder.csv", "recipe,rung,amyan,depth,positions\n");
        write("a/b/other.csv", "recipe,kind\n");
        write("a/b/c/deep.j", journal);
        write(".hidden/one.j", journal);
        let tuning = "{\"tuning\":[{\"engine\":\"uci:e\",\"drawn\":[]}]}\n";
        let validation = "{\"tuning\":[{\"engine\":\"uci:e\"}]}\n";
        for folder in ["", "tuned/"] {
            write(&format!("{folder}trial.journal"), tuning);
            write(&format!("{folder}validation-0.journal"), validation);
            write(&format!("{folder}result.json"), "{}");
        }
        write("tuned/another.journal", journal);
        write("copies/my-trial.j", tuning);
        write("copies/validation-0.journal", validation);
        write("trained/recipe.toml", "");
        write("trained/curve.csv", "");
        write("trained/generation-001.db", "");
        let mut files = RunFiles::default();
        for _ in 0..2 {
            let found = files.find(folder.path());
            let kinds: Vec<(&str, RunFileKind)> = found
                .places
                .iter()
                .map(|place| (&*place.name, place.kind))
                .collect();
            assert_eq!(
                kinds,
                [
                    ("a/b/ablation.csv", RunFileKind::Ablation),
                    ("a/b/ladder.csv", RunFileKind::Ladder),
                    ("a/foreign.journal", RunFileKind::Foreign),
                    ("a/one.j", RunFileKind::Tournament),
                    ("copies/my-trial.j", RunFileKind::Tuning),
                    ("copies/validation-0.journal", RunFileKind::Validation),
                    ("games.db", RunFileKind::Database),
                    ("trained", RunFileKind::Training),
                    (".", RunFileKind::Tuning),
                    ("tuned/another.journal", RunFileKind::Tournament),
                    ("tuned", RunFileKind::Tuning),
                ]
            );
            assert!(!found.left_out);
        }
    }
}
