//! Why a file that looks like a run cannot be read: a code with values, which the page says in its language, and a
//! sentence.

use std::path::Path;

use serde::Serialize;

use crate::arena::journal::JournalError;
use crate::store::StoreError;
use crate::train::TrainError;
use crate::train::lab::adapt::TrialError;

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ReadProblem {
    #[serde(flatten)]
    pub kind: ReadProblemKind,
    /// The same as a sentence in English.
    pub text: String,
}

/// The kind of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", content = "values", rename_all = "snake_case")]
pub(super) enum ReadProblemKind {
    /// No SQLite database, or its beginning is damaged.
    NoDatabase,
    /// A database of another program.
    OtherDatabase,
    /// A newer version of this program wrote the database.
    NewerDatabase { schema: i32 },
    /// A database whose content is not what was written.
    DamagedDatabase { place: String },
    /// A journal with a line that cannot be read.
    JournalLine { line: usize },
    /// A recipe with a line that cannot be read.
    RecipeLine { line: usize },
    /// A journal of no run that is known.
    OtherJournal,
    /// The match that validates a tuning, without the tuning beside it.
    ValidationAlone,
    /// Something else, which the sentence alone tells.
    Other,
}

impl ReadProblem {
    pub fn of(kind: ReadProblemKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }

    /// Takes the folder out of the sentence: the page shows names below it.
    pub fn without_root(self, root: &Path) -> Self {
        let root = format!("{}{}", root.display(), std::path::MAIN_SEPARATOR);
        Self {
            text: self.text.replace(&root, ""),
            ..self
        }
    }
}

impl From<String> for ReadProblem {
    fn from(text: String) -> Self {
        Self::of(ReadProblemKind::Other, text)
    }
}

impl From<StoreError> for ReadProblem {
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::NotADatabase(_) => ReadProblemKind::NoDatabase,
            StoreError::OtherProgram { .. } => ReadProblemKind::OtherDatabase,
            StoreError::Newer { found, .. } => ReadProblemKind::NewerDatabase { schema: *found },
            StoreError::Damaged { place, .. } => ReadProblemKind::DamagedDatabase {
                place: place.clone(),
            },
            _ => ReadProblemKind::Other,
        };
        Self::of(kind, error.to_string())
    }
}

impl From<JournalError> for ReadProblem {
    fn from(error: JournalError) -> Self {
        let kind = match &error {
            JournalError::Line { line, .. } => ReadProblemKind::JournalLine { line: *line },
            _ => ReadProblemKind::Other,
        };
        Self::of(kind, error.to_string())
    }
}

impl From<TrialError> for ReadProblem {
    fn from(error: TrialError) -> Self {
        match error {
            TrialError::Journal(error) => error.into(),
            error => error.to_string().into(),
        }
    }
}

impl From<TrainError> for ReadProblem {
    fn from(error: TrainError) -> Self {
        let kind = match &error {
            TrainError::Syntax { line, .. } => ReadProblemKind::RecipeLine { line: *line },
            _ => ReadProblemKind::Other,
        };
        Self::of(kind, error.to_string())
    }
}
