//! The options that both protocols offer, and the settings that they are parsed into.

mod personality;
mod table;

pub(super) use personality::{ADAPT, ADAPTIVE, PERSONALITY, THESIS, settings_of};
#[cfg(feature = "tunable-search")]
pub(super) use table::tunable_constants;
pub(super) use table::{
    BEST, ButtonOption, CheckOption, ChoiceOption, DeclaredEngineOption, HEURISTIC, OVERHEAD,
    OptionKind, OptionProtocols, SHIPPED, SpinOption, TextMeaning, TextOption, options,
};

use crate::foreign::shortened;
use crate::model::Objective;

/// The longest value of an option, in bytes; no path is longer.
const LONGEST_VALUE: usize = 4096;

/// An option with a checked value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionSetting {
    Check(CheckOption, bool),
    Spin(SpinOption, i64),
    Text(TextOption, String),
    Choice(ChoiceOption, String),
    Press(ButtonOption),
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    /// No option has that name.
    #[error("there is no option '{0}': 'uci' lists them")]
    Unknown(String),
    /// The value is not one of the option's.
    #[error("option {name}: '{value}' is not {expected}; it keeps its value")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given, shortened.
        value: String,
        /// The values that are accepted.
        expected: String,
    },
}

/// Parses an option's value.
pub(super) fn read(name: &str, value: Option<&str>) -> Result<OptionSetting, OptionError> {
    let option = find(name).ok_or_else(|| OptionError::Unknown(shortened(name)))?;
    let text = match value.map(str::trim) {
        None | Some("<empty>") => "",
        Some(text) => text,
    };
    let wrong = |expected: String| OptionError::Value {
        name: option.name,
        value: shortened(text),
        expected,
    };
    Ok(match option.kind {
        OptionKind::Spin(which, _, least, most) => {
            let number = text
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| wrong(format!("a whole number from {least} to {most}")))?;
            OptionSetting::Spin(which, number)
        }
        OptionKind::Check(which, _) => match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" => OptionSetting::Check(which, true),
            "false" | "0" | "off" => OptionSetting::Check(which, false),
            _ => return Err(wrong("true or false".to_owned())),
        },
        OptionKind::Choice(which, _, words) => {
            let known = words.iter().find(|word| word.eq_ignore_ascii_case(text));
            match known {
                Some(word) => OptionSetting::Choice(which, (*word).to_owned()),
                // The short name of an objective, as in files and on the command line.
                None if which == ChoiceOption::Objective && text.parse::<Objective>().is_ok() => {
                    OptionSetting::Choice(which, text.to_owned())
                }
                // A heuristic has more names than can be listed: table files, objectives.
                None if which == ChoiceOption::Heuristic && text.len() <= LONGEST_VALUE => {
                    OptionSetting::Choice(which, text.to_owned())
                }
                None => return Err(wrong(format!("one of {}", words.join(", ")))),
            }
        }
        OptionKind::Text(which, ..) => {
            // A refused name would leave the previous opponent there; a long one is shortened.
            if text.len() > LONGEST_VALUE && which != TextOption::Opponent {
                return Err(wrong(format!("at most {LONGEST_VALUE} bytes long")));
            }
            OptionSetting::Text(which, text.to_owned())
        }
        OptionKind::Button(which) => OptionSetting::Press(which),
    })
}

/// Returns the option with this name. Case, spaces and a leading `UCI_` do not matter.
fn find(name: &str) -> Option<&'static DeclaredEngineOption> {
    let name = without_blanks(name);
    let is = |known: &str| without_blanks(known).eq_ignore_ascii_case(&name);
    options()
        .iter()
        .find(|option| is(option.name) || is(plain_name(option.name)))
}

/// Returns an option's name without spaces; some programs end it at the first one (python-chess 1.11 by XBoard).
pub(super) fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect()
}

/// Returns an option's name as it is called outside UCI.
pub(super) fn plain_name(name: &'static str) -> &'static str {
    name.strip_prefix("UCI_").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::HeuristicSpec;
    use proptest::prelude::*;

    fn default_of(kind: OptionKind) -> String {
        match kind {
            OptionKind::Check(_, default) => default.to_string(),
            OptionKind::Spin(_, default, ..) => default.to_string(),
            OptionKind::Text(_, default, _) | OptionKind::Choice(_, default, _) => {
                default.to_owned()
            }
            OptionKind::Button(_) => String::new(),
        }
    }

    #[test]
    fn every_default_is_accepted_and_what_is_out_of_range_is_refused() {
        for option in options() {
            let name = option.name;
            assert!(read(name, Some(&default_of(option.kind))).is_ok(), "{name}");
            if let OptionKind::Spin(_, _, least, most) = option.kind {
                // Chess programs keep numbers in signed 32-bit integers.
                assert!(
                    i32::try_from(least).is_ok() && i32::try_from(most).is_ok(),
                    "{name}"
                );
                assert!(read(name, Some(&(least - 1).to_string())).is_err());
                assert!(read(name, Some(&(most + 1).to_string())).is_err());
            }
        }
        assert_eq!(
            read("hash", Some("64")),
            Ok(OptionSetting::Spin(SpinOption::Hash, 64))
        );
        assert_eq!(
            read("MoveOverhead", Some("50")),
            Ok(OptionSetting::Spin(SpinOption::Overhead, 50))
        );
        assert_eq!(
            read("Elo", Some("1500")),
            Ok(OptionSetting::Spin(SpinOption::Elo, 1500))
        );
        assert_eq!(
            read("Hash", Some("lots")).expect_err("refused").to_string(),
            "option Hash: 'lots' is not a whole number from 1 to 65536; it keeps its value"
        );
    }

    #[test]
    fn a_long_path_is_refused_and_a_long_name_is_that_of_another_opponent() {
        let long = "x".repeat(LONGEST_VALUE + 1);
        assert!(read("Database", Some(&long)).is_err());
        assert_eq!(
            read("UCI_Opponent", Some(&long)),
            Ok(OptionSetting::Text(TextOption::Opponent, long))
        );
    }

    #[test]
    fn names_are_unique_and_offered_words_are_understood() {
        for (place, option) in options().iter().enumerate() {
            let twin = options()
                .iter()
                .skip(place + 1)
                .find(|other| plain_name(other.name) == plain_name(option.name));
            assert!(twin.is_none(), "{} twice", option.name);
        }
        for option in options() {
            match option.kind {
                OptionKind::Choice(ChoiceOption::Objective, _, words) => {
                    let known = Objective::ALL.map(Objective::description);
                    assert_eq!(words, [&[ADAPT], &known[..]].concat());
                    for objective in Objective::ALL.map(Objective::name) {
                        assert!(read("Objective", Some(objective)).is_ok(), "{objective}");
                    }
                }
                OptionKind::Choice(ChoiceOption::Heuristic, _, words) => {
                    for word in words {
                        assert!(word.parse::<HeuristicSpec>().is_ok(), "{word}");
                    }
                }
                _ => {}
            }
        }
    }

    /// Programs split a declaration at these words, wherever they occur.
    #[test]
    fn no_name_or_word_holds_a_word_of_the_protocol() {
        let is_of_protocol =
            |word: &str| ["name", "type", "default", "min", "max", "var"].contains(&word);
        for option in options() {
            let mut texts = vec![option.name];
            if let OptionKind::Choice(_, _, words) = option.kind {
                texts.extend(words);
            }
            for text in texts {
                let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(!words.any(is_of_protocol), "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_value_breaks_an_option(name in "\\PC{0,20}", value in "\\PC{0,40}", number: i128) {
            let _ = read(&name, Some(&value));
            for option in options() {
                let _ = read(option.name, Some(&value));
                let _ = read(option.name, Some(&number.to_string()));
                let _ = read(option.name, None);
            }
        }
    }
}
