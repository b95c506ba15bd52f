//! The arguments of the process, as chess programs and bots pass them.

use std::ffi::OsString;

/// Splits the first argument if it has several words, as `OpenBench` passes them; options without a command are those
/// of `uci`.
pub(super) fn complete(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = arguments.collect();
    let first = words.get(1).and_then(|word| word.to_str());
    if let Some(first) = first.filter(|word| word.starts_with("genfens ")) {
        let split: Vec<OsString> = first.split_whitespace().map(OsString::from).collect();
        words.splice(1..2, split);
    }
    // Bots and chess programs pass options and no command: they want the engine.
    let is_engine_option =
        |word: &str| word.starts_with("--") && !["--help", "--version"].contains(&word);
    if words
        .get(1)
        .and_then(|word| word.to_str())
        .is_some_and(is_engine_option)
    {
        words.insert(1, "uci".into());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_come_as_one_argument() {
        let split = |words: &[&str]| complete(words.iter().map(OsString::from));
        assert_eq!(
            split(&["b", "genfens 3 seed 5", "quit"]),
            ["b", "genfens", "3", "seed", "5", "quit"]
        );
        assert_eq!(split(&["b", "play -x"]), ["b", "play -x"]);
        assert_eq!(split(&["b"]), ["b"]);
        assert_eq!(split(&["b", "--db=x.db"]), ["b", "uci", "--db=x.db"]);
        assert_eq!(split(&["b", "--version"]), ["b", "--version"]);
    }
}
