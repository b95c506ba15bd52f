//! Doing a part, and merging all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::manifest::ShardManifest;
use super::part_files::{find, find_all, path_of};
use super::work::ShardedWork;
use crate::files::{self, Existing, TemporaryFolder, WriteError, WriteGuard};
use crate::train::{Completion, Execution};

/// The end of doing a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartOutcome {
    /// The part is done, and its file written.
    Written(PathBuf),
    /// The part was done before; its file is sound.
    AlreadyThere(PathBuf),
    /// The work was stopped; nothing is kept.
    Stopped,
}

/// The end of merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeOutcome {
    /// All parts are summed.
    Written,
    /// Parts are missing or damaged; nothing is written.
    Incomplete {
        /// Numbers of the parts without a sound file.
        missing: Vec<usize>,
        /// Files whose bytes do not have the hash in their names.
        damaged: Vec<PathBuf>,
    },
}

/// Does part `number` in `folder`, which is created if missing, unless it is there. The file appears whole, by a rename.
///
/// # Errors
///
/// [`ShardError`] if the program, the work or an input differs from the planned one, or the work fails.
pub fn run_part(
    manifest: &ShardManifest,
    work: &dyn ShardedWork,
    (number, folder): (usize, &Path),
    execution: Execution<'_>,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<PartOutcome, ShardError> {
    let part = manifest.part(number)?;
    manifest.check(work)?;
    files::make_folder(folder)?;
    let there = find(manifest, folder, number)?;
    if let Some(file) = there.sound.into_iter().next() {
        return Ok(PartOutcome::AlreadyThere(file));
    }
    manifest.check_inputs(part)?;
    let temporary = TemporaryFolder::within(folder).map_err(ShardError::io(folder))?;
    let file = temporary.path().join("part");
    if work.run(part, &file, execution, tell)? == Completion::Stopped {
        return Ok(PartOutcome::Stopped);
    }
    let path = path_of(manifest, folder, number, &file)?;
    put_into_place(&file, &path)?;
    for damaged in there.damaged {
        if damaged != path {
            fs::remove_file(&damaged).map_err(ShardError::io(&damaged))?;
        }
    }
    Ok(PartOutcome::Written(path))
}

/// Sums the parts in `folder` into `out`, if all are there and sound. `tell` hears how many are summed.
///
/// # Errors
///
/// [`ShardError`] if the program or the work differs from the planned one, the results of a part contradict each other,
/// or the output cannot be written.
pub fn merge_parts(
    manifest: &ShardManifest,
    work: &dyn ShardedWork,
    folder: &Path,
    (out, existing): (&Path, Existing),
    tell: &mut dyn FnMut(usize),
) -> Result<MergeOutcome, ShardError> {
    files::check_output(out, existing)?;
    files::check_not_input(out, work.inputs().paths())?;
    check_unused(out)?;
    manifest.check(work)?;
    let mut parts = Vec::new();
    let (mut missing, mut damaged) = (Vec::new(), Vec::new());
    for (number, found) in find_all(manifest, folder)?.into_iter().enumerate() {
        if let Some(file) = only_result(work, number, &found.sound)? {
            parts.push(file.to_owned());
        } else {
            missing.push(number);
            damaged.extend(found.damaged);
        }
    }
    if !missing.is_empty() {
        return Ok(MergeOutcome::Incomplete { missing, damaged });
    }
    files::check_not_input(out, &parts)?;
    let place = files::folder_of(out);
    let temporary = TemporaryFolder::within(place).map_err(ShardError::io(place))?;
    let file = temporary.path().join("merged");
    work.merge(&parts, &file, tell)?;
    if existing == Existing::Keep && out.exists() {
        return Err(WriteError::Exists(out.to_owned()).into());
    }
    put_into_place(&file, out)?;
    Ok(MergeOutcome::Written)
}

/// Returns one of the files of a part that was done once or several times; `None` if there is none.
///
/// # Errors
///
/// [`ShardError::Contradiction`] if their contents differ.
fn only_result<'a>(
    work: &dyn ShardedWork,
    number: usize,
    files: &'a [PathBuf],
) -> Result<Option<&'a Path>, ShardError> {
    let Some((one, others)) = files.split_first() else {
        return Ok(None);
    };
    for other in others {
        if work.content_hash(one)? != work.content_hash(other)? {
            return Err(ShardError::Contradiction {
                number,
                one: one.clone(),
                other: other.clone(),
            });
        }
    }
    Ok(Some(one))
}

/// Refuses to replace a file that another process has open: the log of a database would be applied to the new one, and the
/// games of a journal would be written to a file without a name.
fn check_unused(out: &Path) -> Result<(), ShardError> {
    let mut log = out.as_os_str().to_owned();
    log.push("-wal");
    if WriteGuard::is_held(out) || files::is_locked(out) || Path::new(&log).exists() {
        return Err(ShardError::InUse(out.to_owned()));
    }
    Ok(())
}

/// Flushes a finished file to the disk and renames it.
fn put_into_place(file: &Path, to: &Path) -> Result<(), ShardError> {
    let opened = File::options().read(true).write(true).open(file);
    opened
        .and_then(|written| written.sync_all())
        .and_then(|()| fs::rename(file, to))
        .map_err(ShardError::io(to))
}
