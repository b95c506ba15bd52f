//! A journal: one line for the settings of a run, then one for each finished game or group of games. A stopped run
//! continues with the same command and loses nothing finished.
//!
//! Lines are JSON. A last line that a kill left unfinished is cut off; anything else that cannot
//! be read is refused by its number.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::tournament::RecordedGame;
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

/// A journal that is open and locked for this process.
#[derive(Debug)]
pub struct Journal {
    name: PathBuf,
    file: File,
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
        opened.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::Busy(file.to_owned()),
            TryLockError::Error(source) => failed(source),
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
        let entries = read(file, text, settings)?;
        opened.set_len(whole as u64).map_err(failed)?;
        opened.seek(io::SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Self {
            name: file.to_owned(),
            file: opened,
        };
        if whole == 0 {
            journal
                .file
                .write_all(format!("{settings}\n").as_bytes())
                .map_err(failed)?;
        }
        Ok((journal, entries))
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
        read(file, whole_lines(&bytes), settings)
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
    settings: &Value,
) -> Result<Vec<E>, JournalError> {
    let wrong = |line: usize, what: String| JournalError::Line {
        file: file.to_owned(),
        line,
        what,
    };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().zip(1..);
    let Some((first, _)) = lines.next() else {
        return Ok(Vec::new());
    };
    let there: Value = serde_json::from_str(first).map_err(|error| wrong(1, error.to_string()))?;
    if let Some(what) = difference(&there, settings) {
        return Err(JournalError::Other {
            file: file.to_owned(),
            what,
        });
    }
    let mut seen = BTreeSet::new();
    lines
        .map(|(line, number)| {
            let entry: E =
                serde_json::from_str(line).map_err(|error| wrong(number, error.to_string()))?;
            let name = entry.entry_name();
            if seen.contains(&name) {
                return Err(wrong(number, format!("{name} is there twice")));
            }
            seen.insert(name);
            Ok(entry)
        })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game_summary::{GameSummary, PlayerFigures};
    use crate::record::{GameResult, Termination};
    use serde_json::json;
    use std::fs;

    fn game(number: u32) -> RecordedGame {
        RecordedGame {
            outcome: GameSummary {
                game: number,
                result: GameResult::BlackWins,
                termination: Termination::EngineCrash,
                plies: 31,
                fault: Some("ended".to_owned()),
                warnings: vec!["white moved without having shown a score".to_owned()],
                white: PlayerFigures::default(),
                black: PlayerFigures {
                    nodes: 7,
                    ..PlayerFigures::default()
                },
            },
            pgn: "1. e4 *\n".to_owned(),
        }
    }

    #[test]
    fn a_second_process_is_refused_until_the_first_is_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("match.journal");
        let settings = json!({"seed": 3});
        let first = Journal::open::<RecordedGame>(&file, &settings).expect("a new journal");
        let second = Journal::open::<RecordedGame>(&file, &settings).expect_err("in use");
        assert!(matches!(second, JournalError::Busy(_)), "{second}");
        drop(first);
        assert!(Journal::open::<RecordedGame>(&file, &settings).is_ok());
    }

    #[test]
    fn games_come_back_and_an_unfinished_line_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("match.journal");
        let settings = json!({"seed": 3});
        let (mut journal, none) = Journal::open::<RecordedGame>(&file, &settings).expect("begun");
        assert!(none.is_empty());
        journal.add(&game(4)).expect("added");
        journal.add(&game(1)).expect("added");
        drop(journal);
        let mut bytes = fs::read(&file).expect("there");
        bytes.extend_from_slice(b"{\"game\":2,\"resu");
        fs::write(&file, &bytes).expect("written");
        let (mut journal, games) = Journal::open::<RecordedGame>(&file, &settings).expect("opened");
        assert_eq!(games, [game(4), game(1)]);
        journal.add(&game(2)).expect("added");
        drop(journal);
        let (_, games) = Journal::open::<RecordedGame>(&file, &settings).expect("opened");
        assert_eq!(games, [game(4), game(1), game(2)]);
    }

    #[test]
    fn another_match_and_another_file_are_refused_and_untouched() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("match.journal");
        Journal::open::<RecordedGame>(&file, &json!({"seed": 3, "players": ["a"]})).expect("begun");
        let error = Journal::open::<RecordedGame>(&file, &json!({"seed": 4, "players": ["a"]}))
            .expect_err("other");
        assert!(
            error.to_string().contains("seed was 3 and is 4 now"),
            "{error}"
        );
        let notes = folder.path().join("notes.txt");
        for text in [
            "dear diary",
            "dear\ndiary\n",
            "{\"my\":\"precious\"}",
            "{\"seed\":3} and more",
            "{\"seed\":3}\n{\"game\":1}\n",
        ] {
            fs::write(&notes, text).expect("written");
            assert!(
                Journal::open::<RecordedGame>(&notes, &json!({"seed": 3})).is_err(),
                "{text}"
            );
            assert_eq!(fs::read_to_string(&notes).expect("there"), text);
        }
        // An incomplete first line is written again.
        fs::write(&notes, "{\"se").expect("written");
        drop(Journal::open::<RecordedGame>(&notes, &json!({"seed": 3})).expect("begun again"));
        assert_eq!(fs::read_to_string(&notes).expect("there"), "{\"seed\":3}\n");
        let twice = serde_json::to_string(&game(1)).expect("JSON");
        fs::write(&notes, format!("{{\"seed\":3}}\n{twice}\n{twice}\n")).expect("written");
        let error = Journal::open::<RecordedGame>(&notes, &json!({"seed": 3})).expect_err("twice");
        assert!(error.to_string().contains("line 3"), "{error}");
    }
}
