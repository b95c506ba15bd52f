//! Marks of names: six bytes each, by which the readers of large collections compare the names of games.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::name_comparison::{ComparedWord, WORDS, are_compatible};
use super::names::{NameWord, words_as_written, words_of};

/// A name in six bytes, two for each of three words. A word has its first letter (five bits), a flag for the family
/// name (one), and a hash of the rest (ten, 0 for a bare initial). Two words share a hash by chance once in a
/// thousand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NameMark([u16; WORDS]);

/// Bits of a word's mark: the hash of the letters after the first, and the flag of the family name.
const REST: u16 = 0x03ff;
pub(super) const FAMILY: u16 = 0x0400;

/// The first of the five codes that words which begin with a digit have for their first letter.
const DIGITS: u16 = 27;

impl NameMark {
    /// Returns the mark of a name.
    pub fn of(name: &str) -> Self {
        Self::of_words(&words_of(name))
    }

    /// Returns the mark that earlier versions gave a name, whose letters they did not compose.
    pub(super) fn as_written(name: &str) -> Self {
        Self::of_words(&words_as_written(name))
    }

    fn of_words(words: &[NameWord]) -> Self {
        let mut mark = Self::default();
        for (place, word) in mark.0.iter_mut().zip(words) {
            *place = word_mark(word);
        }
        mark
    }

    /// Returns the marks of its words, for storing.
    pub(super) const fn words(self) -> [u16; WORDS] {
        self.0
    }

    /// Returns a mark from the marks of its words, as [`words`](Self::words) returns them.
    pub(super) const fn from_words(words: [u16; WORDS]) -> Self {
        Self(words)
    }

    /// Returns true if the name has no information.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns true if both may be spellings of one name. Once in a thousand it takes another word for the same.
    pub fn is_compatible(self, other: Self) -> bool {
        let words = |mark: Self| -> ArrayVec<u16, WORDS> {
            mark.0.into_iter().filter(|word| *word != 0).collect()
        };
        are_compatible(&words(self), &words(other))
    }
}

impl ComparedWord for u16 {
    fn is_same(&self, other: &Self) -> bool {
        self & !FAMILY == other & !FAMILY
    }

    fn has_letter_of(&self, other: &Self) -> bool {
        self >> 11 == other >> 11
    }

    fn is_family(&self) -> bool {
        self & FAMILY != 0
    }

    fn is_initial(&self) -> bool {
        self & REST == 0
    }

    fn is_number(&self) -> bool {
        self >> 11 >= DIGITS
    }
}

fn word_mark(word: &NameWord) -> u16 {
    let mut letters = word.text.bytes();
    let first = match letters.next() {
        Some(letter @ b'a'..=b'z') => u16::from(letter - b'a') + 1,
        Some(digit @ b'0'..=b'9') => DIGITS + u16::from(digit - b'0') % 5,
        _ => return 0,
    };
    let rest = if word.text.bytes().any(|letter| letter.is_ascii_digit()) {
        rest_with_digits(&word.text)
    } else if word.text.len() == 1 {
        0
    } else {
        folded(letters).max(1)
    };
    let family = if word.is_family { FAMILY } else { 0 };
    first << 11 | family | rest
}

/// Hashes letters to ten bits: FNV-1a (Fowler, Noll, Vo), folded.
fn folded(letters: impl Iterator<Item = u8>) -> u16 {
    let hash = letters.fold(0x811c_9dc5_u32, |hash, letter| {
        (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193)
    });
    u16::try_from((hash ^ (hash >> 10) ^ (hash >> 20)) & 0x3ff).unwrap_or(0)
}

/// Hashes a word with digits to ten bits that are not 0. Words that differ only in numbers of up to three digits never share
/// them: `user1` and `user6` are two players.
fn rest_with_digits(word: &str) -> u16 {
    let most = u32::from(REST);
    let mut number = 0;
    let mut is_inside = false;
    let letters = word.bytes().filter_map(|letter| {
        let was_inside = std::mem::replace(&mut is_inside, letter.is_ascii_digit());
        if is_inside {
            number = (number * 10 + u32::from(letter - b'0')) % most;
            (!was_inside).then_some(b'0')
        } else {
            Some(letter)
        }
    });
    let hash = u32::from(folded(letters));
    u16::try_from((hash + number) % most + 1).unwrap_or(1)
}

/// A cache of name marks: files repeat a few names very often.
#[derive(Debug, Default)]
pub struct NameCache {
    marks: HashMap<String, NameMark>,
}

/// Maximum number of names in the cache, which is then emptied.
const CACHED_NAMES: usize = 1 << 14;

impl NameCache {
    /// Returns the mark of a name, kept from an earlier call if possible.
    pub fn mark(&mut self, name: &str) -> NameMark {
        if let Some(mark) = self.marks.get(name) {
            return *mark;
        }
        if self.marks.len() >= CACHED_NAMES {
            self.marks.clear();
        }
        let mark = NameMark::of(name);
        self.marks.insert(name.to_owned(), mark);
        mark
    }
}
