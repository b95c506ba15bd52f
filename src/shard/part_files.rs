//! The files of parts in a folder: found by name, checked by the hash that the name holds.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::hash::hash_of;
use super::manifest::ShardManifest;
use crate::files::check_folder;

/// Ending of the files of parts.
const ENDING: &str = ".part";

/// Number of hexadecimal digits of the hash in a name.
const DIGITS: usize = 32;

/// The files of one part, which may have been done several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PartFiles {
    /// Files whose bytes have the hash in their names.
    pub(super) sound: Vec<PathBuf>,
    /// Files whose bytes have another hash.
    pub(super) damaged: Vec<PathBuf>,
}

/// Finds and checks the files of every part of `manifest` in a folder, in the order of their names. Other files there
/// are not touched.
pub(super) fn find_all(
    manifest: &ShardManifest,
    folder: &Path,
) -> Result<Vec<PartFiles>, ShardError> {
    let mut found = vec![PartFiles::default(); manifest.parts()];
    for (number, hash, path) in named(manifest, folder)? {
        if let Some(files) = found.get_mut(number) {
            files.add(&hash, path)?;
        }
    }
    Ok(found)
}

/// Finds and checks the files of one part.
pub(super) fn find(
    manifest: &ShardManifest,
    folder: &Path,
    part: usize,
) -> Result<PartFiles, ShardError> {
    let mut found = PartFiles::default();
    for (number, hash, path) in named(manifest, folder)? {
        if number == part {
            found.add(&hash, path)?;
        }
    }
    Ok(found)
}

/// Returns the path of a finished part: `MANIFEST-NUMBER-HASH.part`.
pub(super) fn path_of(
    manifest: &ShardManifest,
    folder: &Path,
    part: usize,
    file: &Path,
) -> Result<PathBuf, ShardError> {
    let (id, hash) = (manifest.id()?, short_hash(file)?);
    Ok(folder.join(format!("{id}-{part:06}-{hash}{ENDING}")))
}

impl PartFiles {
    fn add(&mut self, hash: &str, path: PathBuf) -> Result<(), ShardError> {
        if short_hash(&path)? == hash {
            self.sound.push(path);
        } else {
            self.damaged.push(path);
        }
        Ok(())
    }
}

/// Returns the number and hash in the names of a manifest's parts, with their paths, sorted.
fn named(
    manifest: &ShardManifest,
    folder: &Path,
) -> Result<Vec<(usize, String, PathBuf)>, ShardError> {
    check_folder(folder)?;
    let id = manifest.id()?;
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(ShardError::io(folder))? {
        let entry = entry.map_err(ShardError::io(folder))?;
        let name = entry.file_name();
        if let Some((number, hash)) = name.to_str().and_then(|name| parse(name, &id)) {
            found.push((number, hash.to_owned(), entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the number and the hash in a name.
fn parse<'a>(name: &'a str, id: &str) -> Option<(usize, &'a str)> {
    let rest = name
        .strip_prefix(id)?
        .strip_prefix('-')?
        .strip_suffix(ENDING)?;
    let (number, hash) = rest.split_once('-')?;
    let is_hash = hash.len() == DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some((number.parse().ok()?, hash))
}

/// Returns the hash of a part as its name holds it.
fn short_hash(file: &Path) -> Result<String, ShardError> {
    let hash = hash_of(file, None)?;
    Ok(hash.get(..DIGITS).unwrap_or_default().to_owned())
}
