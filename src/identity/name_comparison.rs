//! Comparison of names: which may be spellings of one.
//!
//! Two names are *compatible* if one may be a spelling of the other: they share a family name, and each further word of
//! the shorter one has its own partner in the longer one, which is the same word or begins with the same letter. A name
//! without information (`?`, `NN`, empty) is compatible with all, and one without a family name of two letters (`G`)
//! only with itself.
//!
//! Compatible names may belong to different people: `Polgar, J` fits Judit and not Susan, but `Smith, J` fits many.
//! Compatibility only decides between games with the same moves, and selects players by name.

use arrayvec::ArrayVec;

use super::names::{NameWord, words_of};

/// Maximum number of words of a name that are compared: those of the family name first, then the longest.
pub(super) const WORDS: usize = 3;

/// A name as the words of its mark, in full: never compatible by chance, as marks are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FullName(Vec<NameWord>);

impl FullName {
    /// Returns the words of a name.
    pub fn of(name: &str) -> Self {
        let mut words = words_of(name);
        words.truncate(WORDS);
        Self(words)
    }

    /// Returns true if the name has no information.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if both may be spellings of one name.
    pub fn is_compatible(&self, other: &Self) -> bool {
        are_compatible(&self.0, &other.0)
    }
}

/// What the comparison of two names asks of their words.
pub(super) trait ComparedWord: PartialEq {
    /// Returns true if both are the same word, whether or not it is the family name.
    fn is_same(&self, other: &Self) -> bool;

    /// Returns true if both begin with the same letter.
    fn has_letter_of(&self, other: &Self) -> bool;

    fn is_family(&self) -> bool;

    /// Returns true for a single letter.
    fn is_initial(&self) -> bool;

    /// Returns true for a word that begins with a digit. A number is not an initial: `Player 1` is not `Player 12`.
    fn is_number(&self) -> bool;
}

impl ComparedWord for NameWord {
    fn is_same(&self, other: &Self) -> bool {
        self.text == other.text
    }

    fn has_letter_of(&self, other: &Self) -> bool {
        self.text.bytes().next() == other.text.bytes().next()
    }

    fn is_family(&self) -> bool {
        self.is_family
    }

    fn is_initial(&self) -> bool {
        self.text.len() == 1 && !self.is_number()
    }

    fn is_number(&self) -> bool {
        self.text
            .starts_with(|letter: char| letter.is_ascii_digit())
    }
}

/// Returns true if names with these words, [`WORDS`] at most, may be spellings of one name.
pub(super) fn are_compatible<W: ComparedWord>(one: &[W], other: &[W]) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if short.is_empty() || short == long {
        return true;
    }
    let mut partners: ArrayVec<&W, WORDS> = long.iter().collect();
    let mut others: ArrayVec<&W, WORDS> = ArrayVec::new();
    let mut is_family = false;
    for word in short {
        match partners.iter().position(|partner| partner.is_same(word)) {
            Some(place) => {
                let partner = partners.remove(place);
                is_family |= (partner.is_family() || word.is_family()) && !word.is_initial();
            }
            None => others.push(word),
        }
    }
    is_family
        && others.into_iter().all(|word| {
            let mut found = partners.iter();
            let place = found.position(|partner| partner.has_letter_of(word));
            !word.is_number() && place.map(|place| partners.remove(place)).is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::super::name_marks::NameMark;
    use super::*;

    fn compatible(one: &str, other: &str) -> bool {
        let marks = [one, other].map(NameMark::of);
        let names = [one, other].map(FullName::of);
        let found = names[0].is_compatible(&names[1]);
        assert_eq!(found, names[1].is_compatible(&names[0]));
        for [one, other] in [marks, [marks[1], marks[0]]] {
            assert_eq!(found, one.is_compatible(other));
        }
        found
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
            ("Garci\u{301}a, Ana", "Garc\u{ed}a, Ana"),
            ("\u{415}\u{308}лкин, А", "\u{401}лкин, Антон"),
            ("Ka\u{304}sparov, G", "K\u{101}sparov, Garry"),
            ("\u{30ab}\u{3099}", "\u{30ac}"),
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
    fn full_names_are_never_compatible_by_chance() {
        let names: Vec<String> = (0..3000).map(|number| format!("user{number:x}z")).collect();
        let with_mark = |name: &&String| NameMark::of(name) == NameMark::of(&names[0]);
        assert!(names.iter().filter(with_mark).count() > 1);
        let chosen = FullName::of(&names[0]);
        let found = |name: &&String| chosen.is_compatible(&FullName::of(name));
        assert_eq!(names.iter().filter(found).count(), 1);
    }
}
