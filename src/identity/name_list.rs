//! Selection of players by name, pattern or regular expression.

use regex::{Regex, RegexBuilder};

use super::name_comparison::FullName;
use super::names::words_of;
use crate::record::composed_name;

/// Players selected by name, pattern or regular expression.
#[derive(Clone, Debug, Default)]
pub struct NameList {
    patterns: Vec<NamePattern>,
}

/// A pattern with its original text.
#[derive(Clone, Debug)]
struct NamePattern {
    text: String,
    matcher: NameMatcher,
}

#[derive(Clone, Debug)]
enum NameMatcher {
    /// This spelling only, apart from surrounding blanks and Unicode composition.
    Exactly(String),
    /// Any spelling that is compatible with this name.
    Like(FullName),
    /// Any name that the expression matches, regardless of case.
    Expression(Regex),
}

/// Error for an invalid pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{pattern}' is not a pattern for names ({what}); give a name, a name with * and ?, /an expression/, or = before an exact spelling"
)]
pub struct InvalidNamePattern {
    /// Pattern as given.
    pub pattern: String,
    /// Description of the fault.
    pub what: String,
}

impl NameList {
    /// Creates a list of players with exactly one of these spellings.
    pub fn exactly<'a>(spellings: impl IntoIterator<Item = &'a str>) -> Self {
        let spellings = spellings.into_iter().map(str::trim);
        Self {
            patterns: spellings
                .filter(|name| !name.is_empty())
                .map(|name| NamePattern {
                    text: format!("={name}"),
                    matcher: NameMatcher::Exactly(composed_name(name).into_owned()),
                })
                .collect(),
        }
    }

    /// Adds a pattern: an exact spelling, a wildcard, a regular expression, or a name with all compatible spellings.
    /// `=Kasparov,G` is that spelling alone; in `Kasp*` and `K?sparov*`, `*` is any text and `?` any letter;
    /// `/^kasp/` is a regular expression. Names without information, as `?` and `NN`, are selected by `=?` and `=NN`
    /// alone. Patterns and names are compared in their [composed form](composed_name).
    ///
    /// # Errors
    ///
    /// [`InvalidNamePattern`] for a broken expression, or a name without a word of two letters.
    pub fn add(&mut self, pattern: &str) -> Result<(), InvalidNamePattern> {
        let composed = composed_name(pattern.trim());
        let text = &*composed;
        let refused = |what: String| InvalidNamePattern {
            pattern: pattern.to_owned(),
            what,
        };
        let matcher = if let Some(name) = text.strip_prefix('=') {
            NameMatcher::Exactly(name.trim().to_owned())
        } else if let Some(inside) = text
            .strip_prefix('/')
            .and_then(|text| text.strip_suffix('/'))
        {
            NameMatcher::Expression(expression(inside).map_err(refused)?)
        } else if text.contains(['*', '?']) {
            let escaped = regex::escape(text).replace("\\*", ".*").replace("\\?", ".");
            NameMatcher::Expression(expression(&format!("^{escaped}$")).map_err(refused)?)
        } else if words_of(text).iter().any(|word| word.text.len() > 1) {
            NameMatcher::Like(FullName::of(text))
        } else {
            return Err(refused("there is no word of two letters in it".to_owned()));
        };
        self.patterns.push(NamePattern {
            text: pattern.to_owned(),
            matcher,
        });
        Ok(())
    }

    /// Returns the patterns as given.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().map(|pattern| pattern.text.as_str())
    }

    /// Returns true if the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Returns true if a name is selected; only an exact spelling selects `?` or `NN`.
    pub fn matches(&self, name: &str) -> bool {
        let composed = composed_name(name.trim());
        let name = &*composed;
        let says_something = || !FullName::of(name).is_empty();
        self.patterns.iter().any(|pattern| match &pattern.matcher {
            NameMatcher::Exactly(spelling) => spelling == name,
            NameMatcher::Expression(expression) => expression.is_match(name) && says_something(),
            NameMatcher::Like(wanted) => {
                let found = FullName::of(name);
                !found.is_empty() && wanted.is_compatible(&found)
            }
        })
    }
}

fn expression(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text)
        .case_insensitive(true)
        .size_limit(1 << 20)
        .build()
        .map_err(|error| {
            error
                .to_string()
                .lines()
                .last()
                .unwrap_or_default()
                .to_owned()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_choose_players() {
        let list = |pattern: &str| {
            let mut list = NameList::default();
            list.add(pattern).expect("a pattern");
            list
        };
        assert!(list("Kasparov, Gary").matches("Kasparov,G"));
        assert!(!list("Kasparov, Gary").matches("?"));
        // The marks of both are the same.
        assert!(!list("u06759ee3").matches("u00077de3"));
        assert!(!list("=Kasparov, Gary").matches("Kasparov,G"));
        assert!(list("kasp*").matches("Kasparov,G"));
        assert!(!list("kasp?").matches("Kasparov,G"));
        assert!(list("/par.v,/").matches("Kasparov,G"));
        assert!(NameList::exactly(["A", " B "]).matches("B"));
        let forms = ["Jos\u{e9}", "Jose\u{301}"];
        for (one, other) in [(forms[0], forms[1]), (forms[1], forms[0])] {
            assert!(NameList::exactly([one]).matches(other));
            for pattern in [
                one.to_owned(),
                format!("={one}"),
                format!("{one}*"),
                format!("/^{one}$/"),
            ] {
                assert!(list(&pattern).matches(other), "{pattern}");
            }
            assert!(!NameList::exactly([one]).matches("Jose"));
        }
        assert!(list("Jos?").matches(forms[1]));
        assert!(NameList::default().add("/(/").is_err());
        assert!(NameList::default().add("?").is_ok());
        assert!(NameList::default().add("J").is_err());
    }

    #[test]
    fn only_an_exact_spelling_selects_a_name_without_information() {
        for nobody in ["?", "NN", "N.N.", "", "Unknown", " ? "] {
            for pattern in ["*", "?", "??", "*n*", "/./", "/^$/", "/^\\?$/", "Tal, M"] {
                let mut list = NameList::default();
                list.add(pattern).expect("a pattern");
                assert!(!list.matches(nobody), "{pattern} {nobody}");
            }
            let mut list = NameList::default();
            list.add(&format!("={nobody}")).expect("a spelling");
            assert!(list.matches(nobody), "{nobody}");
        }
        let mut anybody = NameList::default();
        anybody.add("*").expect("a pattern");
        for somebody in ["Tal, M", "G", "Каспаров", "user_1", "王"] {
            assert!(anybody.matches(somebody), "{somebody}");
        }
    }
}
