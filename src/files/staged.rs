//! A file that is written whole under a temporary name before it gets its own; alone, or together with others.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::WriteError;
use super::folder::{folder_of, sync_folder};
use super::output::{Existing, check_output, is_special};
use super::temporary::{TemporaryFile, TemporaryFolder};

/// The name of a replaced file in its temporary folder.
const OLD: &str = "old";

/// A file with its content, not yet under its name.
#[derive(Debug)]
pub(super) struct StagedFile {
    /// The name that was asked for.
    file: PathBuf,
    /// Where the file goes: behind a link, where it leads to.
    place: PathBuf,
    existing: Existing,
    /// `None` for a device or a pipe, which has its content already.
    temporary: Option<TemporaryFile>,
}

impl StagedFile {
    /// Writes the content under a temporary name beside `file`.
    ///
    /// # Errors
    ///
    /// As [`write_whole`](super::write_whole).
    pub(super) fn write(
        file: &Path,
        existing: Existing,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, WriteError> {
        check_output(file, existing)?;
        let failed = |source: io::Error| WriteError::Io {
            file: file.to_owned(),
            source,
        };
        let old = match existing {
            Existing::Keep => None,
            Existing::Replace => file.canonicalize().ok(),
        };
        let mut staged = Self {
            file: file.to_owned(),
            place: old.clone().unwrap_or_else(|| file.to_owned()),
            existing,
            temporary: None,
        };
        if is_special(file) {
            let opened = fs::File::options().write(true).open(file);
            opened
                .and_then(|opened| fill_buffered(&opened, fill))
                .map_err(failed)?;
            return Ok(staged);
        }
        let temporary = TemporaryFile::within(folder_of(&staged.place))
            .map_err(|error| failed(without_name(error)))?;
        // The plain file, because the temporary one would put its name into every error.
        let plain = temporary.file.as_file();
        if let Some(old) = old.and_then(|old| fs::metadata(old).ok()) {
            plain.set_permissions(old.permissions()).map_err(failed)?;
        }
        fill_buffered(plain, fill).map_err(failed)?;
        staged.temporary = Some(temporary);
        Ok(staged)
    }

    /// Waits until the content is on the disk.
    pub(super) fn sync(&self) -> Result<(), WriteError> {
        match &self.temporary {
            None => Ok(()),
            Some(temporary) => temporary
                .file
                .as_file()
                .sync_all()
                .map_err(|error| self.failed(error)),
        }
    }

    /// Gives the file its name and returns its place.
    pub(super) fn settle(mut self) -> Result<PathBuf, WriteError> {
        let Some(TemporaryFile { file, live }) = self.temporary.take() else {
            return Ok(self.place);
        };
        let renamed = match self.existing {
            Existing::Replace => file.persist(&self.place),
            Existing::Keep => file.persist_noclobber(&self.file),
        };
        drop(live);
        match renamed {
            Ok(_) => Ok(self.place),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(WriteError::Exists(self.file))
            }
            Err(error) => Err(self.failed(error.error)),
        }
    }

    fn failed(&self, source: io::Error) -> WriteError {
        WriteError::Io {
            file: self.file.clone(),
            source,
        }
    }
}

/// Outputs of one command that get their names together: all of them, or none.
#[derive(Debug)]
pub struct FileSet {
    existing: Existing,
    files: Vec<StagedFile>,
}

impl FileSet {
    /// Creates an empty set.
    pub const fn new(existing: Existing) -> Self {
        Self {
            existing,
            files: Vec::new(),
        }
    }

    /// Writes one more file, which does not get its name yet.
    ///
    /// # Errors
    ///
    /// As [`write_whole`](super::write_whole).
    pub fn add(
        &mut self,
        file: &Path,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        self.files
            .push(StagedFile::write(file, self.existing, fill)?);
        Ok(())
    }

    /// Gives the files their names. If one cannot get it, those before it are as they were.
    ///
    /// A kill between two names leaves some of the files new.
    ///
    /// # Errors
    ///
    /// [`WriteError`] of the file that could not be written.
    pub fn finish(self) -> Result<(), WriteError> {
        for staged in &self.files {
            staged.sync()?;
        }
        let mut settled: Vec<SettledFile> = Vec::new();
        for staged in self.files {
            let before = OldFile::of(&staged);
            match staged.settle() {
                Ok(place) => settled.push(SettledFile { place, before }),
                Err(error) => {
                    settled.into_iter().rev().for_each(SettledFile::undo);
                    return Err(error);
                }
            }
        }
        for file in &settled {
            sync_folder(folder_of(&file.place));
        }
        Ok(())
    }
}

/// What was under the name of an output before.
#[derive(Debug)]
enum OldFile {
    Nothing,
    /// A second name of the old file, or a copy, in a temporary folder.
    Kept(TemporaryFolder),
    /// It cannot come back: a device, or no room for a copy.
    Gone,
}

impl OldFile {
    fn of(staged: &StagedFile) -> Self {
        if staged.temporary.is_none() {
            return Self::Gone;
        }
        // A link that leads nowhere is something, too.
        if fs::symlink_metadata(&staged.place).is_err() {
            return Self::Nothing;
        }
        let kept = TemporaryFolder::within(folder_of(&staged.place)).and_then(|folder| {
            let old = folder.path().join(OLD);
            fs::hard_link(&staged.place, &old)
                .or_else(|_| fs::copy(&staged.place, &old).map(drop))?;
            Ok(folder)
        });
        kept.map_or(Self::Gone, Self::Kept)
    }
}

/// A file that got its name.
#[derive(Debug)]
struct SettledFile {
    place: PathBuf,
    before: OldFile,
}

impl SettledFile {
    /// Restores what was there before. A failure has no remedy, and the error of the other file is told.
    fn undo(self) {
        let _ = match self.before {
            OldFile::Nothing => fs::remove_file(&self.place),
            OldFile::Kept(folder) => fs::rename(folder.path().join(OLD), &self.place),
            OldFile::Gone => Ok(()),
        };
    }
}

fn fill_buffered(
    file: &fs::File,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    writer.flush()
}

/// Returns the system's error without the name of the temporary file in it.
fn without_name(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Other => error,
        kind if error.raw_os_error().is_none() && error.get_ref().is_some() => kind.into(),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of the last file is that of a folder, over which nothing can be renamed.
    #[test]
    fn files_get_their_names_together_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "old").expect("written");
        fs::create_dir(at("folder")).expect("made");
        let set_of = |names: &[&str]| {
            let mut set = FileSet::new(Existing::Replace);
            for name in names {
                set.add(&at(name), |out| out.write_all(b"new"))
                    .expect("staged");
            }
            set
        };
        let refused = set_of(&["old", "new", "folder"]).finish();
        assert!(matches!(refused, Err(WriteError::Io { .. })), "{refused:?}");
        let there = || {
            let listed = fs::read_dir(folder.path()).expect("listed");
            listed.count()
        };
        assert_eq!(fs::read(at("old")).expect("there"), b"old");
        assert_eq!(there(), 2);
        set_of(&["old", "new"]).finish().expect("written");
        for name in ["old", "new"] {
            assert_eq!(fs::read(at(name)).expect("there"), b"new");
        }
        assert_eq!(there(), 3);
        // What is dropped before its end leaves nothing.
        drop(set_of(&["old", "newer"]));
        assert_eq!(there(), 3);
    }
}
