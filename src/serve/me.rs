//! A report about the user, from games that they give as a file: received, names counted, report built.
//!
//! The file lies in a temporary folder beside the database and goes away with it. Nothing of it is remembered unless the
//! user asks for it, so the same file gives the same report each time.

mod names;
mod remember;
mod status;
#[cfg(test)]
mod tests;
mod work_thread;

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tokio::sync::watch;

use super::command::{Problem, ProblemCode};
use crate::cancel::CancelFlag;
use crate::files::TemporaryFolder;
use crate::learn::style_report::{ReportSubject, build};
use crate::model::AnyStyleModel;
use crate::pgn::{IngestOptions, IngestProgress, IngestSummary, PgnSource};
use names::count_names;
pub(super) use remember::RememberCommand;
use status::{ReportStage, ReportStatusJson};
use work_thread::start;

/// The style model of reports.
const MODEL: &str = "shipped";

/// The name of a received file in its folder.
const FILE: &str = "games";

/// Longest name of a file that is shown, in characters.
const LONGEST_NAME: usize = 200;

/// States under which names the user stands in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportCommand {
    pub names: Vec<String>,
}

/// The one file that reports are about, and what was read of it.
pub(super) struct PlayerReports {
    /// Where the temporary folder is made.
    folder: PathBuf,
    /// Largest file in bytes.
    most_bytes: u64,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<ReportState>,
    /// Tells event streams of each change.
    changes: watch::Sender<()>,
}

#[derive(Default)]
struct ReportState {
    /// Number of the file, by which work for an earlier one is recognised and ignored.
    number: u64,
    stop: CancelFlag,
    games: Option<Arc<GamesFile>>,
    status: ReportStatusJson,
    report: Option<Arc<str>>,
}

/// A received file, removed with its folder.
struct GamesFile {
    folder: TemporaryFolder,
}

impl GamesFile {
    fn path(&self) -> PathBuf {
        self.folder.path().join(FILE)
    }
}

/// A file that is being received.
pub(super) struct Receiving {
    number: u64,
    games: Arc<GamesFile>,
    file: File,
    bytes: u64,
}

type Answer<T> = Result<T, Problem>;

impl PlayerReports {
    /// A server without a file.
    pub fn new(folder: PathBuf, most_bytes: u64) -> Self {
        let server = Self {
            folder,
            most_bytes,
            shared: Arc::default(),
        };
        server.shared.lock().status.most_bytes = most_bytes;
        server
    }

    /// The status as JSON.
    pub fn status(&self) -> String {
        serde_json::to_string(&self.shared.lock().status).unwrap_or_default()
    }

    /// Returns a receiver that is told of each change of the status, for an event stream.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.shared.changes.subscribe()
    }

    /// The report as JSON, as `style report --json` writes it.
    pub fn report(&self) -> Option<Arc<str>> {
        self.shared.lock().report.clone()
    }

    /// Forgets the file and all that was read of it.
    pub fn clear(&self) {
        self.begin(ReportStage::Empty, "", None);
    }

    /// Begins to receive a file, in the place of the one before.
    ///
    /// # Errors
    ///
    /// When the disk takes no file.
    pub fn receive(&self, name: &str) -> Answer<Receiving> {
        let made = TemporaryFolder::within(&self.folder).and_then(|folder| {
            let games = GamesFile { folder };
            let file = File::create_new(games.path())?;
            Ok((Arc::new(games), file))
        });
        let (games, file) = made.map_err(|error| self.disk_refuses(&error))?;
        let number = self.begin(ReportStage::Receiving, name, Some(Arc::clone(&games)));
        Ok(Receiving {
            number,
            games,
            file,
            bytes: 0,
        })
    }

    /// Takes the next bytes of a file.
    ///
    /// # Errors
    ///
    /// When the file is too large, the disk is full, or another file has taken its place.
    pub fn take(&self, receiving: &mut Receiving, bytes: &[u8]) -> Answer<()> {
        receiving.bytes += bytes.len() as u64;
        if receiving.bytes > self.most_bytes {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "a file has at most {} bytes; start the server with a larger --max-upload",
                    self.most_bytes
                ),
            ));
        }
        receiving
            .file
            .write_all(bytes)
            .map_err(|error| self.disk_refuses(&error))?;
        let mut state = self.shared.lock();
        if state.number != receiving.number {
            return Err(replaced());
        }
        state.status.bytes = receiving.bytes;
        drop(state);
        self.shared.tell();
        Ok(())
    }

    /// Gives up a file that did not come whole.
    pub fn give_up(&self, receiving: &Receiving) {
        self.shared.update(receiving.number, |state| {
            state.games = None;
            state.status = ReportStatusJson {
                most_bytes: self.most_bytes,
                ..ReportStatusJson::default()
            };
        });
    }

    /// Ends the receiving, and begins to count the names in the file.
    ///
    /// # Errors
    ///
    /// When another file has taken its place, or no thread can be started.
    pub fn received(&self, receiving: &Receiving) -> Answer<()> {
        let stop = {
            let mut state = self.shared.lock();
            if state.number != receiving.number {
                return Err(replaced());
            }
            state.status.stage = ReportStage::Reading;
            state.stop.clone()
        };
        self.shared.tell();
        let shared = Arc::clone(&self.shared);
        let (number, games) = (receiving.number, Arc::clone(&receiving.games));
        let begun = start(self.shared.failure_handler(number), move || {
            let sources = [PgnSource::File(games.path())];
            let on_progress = |progress: &IngestProgress| shared.note_progress(number, progress);
            let (players, summary) = count_names(&sources, &stop, on_progress);
            shared.update(number, |state| {
                state.status.set_summary(&summary, &games.path());
                state.status.players = players;
                state.status.stage = ReportStage::Ready;
            });
        });
        if begun.is_err() {
            self.give_up(receiving);
        }
        begun
    }

    /// Begins to build the report about these names.
    ///
    /// # Errors
    ///
    /// Without a file that was read, while its games are being remembered, and for names that cannot be asked for.
    pub fn build(&self, command: &ReportCommand) -> Answer<()> {
        let is_name = |name: &String| !name.trim().is_empty() && !name.contains('|');
        if command.names.is_empty() || !command.names.iter().all(is_name) {
            let sentence = "name the spellings under which you stand in the file, without '|'";
            return Err(Problem::new(ProblemCode::BadRequest, sentence));
        }
        let mut state = self.shared.lock();
        let is_read = matches!(state.status.stage, ReportStage::Ready | ReportStage::Done);
        let (Some(games), true) = (state.games.clone(), is_read) else {
            let sentence = "no file was read; send one first";
            return Err(Problem::new(ProblemCode::NoReport, sentence));
        };
        if state.status.is_remembering {
            let sentence =
                "the games of the last report are being remembered; wait until that has ended";
            return Err(Problem::new(ProblemCode::Busy, sentence));
        }
        state.report = None;
        state.status.stage = ReportStage::Reporting;
        state.status.names.clone_from(&command.names);
        state.status.remembered = None;
        let (number, stop) = (state.number, state.stop.clone());
        drop(state);
        self.shared.tell();
        let (shared, names) = (Arc::clone(&self.shared), command.names.clone());
        let begun = start(self.shared.failure_handler(number), move || {
            let on_progress = |progress: &IngestProgress| shared.note_progress(number, progress);
            let built = report(&games.path(), &names, &stop, on_progress);
            shared.update(number, |state| match built {
                Ok((report, summary)) => {
                    state.status.set_summary(&summary, &games.path());
                    let report = without_path(&report, &games.path(), &state.status.file);
                    state.report = Some(report.into());
                    state.status.stage = ReportStage::Done;
                }
                Err(problem) => {
                    state.status.problem = Some(problem);
                    state.status.stage = ReportStage::Ready;
                }
            });
        });
        if begun.is_err() {
            self.shared.update(number, |state| {
                state.status.stage = ReportStage::Ready;
            });
        }
        begun
    }

    fn begin(&self, stage: ReportStage, name: &str, games: Option<Arc<GamesFile>>) -> u64 {
        let mut state = self.shared.lock();
        state.stop.stop();
        *state = ReportState {
            number: state.number + 1,
            games,
            status: ReportStatusJson {
                stage,
                file: name.chars().take(LONGEST_NAME).collect(),
                most_bytes: self.most_bytes,
                ..ReportStatusJson::default()
            },
            ..ReportState::default()
        };
        self.shared.tell();
        state.number
    }

    fn disk_refuses(&self, error: &std::io::Error) -> Problem {
        let folder = self.folder.display();
        let sentence = format!("{folder}: the file cannot be kept there for the report ({error})");
        Problem::new(ProblemCode::Storage, sentence)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, ReportState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        self.changes.send_replace(());
    }

    /// Changes the state, unless another file took the place of this one.
    fn update(&self, number: u64, change: impl FnOnce(&mut ReportState)) {
        let mut state = self.lock();
        if state.number == number {
            change(&mut state);
            self.tell();
        }
    }

    /// Returns a function that ends the present step of a file with a problem.
    fn failure_handler(self: &Arc<Self>, number: u64) -> impl FnOnce(String) + Send + use<> {
        let shared = Arc::clone(self);
        move |problem| {
            shared.update(number, |state| {
                state.status.problem = Some(problem);
                state.status.is_remembering = false;
                if state.status.stage != ReportStage::Done {
                    state.status.stage = ReportStage::Ready;
                }
            });
        }
    }

    fn note_progress(&self, number: u64, progress: &IngestProgress) {
        self.update(number, |state| {
            state.status.bytes_read = progress.bytes_read;
            state.status.games = progress.games;
        });
    }
}

/// The answer to a file in whose place another came.
fn replaced() -> Problem {
    let sentence = "another file took the place of this one";
    Problem::new(ProblemCode::FileReplaced, sentence)
}

/// Builds the report as JSON.
fn report(
    file: &Path,
    names: &[String],
    stop: &CancelFlag,
    on_progress: impl FnMut(&IngestProgress),
) -> Result<(String, IngestSummary), String> {
    let model = AnyStyleModel::load(MODEL).map_err(|error| error.to_string())?;
    let AnyStyleModel::Habits(model) = model else {
        return Err("the style model knows no habits".to_owned());
    };
    let judge = model.judge(MODEL.as_ref());
    let judge = judge.map_err(|error| error.to_string())?;
    let subject = ReportSubject {
        player: &exactly(names),
        judge: &judge,
        knowledge: model.knowledge(),
    };
    let sources = [PgnSource::File(file.to_owned())];
    let built = build(
        &sources,
        &subject,
        IngestOptions::default(),
        stop,
        on_progress,
    );
    let (mut report, summary) = built.map_err(|error| error.to_string())?;
    report.player = names.join(", ");
    let text = serde_json::to_string(&report).map_err(|error| error.to_string())?;
    Ok((text, summary))
}

/// Returns the pattern of exactly these names.
fn exactly(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("={name}")).collect();
    names.join("|")
}

/// Puts the user's name of the file in the place of its temporary path.
fn without_path(report: &str, path: &Path, name: &str) -> String {
    let inside = |text: &str| {
        let quoted = serde_json::to_string(text).unwrap_or_default();
        quoted.trim_matches('"').to_owned()
    };
    report.replace(&inside(&path.display().to_string()), &inside(name))
}
