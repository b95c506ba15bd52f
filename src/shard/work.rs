//! What work must offer to be divided: an identity, cuts, doing a part, summing parts.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use super::hash::hash_of;
use crate::train::{Completion, Execution};

/// A range of units of the work, such as numbers of games or bytes of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardSlice {
    /// Number of the divided input that the range lies in, from 0; 0 for work without one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub input: usize,
    /// First unit.
    pub from: u64,
    /// Unit behind the last one.
    pub to: u64,
    /// BLAKE3 hash of the bytes, where the units are bytes of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blake3: Option<String>,
}

impl ShardSlice {
    /// Returns those of `units` that lie in the range.
    pub(super) fn of<'a, T>(&self, units: &'a [T]) -> &'a [T] {
        let bound = |unit: u64| usize::try_from(unit).unwrap_or(usize::MAX);
        let range = bound(self.from)..bound(self.to);
        units.get(range).unwrap_or_default()
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(input: &usize) -> bool {
    *input == 0
}

/// The files that parts read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkInputs {
    /// Files of which a part reads only its own bytes; slices name them by their place here.
    pub divided: Vec<PathBuf>,
    /// Files that every part reads whole.
    pub whole: Vec<PathBuf>,
}

impl WorkInputs {
    /// Returns inputs that every part reads whole.
    pub const fn whole(files: Vec<PathBuf>) -> Self {
        Self {
            divided: Vec::new(),
            whole: files,
        }
    }

    /// Returns the paths of all inputs, those that are divided first.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.divided.iter().chain(&self.whole)
    }
}

/// Work whose parts sum up to the whole, in any order.
pub trait ShardedWork {
    /// Returns a short text that differs if the result would differ, apart from the inputs.
    fn identity(&self) -> String;

    /// Returns the files that parts read; their hashes stand in the manifest.
    fn inputs(&self) -> WorkInputs;

    /// Divides the work into `parts` parts of about the same cost.
    ///
    /// # Errors
    ///
    /// [`ShardError::TooManyParts`], and [`ShardError::CannotDivide`] for options that need the whole.
    fn cut(&self, parts: usize) -> Result<Vec<Vec<ShardSlice>>, ShardError>;

    /// Does a part and writes its file. `tell` hears how many units are done, and of how many.
    ///
    /// # Errors
    ///
    /// [`ShardError`] of the work.
    fn run(
        &self,
        part: &[ShardSlice],
        file: &Path,
        execution: Execution<'_>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Completion, ShardError>;

    /// Returns a hash of a part's content: equal if the part was done twice, on whatever machine and at whatever time.
    ///
    /// By default the hash of the file.
    ///
    /// # Errors
    ///
    /// [`ShardError`] if the file cannot be read.
    fn content_hash(&self, file: &Path) -> Result<String, ShardError> {
        hash_of(file, None)
    }

    /// Sums the files of all parts into a new file. `tell` hears how many are done.
    ///
    /// # Errors
    ///
    /// [`ShardError`] of a part that cannot be read or does not belong to the work.
    fn merge(
        &self,
        parts: &[PathBuf],
        file: &Path,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), ShardError>;

    /// Returns the next command for the merged `file`.
    fn next_command(&self, file: &Path) -> String;
}

/// Divides units 0 to `units` - 1 into `parts` ranges whose lengths differ by one at most.
///
/// # Errors
///
/// [`ShardError::TooManyParts`] if a part would be empty; `unit` names a unit in the plural.
pub fn even_slices(
    units: u64,
    parts: usize,
    unit: &'static str,
) -> Result<Vec<Vec<ShardSlice>>, ShardError> {
    let count = parts as u64;
    if count > units {
        return Err(ShardError::TooManyParts { parts, units, unit });
    }
    let (length, longer) = (units / count, units % count);
    let bound = |number: u64| number * length + number.min(longer);
    let slice = |number| ShardSlice {
        from: bound(number),
        to: bound(number + 1),
        ..ShardSlice::default()
    };
    Ok((0..count).map(|number| vec![slice(number)]).collect())
}
