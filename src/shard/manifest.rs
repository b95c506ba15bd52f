//! The manifest: the command, its inputs by hash, and the parts. A text file (TOML) with its own checksum.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use super::hash::hash_of;
use super::work::{ShardSlice, ShardedWork, WorkInputs};
use crate::files::{self, Existing};
use crate::pgn;
use crate::selfplay::program;

/// Version of the format.
const FORMAT: u32 = 1;

/// The first line of a manifest.
const HEADER: &str =
    "# Divided work of BayesChess: 'bayeschess shard run THIS I --dir DIR' does part I.\n";

/// A plan of divided work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardManifest {
    format: u32,
    /// Program that made the plan; only the same one does its parts.
    program: String,
    /// Arguments of the command, without its outputs.
    command: Vec<String>,
    /// Identity of the work.
    work: String,
    /// Files that the parts read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<ShardInput>,
    /// Ranges of units of each part.
    parts: Vec<Vec<ShardSlice>>,
}

/// An input of the work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardInput {
    /// Path as the command names it.
    pub path: PathBuf,
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 hash, 64 hexadecimal digits; `None` for a file of which each part reads only its own bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blake3: Option<String>,
}

/// A manifest as written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestFile {
    checksum: String,
    manifest: ShardManifest,
}

impl ShardManifest {
    /// Divides `work`, which `command` describes, into `parts` parts.
    ///
    /// # Errors
    ///
    /// [`ShardError`] if an input cannot be read, or the work cannot be divided so.
    pub fn plan(
        command: Vec<String>,
        work: &dyn ShardedWork,
        parts: usize,
    ) -> Result<Self, ShardError> {
        let WorkInputs { divided, whole } = work.inputs();
        let divided = divided.iter().map(|path| {
            // Slices of a compressed file are bytes of its text: each part unpacks the file from its beginning.
            if pgn::is_compressed(path).map_err(ShardError::io(path))? {
                ShardInput::whole(path)
            } else {
                ShardInput::divided(path)
            }
        });
        let divided: Vec<ShardInput> = divided.collect::<Result<_, _>>()?;
        let mut slices = work.cut(parts)?;
        for slice in slices.iter_mut().flatten() {
            let input = divided.get(slice.input);
            if let Some(input) = input.filter(|input| input.blake3.is_none()) {
                slice.blake3 = Some(hash_of(&input.path, Some(slice.from..slice.to))?);
            }
        }
        let whole = whole.iter().map(|path| ShardInput::whole(path));
        let inputs = divided.into_iter().map(Ok).chain(whole);
        Ok(Self {
            format: FORMAT,
            program: program::name(),
            command,
            work: work.identity(),
            inputs: inputs.collect::<Result<_, _>>()?,
            parts: slices,
        })
    }

    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// [`ShardError::Io`], and [`ShardError::Manifest`] for a file that is not one, was changed or has another format.
    pub fn load(file: &Path) -> Result<Self, ShardError> {
        let fault = |what: String| ShardError::Manifest {
            file: file.to_owned(),
            what,
        };
        let bytes = fs::read(file).map_err(ShardError::io(file))?;
        let text =
            String::from_utf8(bytes).map_err(|_| fault("this is not a manifest".to_owned()))?;
        let read: ManifestFile = files::from_toml(&text).map_err(|found| {
            fault(format!(
                "this is not a manifest that this version reads ({found})"
            ))
        })?;
        let manifest = read.manifest;
        if manifest.format != FORMAT {
            let found = manifest.format;
            return Err(fault(format!(
                "its format is {found}, and this version reads {FORMAT}"
            )));
        }
        if manifest.id()? != read.checksum {
            return Err(fault("it was changed after it was written".to_owned()));
        }
        if manifest.parts.is_empty() {
            return Err(fault("it has no parts".to_owned()));
        }
        Ok(manifest)
    }

    /// Writes the manifest whole.
    ///
    /// # Errors
    ///
    /// [`ShardError::Write`].
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), ShardError> {
        let written = ManifestFile {
            checksum: self.id()?,
            manifest: self.clone(),
        };
        let text = toml::to_string(&written).map_err(ShardError::work)?;
        files::write_whole(file, existing, |out| {
            out.write_all(HEADER.as_bytes())?;
            out.write_all(text.as_bytes())
        })?;
        Ok(())
    }

    /// Returns sixteen hexadecimal digits of a hash over the whole plan.
    ///
    /// # Errors
    ///
    /// [`ShardError::Work`] for a path that is not Unicode, which TOML cannot hold.
    pub fn id(&self) -> Result<String, ShardError> {
        let text = toml::to_string(self).map_err(ShardError::work)?;
        Ok(files::checksum(text.as_bytes()))
    }

    /// Returns the arguments of the command, without its outputs.
    pub fn command(&self) -> &[String] {
        &self.command
    }

    /// Returns the number of parts.
    pub const fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the inputs.
    pub fn inputs(&self) -> &[ShardInput] {
        &self.inputs
    }

    /// Returns the ranges of a part.
    ///
    /// # Errors
    ///
    /// [`ShardError::NoPart`].
    pub fn part(&self, number: usize) -> Result<&[ShardSlice], ShardError> {
        self.parts
            .get(number)
            .map(Vec::as_slice)
            .ok_or(ShardError::NoPart {
                number,
                last: self.parts.len().saturating_sub(1),
            })
    }

    /// Checks that this program planned the parts, and that the command means the same work here.
    ///
    /// # Errors
    ///
    /// [`ShardError::OtherProgram`], [`ShardError::OtherWork`], and [`ShardError::Input`] for an input that came later.
    pub fn check(&self, work: &dyn ShardedWork) -> Result<(), ShardError> {
        self.check_program()?;
        let here = work.identity();
        if here != self.work {
            return Err(ShardError::OtherWork {
                planned: self.work.clone(),
                here,
            });
        }
        let WorkInputs { divided, whole } = work.inputs();
        let is_planned = |path: &PathBuf| self.inputs.iter().any(|input| input.path == *path);
        match divided
            .into_iter()
            .chain(whole)
            .find(|path| !is_planned(path))
        {
            Some(path) => Err(ShardError::Input {
                path,
                what: "was not there when the parts were planned".to_owned(),
            }),
            None => Ok(()),
        }
    }

    /// Checks that this program planned the parts.
    ///
    /// # Errors
    ///
    /// [`ShardError::OtherProgram`].
    pub fn check_program(&self) -> Result<(), ShardError> {
        let here = program::name();
        if here != self.program {
            return Err(ShardError::OtherProgram {
                planned: self.program.clone(),
                here,
            });
        }
        Ok(())
    }

    /// Checks the inputs of a part: their bytes that it reads, or else all.
    ///
    /// # Errors
    ///
    /// [`ShardError::Input`] for a file that is missing or differs.
    pub fn check_inputs(&self, part: &[ShardSlice]) -> Result<(), ShardError> {
        for input in self.inputs.iter().filter(|input| input.blake3.is_some()) {
            input.check(None, input.blake3.as_deref())?;
        }
        for slice in part.iter().filter(|slice| slice.blake3.is_some()) {
            if let Some(input) = self.inputs.get(slice.input) {
                input.check(Some(slice.from..slice.to), slice.blake3.as_deref())?;
            }
        }
        Ok(())
    }
}

impl ShardInput {
    /// Describes a file of which each part reads its own bytes; their hashes stand in the parts.
    fn divided(path: &Path) -> Result<Self, ShardError> {
        let data = fs::metadata(path).map_err(ShardError::io(path))?;
        Ok(Self {
            path: path.to_owned(),
            bytes: data.len(),
            blake3: None,
        })
    }

    /// Describes a file that every part reads whole.
    fn whole(path: &Path) -> Result<Self, ShardError> {
        Ok(Self {
            blake3: Some(hash_of(path, None)?),
            ..Self::divided(path)?
        })
    }

    /// Checks the size, and the hash of a range of bytes or of all.
    fn check(&self, range: Option<Range<u64>>, planned: Option<&str>) -> Result<(), ShardError> {
        let refused = |what: String| ShardError::Input {
            path: self.path.clone(),
            what,
        };
        let size = fs::metadata(&self.path)
            .map_err(|source| refused(format!("cannot be read ({source})")))?
            .len();
        if size != self.bytes {
            let planned = self.bytes;
            return Err(refused(format!("it has {size} bytes, and had {planned}")));
        }
        if Some(&*hash_of(&self.path, range)?) != planned {
            return Err(refused(
                "its content differs from the planned one".to_owned(),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_of_another_program_is_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("m");
        let planned = ShardManifest {
            format: FORMAT,
            program: "bayeschess 9.9.9, bench 1".to_owned(),
            command: vec!["selfplay".to_owned()],
            work: "a run".to_owned(),
            inputs: Vec::new(),
            parts: vec![vec![ShardSlice::default()]],
        };
        planned.save(&file, Existing::Keep).expect("written");
        let read = ShardManifest::load(&file).expect("sound");
        assert_eq!(read, planned);
        let refused = read.check_program().expect_err("another program");
        assert!(matches!(refused, ShardError::OtherProgram { .. }));
        assert!(refused.to_string().contains("9.9.9"), "{refused}");
    }
}
