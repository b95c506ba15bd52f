//! The name of the player whom `bayeschess style classify` judges, in any spelling.

use std::collections::BTreeMap;

use anyhow::{bail, ensure};
use shakmaty::Color;

use bayeschess::identity::{FullName, NameList};
use bayeschess::record::Game;

/// The number of names that a message lists.
const MOST_NAMED: usize = 5;

/// The spellings of a player's name: those given, and patterns for compatible ones.
#[derive(Debug)]
pub(super) struct PlayerNames {
    /// The argument as given.
    text: String,
    /// The spellings as given, without the sign of exact ones.
    exact: Vec<String>,
    /// Patterns for other spellings, as in `style report`.
    compatible: NameList,
}

/// How a name in a game fits the given ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameMatch {
    /// It is one of the given spellings.
    Exact,
    /// It is another spelling, compatible with a given one.
    Compatible,
}

impl PlayerNames {
    /// Splits the spellings, which are separated by '|'.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let patterns: Vec<&str> = text.split('|').map(str::trim).collect();
        ensure!(
            patterns.iter().all(|name| !name.is_empty()),
            "--names '{text}': there is no name {}; give the spellings of the player's name, as \
             'Karpov, Anatoly|Karpov,An'",
            if patterns.len() > 1 {
                "on one side of '|'"
            } else {
                "in it"
            }
        );
        let mut compatible = NameList::default();
        for pattern in &patterns {
            // A name that cannot be a pattern, such as a single letter, fits only itself.
            let _ = compatible.add(pattern);
        }
        let spelling = |name: &&str| name.strip_prefix('=').unwrap_or(name).trim().to_owned();
        Ok(Self {
            text: text.to_owned(),
            exact: patterns.iter().map(spelling).collect(),
            compatible,
        })
    }

    /// Returns the player's side in a game, that of an exact spelling first; `None` if neither name fits.
    pub(super) fn find(&self, game: &Game) -> Option<(Color, NameMatch)> {
        if let Some(side) = game.color_of(&self.exact) {
            return Some((side, NameMatch::Exact));
        }
        Color::ALL
            .into_iter()
            .find(|side| self.compatible.matches(game.player(*side)))
            .map(|side| (side, NameMatch::Compatible))
    }

    /// Returns an error if the found spellings, with their numbers of games, are not all compatible with each other.
    pub(super) fn check_one_player(&self, found: &BTreeMap<String, u64>) -> anyhow::Result<()> {
        let names: Vec<FullName> = found.keys().map(|name| FullName::of(name)).collect();
        let mut rest = names.as_slice();
        while let [first, others @ ..] = rest {
            if !others.iter().all(|other| first.is_compatible(other)) {
                bail!(
                    "--names '{}' fits several players: {}; give the spellings of one of them, separated by '|', or \
                     list the names with 'bayeschess pgn stats'",
                    self.text,
                    most_frequent(found)
                );
            }
            rest = others;
        }
        Ok(())
    }

    /// Returns the given spellings as text for messages.
    pub(super) fn described(&self) -> String {
        self.exact.join(" or ")
    }
}

/// Returns the names with most games as text for messages.
fn most_frequent(found: &BTreeMap<String, u64>) -> String {
    let mut names: Vec<(&String, u64)> = found.iter().map(|(name, games)| (name, *games)).collect();
    names.sort_by_key(|(name, games)| (std::cmp::Reverse(*games), *name));
    let mut listed: Vec<String> = names
        .iter()
        .take(MOST_NAMED)
        .map(|(name, _)| format!("'{name}'"))
        .collect();
    if names.len() > MOST_NAMED {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &str, found: &[&str]) -> anyhow::Result<()> {
        let found = found.iter().map(|name| ((*name).to_owned(), 1)).collect();
        PlayerNames::parse(names)
            .expect("names")
            .check_one_player(&found)
    }

    #[test]
    fn spellings_of_one_player_are_joined_and_two_players_are_not() {
        assert!(check("Kasparov", &["Kasparov,G", "Kasparov, Gary"]).is_ok());
        assert!(check("Kasparov", &[]).is_ok());
        let names = ["Polgar, J", "Polgar, Judit", "Polgar, Sofia"];
        let said = check("Polgar", &names).expect_err("two players");
        assert!(said.to_string().contains("'Polgar, Sofia'"), "{said}");
    }
}
