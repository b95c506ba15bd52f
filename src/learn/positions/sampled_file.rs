//! Files of sampled positions: the rows of games in their order, for fits whose sampling was divided.
//!
//! All numbers are little-endian. The head: [`MAGIC`], the hash of what the rows depend on besides the games
//! (32 bytes), the first game and the one behind the last (8 bytes each). For each game: its number (8), how many rows
//! it has (4; all bits set if the program gave it up), and each row: units (2), opening part (1), result (1: low, middle,
//! high, 255 for none), evaluation (8), score (8; not a number for none), and six bytes for each unit. At the end the
//! BLAKE3 hash of all before.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::design::{PositionRow, packed, unpacked};
use crate::bayes::OrderedOutcome;

/// The first bytes of a file of sampled positions.
const MAGIC: &[u8; 24] = b"BayesChess positions 1\r\n";

/// Number of rows of a game that was given up.
const GIVEN_UP: u32 = u32::MAX;

/// Code of a row without a result.
const NO_RESULT: u8 = u8::MAX;

/// Number of bytes of a hash.
const HASH: u64 = blake3::OUT_LEN as u64;

/// Reason why a file of sampled positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SampledFileError {
    /// The file could not be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// Path of the file.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file is something else, cut off or changed.
    #[error(
        "{}: it holds no sampled positions, or was damaged; merge the parts again by 'bayeschess shard merge'", .0.display()
    )]
    Damaged(PathBuf),
    /// The positions were sampled by other settings.
    #[error(
        "{}: its positions were sampled by other weights or options; give the options of the plan, or sample them anew",
        .0.display()
    )]
    OtherPlan(PathBuf),
    /// The positions are those of other games.
    #[error("{}: its positions are those of other games; name the database that was sampled", .0.display())]
    OtherGames(PathBuf),
    /// The parts are not the whole.
    #[error("{}: it does not continue the part before it; merge all parts of one plan", .0.display())]
    NotInOrder(PathBuf),
}

/// Returns a conversion for errors of the file system at `file`.
fn io_at(file: &Path) -> impl Fn(io::Error) -> SampledFileError + '_ {
    |source| SampledFileError::Io {
        file: file.to_owned(),
        source,
    }
}

/// A file of sampled positions that is being written.
#[derive(Debug)]
pub(super) struct SampledFileWriter {
    file: PathBuf,
    out: BufWriter<File>,
    hasher: blake3::Hasher,
    /// Bytes that are still to be written.
    bytes: Vec<u8>,
}

impl SampledFileWriter {
    /// Creates a file for the games of a range.
    pub(super) fn create(
        file: &Path,
        identity: &blake3::Hash,
        games: &Range<u64>,
    ) -> Result<Self, SampledFileError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(identity.as_bytes());
        bytes.extend(games.start.to_le_bytes());
        bytes.extend(games.end.to_le_bytes());
        Ok(Self {
            file: file.to_owned(),
            out: BufWriter::new(File::create(file).map_err(io_at(file))?),
            hasher: blake3::Hasher::new(),
            bytes,
        })
    }

    /// Writes a game; `None` if the program gave it up.
    pub(super) fn write(
        &mut self,
        number: u64,
        rows: Option<&[PositionRow]>,
    ) -> Result<(), SampledFileError> {
        self.bytes.extend(number.to_le_bytes());
        let count = rows.map_or(GIVEN_UP, |rows| u32::try_from(rows.len()).unwrap_or(0));
        self.bytes.extend(count.to_le_bytes());
        for row in rows.into_iter().flatten() {
            add_row(&mut self.bytes, row);
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<(), SampledFileError> {
        self.hasher.update(&self.bytes);
        self.out.write_all(&self.bytes).map_err(io_at(&self.file))?;
        self.bytes.clear();
        Ok(())
    }

    /// Writes the hash, and ends the file.
    pub(super) fn finish(mut self) -> Result<(), SampledFileError> {
        self.flush()?;
        let hash = self.hasher.finalize();
        let written = self.out.write_all(hash.as_bytes());
        written
            .and_then(|()| self.out.flush())
            .map_err(io_at(&self.file))
    }
}

/// A file of sampled positions that is being read.
#[derive(Debug)]
pub(super) struct SampledFileReader {
    file: PathBuf,
    input: io::Take<BufReader<File>>,
    identity: [u8; blake3::OUT_LEN],
    games: Range<u64>,
}

impl SampledFileReader {
    /// Opens a file, and checks it whole.
    pub(super) fn open(file: &Path) -> Result<Self, SampledFileError> {
        let io = io_at(file);
        let damaged = || SampledFileError::Damaged(file.to_owned());
        let length = std::fs::metadata(file).map_err(&io)?.len();
        let content = length.checked_sub(HASH).ok_or_else(damaged)?;
        let mut whole = File::open(file).map_err(&io)?;
        let mut hasher = blake3::Hasher::new();
        hasher
            .update_reader((&mut whole).take(content))
            .map_err(&io)?;
        let mut stored = [0; blake3::OUT_LEN];
        whole.read_exact(&mut stored).map_err(&io)?;
        if hasher.finalize() != stored {
            return Err(damaged());
        }
        let input = BufReader::new(File::open(file).map_err(&io)?);
        let mut reader = Self {
            file: file.to_owned(),
            input: input.take(content),
            identity: [0; blake3::OUT_LEN],
            games: 0..0,
        };
        if reader.bytes::<24>()? != *MAGIC {
            return Err(damaged());
        }
        reader.identity = reader.bytes()?;
        let [first, end] = [reader.bytes()?, reader.bytes()?].map(u64::from_le_bytes);
        reader.games = first..end;
        Ok(reader)
    }

    /// Opens a file with all games that were sampled by a plan of this identity.
    pub(super) fn open_whole(
        file: &Path,
        identity: &blake3::Hash,
    ) -> Result<Self, SampledFileError> {
        let reader = Self::open(file)?;
        if reader.identity != *identity.as_bytes() {
            return Err(SampledFileError::OtherPlan(file.to_owned()));
        }
        if reader.games.start != 0 {
            return Err(SampledFileError::NotInOrder(file.to_owned()));
        }
        Ok(reader)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], SampledFileError> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(SampledFileError::Damaged(self.file.clone()))
            }
            read => read.map(|()| bytes).map_err(io_at(&self.file)),
        }
    }

    /// Returns true if all games were read.
    pub(super) fn is_at_end(&self) -> bool {
        self.input.limit() == 0
    }

    /// Reads the rows of the next game, which must have this number; `None` if it was given up.
    pub(super) fn next(
        &mut self,
        number: u64,
    ) -> Result<Option<Vec<PositionRow>>, SampledFileError> {
        if self.is_at_end() || u64::from_le_bytes(self.bytes()?) != number {
            return Err(SampledFileError::OtherGames(self.file.clone()));
        }
        let count = u32::from_le_bytes(self.bytes()?);
        if count == GIVEN_UP {
            return Ok(None);
        }
        (0..count)
            .map(|_| self.row())
            .collect::<Result<_, _>>()
            .map(Some)
    }

    fn row(&mut self) -> Result<PositionRow, SampledFileError> {
        let units = u16::from_le_bytes(self.bytes()?);
        let [opening, grade] = self.bytes()?;
        let [value, searched] = [self.bytes()?, self.bytes()?].map(f64::from_le_bytes);
        let mut cells = Vec::with_capacity(usize::from(units));
        for _ in 0..units {
            let [unit, early, late] = [self.bytes()?, self.bytes()?, self.bytes()?];
            let [early, late] = [early, late].map(|two| unpacked(i16::from_le_bytes(two)));
            cells.push((u16::from_le_bytes(unit), early, late));
        }
        Ok(PositionRow {
            cells,
            opening,
            value,
            grade: OrderedOutcome::ALL.get(usize::from(grade)).copied(),
            searched: (!searched.is_nan()).then_some(searched),
        })
    }
}

fn add_row(bytes: &mut Vec<u8>, row: &PositionRow) {
    let cells = row
        .cells
        .iter()
        .map(|(unit, early, late)| (*unit, packed(*early), packed(*late)));
    // As in the design matrix, which leaves them out.
    let cells: Vec<_> = cells
        .filter(|(_, early, late)| (*early, *late) != (0, 0))
        .collect();
    bytes.extend(u16::try_from(cells.len()).unwrap_or(u16::MAX).to_le_bytes());
    bytes.push(row.opening);
    bytes.push(row.grade.map_or(NO_RESULT, |grade| grade as u8));
    bytes.extend(row.value.to_le_bytes());
    bytes.extend(row.searched.unwrap_or(f64::NAN).to_le_bytes());
    for (unit, early, late) in cells {
        bytes.extend(unit.to_le_bytes());
        bytes.extend(early.to_le_bytes());
        bytes.extend(late.to_le_bytes());
    }
}

/// Joins files of consecutive games, in their order, into one. `tell` hears how many are joined.
///
/// # Errors
///
/// [`SampledFileError`] for a part that cannot be read, or does not continue the one before it.
pub fn join_sampled(
    parts: &[PathBuf],
    to: &Path,
    tell: &mut dyn FnMut(usize),
) -> Result<(), SampledFileError> {
    let mut heads = Vec::new();
    for part in parts {
        let reader = SampledFileReader::open(part)?;
        heads.push((reader.identity, reader.games));
    }
    let end = heads.last().map_or(0, |(_, games)| games.end);
    let identity = heads
        .first()
        .map_or([0; blake3::OUT_LEN], |(identity, _)| *identity);
    let mut writer = SampledFileWriter::create(to, &identity.into(), &(0..end))?;
    let mut next = 0;
    for (place, (part, head)) in parts.iter().zip(heads).enumerate() {
        if head.0 != identity || head.1.start != next {
            return Err(SampledFileError::NotInOrder(part.clone()));
        }
        next = head.1.end;
        let mut reader = SampledFileReader::open(part)?;
        let mut chunk = vec![0; 1 << 16];
        loop {
            let read = reader.input.read(&mut chunk).map_err(io_at(part))?;
            if read == 0 {
                break;
            }
            writer.bytes.extend_from_slice(&chunk[..read]);
            writer.flush()?;
        }
        tell(place + 1);
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn identity() -> blake3::Hash {
        blake3::hash(b"a plan")
    }

    fn row() -> impl Strategy<Value = PositionRow> {
        let cells = prop::collection::vec((any::<u16>(), any::<i16>(), 1_i16..), 0..6);
        let numbers = (-1e4..1e4_f64, prop::option::of(-1e4..1e4_f64));
        (cells, 0..10_u8, numbers, 0..4_usize).prop_map(
            |(cells, opening, (value, searched), grade)| {
                let cells = cells.into_iter();
                PositionRow {
                    cells: cells
                        .map(|(unit, a, b)| (unit, unpacked(a), unpacked(b)))
                        .collect(),
                    opening,
                    value,
                    grade: OrderedOutcome::ALL.get(grade).copied(),
                    searched,
                }
            },
        )
    }

    fn written(file: &Path, from: u64, games: &[(u64, Option<Vec<PositionRow>>)]) {
        let range = from..from + games.len() as u64;
        let mut writer = SampledFileWriter::create(file, &identity(), &range).expect("created");
        for (number, rows) in games {
            writer.write(*number, rows.as_deref()).expect("written");
        }
        writer.finish().expect("whole");
    }

    fn text(rows: Option<&Vec<PositionRow>>) -> String {
        format!("{rows:?}")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn joined_parts_are_the_whole_and_read_back(
            games in prop::collection::vec((any::<u64>(), prop::option::of(prop::collection::vec(row(), 0..4))), 0..8),
            cut in 0..8_usize,
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let [whole, one, two, sum] = ["w", "1", "2", "s"].map(|name| folder.path().join(name));
            let (first, second) = games.split_at(cut.min(games.len()));
            written(&whole, 0, &games);
            written(&one, 0, first);
            written(&two, first.len() as u64, second);
            join_sampled(&[one.clone(), two.clone()], &sum, &mut |_| {}).expect("joined");
            prop_assert_eq!(std::fs::read(&whole).expect("there"), std::fs::read(&sum).expect("there"));
            let mut reader = SampledFileReader::open_whole(&sum, &identity()).expect("sound");
            for (number, rows) in &games {
                prop_assert_eq!(text(reader.next(*number).expect("there").as_ref()), text(rows.as_ref()));
            }
            prop_assert!(reader.is_at_end());
            if !first.is_empty() {
                let swapped = join_sampled(&[two, one], &sum, &mut |_| {});
                let in_order = matches!(swapped, Err(SampledFileError::NotInOrder(_)));
                prop_assert!(in_order);
            }
        }
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("f");
        let row = PositionRow {
            cells: vec![(3, 1.0, 0.5)],
            ..PositionRow::default()
        };
        written(&file, 0, &[(7, Some(vec![row])), (8, None)]);
        let bytes = std::fs::read(&file).expect("there");
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            for bad in [&changed, &bytes[..place].to_vec()] {
                std::fs::write(&file, bad).expect("written");
                let read = SampledFileReader::open(&file);
                assert!(matches!(read, Err(SampledFileError::Damaged(_))), "{place}");
            }
        }
    }
}
