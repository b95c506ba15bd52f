//! Runs that go on or are over, in this or another process: found in one folder, read and never locked.
//!
//! A run is a file or a folder that another command writes: a database of self-play, the folder of a training, the
//! journal of a match or tournament, a sheet of the laboratory. Clients name runs by an id; no path of theirs reaches
//! the disk.

mod database;
mod find;
mod journal;
mod pace;
mod place;
mod sheet;
mod training;
mod wire;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use find::RunFiles;
use pace::PaceMeter;
use place::{RunFileKind, RunPlace};
use wire::{RunDetailsJson, RunListJson, RunStatusJson, UnreadableJson};

/// How long an answer serves all who ask.
const FRESH: Duration = Duration::from_millis(800);

/// A file is read again after this many times as long as reading it took, so that large ones are read seldom.
const REST: u32 = 12;

/// All runs below one folder.
#[derive(Debug)]
pub(super) struct RunCatalog {
    root: PathBuf,
    state: Mutex<CatalogState>,
}

#[derive(Debug, Default)]
struct CatalogState {
    files: RunFiles,
    known: HashMap<PathBuf, KnownFile>,
    pace: PaceMeter,
    list: Option<(Instant, RunListJson)>,
    details: HashMap<String, RunDetailsJson>,
}

/// What was read of a file, and when.
#[derive(Debug)]
struct KnownFile {
    at: Instant,
    took: Duration,
    runs: Result<Vec<RunDetailsJson>, String>,
}

impl RunCatalog {
    /// A catalog of the runs below `root`.
    pub fn new(root: PathBuf) -> Self {
        Self {
            root,
            state: Mutex::default(),
        }
    }

    /// Returns the list of runs as JSON.
    pub fn list(&self) -> String {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.refresh(&self.root);
        let list = state.list.as_ref().map(|(_, list)| list);
        serde_json::to_string(&list).unwrap_or_default()
    }

    /// Returns the details of a run as JSON; `None` if no run has that id.
    pub fn details(&self, id: &str) -> Option<String> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.refresh(&self.root);
        let details = state.details.get(id)?;
        serde_json::to_string(details).ok()
    }
}

impl CatalogState {
    fn refresh(&mut self, root: &Path) {
        let is_fresh = |(at, _): &(Instant, RunListJson)| at.elapsed() < FRESH;
        if self.list.as_ref().is_some_and(is_fresh) {
            return;
        }
        let found = self.files.find(root);
        self.known
            .retain(|path, _| found.places.iter().any(|place| place.path == *path));
        let mut unreadable = Vec::new();
        self.details.clear();
        for place in &found.places {
            let is_resting = |known: &KnownFile| known.at.elapsed() < REST * known.took;
            if !self.known.get(&place.path).is_some_and(is_resting) {
                self.known.insert(place.path.clone(), read(place, root));
            }
            match self.known.get(&place.path).map(|known| &known.runs) {
                Some(Ok(runs)) => {
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

fn read(place: &RunPlace, root: &Path) -> KnownFile {
    let at = Instant::now();
    let runs = match place.kind {
        RunFileKind::Database => database::read(place),
        RunFileKind::Training => training::read(place),
        RunFileKind::Tournament => journal::read_tournament(place),
        RunFileKind::Adaptation => journal::read_adaptation(place),
        RunFileKind::Ablation => sheet::read_ablation(place),
        RunFileKind::Ladder => sheet::read_ladder(place),
        RunFileKind::Foreign => {
            Err("not a journal of a match, a tournament or 'lab adapt'".to_owned())
        }
    };
    KnownFile {
        at,
        took: at.elapsed(),
        runs: runs.map_err(|problem| without_root(&problem, root)),
    }
}

/// Takes the folder out of a sentence: the page shows names below it.
fn without_root(problem: &str, root: &Path) -> String {
    let root = format!("{}{}", root.display(), std::path::MAIN_SEPARATOR);
    problem.replace(&root, "")
}
