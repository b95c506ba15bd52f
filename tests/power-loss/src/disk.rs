//! What a disk holds after a power cut, from the events up to it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::layer::Event;

/// A disk writes these many bytes whole or not at all.
const SECTOR: usize = 512;

/// Which of the writes that nobody asked to sync reach the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// None of them: the cache is lost.
    Everything,
    /// All of them, as after a kill.
    Nothing,
    /// Each sector, each change of length and each name on its own, by a draw with this seed: in any order, torn.
    AtRandom(u64),
}

/// A power cut after so many events.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The number of events before the cut.
    pub after: usize,
    /// What is lost.
    pub loss: Loss,
}

#[derive(Clone, Debug)]
enum Change {
    Write(u64, Vec<u8>),
    Length(u64),
    Removal,
}

#[derive(Clone, Debug, Default)]
struct OneFile {
    /// What is on the disk for certain; `None` where the name may be missing.
    durable: Option<Vec<u8>>,
    /// What may or may not be there, in the order of the program.
    pending: Vec<Change>,
}

/// The files of a folder on a disk that keeps what was synced.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    files: BTreeMap<PathBuf, OneFile>,
}

impl Disk {
    /// Returns the disk at a cut.
    pub fn at(events: &[Event], cut: Cut) -> Self {
        let mut disk = Self::default();
        for event in &events[..cut.after.min(events.len())] {
            disk.take(event);
        }
        let mut draw = Draw::new(cut);
        for file in disk.files.values_mut() {
            let pending = std::mem::take(&mut file.pending);
            for change in pending {
                apply(&mut file.durable, &change, &mut draw);
            }
        }
        disk
    }

    /// Returns what is on the disk under a name.
    pub fn content(&self, name: &Path) -> Option<&[u8]> {
        self.files.get(name)?.durable.as_deref()
    }

    /// Writes the database at `file` and what lies beside it to another place.
    ///
    /// # Errors
    ///
    /// Where a file cannot be written or removed.
    pub fn restore(&self, file: &Path, to: &Path) -> io::Result<()> {
        for suffix in ["", "-wal", "-journal", "-shm"] {
            let with_suffix = |path: &Path| {
                let mut name = OsString::from(path);
                name.push(suffix);
                PathBuf::from(name)
            };
            let target = with_suffix(to);
            match self.content(&with_suffix(file)) {
                Some(bytes) => fs::write(target, bytes)?,
                None if target.exists() => fs::remove_file(target)?,
                None => {}
            }
        }
        Ok(())
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Write { file, at, bytes } => {
                self.pending(file, Change::Write(*at, bytes.clone()));
            }
            Event::Truncate { file, length } => self.pending(file, Change::Length(*length)),
            Event::Sync { file, folder } => {
                self.sync(file);
                if *folder {
                    self.sync_names();
                }
            }
            Event::Delete { file, synced } => {
                self.pending(file, Change::Removal);
                if *synced {
                    self.sync(file);
                }
            }
            Event::Mark(_) => {}
        }
    }

    fn pending(&mut self, file: &Path, change: Change) {
        let file = self.files.entry(file.to_owned()).or_default();
        file.pending.push(change);
    }

    /// Makes all names certain: a deleted file is gone, a new one is there, perhaps empty.
    fn sync_names(&mut self) {
        for file in self.files.values_mut() {
            let removal = |change: &Change| matches!(change, Change::Removal);
            if let Some(last) = file.pending.iter().rposition(removal) {
                file.pending.drain(..=last);
                file.durable = None;
            }
            if !file.pending.is_empty() {
                file.durable.get_or_insert_default();
            }
        }
    }

    fn sync(&mut self, file: &Path) {
        let file = self.files.entry(file.to_owned()).or_default();
        for change in std::mem::take(&mut file.pending) {
            apply(&mut file.durable, &change, &mut Draw::All);
        }
    }
}

fn apply(content: &mut Option<Vec<u8>>, change: &Change, draw: &mut Draw) {
    match change {
        Change::Write(at, bytes) => {
            let at = usize::try_from(*at).expect("files of tests are small");
            for (number, sector) in sectors(at, bytes) {
                if draw.reaches_the_disk() {
                    let content = content.get_or_insert_default();
                    let end = number + sector.len();
                    if content.len() < end {
                        content.resize(end, 0);
                    }
                    content[number..end].copy_from_slice(sector);
                }
            }
        }
        Change::Length(length) if draw.reaches_the_disk() => {
            let length = usize::try_from(*length).expect("files of tests are small");
            content.get_or_insert_default().resize(length, 0);
        }
        Change::Removal if draw.reaches_the_disk() => *content = None,
        Change::Length(_) | Change::Removal => {}
    }
}

/// The parts of a write that lie in one sector each, with their places in the file.
fn sectors(at: usize, bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let first = (SECTOR - at % SECTOR).min(bytes.len());
    let (head, rest) = bytes.split_at(first);
    let rest = rest.chunks(SECTOR).enumerate();
    std::iter::once((at, head))
        .chain(rest.map(move |(number, part)| (at + first + number * SECTOR, part)))
        .filter(|(_, part)| !part.is_empty())
}

/// Draws whether something reaches the disk.
enum Draw {
    All,
    None,
    Random(u64),
}

impl Draw {
    fn new(cut: Cut) -> Self {
        match cut.loss {
            Loss::Everything => Self::None,
            Loss::Nothing => Self::All,
            Loss::AtRandom(seed) => Self::Random(seed ^ (cut.after as u64) << 32),
        }
    }

    fn reaches_the_disk(&mut self) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Random(state) => {
                // SplitMix64 (Steele, Lea and Flood, 2014).
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                (mixed ^ (mixed >> 31)) & 1 == 1
            }
        }
    }
}
