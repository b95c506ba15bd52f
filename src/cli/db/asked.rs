//! What was asked for when a collection was read: the options in words, which stand beside its
//! source, so that the same text is not taken for read when something else is asked for.
//!
//! May use: everything.

use std::fmt::Display;

use shakmaty::Color;

use crate::cli::pgn::filters::FilterArgs;
use crate::files;
use crate::pgn::{Damaged, OtherStarts, Selection, Strictness};

/// So many names of players are listed; more are told by their number and checksum.
const LISTED: usize = 8;

/// The options as on the command line, in one order; empty when every sound game is asked for.
///
/// # Errors
///
/// When the list of players cannot be read.
pub(super) fn asked_for(
    filters: &FilterArgs,
    selection: &Selection,
    strictness: Strictness,
) -> anyhow::Result<String> {
    let mut words = Vec::new();
    if strictness.damaged == Damaged::Salvage {
        words.push("--salvage".to_owned());
    }
    words.extend(players(filters.names()?));
    let mut add = |option: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{option} {value}")));
    };
    add(
        "color",
        selection.color.map(|color| color_word(color).to_owned()),
    );
    add(
        "elo",
        selection
            .elo
            .as_ref()
            .map(|elo| range(elo.start(), elo.end())),
    );
    add(
        "elo-difference",
        selection.elo_difference.map(|most| most.to_string()),
    );
    if let Some((since, until)) = &selection.dates {
        add("since", Some(since.clone()));
        add("until", Some(until.clone()));
    }
    add(
        "eco",
        list(selection.eco.iter().map(|(first, last)| range(first, last))),
    );
    add(
        "result",
        list(
            selection
                .results
                .iter()
                .map(|result| result.map_or_else(|| "*".to_owned(), |result| result.to_string())),
        ),
    );
    add(
        "time-control",
        list(selection.time.iter().map(|class| class.name().to_owned())),
    );
    add(
        "termination",
        list(
            selection
                .terminations
                .iter()
                .map(|why| why.name().to_owned()),
        ),
    );
    add(
        "plies",
        selection
            .plies
            .as_ref()
            .map(|plies| range(plies.start(), plies.end())),
    );
    let skip = |starts: OtherStarts| (starts == OtherStarts::Skip).then(|| "skip".to_owned());
    add("positions", skip(selection.positions));
    add("chess960", skip(selection.chess960));
    if let Some(sample) = selection.sample {
        add("sample", Some(sample.share.to_string()));
        add("seed", Some(sample.seed.to_string()));
    }
    add("cap", selection.cap.map(|cap| cap.to_string()));
    Ok(words.join(" "))
}

const fn color_word(color: Color) -> &'static str {
    if color.is_white() { "white" } else { "black" }
}

/// The players in one order, for it does not matter who is named first.
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

/// Values in one order, with commas.
fn list(values: impl Iterator<Item = String>) -> Option<String> {
    let mut values: Vec<String> = values.collect();
    values.sort();
    values.dedup();
    (!values.is_empty()).then(|| values.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Chess960;

    #[test]
    fn options_are_told_in_one_order() {
        let strict = Strictness {
            damaged: Damaged::Refuse,
            chess960: Chess960::Read,
        };
        let words = |selection: &Selection, strictness| {
            asked_for(&FilterArgs::default(), selection, strictness).expect("no list to read")
        };
        assert_eq!(words(&Selection::default(), strict), "");
        let some = Selection {
            elo: Some(2400..=2600),
            results: vec![None, Some(crate::record::GameResult::Draw)],
            positions: OtherStarts::Skip,
            ..Selection::default()
        };
        let salvaging = Strictness {
            damaged: Damaged::Salvage,
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
