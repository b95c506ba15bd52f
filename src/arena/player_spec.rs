//! The notation in which users specify a player: a heuristic or `uci:` and a command line, then settings between
//! semicolons.
//!
//! `initial`, `learned:max-win;nodes=400`, `uci:./engine --flag;Threads=1;tc=6+0.05;name=old`. The settings `tc`,
//! `movetime`, `nodes`, `depth` and `name` are the arena's; `option.tc=…` reaches an engine's own option of such a
//! name. Any of the first four replaces the limits of the match.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::external::EngineSpec;
use super::external::spec::{EngineSpecError, PREFIX, SpecParts};
use crate::files;
use crate::model::HeuristicSpec;
use crate::play::time_control::{ThinkingLimits, TimeControlError};
use crate::search::techniques::UnknownTechnique;
use crate::search::{
    MOST_CONTEMPT, MOST_HASH, MOST_THREADS, SearchSettings, TableSize, Techniques,
};
use crate::units::Centipawns;

/// A player as the user specified it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    text: String,
    /// The player itself: a heuristic or an external engine.
    pub kind: PlayerSpecKind,
    /// Name to show, `None` if the player is named after its heuristic or program.
    pub name: Option<String>,
    /// Limits of its thinking; unbounded unless specified.
    pub thinking: ThinkingLimits,
    /// Transposition table size in mebibytes; for heuristics of this process only.
    pub hash: Option<u32>,
    /// Number of search threads; for heuristics of this process only.
    pub threads: Option<u16>,
    /// Search techniques in use; for heuristics of this process only.
    pub techniques: Techniques,
    /// Contempt in centipawns, positive to avoid draws; for heuristics of this process only.
    pub contempt: Centipawns,
    /// Bonus for its side in every evaluation, for a player of this program.
    pub side_bonus: Centipawns,
}

/// The player as specified: a heuristic or an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpecKind {
    /// A heuristic in this process.
    Heuristic(HeuristicSpec),
    /// An external engine.
    Engine(EngineSpec),
}

/// Reason why a player's specification cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerSpecError {
    /// The quotes, the command line or a setting cannot be read.
    #[error(transparent)]
    Words(#[from] EngineSpecError),
    /// The heuristic is unknown or cannot be read.
    #[error("{0}; an engine is written uci:/path/to/engine")]
    Heuristic(String),
    /// A program is named as if it were a heuristic.
    #[error("did you mean \"uci:{program}\"? {what}")]
    Program {
        /// The player as written.
        program: String,
        /// What is wrong with it as a heuristic.
        what: String,
    },
    /// The time control cannot be read.
    #[error(transparent)]
    Control(#[from] TimeControlError),
    /// Another setting has a value out of range.
    #[error("'{name}={value}' is not {expected}")]
    Setting {
        /// Name of the setting.
        name: String,
        /// Value as written.
        value: String,
        /// Description of the values that are allowed.
        expected: String,
    },
    /// The setting does not exist for a heuristic.
    #[error(
        "a heuristic has no setting '{0}'; it has tc, movetime, nodes, depth, name, Hash, Threads, \
         Contempt, SideBonus and techniques"
    )]
    Unknown(String),
    /// A search technique is unknown.
    #[error(transparent)]
    Technique(#[from] UnknownTechnique),
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let bare = text.trim_start().trim_start_matches(['"', '\'']);
        let parts = if text.contains(';') || bare.starts_with(PREFIX) {
            SpecParts::read(text)?
        } else {
            // A text without settings is taken whole, since the file of a table may have any name.
            SpecParts {
                words: vec![text.to_owned()],
                settings: Vec::new(),
            }
        };
        let is_engine = parts.words.iter().any(|word| word.starts_with(PREFIX));
        let mut spec = Self {
            text: text.to_owned(),
            kind: PlayerSpecKind::Heuristic(HeuristicSpec::Initial),
            name: None,
            thinking: ThinkingLimits::default(),
            hash: None,
            threads: None,
            techniques: Techniques::PLAYING,
            contempt: Centipawns::ZERO,
            side_bonus: Centipawns::ZERO,
        };
        let mut options = Vec::new();
        for (name, value) in parts.settings {
            if spec.take(&name, value.as_deref())? {
                continue;
            }
            if !is_engine {
                spec.take_of_search(&name, value.as_deref().unwrap_or_default())?;
                continue;
            }
            let name = name
                .strip_prefix("option.")
                .map_or(name.clone(), str::to_owned);
            options.push((name, value));
        }
        spec.kind = if is_engine {
            PlayerSpecKind::Engine(EngineSpec::new(text, &parts.words, options)?)
        } else {
            let heuristic = parts.words.join(" ");
            PlayerSpecKind::Heuristic(heuristic.parse().map_err(|error| {
                let what = format!("{error}");
                if files::is_program(Path::new(&heuristic)) {
                    let program = text.to_owned();
                    PlayerSpecError::Program { program, what }
                } else {
                    PlayerSpecError::Heuristic(what)
                }
            })?)
        };
        Ok(spec)
    }
}

/// Parses a number of `unit` within bounds.
fn within<N: FromStr + PartialOrd + fmt::Display>(
    name: &str,
    value: &str,
    bounds: std::ops::RangeInclusive<N>,
    unit: &str,
) -> Result<N, PlayerSpecError> {
    value
        .parse()
        .ok()
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| PlayerSpecError::Setting {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: format!(
                "a number of {unit} from {} to {}",
                bounds.start(),
                bounds.end()
            ),
        })
}

/// A contempt in centipawns.
fn contempt(name: &str, value: &str) -> Result<Centipawns, PlayerSpecError> {
    let most = MOST_CONTEMPT.0;
    within(name, value, -most..=most, "centipawns").map(Centipawns)
}

impl PlayerSpec {
    /// Returns the file of the table, if the user named one.
    pub fn file(&self) -> Option<&Path> {
        match &self.kind {
            PlayerSpecKind::Heuristic(spec) => spec.file(),
            PlayerSpecKind::Engine(_) => None,
        }
    }

    /// Applies a setting of the arena; returns false if `name` is none of them.
    fn take(&mut self, name: &str, value: Option<&str>) -> Result<bool, PlayerSpecError> {
        let value = value.unwrap_or_default().trim();
        let wrong = |expected: &str| PlayerSpecError::Setting {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        let count = |expected| {
            let number: Option<u64> = value.parse().ok();
            number
                .filter(|&number| number > 0)
                .ok_or_else(|| wrong(expected))
        };
        match name {
            "tc" => self.thinking.clock = Some(value.parse()?),
            "movetime" => {
                let milliseconds = count("a number of milliseconds")?;
                self.thinking.move_time = Some(Duration::from_millis(milliseconds));
            }
            "nodes" => self.thinking.nodes = Some(count("a number of nodes")?),
            "depth" => {
                let depth = u16::try_from(count("a depth from 1 to 127")?).ok();
                let depth = depth.filter(|depth| *depth <= 127);
                self.thinking.depth = Some(depth.ok_or_else(|| wrong("a depth from 1 to 127"))?);
            }
            "name" if value.is_empty() => return Err(wrong("a name")),
            "name" => self.name = Some(value.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Applies a setting of the search in this program.
    fn take_of_search(&mut self, name: &str, value: &str) -> Result<(), PlayerSpecError> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = Some(within(name, value, 1..=MOST_HASH, "mebibytes")?);
            }
            "threads" => {
                self.threads = Some(within(name, value, 1..=MOST_THREADS, "threads")?);
            }
            "contempt" => self.contempt = contempt(name, value)?,
            "sidebonus" => self.side_bonus = contempt(name, value)?,
            "techniques" => self.techniques = value.parse()?,
            _ => return Err(PlayerSpecError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    /// Returns its own limits, or `usual`, those of the match, if it has none.
    pub const fn thinking_or(&self, usual: ThinkingLimits) -> ThinkingLimits {
        if self.thinking.is_bounded() {
            self.thinking
        } else {
            usual
        }
    }

    /// Returns the search settings of a player of this program. Unless the specification sets it, the table has the
    /// usual size by the clock, and fits the processor's cache by nodes or depth.
    pub fn settings(&self, thinking: &ThinkingLimits) -> SearchSettings {
        let table = match self.hash {
            Some(size) => TableSize::mebibytes(size),
            None if thinking.is_repeatable() => TableSize::SMALL,
            None => TableSize::DEFAULT,
        };
        SearchSettings {
            table,
            techniques: self.techniques,
            threads: usize::from(self.threads.unwrap_or(1)),
            contempt: self.contempt,
            side_bonus: self.side_bonus,
        }
    }
}

/// Writes the specification as the user gave it.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().expect(text)
    }

    #[test]
    fn a_program_without_its_prefix_is_told_how_to_be_named() {
        let program = std::env::current_exe().expect("this program");
        let named = format!("{};nodes=4", program.display());
        let error = named.parse::<PlayerSpec>().expect_err("no heuristic");
        let said = error.to_string();
        assert!(
            said.starts_with(&format!("did you mean \"uci:{named}\"? ")),
            "{said}"
        );
        let missing = "./no-such-engine".parse::<PlayerSpec>();
        let said = missing.expect_err("no heuristic").to_string();
        assert!(!said.contains("did you mean"), "{said}");
    }

    #[test]
    fn heuristics_and_engines_are_told_apart() {
        assert_eq!(
            spec("initial").kind,
            PlayerSpecKind::Heuristic(HeuristicSpec::Initial)
        );
        let table = spec("my tables/a.csv:max-win;nodes=70;Hash=4;name=mine");
        assert_eq!((table.thinking.nodes, table.hash), (Some(70), Some(4)));
        assert_eq!(table.name.as_deref(), Some("mine"));
        assert_eq!(spec("initial;Contempt=-20").contempt, Centipawns(-20));
        assert_eq!(spec("initial;SideBonus=40").side_bonus, Centipawns(40));
        let engine = spec("uci:./x -a;tc=6+0.05;option.nodes=3;Hash=64");
        let PlayerSpecKind::Engine(program) = &engine.kind else {
            panic!("no engine");
        };
        assert_eq!(program.to_string(), "uci:./x -a;nodes=3;Hash=64");
        assert_eq!(engine.thinking.to_string(), "6+0.05 s");
        assert!(matches!(
            spec("'uci:/my dir/x'").kind,
            PlayerSpecKind::Engine(_)
        ));
    }

    #[test]
    fn its_own_thinking_replaces_the_usual() {
        let usual = ThinkingLimits {
            nodes: Some(200),
            ..ThinkingLimits::default()
        };
        assert_eq!(spec("initial").thinking_or(usual), usual);
        let own = spec("initial;depth=3").thinking_or(usual);
        assert_eq!((own.nodes, own.depth), (None, Some(3)));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, word) in [
            ("randon", "randon"),
            ("initial;Ponder=true", "Ponder"),
            ("initial;Threads=0", "Threads=0"),
            ("initial;techniques=-magic", "magic"),
            ("initial;Hash=0", "Hash=0"),
            ("initial;Contempt=301", "-300 to 300"),
            ("initial;SideBonus=-301", "-300 to 300"),
            ("initial;nodes=0", "nodes=0"),
            ("initial;depth=128", "1 to 127"),
            ("uci:x;tc=abc", "abc"),
            ("uci:x;name=", "a name"),
            ("uci:'x", "quote"),
            ("./engine", "uci:/path/to/engine"),
        ] {
            let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
            assert!(error.contains(word), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "(uci:)?[a-z/:;='\" .]{0,24}", settings in "(;(tc|nodes|depth|Hash|name|x)=[0-9a-z+/.-]{0,6}){0,3}") {
            let _ = text.parse::<PlayerSpec>();
            let _ = format!("{text}{settings}").parse::<PlayerSpec>();
        }
    }
}
