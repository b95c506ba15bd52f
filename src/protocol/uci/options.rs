//! The options that the engine declares, and the settings that they become.

use std::fmt;

use super::command::Switch;
use crate::engine::Policy;
use crate::model::Objective;
use crate::units::Millis;

/// The largest transposition table, in mebibytes.
const MOST_HASH: i64 = 65_536;

/// What bots may ask for; the engine searches with one thread and says so.
const MOST_THREADS: i64 = 1024;

/// What each move is taken to lose between engine and clock when nobody says otherwise.
pub(super) const OVERHEAD: Millis = Millis(30);

/// The kind of an option with what it accepts.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Check(bool),
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    Text(&'static str),
    Button,
    /// `adapt` and the objectives.
    Objectives,
}

/// An option by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Hash,
    Threads,
    Overhead,
    Clear,
    Ponder,
    AnalyseMode,
    Opponent,
    Heuristic,
    Objective,
    StyleTable,
    Database,
    Seed,
    SyzygyPath,
    ShowWdl,
}

/// `SyzygyPath` and `UCI_ShowWDL` have no effect yet, but lichess-bot's default configuration sets
/// them and does not begin a game with an engine that lacks them.
#[rustfmt::skip]
const OPTIONS: [(Name, &str, Kind); 14] = [
    (Name::Hash, "Hash", Kind::Spin { default: 16, min: 1, max: MOST_HASH }),
    (Name::Threads, "Threads", Kind::Spin { default: 1, min: 1, max: MOST_THREADS }),
    (Name::Overhead, "Move Overhead", Kind::Spin { default: OVERHEAD.0, min: 0, max: 10_000 }),
    (Name::Clear, "Clear Hash", Kind::Button),
    (Name::Ponder, "Ponder", Kind::Check(false)),
    (Name::AnalyseMode, "UCI_AnalyseMode", Kind::Check(false)),
    (Name::Opponent, "UCI_Opponent", Kind::Text("")),
    (Name::Heuristic, "Heuristic", Kind::Text("learned")),
    (Name::Objective, "Objective", Kind::Objectives),
    (Name::StyleTable, "StyleTable", Kind::Text("shipped")),
    (Name::Database, "Database", Kind::Text("")),
    (Name::Seed, "Seed", Kind::Spin { default: 1, min: 0, max: 4_294_967_295 }),
    (Name::SyzygyPath, "SyzygyPath", Kind::Text("")),
    (Name::ShowWdl, "UCI_ShowWDL", Kind::Check(false)),
];

const ADAPT: &str = "adapt";

/// An option with a checked value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// Mebibytes.
    Hash(usize),
    Threads(i64),
    Overhead(Millis),
    Clear,
    AnalyseMode(Switch),
    Opponent(String),
    Heuristic(String),
    Objective(Policy),
    StyleTable(String),
    Database(String),
    Seed(u64),
    /// Accepted because programs send it; changes nothing.
    WithoutEffect(&'static str),
    /// As the last, and nobody is surprised.
    Silent,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("there is no option '{0}': 'uci' lists them")]
    Unknown(String),
    #[error("option {name}: '{value}' is not {expected}; it keeps its value")]
    Value {
        name: &'static str,
        value: String,
        expected: String,
    },
}

/// Checks an option's value.
pub(super) fn read(name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
    let (option, name, kind) = OPTIONS
        .into_iter()
        .find(|(_, known, _)| known.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(shortened(name)))?;
    let text = match value.map(str::trim) {
        None | Some("<empty>") => "",
        Some(text) => text,
    };
    let wrong = |expected: String| OptionError::Value {
        name,
        value: shortened(text),
        expected,
    };
    Ok(match kind {
        Kind::Spin { min, max, .. } => {
            let number = text
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| wrong(format!("a whole number from {min} to {max}")))?;
            spin(option, number)
        }
        Kind::Check(_) => {
            let switch = match text {
                "true" => Switch::On,
                "false" => Switch::Off,
                _ => return Err(wrong("true or false".to_owned())),
            };
            match (option, switch) {
                (Name::AnalyseMode, switch) => Setting::AnalyseMode(switch),
                (Name::ShowWdl, Switch::On) => Setting::WithoutEffect(name),
                _ => Setting::Silent,
            }
        }
        Kind::Objectives => Setting::Objective(if text == ADAPT {
            Policy::Adapt
        } else {
            text.parse()
                .map(Policy::Fixed)
                .map_err(|_| wrong(format!("one of {}", objectives().join(", "))))?
        }),
        Kind::Button => Setting::Clear,
        Kind::Text(_) => text_setting(option, name, text),
    })
}

fn spin(option: Name, number: i64) -> Setting {
    match option {
        Name::Hash => Setting::Hash(usize::try_from(number).unwrap_or(1)),
        Name::Overhead => Setting::Overhead(Millis(number)),
        Name::Seed => Setting::Seed(u64::try_from(number).unwrap_or(0)),
        _ => Setting::Threads(number),
    }
}

fn text_setting(option: Name, name: &'static str, text: &str) -> Setting {
    match option {
        Name::Opponent => Setting::Opponent(text.to_owned()),
        Name::Heuristic => Setting::Heuristic(text.to_owned()),
        Name::StyleTable => Setting::StyleTable(text.to_owned()),
        Name::Database => Setting::Database(text.to_owned()),
        _ if text.is_empty() => Setting::Silent,
        _ => Setting::WithoutEffect(name),
    }
}

/// Foreign text as a message repeats it.
fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn objectives() -> Vec<&'static str> {
    std::iter::once(ADAPT)
        .chain(Objective::ALL.map(Objective::name))
        .collect()
}

/// The lines that declare the options.
pub(super) struct Declarations;

impl fmt::Display for Declarations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (_, name, kind)) in OPTIONS.into_iter().enumerate() {
            let line_break = if place == 0 { "" } else { "\n" };
            write!(f, "{line_break}option name {name} type ")?;
            match kind {
                Kind::Check(default) => write!(f, "check default {default}")?,
                Kind::Spin { default, min, max } => {
                    write!(f, "spin default {default} min {min} max {max}")?;
                }
                Kind::Text("") => f.write_str("string default <empty>")?,
                Kind::Text(default) => write!(f, "string default {default}")?,
                Kind::Button => f.write_str("button")?,
                Kind::Objectives => {
                    write!(f, "combo default {ADAPT}")?;
                    for objective in objectives() {
                        write!(f, " var {objective}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_default_is_accepted_and_out_of_range_is_refused() {
        for (_, name, kind) in OPTIONS {
            let default = match kind {
                Kind::Check(default) => default.to_string(),
                Kind::Spin { default, min, max } => {
                    assert!(read(name, Some(&(min - 1).to_string())).is_err());
                    assert!(read(name, Some(&(max + 1).to_string())).is_err());
                    default.to_string()
                }
                Kind::Text(default) => default.to_owned(),
                Kind::Button => String::new(),
                Kind::Objectives => ADAPT.to_owned(),
            };
            assert!(read(name, Some(&default)).is_ok(), "{name}");
        }
        assert_eq!(read("hash", Some("64")), Ok(Setting::Hash(64)));
        assert_eq!(
            read("Objective", Some("min-loss")),
            Ok(Setting::Objective(Policy::Fixed(Objective::MinLoss)))
        );
        assert_eq!(
            read("Hash", Some("lots")).expect_err("refused").to_string(),
            "option Hash: 'lots' is not a whole number from 1 to 65536; it keeps its value"
        );
    }

    #[test]
    fn the_declarations_follow_the_protocol() {
        let lines = Declarations.to_string();
        assert!(lines.contains("option name Move Overhead type spin default 30 min 0 max 10000\n"));
        assert!(
            lines.contains("option name Objective type combo default adapt var adapt var max-win")
        );
        assert!(lines.contains("option name Database type string default <empty>\n"));
        assert!(lines.contains("option name Clear Hash type button\n"));
    }

    proptest! {
        #[test]
        fn no_value_breaks_an_option(name in "\\PC{0,20}", value in "\\PC{0,40}", number: i128) {
            let _ = read(&name, Some(&value));
            for (_, known, _) in OPTIONS {
                let _ = read(known, Some(&value));
                let _ = read(known, Some(&number.to_string()));
                let _ = read(known, None);
            }
        }
    }
}
