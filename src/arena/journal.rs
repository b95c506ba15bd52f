//! A journal: one line for the settings of a run, then one for each finished game or group of games. A stopped run
//! continues with the same command and loses nothing finished.
//!
//! Lines are JSON. A line `{"goal": …}` notes how far the run is to go, a line `{"plan": …}` what it is to find out,
//! each time that this changes. A last line that a kill left unfinished is cut off; anything else that cannot be read is
//! refused by its number.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game_summary::GameSummary;
use super::rating::RatingAnchor;
use super::tournament::RecordedGame;
use crate::files::{WriteError, lock_for_writing};
use crate::foreign::shortened;

/// An entry of a journal, one line of it.
pub trait JournalEntry: Serialize + DeserializeOwned {
    /// Names the entry; no two of one journal have the same name.
    fn entry_name(&self) -> String;
}

impl JournalEntry for RecordedGame {
    fn entry_name(&self) -> String {
        format!("game {}", self.outcome.game)
    }
}

/// The outcome of a game without its moves.
impl JournalEntry for GameSummary {
    fn entry_name(&self) -> String {
        format!("game {}", self.game)
    }
}

/// How far a run is to go and on which scale it is rated, apart from its settings, since both may change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunGoal {
    /// Number of games of all pairings; with a sequential test the maximum.
    pub games: u32,
    /// Elo differences of the sequential test, the smaller one first.
    pub sprt: Option<[f64; 2]>,
    /// The player whose rating is fixed; by default the mean of all ratings is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<RatingAnchor>,
}

/// The line that notes a goal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalLine {
    goal: RunGoal,
}

/// How a line with a goal begins.
const GOAL: &str = "{\"goal\":";

/// The line that notes a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanLine {
    plan: Value,
}

/// How a line with a plan begins.
const PLAN: &str = "{\"plan\":";

/// What a run is to find out, in the words of the module that plays it, apart from its settings, since it may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedPlan {
    /// Line of the journal, from 1.
    pub line: usize,
    /// The plan.
    pub plan: Value,
}

/// What a journal holds.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalContents<E> {
    /// The settings of the run; null if they are not written yet.
    pub settings: Value,
    /// The goal that was noted last.
    pub goal: Option<RunGoal>,
    /// The plan that was noted last.
    pub plan: Option<NotedPlan>,
    /// The finished games or groups of games.
    pub entries: Vec<E>,
}

/// A journal that is open and locked for this process.
#[derive(Debug)]
pub struct Journal {
    name: PathBuf,
    file: File,
    goal: Option<RunGoal>,
    plan: Option<Value>,
}

/// Reason why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Input or output failed.
    #[error("{}: {source}", file.display())]
    Io {
        /// Path of the journal.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The name is that of no file.
    #[error(transparent)]
    Output(WriteError),
    /// Another process writes to the journal.
    #[error(
        "{}: another process is playing for this journal; wait until it ends, or give another journal",
        .0.display()
    )]
    Busy(PathBuf),
    /// The journal belongs to a run with other settings.
    #[error(
        "{}: this journal is of another run: {what}; give the same command as before, or another journal",
        file.display()
    )]
    Other {
        /// Path of the journal.
        file: PathBuf,
        /// The setting that differs, with its value in the journal and its value now.
        what: String,
    },
    /// A line that cannot be read as part of a journal.
    #[error("{}: line {line}: this is not a journal of such a run ({what}); give another file", file.display())]
    Line {
        /// Path of the journal.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Description of the fault in the line.
        what: String,
    },
}

impl Journal {
    /// Opens or creates the journal `file` for a run with these settings, and reads the entries recorded in it.
    ///
    /// # Errors
    ///
    /// [`JournalError`]; the file is then unchanged.
    pub fn open<E: JournalEntry>(
        file: &Path,
        settings: &Value,
    ) -> Result<(Self, Vec<E>), JournalError> {
        let failed = |source| JournalError::Io {
            file: file.to_owned(),
            source,
        };
        if file.as_os_str() == "-" {
            return Err(JournalError::Output(WriteError::Dash));
        }
        // A device or a pipe has no end to be found; a pipe would not even open.
        if fs::metadata(file).is_ok_and(|there| !there.is_file()) {
            return Err(JournalError::Line {
                file: file.to_owned(),
                line: 1,
                what: "it is a device, a pipe or a folder, and no file".to_owned(),
            });
        }
        let mut opened = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(file)
            .map_err(failed)?;
        // Locked until the journal is closed: two processes would play every game twice.
        lock_for_writing(&opened).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => JournalError::Busy(file.to_owned()),
            _ => failed(error),
        })?;
        let mut bytes = Vec::new();
        opened.read_to_end(&mut bytes).map_err(failed)?;
        let text = whole_lines(&bytes);
        let whole = text.len();
        // A first line that a kill left unfinished must be a prefix of these settings.
        if whole == 0 && !settings.to_string().as_bytes().starts_with(&bytes) {
            return Err(JournalError::Line {
                file: file.to_owned(),
                line: 1,
                what: "it does not begin with the settings of this run".to_owned(),
            });
        }
        let contents = read(file, text, Some(settings))?;
        opened.set_len(whole as u64).map_err(failed)?;
        opened.seek(io::SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Self {
            name: file.to_owned(),
            file: opened,
            goal: contents.goal,
            plan: contents.plan.map(|noted| noted.plan),
        };
        if whole == 0 {
            journal
                .file
                .write_all(format!("{settings}\n").as_bytes())
                .map_err(failed)?;
        }
        Ok((journal, contents.entries))
    }

    /// Reads the entries of a journal for a run with these settings, without locking or changing it.
    ///
    /// # Errors
    ///
    /// [`JournalError`].
    pub fn entries_in<E: JournalEntry>(
        file: &Path,
        settings: &Value,
    ) -> Result<Vec<E>, JournalError> {
        let bytes = std::fs::read(file).map_err(|source| JournalError::Io {
            file: file.to_owned(),
            source,
        })?;
        Ok(read(file, whole_lines(&bytes), Some(settings))?.entries)
    }

    /// Reads a journal of any settings, without locking or changing it.
    ///
    /// # Errors
    ///
    /// [`JournalError`].
    pub fn look<E: JournalEntry>(file: &Path) -> Result<JournalContents<E>, JournalError> {
        let bytes = fs::read(file).map_err(|source| JournalError::Io {
            file: file.to_owned(),
            source,
        })?;
        read(file, whole_lines(&bytes), None)
    }

    /// Notes how far the run is to go, unless the journal says so already.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn note_goal(&mut self, goal: RunGoal) -> io::Result<()> {
        if self.goal == Some(goal) {
            return Ok(());
        }
        self.line(&serde_json::to_string(&GoalLine { goal })?)?;
        self.goal = Some(goal);
        Ok(())
    }

    /// Notes what the run is to find out, unless the journal says so already.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn note_plan(&mut self, plan: &impl Serialize) -> io::Result<()> {
        let plan = serde_json::to_value(plan)?;
        if self.plan.as_ref() == Some(&plan) {
            return Ok(());
        }
        let line = PlanLine { plan };
        self.line(&serde_json::to_string(&line)?)?;
        self.plan = Some(line.plan);
        Ok(())
    }

    /// Appends an entry, in one write.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn add(&mut self, entry: &impl JournalEntry) -> io::Result<()> {
        let line = serde_json::to_string(entry)?;
        self.line(&line)
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.file
            .write_all(format!("{text}\n").as_bytes())
            .map_err(|error| {
                let name = self.name.display();
                io::Error::new(error.kind(), format!("{name}: {error}"))
            })
    }
}

/// Returns the lines that a kill did not leave unfinished.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    bytes.get(..end.map_or(0, |at| at + 1)).unwrap_or_default()
}

fn read<E: JournalEntry>(
    file: &Path,
    text: &[u8],
    settings: Option<&Value>,
) -> Result<JournalContents<E>, JournalError> {
    let wrong = |line: usize, what: String| JournalError::Line {
        file: file.to_owned(),
        line,
        what,
    };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().zip(1..);
    let mut contents = JournalContents {
        settings: Value::Null,
        goal: None,
        plan: None,
        entries: Vec::new(),
    };
    let Some((first, _)) = lines.next() else {
        return Ok(contents);
    };
    contents.settings = serde_json::from_str(first).map_err(|error| wrong(1, error.to_string()))?;
    if let Some(what) = settings.and_then(|settings| difference(&contents.settings, settings)) {
        return Err(JournalError::Other {
            file: file.to_owned(),
            what,
        });
    }
    let mut seen = BTreeSet::new();
    for (line, number) in lines {
        let unreadable = |error: serde_json::Error| wrong(number, error.to_string());
        if line.starts_with(GOAL) {
            let GoalLine { goal } = serde_json::from_str(line).map_err(unreadable)?;
            contents.goal = Some(goal);
            continue;
        }
        if line.starts_with(PLAN) {
            let PlanLine { plan } = serde_json::from_str(line).map_err(unreadable)?;
            contents.plan = Some(NotedPlan { line: number, plan });
            continue;
        }
        let entry: E = serde_json::from_str(line).map_err(unreadable)?;
        let name = entry.entry_name();
        if !seen.insert(name.clone()) {
            return Err(wrong(number, format!("{name} is there twice")));
        }
        contents.entries.push(entry);
    }
    Ok(contents)
}

/// Returns the path of keys to the first setting that differs, with both of its values; `None` if all are equal.
fn difference(there: &Value, here: &Value) -> Option<String> {
    match (there, here) {
        (Value::Object(then), Value::Object(now)) => {
            let keys: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
            keys.into_iter().find_map(|key| {
                let [then, now] = [then, now].map(|values| values.get(key).unwrap_or(&Value::Null));
                let found = difference(then, now)?;
                Some(format!("{} {found}", key.replace('_', " ")))
            })
        }
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            let mut numbered = (1..).zip(then.iter().zip(now));
            numbered.find_map(|(number, (then, now))| {
                Some(format!("{number} {}", difference(then, now)?))
            })
        }
        _ if there == here => None,
        _ => {
            let [there, here] = [there, here].map(|value| shortened(&value.to_string()));
            Some(format!("was {there} and is {here} now"))
        }
    }
}
