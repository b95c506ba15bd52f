//! How far the reading of the user's games is, as JSON. `openapi.json` describes the same.

use std::path::Path;

use serde::Serialize;

use crate::pgn::IngestSummary;
use crate::serve::opponents::LearnedGames;

/// The step that the report has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportStage {
    /// There is no file.
    #[default]
    Empty,
    /// The file is coming.
    Receiving,
    /// Its names are being counted.
    Reading,
    /// The user is to say which names are theirs.
    Ready,
    /// The report is being built.
    Reporting,
    /// The report is there.
    Done,
}

/// A name in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PlayerJson {
    pub name: String,
    pub games: u64,
}

/// Games that were refused for one reason.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RefusedGamesJson {
    pub reason: &'static str,
    pub games: u64,
}

/// The status.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ReportStatusJson {
    pub stage: ReportStage,
    pub file: String,
    /// Largest file in bytes.
    pub most_bytes: u64,
    pub bytes: u64,
    pub bytes_read: u64,
    /// Games read so far.
    pub games: u64,
    pub duplicates: u64,
    pub refused: Vec<RefusedGamesJson>,
    /// Why parts of the file could not be read.
    pub damaged: Vec<String>,
    pub players: Vec<PlayerJson>,
    /// The user's names.
    pub names: Vec<String>,
    pub problem: Option<String>,
    /// True while the games of these names are being learned.
    pub is_remembering: bool,
    /// What was learned of them.
    pub remembered: Option<LearnedGames>,
}

impl ReportStatusJson {
    /// Takes over what was read and what was refused.
    pub fn set_summary(&mut self, summary: &IngestSummary, path: &Path) {
        self.games = summary.tally.read();
        self.duplicates = summary.tally.duplicates;
        let refused = summary.tally.rejects.iter();
        self.refused = refused
            .map(|(&reason, &games)| RefusedGamesJson { reason, games })
            .collect();
        let path = path.display().to_string();
        let damaged = summary.damaged.iter();
        self.damaged = damaged
            .map(|part| part.what.replace(&path, &self.file))
            .collect();
        self.problem = None;
    }
}
