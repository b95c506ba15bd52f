//! Names of players as sets of words without accents, case, titles and text in parentheses. Unicode composition does not
//! count: `e` with a combining accent is `é`.
//!
//! The family name comes before the comma, or else at the end: one file writes `Kasparov, Gary` and another
//! `Garry Kasparov`. [Comparison](super::name_comparison) tells which names may be spellings of one.

use std::cmp::Reverse;

use deunicode::AsciiChars as _;

use crate::foreign::{is_joiner, visible_name};
use crate::record::composed_name;

/// The longest tidied name, in characters of the composed form.
const LONGEST_NAME: usize = 64;

/// A word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameWord {
    /// Lower-case letters without accents.
    pub(super) text: String,
    /// True if the word belongs to the family name.
    pub(super) is_family: bool,
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
    words_as_written(&composed_name(name))
}

/// Returns the words of a name whose letters are not composed, as earlier versions did.
///
/// These words differ from [`words_of`] for few letters, such as `ё`.
pub(super) fn words_as_written(name: &str) -> Vec<NameWord> {
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

/// Cleans a name for display: no control or invisible characters, single spaces, at most 64 characters.
///
/// Names come from other programs (`UCI_Opponent`) and from the keyboard; an empty one becomes
/// `unknown`. Letters stay as they were written, unless the name is cut.
pub fn tidy_name(name: &str) -> String {
    let tidy = short_line(name);
    if tidy.is_empty() {
        "unknown".to_owned()
    } else {
        tidy
    }
}

/// Returns the tidied name of a player, or `None` if it has no letter or digit. So `?` and `-` name nobody.
pub fn player_name(name: &str) -> Option<String> {
    let name = short_line(name);
    name.chars().any(char::is_alphanumeric).then_some(name)
}

/// Returns a text without control or invisible characters, with single spaces and at most 64 characters; it may be empty.
fn short_line(name: &str) -> String {
    let whole = visible_name(name);
    // Cut by letters of the composed form, so that both forms of a name are cut at the same place.
    let composed = composed_name(&whole);
    let tidy = match composed.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => composed.get(..end).unwrap_or_default(),
        None => whole.as_str(),
    };
    tidy.trim_end_matches(|letter| letter == ' ' || is_joiner(letter))
        .to_owned()
}

/// Returns the text by which names of opponents are compared: tidied, without joiners, in lower case, with composed
/// letters.
pub fn name_key(name: &str) -> String {
    let mut lower = tidy_name(name).to_lowercase();
    lower.retain(|letter| !is_joiner(letter));
    composed_name(&lower).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    #[test]
    fn a_player_has_one_usual_spelling() {
        for name in ["Kasparov, Gary", "Kasparov,G", "Garry Kasparov"] {
            assert_eq!(usual_spelling(name), "kasparov g");
        }
    }

    #[test]
    fn a_name_is_shown_as_written_and_compared_composed() {
        let (written, composed) = ("  Jose\u{301}  Rau\u{301}l ", "JOS\u{c9} RA\u{da}L");
        assert_eq!(tidy_name(written), "Jose\u{301} Rau\u{301}l");
        assert_eq!(name_key(written), "jos\u{e9} ra\u{fa}l");
        assert_eq!(name_key(written), name_key(composed));
        assert_ne!(name_key("Jose"), name_key("Jos\u{e9}"));
        // A name that is cut is cut at the same letter in both forms.
        let [long, both] = ["\u{e9}", "e\u{301}"].map(|letter| tidy_name(&letter.repeat(70)));
        assert_eq!((long.chars().count(), long), (64, both));
    }

    #[test]
    fn a_player_has_a_letter_or_a_digit_in_the_name() {
        for nobody in ["", " \t", "?", " - ", "\u{2654}", "\0"] {
            assert_eq!(player_name(nobody), None, "{nobody:?}");
        }
        // What is cut off names nobody.
        assert_eq!(player_name(&format!("{}a", "?".repeat(64))), None);
        for (written, name) in [
            ("  Anna  K.\n", "Anna K."),
            ("7", "7"),
            ("\u{5e9}", "\u{5e9}"),
        ] {
            assert_eq!(player_name(written).as_deref(), Some(name));
        }
        let long = player_name(&"x".repeat(100_000));
        assert_eq!(long.as_deref().map(str::len), Some(64));
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        for name in ["An\u{200b}na", "\u{feff}Anna", "An\u{ad}na", "An\u{202e}na"] {
            assert_eq!(
                (tidy_name(name).as_str(), name_key(name).as_str()),
                ("Anna", "anna")
            );
        }
        let persian = "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}";
        assert_eq!(tidy_name(persian), persian);
        assert_eq!(name_key(persian), persian.replace('\u{200c}', ""));
        assert_eq!(tidy_name("\u{200b}\u{200d}"), "unknown");
    }

    proptest! {
        #[test]
        fn both_forms_of_a_name_have_one_key_and_the_same_words(name in any::<String>()) {
            let [one, two]: [String; 2] = [name.nfc().collect(), name.nfd().collect()];
            prop_assert_eq!(name_key(&one), name_key(&two));
            prop_assert_eq!(words_of(&one), words_of(&two));
            prop_assert_eq!(tidy_name(&tidy_name(&name)), tidy_name(&name));
            prop_assert_eq!(name_key(&tidy_name(&name)), name_key(&name));
        }
    }
}
