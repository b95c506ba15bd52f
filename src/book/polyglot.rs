//! Books in the Polyglot format: for each position, moves with weights.
//!
//! A file is a list of records of sixteen bytes, big-endian: the position's key (8), the move (2),
//! its weight (2), a field for learning (4, ignored). They are sorted by key; an unsorted file is
//! sorted while reading, with a warning. Format and keys: Fabien Letouzey, *PolyGlot* (2004), book
//! format; the key counts an en passant file if an enemy pawn stands beside the one that moved.

use std::io::{self, Write};

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, Role, Square};

/// The length of a record, in bytes.
const RECORD: usize = 16;

/// The pieces that a pawn may become, by their number in a record.
const PROMOTIONS: [Option<Role>; 5] = [
    None,
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
];

/// Returns the key of a position in a Polyglot book.
///
/// ```
/// use bayeschess::book::polyglot::key_of;
/// assert_eq!(key_of(&shakmaty::Chess::default()), 0x463b_9618_1691_fc9c);
/// ```
pub fn key_of(position: &Chess) -> u64 {
    position
        .zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal)
        .0
}

/// A move as a record writes it; castling is the king capturing its rook. It is a legal move only
/// together with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolyglotMove(pub u16);

impl PolyglotMove {
    /// Encodes a move.
    pub fn of(m: Move) -> Self {
        let from = m.from().map_or(0, Square::to_u32);
        // For castling this is the rook's square.
        let to = m.to().to_u32();
        let piece = PROMOTIONS
            .iter()
            .position(|role| *role == m.promotion())
            .unwrap_or_default();
        let code = (piece << 12) | ((from as usize) << 6) | to as usize;
        Self(u16::try_from(code).unwrap_or_default())
    }

    fn from(self) -> Square {
        Square::new(u32::from(self.0 >> 6) & 63)
    }

    fn to(self) -> Square {
        Square::new(u32::from(self.0) & 63)
    }

    /// Returns the promotion piece, if any.
    fn promotion(self) -> Option<Role> {
        PROMOTIONS.get(usize::from(self.0 >> 12)).copied().flatten()
    }

    /// Returns true if the move is impossible in every position.
    fn is_invalid(self) -> bool {
        self.from() == self.to() || usize::from(self.0 >> 12) >= PROMOTIONS.len()
    }

    /// Returns the legal move of a position that this means; `None` if it is illegal. Castling
    /// written with the king's own squares is accepted too.
    pub fn to_move(self, position: &Chess) -> Option<Move> {
        if self.is_invalid() {
            return None;
        }
        let promotion = self.promotion();
        let mut legal = position.legal_moves();
        legal.retain(|m| m.from() == Some(self.from()) && m.promotion() == promotion);
        let king_to = |m: &Move| {
            m.castling_side()
                .map(|side| Square::from_coords(side.king_to_file(), self.from().rank()))
        };
        legal
            .iter()
            .find(|m| m.to() == self.to())
            .or_else(|| legal.iter().find(|m| king_to(m) == Some(self.to())))
            .copied()
    }
}

/// A record, without its field for learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PolyglotEntry {
    /// The key of the position.
    pub key: u64,
    /// The move.
    pub code: PolyglotMove,
    /// How often it is played, in proportion to the other moves of the position; 0 is never played.
    pub weight: u16,
}

/// Defects of a file that can still be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PolyglotDefects {
    /// The records were not sorted by key.
    pub unsorted: bool,
    /// How many records were left out because no position has such a move.
    pub invalid: usize,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolyglotError {
    /// The length is not a multiple of the record length.
    #[error(
        "{0} bytes are not a whole number of records of 16 bytes: the file is truncated, or is not a Polyglot book"
    )]
    Length(usize),
    /// No record is usable.
    #[error("there is no move in it")]
    Empty,
}

/// A book, sorted by key and then by falling weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polyglot {
    entries: Vec<PolyglotEntry>,
}

impl Polyglot {
    /// A book of these entries; weights of the same move are added up.
    pub fn new(mut entries: Vec<PolyglotEntry>) -> Self {
        entries.sort_unstable_by_key(|entry| (entry.key, entry.code));
        entries.dedup_by(|later, first| {
            let same = (later.key, later.code) == (first.key, first.code);
            if same {
                first.weight = first.weight.saturating_add(later.weight);
            }
            same
        });
        entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.code));
        Self { entries }
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    ///
    /// [`PolyglotError`] for bytes that cannot be a book.
    pub fn read(bytes: &[u8]) -> Result<(Self, PolyglotDefects), PolyglotError> {
        let (records, rest) = bytes.as_chunks::<RECORD>();
        if !rest.is_empty() {
            return Err(PolyglotError::Length(bytes.len()));
        }
        let all: Vec<PolyglotEntry> = records.iter().map(entry_of).collect();
        let unsorted = !all.is_sorted_by_key(|entry| entry.key);
        let entries: Vec<PolyglotEntry> = all
            .iter()
            .filter(|entry| !entry.code.is_invalid())
            .copied()
            .collect();
        if entries.is_empty() {
            return Err(PolyglotError::Empty);
        }
        let invalid = all.len() - entries.len();
        Ok((Self::new(entries), PolyglotDefects { unsorted, invalid }))
    }

    /// Writes the book as a file's bytes.
    ///
    /// # Errors
    ///
    /// What `out` reports.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for entry in &self.entries {
            let mut record = [0; RECORD];
            let (key, rest) = record.split_at_mut(8);
            key.copy_from_slice(&entry.key.to_be_bytes());
            let (code, rest) = rest.split_at_mut(2);
            code.copy_from_slice(&entry.code.0.to_be_bytes());
            let (weight, _) = rest.split_at_mut(2);
            weight.copy_from_slice(&entry.weight.to_be_bytes());
            out.write_all(&record)?;
        }
        Ok(())
    }

    /// Returns all entries in order.
    pub fn entries(&self) -> &[PolyglotEntry] {
        &self.entries
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.entries
            .chunk_by(|one, other| one.key == other.key)
            .count()
    }

    /// Returns the entries of a position, largest weight first.
    pub fn find(&self, key: u64) -> &[PolyglotEntry] {
        let from = self.entries.partition_point(|entry| entry.key < key);
        let (_, rest) = self.entries.split_at(from);
        let (found, _) = rest.split_at(rest.partition_point(|entry| entry.key == key));
        found
    }

    /// Joins two books: weights of moves in both are added up, and scaled down together if the sum
    /// is too large for the format.
    pub fn merge(&self, other: &Self) -> Self {
        let wide_entries = |book: &Self| -> Vec<WideEntry> {
            book.entries
                .iter()
                .map(|entry| (entry.key, entry.code, u64::from(entry.weight)))
                .collect()
        };
        let mut all = wide_entries(self);
        all.extend(wide_entries(other));
        scaled(all)
    }

    /// Adds the positions that only `other` has; a position in both keeps its moves here.
    pub fn fill_missing_from(&self, other: &Self) -> Self {
        let mut entries = self.entries.clone();
        let unknown = other
            .entries
            .iter()
            .filter(|entry| self.find(entry.key).is_empty());
        entries.extend(unknown);
        Self::new(entries)
    }
}

/// A position, a move and a weight of any size.
pub(super) type WideEntry = (u64, PolyglotMove, u64);

/// Builds a book from weights of any size. Weights of the same move are added up, and those of a
/// position are scaled down together until the largest fits the format. A positive weight stays positive.
pub(super) fn scaled(mut all: Vec<WideEntry>) -> Polyglot {
    all.sort_unstable_by_key(|(key, code, _)| (*key, *code));
    all.dedup_by(|later, first| {
        let same = (later.0, later.1) == (first.0, first.1);
        if same {
            first.2 += later.2;
        }
        same
    });
    let entries = all
        .chunk_by(|one, other| one.0 == other.0)
        .flat_map(|moves| {
            let heaviest = moves.iter().map(|(_, _, weight)| *weight).max();
            let most = u64::from(u16::MAX);
            let heaviest = heaviest.unwrap_or_default().max(most);
            moves.iter().map(move |&(key, code, weight)| {
                let fitting = u128::from(weight) * u128::from(most) / u128::from(heaviest);
                let fitting = fitting.max(u128::from(weight > 0));
                let weight = u16::try_from(fitting).unwrap_or(u16::MAX);
                PolyglotEntry { key, code, weight }
            })
        })
        .collect();
    Polyglot::new(entries)
}

fn entry_of(record: &[u8; RECORD]) -> PolyglotEntry {
    let number = |from: usize, length: usize| {
        record
            .iter()
            .skip(from)
            .take(length)
            .fold(0_u64, |number, byte| (number << 8) | u64::from(*byte))
    };
    let short = |from| u16::try_from(number(from, 2)).unwrap_or_default();
    PolyglotEntry {
        key: number(0, 8),
        code: PolyglotMove(short(8)),
        weight: short(10),
    }
}

#[cfg(test)]
mod tests;
