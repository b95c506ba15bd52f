//! Runs that go on or are over, in this or another process: found in one folder, read and never locked.
//!
//! A run is a file or a folder that another command writes: a database of self-play, the folder of a training, the
//! journal of a match, tournament or tuning, a sheet of the laboratory. Clients name runs by an id; no path of theirs reaches
//! the disk.

mod database;
mod find;
mod journal;
mod learned;
mod pace;
mod place;
mod read_problem;
mod requests;
mod sheet;
pub mod started;
mod started_place;
mod training;
mod tuning;
mod watch;
mod wire;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch::Receiver;
use tokio::task::spawn_blocking;

use crate::serve::command::{Problem, ProblemCode};
use crate::serve::learned_player::LearnedPlayer;
use crate::train::tune::TRIAL_JOURNAL;

use find::RunFiles;
use learned::LearnedRun;
use pace::PaceMeter;
use place::{RunFileKind, RunPlace};
use read_problem::{ReadProblem, ReadProblemKind};
pub(super) use requests::{
    AgainstCommand, DraftCommand, EmptyCommand, ExtendCommand, RunChange, SaveCommand, StartCommand,
};
use started::{RunStarter, StartedRun};
use watch::RunWatch;
use wire::{RunDetailsJson, RunListJson, RunStatusJson, UnreadableJson};

/// How long an answer serves all who ask.
const FRESH: Duration = Duration::from_millis(800);

/// A file is read again after this many times as long as reading it took, so that large ones are read seldom.
const REST: u32 = 12;

/// All runs below one folder.
#[derive(Debug)]
pub(super) struct RunCatalog {
    root: PathBuf,
    starter: RunStarter,
    watch: RunWatch,
    state: Mutex<CatalogState>,
}

#[derive(Debug, Default)]
struct CatalogState {
    files: RunFiles,
    known: HashMap<PathBuf, KnownFile>,
    pace: PaceMeter,
    list: Option<(Instant, RunListJson)>,
    /// Hash of what the page shows of runs, without their paces.
    fingerprint: Option<blake3::Hash>,
    details: BTreeMap<String, RunDetailsJson>,
    /// Places of trainings, by their ids.
    trainings: HashMap<String, RunPlace>,
    /// Folders of runs that the page started, by their ids.
    started: HashMap<String, PathBuf>,
}

/// What was read of a file, and when.
#[derive(Debug)]
struct KnownFile {
    at: Instant,
    took: Duration,
    runs: Result<Vec<RunDetailsJson>, ReadProblem>,
}

impl RunCatalog {
    /// A catalog of the runs below `root`; `may_start` says whether clients may start some.
    pub fn new(root: PathBuf, may_start: bool) -> Self {
        Self {
            starter: RunStarter::new(root.clone(), may_start),
            root,
            watch: RunWatch::default(),
            state: Mutex::default(),
        }
    }

    /// Returns a receiver of a number that grows whenever runs may have changed, for an event stream.
    pub fn versions(&self) -> Receiver<u64> {
        self.watch.versions()
    }

    /// Looks for changes, while event streams and clients that ask for the list want them.
    pub async fn watch(self: Arc<Self>) {
        let look = || async {
            let runs = Arc::clone(&self);
            // A look that broke down is tried again.
            let _ = spawn_blocking(move || drop(runs.refreshed())).await;
        };
        self.watch.work(look).await;
    }

    /// Looks at the folder, unless that was done a moment ago, and tells event streams of a change.
    fn refreshed(&self) -> MutexGuard<'_, CatalogState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = state.fingerprint;
        state.refresh(&self.root, &self.starter);
        if before.is_some() && state.fingerprint != before {
            self.watch.tell();
        }
        state
    }

    /// Returns the list of runs as JSON.
    pub fn list(&self) -> String {
        self.watch.note_interest();
        let state = self.refreshed();
        let list = state.list.as_ref().map(|(_, list)| list);
        serde_json::to_string(&list).unwrap_or_default()
    }

    /// Returns the details of a run as JSON; `None` if no run has that id.
    pub fn details(&self, id: &str) -> Option<String> {
        let state = self.refreshed();
        let details = state.details.get(id)?;
        serde_json::to_string(details).ok()
    }

    /// Returns the learned tables of a training as JSON, by default those of the last generation.
    pub fn tables(&self, id: &str, generation: Option<usize>) -> Result<String, Problem> {
        LearnedRun::read(&self.training(id)?.path)?.tables(generation)
    }

    /// Returns a parameter of a training by generation as JSON.
    pub fn history(&self, id: &str, parameter: &str) -> Result<String, Problem> {
        LearnedRun::read(&self.training(id)?.path)?.history(parameter)
    }

    /// Returns the model of a training after a generation, by default the last, to be played with.
    pub fn player(&self, id: &str, generation: Option<usize>) -> Result<LearnedPlayer, Problem> {
        let place = self.training(id)?;
        LearnedRun::read(&place.path)?.player(&place.name, generation)
    }

    /// Returns where a training lies.
    fn training(&self, id: &str) -> Result<RunPlace, Problem> {
        let state = self.refreshed();
        let place = state.trainings.get(id).cloned();
        drop(state);
        let sentence = "there is no such training; ask for the list at /api/runs";
        place.ok_or_else(|| Problem::new(ProblemCode::NoSuchRun, sentence))
    }

    /// Returns the recipes that can be made as JSON.
    pub fn recipes(&self) -> String {
        requests::recipes(&self.starter)
    }

    /// Returns a recipe as it would be written, as JSON.
    pub fn draft(command: DraftCommand) -> String {
        requests::draft(command)
    }

    /// Saves a recipe.
    pub fn save(&self, command: SaveCommand) -> Result<String, Problem> {
        requests::save(&self.starter, command)
    }

    /// Starts a run, and returns its details as JSON.
    pub fn start(&self, command: StartCommand) -> Result<String, Problem> {
        let run = requests::start(&self.starter, command)?;
        self.details_of(&started_place::of(run.folder, run.name).id())
    }

    /// Changes a run that the page started, and returns its details as JSON.
    pub fn change(&self, id: &str, change: RunChange) -> Result<String, Problem> {
        let folder = {
            let state = self.refreshed();
            let is_known = state.details.contains_key(id);
            let (code, sentence) = if is_known {
                (
                    ProblemCode::ForeignRun,
                    "another command started this run; stop it where it was started",
                )
            } else {
                (
                    ProblemCode::NoSuchRun,
                    "there is no such run; ask for the list at /api/runs",
                )
            };
            let refusal = || Problem::new(code, sentence);
            state.started.get(id).cloned().ok_or_else(refusal)?
        };
        let run = StartedRun::read(&folder);
        let run = run.map_err(|error| Problem::new(ProblemCode::Storage, error))?;
        requests::change(&self.starter, run, change)?;
        self.details_of(id)
    }

    /// Returns the details of a run after a change.
    fn details_of(&self, id: &str) -> Result<String, Problem> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.list = None;
        drop(state);
        let gone = || Problem::new(ProblemCode::NoSuchRun, "the files of this run are gone");
        self.details(id).ok_or_else(gone)
    }
}

impl CatalogState {
    fn refresh(&mut self, root: &Path, starter: &RunStarter) {
        let is_fresh = |(at, _): &(Instant, RunListJson)| at.elapsed() < FRESH;
        if self.list.as_ref().is_some_and(is_fresh) {
            return;
        }
        let found = self.files.find(root);
        self.known
            .retain(|path, _| found.places.iter().any(|place| place.path == *path));
        let mut unreadable = Vec::new();
        self.details.clear();
        self.started.clear();
        self.trainings.clear();
        for place in &found.places {
            let is_resting = |known: &KnownFile| known.at.elapsed() < REST * known.took;
            if !self.known.get(&place.path).is_some_and(is_resting) {
                self.known.insert(place.path.clone(), read(place, root));
            }
            match self.known.get(&place.path).map(|known| &known.runs) {
                Some(Ok(runs)) => {
                    let trainings = runs.iter().filter(|run| run.curve.is_some());
                    let trainings = trainings.map(|run| (run.run.id.clone(), place.clone()));
                    self.trainings.extend(trainings);
                    let runs = runs.iter().map(|run| (run.run.id.clone(), run.clone()));
                    self.details.extend(runs);
                }
                Some(Err(problem)) => unreadable.push(UnreadableJson {
                    name: place.name.clone(),
                    problem: problem.clone(),
                }),
                None => {}
            }
        }
        for place in &found.places {
            self.note_started(place, starter);
        }
        self.fingerprint = Some(fingerprint(&mut self.details, &unreadable, found.left_out));
        let pace = &mut self.pace;
        for details in self.details.values_mut() {
            pace.tell(&mut details.run);
        }
        let mut runs: Vec<_> = self.details.values().map(|one| one.run.clone()).collect();
        // Running ones first, then the latest.
        runs.sort_by(|one, other| {
            let order = |status| status != RunStatusJson::Running;
            (order(one.status), other.changed, &one.name).cmp(&(
                order(other.status),
                one.changed,
                &other.name,
            ))
        });
        pace.keep_only(|id| self.details.contains_key(id));
        let list = RunListJson {
            runs,
            unreadable,
            left_out: found.left_out,
        };
        self.list = Some((Instant::now(), list));
    }
}

impl CatalogState {
    /// Adds to a run that the page started what is known of its process.
    fn note_started(&mut self, place: &RunPlace, starter: &RunStarter) {
        if place.kind != RunFileKind::Started {
            return;
        }
        let (Some(details), Ok(run)) = (
            self.details.get_mut(&place.id()),
            StartedRun::read(&place.path),
        ) else {
            return;
        };
        let own = starter.describe(&run);
        if own.is_at_work && details.run.status != RunStatusJson::Complete {
            details.run.status = RunStatusJson::Running;
        }
        details.own = Some(own);
        self.started.insert(place.id(), place.path.clone());
    }
}

/// Hashes what the page shows of runs. Estimates of time would change without any news.
fn fingerprint(
    details: &mut BTreeMap<String, RunDetailsJson>,
    unreadable: &[UnreadableJson],
    left_out: bool,
) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    // A hasher takes everything.
    let _ = serde_json::to_writer(&mut hasher, &(unreadable, left_out));
    for details in details.values_mut() {
        let left = details.run.seconds_left.take();
        let _ = serde_json::to_writer(&mut hasher, details);
        details.run.seconds_left = left;
    }
    hasher.finalize()
}

fn read(place: &RunPlace, root: &Path) -> KnownFile {
    let at = Instant::now();
    let runs = match place.kind {
        RunFileKind::Database => database::read(place),
        RunFileKind::Training => training::read(place),
        RunFileKind::Tournament => journal::read_tournament(place),
        RunFileKind::Adaptation => journal::read_adaptation(place),
        RunFileKind::Ablation => sheet::read_ablation(place),
        RunFileKind::Ladder => sheet::read_ladder(place),
        RunFileKind::Started => started_place::read(place),
        RunFileKind::Tuning => tuning::read(place),
        RunFileKind::Validation => Err(ReadProblem::of(
            ReadProblemKind::ValidationAlone,
            format!("the match that validates a tuning, whose {TRIAL_JOURNAL} is not beside it"),
        )),
        RunFileKind::Foreign => Err(ReadProblem::of(
            ReadProblemKind::OtherJournal,
            "not a journal of a match, a tournament, 'tune' or 'lab adapt'",
        )),
    };
    KnownFile {
        at,
        took: at.elapsed(),
        runs: runs.map_err(|problem| problem.without_root(root)),
    }
}
