//! The reading options of an import as text. They are stored with each source, so that the same
//! text is read again when other games are selected from it.

use std::fmt::Display;

use shakmaty::Color;

use crate::cli::pgn::filters::GameFilterArgs;
use bayeschess::files;
use bayeschess::pgn::{DamagePolicy, GameSelection, Strictness, UnusualStarts};

/// At most this many player names are listed; longer lists become a count and a checksum.
const LISTED: usize = 8;

/// Writes the options as on the command line, in a fixed order; empty if every sound game is wanted.
///
/// # Errors
///
/// When the list of players cannot be read.
pub(super) fn describe_options(
    filters: &GameFilterArgs,
    selection: &GameSelection,
    strictness: Strictness,
) -> anyhow::Result<String> {
    let mut words = Vec::new();
    if strictness.damaged == DamagePolicy::Salvage {
        words.push("--salvage".to_owned());
    }
    words.extend(players(filters.names()?));
    let chosen = options(selection).into_iter();
    words.extend(chosen.filter_map(|(option, value)| Some(format!("--{option} {}", value?))));
    Ok(words.join(" "))
}

/// The filter options in a fixed order, each with its value.
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

/// The player options, sorted.
fn players(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names.dedup();
    if names.len() > LISTED {
        let checksum = files::checksum(names.join("\n").as_bytes());
        return vec![format!(
            "--players ({} names, checksum {checksum})",
            names.len()
        )];
    }
    let quoted = |name: &String| format!("--player '{name}'");
    names.iter().map(quoted).collect()
}

fn range(first: &dyn Display, last: &dyn Display) -> String {
    format!("{first}-{last}")
}

/// Joins sorted values with commas; none if there is no value.
fn list(values: impl Iterator<Item = String>) -> Option<String> {
    let mut values: Vec<String> = values.collect();
    values.sort();
    values.dedup();
    (!values.is_empty()).then(|| values.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::pgn::Chess960Policy;

    #[test]
    fn options_are_told_in_one_order() {
        let strict = Strictness {
            damaged: DamagePolicy::Refuse,
            chess960: Chess960Policy::Read,
        };
        let words = |selection: &GameSelection, strictness| {
            describe_options(&GameFilterArgs::default(), selection, strictness)
                .expect("no list to read")
        };
        assert_eq!(words(&GameSelection::default(), strict), "");
        let some = GameSelection {
            elo: Some(2400..=2600),
            results: vec![None, Some(bayeschess::record::GameResult::Draw)],
            positions: UnusualStarts::Skip,
            ..GameSelection::default()
        };
        let salvaging = Strictness {
            damaged: DamagePolicy::Salvage,
            ..strict
        };
        assert_eq!(
            words(&some, salvaging),
            "--salvage --elo 2400-2600 --result *,1/2-1/2 --positions skip"
        );
    }

    #[test]
    fn players_are_told_alike_in_any_order() {
        let names = |names: &[&str]| players(names.iter().map(|&name| name.to_owned()).collect());
        assert_eq!(
            names(&["Tal", "=Fine, R", "Tal"]),
            ["--player '=Fine, R'", "--player 'Tal'"]
        );
        let many: Vec<String> = (0..9).map(|number| format!("Player {number}")).collect();
        assert!(players(many)[0].starts_with("--players (9 names, checksum "));
    }
}
