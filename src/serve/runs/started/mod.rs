//! Runs that the page starts, stops, continues and extends.
//!
//! A run is this program as a process of its own, which outlives the server. A small file in its folder notes what was
//! started; the process holds a lock on that file while it works, and stops cleanly when a second file asks it to. So
//! a server that is started again finds its runs as it left them, and no process number is kept anywhere.

mod fault;
mod folder;
mod form_value;
mod own_engine;
mod recipe;

use std::collections::HashMap;
use std::env;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::wire::{BadEndJson, OwnRunJson};
use crate::files::{Existing, WriteError, folder_of};
use crate::serve::command::{Problem, ProblemCode};

pub(super) use fault::FormFault;
pub use folder::{NOTE, STOP};
pub(super) use folder::{StartedRun, is_started};
pub(super) use own_engine::{OWN_ENGINE, own_options};
pub(super) use recipe::{StartableKind, StartableRecipe};

/// The option by which a process knows that the page started it.
const OPTION: &str = "--page-run";

/// The exit code of a command that was asked to stop.
const INTERRUPTED: i32 = 130;

/// The most runs of one server at the same time.
pub(super) const MOST_AT_WORK: usize = 4;

/// Starts runs below one folder.
#[derive(Debug)]
pub(super) struct RunStarter {
    root: PathBuf,
    /// False if other machines reach the server and the user did not allow it.
    is_allowed: bool,
    children: Mutex<Children>,
}

/// Processes that this server started, by the folders of their runs.
#[derive(Debug, Default)]
struct Children {
    alive: HashMap<PathBuf, Child>,
    /// How those ended that ended badly.
    bad_ends: HashMap<PathBuf, BadEndJson>,
}

impl Children {
    /// Looks which processes have ended.
    fn look(&mut self) {
        let bad_ends = &mut self.bad_ends;
        self.alive.retain(|folder, child| {
            let status = match child.try_wait() {
                Ok(None) => return true,
                Ok(Some(status)) => status,
                Err(_) => return false,
            };
            match status.code() {
                Some(0 | INTERRUPTED) => {}
                Some(_) => drop(bad_ends.insert(folder.clone(), BadEndJson::Error)),
                None => drop(bad_ends.insert(folder.clone(), BadEndJson::Killed)),
            }
            false
        });
    }

    /// Returns true if a process works on the run, or is about to.
    fn is_at_work(&mut self, run: &StartedRun) -> bool {
        self.look();
        self.alive.contains_key(&run.folder) || run.is_at_work()
    }

    /// Notes a run and starts its process, unless one works on it.
    fn start(&mut self, run: &StartedRun) -> Result<(), Problem> {
        if self.is_at_work(run) {
            let sentence = "this run is still at work; wait until it has stopped";
            return Err(Problem::new(ProblemCode::RunAtWork, sentence));
        }
        if self.alive.len() >= MOST_AT_WORK {
            let sentence = format!("{MOST_AT_WORK} runs are at work already; stop one first");
            return Err(Problem::new(ProblemCode::TooManyRuns, sentence));
        }
        run.write().map_err(|error| not_written(&error))?;
        let child = spawn(run).map_err(|error| {
            let sentence = format!("the run could not be started: {error}");
            Problem::new(ProblemCode::Storage, sentence)
        })?;
        self.bad_ends.remove(&run.folder);
        self.alive.insert(run.folder.clone(), child);
        Ok(())
    }
}

impl RunStarter {
    pub fn new(root: PathBuf, is_allowed: bool) -> Self {
        Self {
            root,
            is_allowed,
            children: Mutex::default(),
        }
    }

    pub const fn is_allowed(&self) -> bool {
        self.is_allowed
    }

    /// Creates the folder of a run and starts it.
    pub fn start(
        &self,
        name: &str,
        recipe: StartableRecipe,
        threads: Option<NonZeroUsize>,
    ) -> Result<StartedRun, Problem> {
        self.check(name)?;
        if !folder::is_thread_count(threads) {
            let sentence = "these are more threads than a run may have";
            return Err(Problem::new(ProblemCode::TooManyThreads, sentence));
        }
        let run = StartedRun {
            folder: self.root.join(name),
            name: name.to_owned(),
            recipe,
            threads,
        };
        fs::create_dir(&run.folder).map_err(|error| taken(name, &error))?;
        if let Err(refusal) = self.children().start(&run) {
            // Nothing was started, so nothing of it is worth keeping.
            let _ = fs::remove_dir_all(&run.folder);
            return Err(refusal);
        }
        Ok(run)
    }

    /// Writes a recipe under a name of its own.
    pub fn save(&self, name: &str, recipe: &StartableRecipe) -> Result<String, Problem> {
        self.check(name)?;
        let file = format!("{name}.toml");
        match folder::write(&self.root.join(&file), &recipe.toml(), Existing::Keep) {
            Ok(()) => Ok(file),
            Err(WriteError::Exists(_)) => Err(taken(&file, &io::ErrorKind::AlreadyExists.into())),
            Err(error) => Err(not_written(&error)),
        }
    }

    /// Asks a run to stop; it keeps everything that is finished.
    pub fn pause(&self, run: &StartedRun) -> Result<(), Problem> {
        self.check_allowed()?;
        if !self.is_at_work(run) {
            let sentence = "this run is not at work; go on with it first";
            return Err(Problem::new(ProblemCode::RunNotAtWork, sentence));
        }
        run.ask_to_stop().map_err(|error| not_written(&error))
    }

    /// Starts a run again, which goes on where it stopped.
    pub fn go_on(&self, run: &StartedRun) -> Result<(), Problem> {
        self.check_allowed()?;
        self.children().start(run)
    }

    /// Gives a run more games or generations, and goes on with it.
    pub fn extend(&self, run: StartedRun, to: u32) -> Result<(), Problem> {
        self.check_allowed()?;
        let before = run.recipe.size();
        if to <= before {
            let sentence = format!("the run has {before} already; give a larger number");
            return Err(Problem::new(ProblemCode::RunNotLonger, sentence));
        }
        let recipe = run
            .recipe
            .extended(to)
            .map_err(|fault| Problem::new(ProblemCode::WrongRecipe, fault.text))?;
        self.go_on(&StartedRun { recipe, ..run })
    }

    /// Returns true if a process works on the run, or is about to.
    pub fn is_at_work(&self, run: &StartedRun) -> bool {
        self.children().is_at_work(run)
    }

    /// Returns what the page shows of a run that it started.
    pub fn describe(&self, run: &StartedRun) -> OwnRunJson {
        let is_at_work = self.is_at_work(run);
        let bad_end = self.children().bad_ends.get(&run.folder).copied();
        OwnRunJson {
            command: format!("bayeschess {}", run.words().join(" ")),
            recipe: run.recipe.toml(),
            size: run.recipe.size(),
            unit: run.recipe.unit(),
            is_at_work,
            is_stopping: is_at_work && run.is_asked_to_stop(),
            bad_end: bad_end.filter(|_| !is_at_work),
            said: (!is_at_work).then(|| run.log()).flatten(),
        }
    }

    fn check_allowed(&self) -> Result<(), Problem> {
        if self.is_allowed {
            return Ok(());
        }
        Err(Problem::new(
            ProblemCode::RunsNotAllowed,
            "other machines reach this server, so it starts no runs; start it with --allow-runs if they may",
        ))
    }

    fn check(&self, name: &str) -> Result<(), Problem> {
        self.check_allowed()?;
        if folder::is_name(name) {
            return Ok(());
        }
        let sentence = "a name has letters, digits and dashes, at most 60, and begins with no dash";
        Err(Problem::new(ProblemCode::WrongRunName, sentence))
    }

    /// Locks the processes. A start holds the lock from its checks to its end, so that two cannot start one run.
    fn children(&self) -> MutexGuard<'_, Children> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the process of a run.
fn spawn(run: &StartedRun) -> io::Result<Child> {
    let log = run.prepare()?;
    let mut command = Command::new(env::current_exe()?);
    command
        .args(run.words())
        .args([OPTION, &run.name])
        .current_dir(folder_of(&run.folder))
        .stdin(Stdio::null())
        .stderr(log.try_clone()?)
        .stdout(log);
    detach(&mut command);
    command.spawn()
}

/// Keeps the signals of the server's terminal away from a process.
#[cfg(unix)]
fn detach(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

/// Keeps the signals of the server's console away from a process.
#[cfg(windows)]
fn detach(command: &mut Command) {
    use std::os::windows::process::CommandExt as _;
    /// `CREATE_NEW_PROCESS_GROUP`.
    const NEW_GROUP: u32 = 0x200;
    command.creation_flags(NEW_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn detach(_command: &mut Command) {}

fn not_written(error: &WriteError) -> Problem {
    Problem::new(ProblemCode::Storage, error.to_string())
}

fn taken(name: &str, error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::AlreadyExists => Problem::new(
            ProblemCode::RunNameTaken,
            format!("'{name}' is there already; give another name"),
        ),
        _ => Problem::new(ProblemCode::Storage, format!("{name}: {error}")),
    }
}
