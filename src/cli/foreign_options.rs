//! Options as fastchess and cutechess-cli call them, and what to write here.

use std::ffi::OsString;

/// Options of fastchess and cutechess-cli, without hyphens, and what to give to `match` and `tournament` instead. Those
/// that have the same name here are left out.
const FOREIGN: [(&str, &str); 12] = [
    ("rounds", "--games N, two for each round"),
    (
        "each",
        "limits for all players as options of the command, such as --tc 10+0.1",
    ),
    (
        "engine",
        "the players as they are, such as match \"uci:./new;name=new\" \"uci:./old;name=old\"",
    ),
    ("srand", "--seed N"),
    ("maxmoves", "--max-plies N, two for each move"),
    ("pgnout", "--pgn FILE"),
    ("timemargin", "--time-margin MS"),
    (
        "repeat",
        "nothing: every opening is played twice, with colours changed",
    ),
    (
        "noswap",
        "nothing: every opening is played twice, with colours changed",
    ),
    ("recover", "nothing: an engine that ends is started again"),
    (
        "ratinginterval",
        "nothing: the score is shown after every pair of games",
    ),
    (
        "config",
        "--journal FILE, with which the same command goes on",
    ),
];

/// Returns the message for arguments of `match` or `tournament` with such an option; `None` for others.
pub(super) fn answer(arguments: &[OsString]) -> Option<String> {
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let command = words.next()?;
    if !matches!(command, "match" | "tournament") {
        return None;
    }
    words.find_map(|word| {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
        let name = name.split_once('=').map_or(name, |(name, _)| name);
        let (_, advice) = FOREIGN.iter().find(|(foreign, _)| *foreign == name)?;
        Some(format!(
            "'{word}' is an option of other programs; give '{command}' {advice}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn said(words: &[&str]) -> Option<String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        answer(&words)
    }

    #[test]
    fn options_of_other_programs_are_translated() {
        let rounds = said(&["b", "match", "a", "b", "-rounds", "100"]);
        assert_eq!(
            rounds.as_deref(),
            Some(
                "'-rounds' is an option of other programs; give 'match' --games N, two for each round"
            )
        );
        assert!(said(&["b", "tournament", "--each=tc=1"]).is_some());
        assert_eq!(said(&["b", "selfplay", "-each"]), None);
        assert_eq!(said(&["b", "match", "a", "b", "--games", "100"]), None);
        assert_eq!(said(&["b"]), None);
    }

    /// An option of this program that is called foreign could not be given.
    #[test]
    fn no_option_of_this_program_is_foreign() {
        let command = crate::cli::Cli::command();
        for name in ["match", "tournament"] {
            let command = command.find_subcommand(name).expect("there");
            let options = command.get_arguments();
            let mut names = options.filter_map(clap::Arg::get_long_and_visible_aliases);
            let is_foreign = |long: &&str| FOREIGN.iter().any(|(foreign, _)| foreign == long);
            let both = names.find_map(|own| own.into_iter().find(is_foreign));
            assert_eq!(both, None);
        }
    }
}
