//! Names of players, with rules for matching their spellings.
//!
//! A name is a set of words without accents, case, titles and text in parentheses. The family name comes before the
//! comma, or else at the end: one file writes `Kasparov, Gary` and another `Garry Kasparov`. Two names are
//! *compatible* if one may be a spelling of the other: they share a family name, and each further word of the shorter
//! one has its own partner in the longer one, which is the same word or begins with the same letter. A name without
//! information (`?`, `NN`, empty) is compatible with all, and one without a family name of two letters (`G`) only
//! with itself.
//!
//! Compatible names may belong to different people: `Polgar, J` fits Judit and not Susan, but `Smith, J` fits many.
//! Compatibility only decides between games with the same moves, and selects players by name.

use std::cmp::Reverse;
use std::collections::HashMap;

use deunicode::AsciiChars as _;

/// Maximum number of words of a name in its mark: those of the family name first, then the longest.
const WORDS: usize = 3;

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
        let words = words_of(name);
        let mut mark = Self::default();
        for (place, word) in mark.0.iter_mut().zip(&words) {
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

    /// Returns true if both may be spellings of one name.
    pub fn is_compatible(self, other: Self) -> bool {
        let count = |mark: Self| mark.0.iter().filter(|word| **word != 0).count();
        let (short, long) = if count(self) <= count(other) {
            (self, other)
        } else {
            (other, self)
        };
        if short.is_empty() || short == long {
            return true;
        }
        let mut partners = long.0;
        let mut is_family = false;
        let mut take = |like: &dyn Fn(u16) -> bool| {
            let found = partners.iter_mut().find(|word| **word != 0 && like(**word));
            found.map(std::mem::take)
        };
        let mut others = Vec::with_capacity(WORDS);
        for word in short.0.into_iter().filter(|word| *word != 0) {
            match take(&|partner| partner & !FAMILY == word & !FAMILY) {
                Some(partner) => is_family |= (partner | word) & FAMILY != 0 && word & REST != 0,
                None => others.push(word),
            }
        }
        let letter = |word: u16| word & !REST & !FAMILY;
        // A number is no initial: `Player 1` is not `Player 12`.
        let is_number = |word: u16| letter(word) >> 11 >= DIGITS;
        is_family
            && others.into_iter().all(|word| {
                !is_number(word) && take(&|partner| letter(partner) == letter(word)).is_some()
            })
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

/// A word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameWord {
    /// Lower-case letters without accents.
    pub(super) text: String,
    /// True if the word belongs to the family name.
    is_family: bool,
}

impl NameWord {
    /// Returns the first letter if the word is a given name.
    fn given_initial(&self) -> Option<&str> {
        let is_given = !self.is_family && !is_particle(&self.text);
        self.text.get(..1).filter(|_| is_given)
    }
}

/// Returns the words of a name: those of the family name first, then the longest, and particles last.
pub(super) fn words_of(name: &str) -> Vec<NameWord> {
    let (mut words, has_comma) = split(name);
    if words.len() > 1 {
        words.retain(|word| !is_title(&word.text));
    }
    let says_nothing =
        |word: &NameWord| matches!(word.text.as_str(), "n" | "nn" | "unknown" | "anonymous");
    if words.iter().all(says_nothing) {
        return Vec::new();
    }
    if !has_comma {
        find_family(&mut words);
    }
    words.sort_by(|one, other| {
        let key = |word: &NameWord| {
            // A number tells players apart: `Engine dev build 1`.
            let is_letters = !word.text.starts_with(char::is_numeric);
            let length = Reverse(word.text.len());
            (is_particle(&word.text), !word.is_family, is_letters, length)
        };
        key(one)
            .cmp(&key(other))
            .then_with(|| one.text.cmp(&other.text))
    });
    words
}

/// Returns the words of a name outside brackets, those before a comma as the family name, and whether there is one.
fn split(name: &str) -> (Vec<NameWord>, bool) {
    let mut words: Vec<NameWord> = Vec::new();
    let mut text = String::new();
    let mut comma = false;
    let mut depth = 0_u32;
    let mut finish = |text: &mut String, is_family: bool| {
        if !text.is_empty() {
            // Umlauts and their transcriptions become equal: Hübner, Huebner and Hubner.
            let folded = text
                .replace("ae", "a")
                .replace("oe", "o")
                .replace("ue", "u");
            text.clear();
            words.push(NameWord {
                text: folded,
                is_family,
            });
        }
    };
    let letters = name
        .ascii_chars()
        .flat_map(|text| text.unwrap_or("").chars());
    for letter in letters {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ if letter.is_ascii_alphanumeric() => text.push(letter.to_ascii_lowercase()),
            // An apostrophe does not separate words: `O'Kelly` and `OKelly` are one word.
            '\'' | '`' => {}
            _ => {
                finish(&mut text, !comma);
                comma |= letter == ',';
            }
        }
    }
    finish(&mut text, !comma);
    (words, comma)
}

/// Marks the family name of a name without comma: the last word, or the first if the last is an initial.
fn find_family(words: &mut [NameWord]) {
    let last = words.len().saturating_sub(1);
    let ends_with_initial = words.last().is_some_and(|word| word.text.len() == 1);
    let family = if ends_with_initial { 0 } else { last };
    for (place, word) in words.iter_mut().enumerate() {
        word.is_family = place == family;
    }
}

fn is_title(word: &str) -> bool {
    matches!(
        word,
        "gm" | "im" | "fm" | "cm" | "wgm" | "wim" | "wfm" | "wcm" | "dr" | "prof" | "jr" | "sr"
    )
}

/// Returns true for particles, which some files leave out.
fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "de" | "der"
            | "den"
            | "del"
            | "di"
            | "da"
            | "dos"
            | "la"
            | "le"
            | "van"
            | "von"
            | "el"
            | "al"
    )
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

/// Returns the same text for all spellings of a name: a word of the family name and an initial.
pub fn usual_spelling(name: &str) -> String {
    let words = words_of(name);
    let mut spelling = words
        .first()
        .map(|word| word.text.clone())
        .unwrap_or_default();
    if let Some(initial) = words.iter().find_map(NameWord::given_initial) {
        spelling.push(' ');
        spelling.push_str(initial);
    }
    spelling
}

/// Cleans a name for display and comparison: no control characters, single spaces, at most 64
/// characters.
///
/// Names come from other programs (`UCI_Opponent`) and from the keyboard; an empty one becomes
/// `unknown`.
pub fn tidy_name(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let tidy: String = words.join(" ").chars().take(64).collect();
    match tidy.trim_end() {
        "" => "unknown".to_owned(),
        tidy => tidy.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compatible(one: &str, other: &str) -> bool {
        let (one, other) = (NameMark::of(one), NameMark::of(other));
        assert_eq!(one.is_compatible(other), other.is_compatible(one));
        one.is_compatible(other)
    }

    #[test]
    fn spellings_of_one_player_are_compatible() {
        for (one, other) in [
            ("Kasparov, Gary", "Kasparov,G"),
            ("Kasparov, Gary", "Garry Kasparov"),
            ("KASPAROV", "Kasparov,G"),
            ("Kasparov G", "Kasparov, Garry (2812)"),
            ("GM Kasparov,G", "Kasparov, Gary"),
            ("Hübner, Robert", "Huebner, R"),
            ("Hübner, R", "Hubner,R"),
            ("Ivanchuk, Vassily", "Ivanchuk, Vasyl"),
            ("Illescas Cordoba, Miguel", "Illescas,M"),
            ("Van der Sterren, Paul", "Paul van der Sterren"),
            ("Каспаров", "Kasparov"),
            ("?", "Tal, M"),
            ("", "NN"),
            ("N.N.", "Tal, M"),
            ("O'Kelly de Galway, A", "OKelly de Galway, Alberic"),
            ("G", "G"),
            ("A.", "a"),
            ("X Y", "X Y"),
            ("A. B.", "A. B."),
            ("A1", "A1"),
        ] {
            assert!(compatible(one, other), "{one} ~ {other}");
        }
    }

    #[test]
    fn different_players_are_not() {
        for (one, other) in [
            ("Polgar, Judit", "Polgar, Sofia"),
            ("Kasparov, Gary", "Karpov, Anatoly"),
            ("Tal, Mihail", "Tan, Mihail"),
            ("Smith, John", "Smithson, John A"),
            ("G", "Gary"),
            ("G", "H"),
            ("A. B.", "A. C."),
            ("player1", "player2"),
            ("Player 1", "Player 22"),
            ("Player 1", "Player 12"),
            ("Player 2", "Player 22"),
            ("Player 12", "Player 17"),
            ("Engine 1.0", "Engine 1.2"),
            ("Engine 1", "Engine 6"),
            ("Engine 2.1", "Engine 2.6"),
            ("client_3", "client_8"),
            ("Engine dev compile native 1", "Engine dev compile native 6"),
        ] {
            assert!(!compatible(one, other), "{one} ~ {other}");
        }
    }

    #[test]
    fn names_that_differ_only_in_digits_are_different_players() {
        for form in ["bot_", "bot", "Motor 15.", "x9y"] {
            let marks: Vec<NameMark> = (0..100)
                .map(|number| NameMark::of(&format!("{form}{number}")))
                .collect();
            for (place, one) in marks.iter().enumerate() {
                for other in &marks[place + 1..] {
                    assert!(!one.is_compatible(*other), "{form}");
                }
            }
        }
    }

    #[test]
    fn a_player_has_one_usual_spelling() {
        for name in ["Kasparov, Gary", "Kasparov,G", "Garry Kasparov"] {
            assert_eq!(usual_spelling(name), "kasparov g");
        }
    }
}
