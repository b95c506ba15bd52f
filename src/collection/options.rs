//! Options of an import, and their description, which is stored with each source.
//!
//! The description prevents a source from being skipped as known when other games of it are selected.

use std::fmt::Display;
use std::num::NonZeroUsize;

use shakmaty::Color;

use crate::files;
use crate::identity::NameList;
use crate::pgn::{DamagePolicy, GameSelection, MissingResultPolicy, Strictness, UnusualStarts};

/// Maximum number of players listed by name; more are described by their number and a checksum.
const LISTED: usize = 8;

/// Options of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// Number of parsing threads; `None` for one per core.
    pub threads: Option<NonZeroUsize>,
    /// Rules for accepting games.
    pub strictness: Strictness,
    /// Conditions for selecting valid games.
    pub selection: GameSelection,
}

impl ImportOptions {
    /// Describes strictness and selection as on the command line; empty if every valid game is selected.
    ///
    /// Databases store this text: it must stay the same for the same options.
    pub fn describe(&self) -> String {
        let mut words = Vec::new();
        if self.strictness.damaged == DamagePolicy::Salvage {
            words.push("--salvage".to_owned());
        }
        if self.strictness.missing_result == MissingResultPolicy::FromTag {
            words.push("--result-from-tag".to_owned());
        }
        words.extend(players(&self.selection.players));
        let chosen = options(&self.selection).into_iter();
        words.extend(chosen.filter_map(|(option, value)| Some(format!("--{option} {}", value?))));
        words.join(" ")
    }
}

/// Returns the options that select games, in a fixed order, each with its value.
fn options(selection: &GameSelection) -> [(&'static str, Option<String>); 15] {
    let word = |color: Color| color_word(color).to_owned();
    let skip = |starts: UnusualStarts| (starts == UnusualStarts::Skip).then(|| "skip".to_owned());
    let results = selection.results.iter().map(|result| match result {
        Some(result) => result.to_string(),
        None => "*".to_owned(),
    });
    let (since, until) = selection.dates.clone().unzip();
    let classes = selection.time.iter();
    let causes = selection.terminations.iter();
    [
        ("color", selection.color.map(word)),
        (
            "elo",
            selection
                .elo
                .as_ref()
                .map(|elo| range(elo.start(), elo.end())),
        ),
        (
            "elo-difference",
            selection.elo_difference.map(|most| most.to_string()),
        ),
        ("since", since),
        ("until", until),
        (
            "eco",
            list(selection.eco.iter().map(|(first, last)| range(first, last))),
        ),
        ("result", list(results)),
        (
            "time-control",
            list(classes.map(|class| class.name().to_owned())),
        ),
        (
            "termination",
            list(causes.map(|cause| cause.name().to_owned())),
        ),
        (
            "plies",
            selection
                .plies
                .as_ref()
                .map(|plies| range(plies.start(), plies.end())),
        ),
        ("positions", skip(selection.positions)),
        ("chess960", skip(selection.chess960)),
        (
            "sample",
            selection.sample.map(|sample| sample.share.to_string()),
        ),
        (
            "seed",
            selection.sample.map(|sample| sample.seed.to_string()),
        ),
        ("cap", selection.games_per_player.map(|cap| cap.to_string())),
    ]
}

const fn color_word(color: Color) -> &'static str {
    if color.is_white() { "white" } else { "black" }
}

/// Describes the players, sorted, since the order in which they were given does not matter.
fn players(list: &NameList) -> Vec<String> {
    let mut names: Vec<&str> = list.texts().collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > LISTED {
        let checksum = files::checksum(names.join("\n").as_bytes());
        return vec![format!(
            "--players ({} names, checksum {checksum})",
            names.len()
        )];
    }
    let quoted = |name: &&str| format!("--player '{name}'");
    names.iter().map(quoted).collect()
}

fn range(first: &dyn Display, last: &dyn Display) -> String {
    format!("{first}-{last}")
}

/// Joins values with commas, sorted; `None` if there are none.
fn list(values: impl Iterator<Item = String>) -> Option<String> {
    let mut values: Vec<String> = values.collect();
    values.sort();
    values.dedup();
    (!values.is_empty()).then(|| values.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Chess960Policy;

    #[test]
    fn options_are_described_in_one_order() {
        let strict = Strictness {
            chess960: Chess960Policy::Read,
            ..Strictness::default()
        };
        let words = |selection: &GameSelection, strictness| {
            ImportOptions {
                threads: None,
                strictness,
                selection: selection.clone(),
            }
            .describe()
        };
        assert_eq!(words(&GameSelection::default(), strict), "");
        let some = GameSelection {
            elo: Some(2400..=2600),
            results: vec![None, Some(crate::record::GameResult::Draw)],
            positions: UnusualStarts::Skip,
            ..GameSelection::default()
        };
        let salvaging = Strictness {
            damaged: DamagePolicy::Salvage,
            missing_result: MissingResultPolicy::FromTag,
            ..strict
        };
        assert_eq!(
            words(&some, salvaging),
            "--salvage --result-from-tag --elo 2400-2600 --result *,1/2-1/2 --positions skip"
        );
    }

    #[test]
    fn players_are_described_alike_in_any_order() {
        let names = |names: &[&str]| {
            let mut list = NameList::default();
            for name in names {
                list.add(name).expect("a pattern");
            }
            players(&list)
        };
        assert_eq!(
            names(&["Tal", "=Fine, R", "Tal"]),
            ["--player '=Fine, R'", "--player 'Tal'"]
        );
        let many: Vec<String> = (0..9).map(|number| format!("Player {number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(names(&many)[0].starts_with("--players (9 names, checksum "));
    }
}
