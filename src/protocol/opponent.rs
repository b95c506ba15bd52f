//! The opponent as protocols describe them. It is foreign text and is cleaned before use.

use crate::identity::{player_name, tidy_name};
use crate::store::{OpponentKey, OpponentKind};
use crate::strength::StrengthScale;
use crate::style::Population;

/// Ratings above this are ignored.
const HIGHEST_RATING: u32 = 9_999;

/// The opponent, as far as known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentInfo {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating in Elo, if known.
    pub rating: Option<u32>,
    /// Human or computer, if known.
    pub nature: OpponentKind,
    /// The site that the game is played on; empty for this computer.
    pub origin: String,
}

impl OpponentInfo {
    /// Returns the person of this name on this computer.
    pub fn person(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            nature: OpponentKind::Human,
            ..Self::default()
        }
    }

    /// Returns the key that identifies this opponent; `None` without a name.
    pub fn key(&self) -> Option<OpponentKey> {
        (!self.name.trim().is_empty())
            .then(|| OpponentKey::new(&self.name, &self.origin, self.nature))
    }

    /// Returns the population that this opponent belongs to, if known.
    pub fn population(&self) -> Option<Population> {
        match self.nature {
            OpponentKind::Computer => Some(Population::Engine),
            OpponentKind::Unknown | OpponentKind::Human => Population::of_site(&self.origin),
        }
    }

    /// Returns the scale of this opponent's ratings, of all time classes together; `None` if it is unknown.
    pub fn scale(&self) -> Option<StrengthScale> {
        let population = self.population()?;
        (population != Population::Engine).then_some(StrengthScale {
            population,
            time_class: None,
        })
    }

    /// Parses the value of `UCI_Opponent`: `GM 2500 human Anne`, `none none computer Crafty`. Text of another
    /// form is taken for a name; that form without a name, `none 1500 human`, has none.
    pub(super) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [_, rating, nature @ ("human" | "computer"), name @ ..] if is_rating_field(rating) => {
                Self {
                    name: named(&name.join(" ")),
                    rating: read_rating(rating),
                    nature: match *nature {
                        "human" => OpponentKind::Human,
                        _ => OpponentKind::Computer,
                    },
                    ..Self::default()
                }
            }
            words => Self {
                name: named(&words.join(" ")),
                ..Self::default()
            },
        }
    }
}

/// Returns true if the word stands for a rating, as the second word of `UCI_Opponent` does: `none`, a number, or what some
/// servers write, such as `1500P` for a provisional rating and `----` for none.
fn is_rating_field(word: &str) -> bool {
    word == "none"
        || word.starts_with(|letter: char| letter.is_ascii_digit())
        || !word.contains(char::is_alphabetic)
}

/// Returns the rating, if the word is one.
pub(super) fn read_rating(word: &str) -> Option<u32> {
    word.parse()
        .ok()
        .filter(|rating| (1..=HIGHEST_RATING).contains(rating))
}

/// Returns the tidied name of an opponent; empty if it names nobody.
pub(super) fn named(name: &str) -> String {
    player_name(name).unwrap_or_default()
}

/// Returns the tidied name of a site; empty if there is none.
pub(super) fn site_named(site: &str) -> String {
    if site.trim().is_empty() {
        String::new()
    } else {
        tidy_name(site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::composed_name;
    use proptest::prelude::*;

    #[test]
    fn title_rating_and_nature_stand_before_the_name() {
        let anne = OpponentInfo::read("GM 2500 human Anne  Other");
        assert_eq!(anne.name, "Anne Other");
        assert_eq!(
            (anne.rating, anne.nature),
            (Some(2500), OpponentKind::Human)
        );
        let crafty = OpponentInfo::read("none none computer Crafty 25.2");
        assert_eq!((crafty.name.as_str(), crafty.rating), ("Crafty 25.2", None));
        assert_eq!(OpponentInfo::read("Bo").name, "Bo");
        assert_eq!(OpponentInfo::read("x -7 human y").rating, None);
        assert_eq!(OpponentInfo::read("").name, "");
    }

    #[test]
    fn without_a_name_nobody_is_remembered() {
        for text in ["none none human", "none 1500 human", "GM 2500  computer "] {
            let nobody = OpponentInfo::read(text);
            assert_eq!((nobody.name.as_str(), nobody.key()), ("", None), "{text}");
        }
        for text in [
            "?",
            "none none human ?",
            "none none human -",
            "...",
            "\u{3164}",
        ] {
            assert_eq!(OpponentInfo::read(text).key(), None, "{text}");
        }
        let rated = OpponentInfo::read("none 1500 human");
        assert_eq!(
            (rated.rating, rated.nature),
            (Some(1500), OpponentKind::Human)
        );
        let unrated = OpponentInfo::read("none ---- human Joe");
        assert_eq!((unrated.name.as_str(), unrated.rating), ("Joe", None));
        // Words of another form are a name.
        for text in ["Joe the human", "Max the human being"] {
            let named = OpponentInfo::read(text);
            assert_eq!(
                (named.name.as_str(), named.nature),
                (text, OpponentKind::Unknown)
            );
        }
    }

    #[test]
    fn a_line_break_or_an_endless_name_does_nothing() {
        let text = "GM 1 human Eve\nquit\u{1b}[2J\0";
        assert_eq!(OpponentInfo::read(text).name, "Eve quit [2J");
        assert_eq!(OpponentInfo::read(&"x".repeat(100_000)).name.len(), 64);
    }

    proptest! {
        #[test]
        fn names_are_one_short_line(text in any::<String>()) {
            let name = OpponentInfo::read(&text).name;
            prop_assert!(composed_name(&name).chars().count() <= 64);
            prop_assert!(!name.contains(char::is_control));
            prop_assert_eq!(named(&name), name);
        }
    }
}
