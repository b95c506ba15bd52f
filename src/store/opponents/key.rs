//! The identity of an opponent: the name, where they play, and whether they are a program.

use serde::{Deserialize, Serialize};

use crate::identity::{name_key, tidy_name};

/// Whether an opponent is a person or a program, if a client told.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum OpponentKind {
    /// No client told.
    #[default]
    Unknown,
    /// A person.
    Human,
    /// A program.
    Computer,
}

impl OpponentKind {
    /// The name in the database and in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The kind of that name; unknown for any other word.
    pub fn from_name(word: &str) -> Self {
        word.parse().unwrap_or_default()
    }
}

/// The identity of an opponent: name, site, person or program.
///
/// Capitals, blanks, Unicode composition and invisible characters do not count. A program and a person of the same name are two opponents, and
/// so are players of the same name on two sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentKey {
    /// The name, tidied.
    pub name: String,
    /// The site they play on, such as `freechess.org`; empty for this computer.
    pub origin: String,
    /// Person or program.
    pub kind: OpponentKind,
}

/// The last word in the database key of a program.
const COMPUTER: &str = "computer";

impl OpponentKey {
    /// Tidies name and origin.
    pub fn new(name: &str, origin: &str, kind: OpponentKind) -> Self {
        Self {
            name: tidy_name(name),
            origin: if origin.trim().is_empty() {
                String::new()
            } else {
                tidy_name(&origin.to_lowercase())
            },
            kind,
        }
    }

    /// Returns true if it is a player at this computer who is not known to be a program.
    pub fn is_local(&self) -> bool {
        self.origin.is_empty() && self.kind != OpponentKind::Computer
    }

    /// Returns true if both mean one opponent.
    pub fn is_same(&self, other: &Self) -> bool {
        self.database_key() == other.database_key()
    }

    /// Returns the key in the database: the name in small composed letters, then origin and `computer` behind tabs.
    pub(in crate::store) fn database_key(&self) -> String {
        let mut key = name_key(&self.name);
        let is_computer = self.kind == OpponentKind::Computer;
        if !self.is_local() {
            key.push('\t');
            if !self.origin.is_empty() {
                key.push_str(&name_key(&self.origin));
            }
        }
        if is_computer {
            key.push('\t');
            key.push_str(COMPUTER);
        }
        key
    }

    /// Reads what [`database_key`](Self::database_key) made; the name stays in small letters.
    pub(in crate::store) fn from_database_key(key: &str) -> Self {
        let mut words = key.split('\t');
        let name = words.next().unwrap_or_default();
        let origin = words.next().unwrap_or_default();
        let kind = match words.next() {
            Some(COMPUTER) => OpponentKind::Computer,
            _ => OpponentKind::Unknown,
        };
        Self::new(name, origin, kind)
    }

    /// Writes the key as one field of a CSV file: the name, then origin and kind behind tabs if they are known.
    pub(in crate::store) fn to_text(&self) -> String {
        match (self.origin.is_empty(), self.kind) {
            (true, OpponentKind::Unknown) => self.name.clone(),
            _ => format!("{}\t{}\t{}", self.name, self.origin, self.kind.name()),
        }
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    pub(in crate::store) fn from_text(text: &str) -> Self {
        let mut words = text.split('\t');
        let name = words.next().unwrap_or_default();
        match (words.next(), words.next(), words.next()) {
            (Some(origin), Some(kind), None) => {
                Self::new(name, origin, OpponentKind::from_name(kind))
            }
            _ => Self::from(text),
        }
    }
}

/// A player of that name on this computer.
impl From<&str> for OpponentKey {
    fn from(name: &str) -> Self {
        Self::new(name, "", OpponentKind::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_program_and_a_player_elsewhere_have_other_keys() {
        let key = |origin, kind| OpponentKey::new(" Anna\tK ", origin, kind).database_key();
        assert_eq!(key("", OpponentKind::Unknown), "anna k");
        assert_eq!(key("", OpponentKind::Human), "anna k");
        assert_eq!(key("FICS", OpponentKind::Human), "anna k\tfics");
        assert_eq!(key("", OpponentKind::Computer), "anna k\t\tcomputer");
    }

    #[test]
    fn names_of_either_unicode_form_are_one_opponent_and_stay_as_written() {
        let [composed, other] = ["Jos\u{e9}", "Jose\u{301}"].map(OpponentKey::from);
        assert!(composed.is_same(&other));
        assert_eq!(other.name, "Jose\u{301}");
        assert!(!composed.is_same(&OpponentKey::from("Jose")));
    }

    proptest! {
        #[test]
        fn text_reads_back(name in any::<String>(), origin in any::<String>(), kind in 0..3_u8) {
            let kind = [OpponentKind::Unknown, OpponentKind::Human, OpponentKind::Computer]
                [usize::from(kind)];
            let key = OpponentKey::new(&name, &origin, kind);
            prop_assert_eq!(OpponentKey::from_text(&key.to_text()), key);
        }
    }
}
