//! The names that commands and options had before, and their present names.

use std::ffi::OsString;

use super::foreign_options;

/// A former command, with an option if only that has another name, and what to write now. Of two with the same beginning the longer stands first.
pub const FORMER: &[(&str, &str)] = &[
    ("tables show", "model show"),
    ("tables diff", "model diff"),
    ("tables merge", "model merge"),
    ("tables subtract", "model subtract"),
    ("tables", "model"),
    ("style merge", "model merge"),
    ("style subtract", "model subtract"),
    ("style age", "model age"),
    ("style tables", "model show style:classic"),
    ("learn --positions", "fit"),
    ("report", "analyse --facts"),
    ("eval", "analyse --eval"),
    ("book probe", "analyse --tables"),
    ("book info", "book show --summary"),
    ("book merge", "book convert"),
    ("book tree new", "book add"),
    ("book tree add", "book add"),
    ("book tree show", "book show --tree"),
    ("book tree", "book add"),
    ("compliance", "match --check"),
    ("lab ablate --csv", "lab ablate --out"),
    ("lab ladder --csv", "lab ladder --out"),
    ("style observe --csv", "style observe --out"),
    ("db opponents list", "opponent list"),
    ("db opponents forget", "opponent forget"),
    ("db opponents", "opponent"),
];

/// Returns the message for arguments that begin with a former name, or have an option of another program; `None` for
/// others.
pub fn answer(arguments: &[OsString]) -> Option<String> {
    of_former_name(arguments).or_else(|| foreign_options::answer(arguments))
}

fn of_former_name(arguments: &[OsString]) -> Option<String> {
    let mut words = arguments.iter().skip(1).map(|word| word.to_str());
    let words: Vec<&str> = std::iter::from_fn(|| words.next().flatten()).collect();
    let words = words.strip_prefix(&["help"]).unwrap_or(&words);
    let (former, now) = FORMER
        .iter()
        .find(|(former, _)| begins_with(words, former))?;
    Some(format!("'{former}' is now '{now}'"))
}

/// Returns true if `words` begin with the words of `name`; options may stand between them.
fn begins_with(words: &[&str], name: &str) -> bool {
    let (options, commands): (Vec<&str>, Vec<&str>) =
        name.split(' ').partition(|word| word.starts_with('-'));
    let names: Vec<&str> = words
        .iter()
        .map(|word| word.split_once('=').map_or(*word, |(name, _)| name))
        .collect();
    words.starts_with(&commands) && options.iter().all(|option| names.contains(option))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn former_names_are_answered_and_others_are_not() {
        let said = |words: &str| {
            let words = format!("bayeschess {words}");
            answer(&words.split(' ').map(OsString::from).collect::<Vec<_>>())
        };
        for (former, now) in FORMER {
            let expected = format!("'{former}' is now '{now}'");
            assert_eq!(said(former).as_deref(), Some(&*expected));
            assert_eq!(
                said(&format!("help {former} x")).as_deref(),
                Some(&*expected)
            );
        }
        assert_eq!(
            said("learn --db a.db --positions"),
            said("learn --positions")
        );
        assert_eq!(
            said("style observe x.pgn --csv=x.csv"),
            said("style observe --csv")
        );
        for current in [
            "learn --db positions",
            "style report x.pgn",
            "book show tables",
            "help",
        ] {
            assert_eq!(said(current), None, "{current}");
        }
    }
}
