//! Inputs made from seeds: pieces of them left out, repeated, joined and replaced.

use std::ops::Range;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The longest input, in bytes.
const LONGEST: usize = 8 * 1024;

/// Numbers and signs at which readers of text often fail.
const ODD_WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775809",
    "18446744073709551616",
    "1e308",
    "1e-320",
    "nan",
    "inf",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ";",
    ",",
    "=",
    "\n",
    "\r\n",
    "\n\n",
    "\t",
    "\0",
    "\u{1b}[2J",
    "\u{feff}",
    "\u{a0}",
    "\u{2028}",
    "é",
    "♞",
    "//",
    "..",
    "%",
    "#",
    "\\",
    "$",
    "-",
    "*",
];

/// An endless series of inputs, the same for the same name, round and seeds.
pub struct InputGenerator {
    rng: ChaCha8Rng,
    seeds: Vec<Vec<u8>>,
    /// Words of all seeds.
    words: Vec<Vec<u8>>,
}

impl InputGenerator {
    pub fn new(name: &str, round: usize, seeds: Vec<Vec<u8>>) -> Self {
        let mut words: Vec<Vec<u8>> = seeds
            .iter()
            .flat_map(|seed| seed.split(|byte| !byte.is_ascii_alphanumeric()))
            .filter(|word| !word.is_empty() && word.len() <= 32)
            .map(<[u8]>::to_vec)
            .collect();
        words.sort();
        words.dedup();
        words.extend(ODD_WORDS.iter().map(|word| word.as_bytes().to_vec()));
        let seed = name.bytes().fold(5, |sum: u64, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(round as u64);
        Self { rng, seeds, words }
    }

    fn seed(&mut self) -> Vec<u8> {
        let number = self.rng.random_range(0..self.seeds.len());
        self.seeds[number].clone()
    }

    fn word(&mut self) -> Vec<u8> {
        let number = self.rng.random_range(0..self.words.len());
        self.words[number].clone()
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.rng.random_range(0..=most);
        (0..length).map(|_| self.rng.random::<u8>()).collect()
    }

    /// Draws a short range of `bytes`, or sometimes a long one.
    fn range(&mut self, bytes: &[u8]) -> Range<usize> {
        let from = self.rng.random_range(0..=bytes.len());
        let most = if self.rng.random_ratio(1, 4) {
            bytes.len()
        } else {
            12
        };
        let length = self.rng.random_range(0..=most);
        from..(from + length).min(bytes.len())
    }

    /// Draws a range of whole lines.
    fn lines(&mut self, bytes: &[u8]) -> Range<usize> {
        let range = self.range(bytes);
        let begins = |at: usize| bytes[..at].iter().rposition(|byte| *byte == b'\n');
        let from = begins(range.start).map_or(0, |at| at + 1);
        let end = bytes[range.end..].iter().position(|byte| *byte == b'\n');
        from..end.map_or(bytes.len(), |at| range.end + at + 1)
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let range = self.range(bytes);
        match self.rng.random_range(0..9) {
            0 => drop(bytes.drain(range)),
            1 => {
                let new = self.bytes(8);
                bytes.splice(range, new);
            }
            2 => {
                let at = range.start;
                let word = self.word();
                bytes.splice(at..at, word);
            }
            3 => {
                let word = self.word();
                bytes.splice(range, word);
            }
            4 => {
                if let Some(byte) = bytes.get_mut(range.start) {
                    *byte ^= 1 << self.rng.random_range(0..8);
                }
            }
            5 => {
                let copied = bytes[range].to_vec();
                let at = self.rng.random_range(0..=bytes.len());
                bytes.splice(at..at, copied);
            }
            6 => {
                let lines = self.lines(bytes);
                let moved: Vec<u8> = bytes.drain(lines).collect();
                let at = self.lines(bytes).start;
                bytes.splice(at..at, moved);
            }
            7 => {
                let other = self.seed();
                let piece = self.lines(&other);
                let at = self.lines(bytes).start;
                bytes.splice(at..at, other[piece].iter().copied());
            }
            _ => bytes.truncate(range.start),
        }
        bytes.truncate(LONGEST);
    }
}

impl Iterator for InputGenerator {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut input = match self.rng.random_range(0..20) {
            0 => self.bytes(64),
            1 => {
                let number = self.rng.random_range(1..40);
                let words: Vec<Vec<u8>> = (0..number).map(|_| self.word()).collect();
                words.join(&b' ')
            }
            _ => self.seed(),
        };
        let most = if self.rng.random_ratio(1, 2) { 1 } else { 6 };
        for _ in 0..self.rng.random_range(1..=most) {
            self.change(&mut input);
        }
        Some(input)
    }
}
