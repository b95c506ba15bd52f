//! Opponents of a trial that are engines outside this program, as a file names them.

use std::path::Path;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::strength_band::StrengthBand;
use crate::arena::PlayerSpec;
use crate::arena::external::{EngineSpec, EngineStartError, EngineTimeouts, UciClient};
use crate::arena::player_spec::{PlayerSpecError, PlayerSpecKind};
use crate::cancel::CancelFlag;
use crate::files;
use crate::play::ThinkingLimits;

/// The greatest difference of strength that a file may name, in Elo.
const MOST_ELO: i32 = 2_000;

/// An engine with its options and limits, as players are written for `match`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EnginePlayer {
    /// As written.
    text: String,
    /// Program and options.
    pub spec: EngineSpec,
    /// Limits of each move, by nodes or depth.
    pub thinking: ThinkingLimits,
}

/// Reason why a player of a file cannot be an opponent.
#[derive(Debug, thiserror::Error)]
pub enum EnginePlayerError {
    /// It cannot be read.
    #[error(transparent)]
    Spec(#[from] PlayerSpecError),
    /// It is a heuristic of this program.
    #[error("'{0}' is not an engine; write \"uci:/path/to/engine;nodes=5000\"")]
    NoEngine(String),
    /// Its searches have no end, or one by time.
    #[error("'{0}' has no limit that can be repeated; add ;nodes=N or ;depth=N")]
    Limits(String),
}

impl TryFrom<String> for EnginePlayer {
    type Error = EnginePlayerError;

    fn try_from(text: String) -> Result<Self, EnginePlayerError> {
        let player: PlayerSpec = text.parse()?;
        let PlayerSpecKind::Engine(spec) = player.kind else {
            return Err(EnginePlayerError::NoEngine(text));
        };
        let thinking = player.thinking;
        if !thinking.is_bounded() || !thinking.is_repeatable() {
            return Err(EnginePlayerError::Limits(text));
        }
        Ok(Self {
            text,
            spec,
            thinking,
        })
    }
}

impl From<EnginePlayer> for String {
    fn from(player: EnginePlayer) -> Self {
        player.text
    }
}

impl std::fmt::Display for EnginePlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// One kind of opponent: a player of each fold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineOpponent {
    /// Its name in reports.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// Its intended strength, in Elo above ours.
    #[serde(default, deserialize_with = "elo")]
    pub elo: i32,
    /// The player on which policies are chosen.
    pub choosing: EnginePlayer,
    /// The player on which they are tested.
    pub testing: EnginePlayer,
}

fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let is_short = (1..=60).contains(&name.chars().count());
    if !is_short || name.trim().is_empty() || name.chars().any(char::is_control) {
        let what = "a name has 1 to 60 letters, and no control characters";
        return Err(D::Error::custom(what));
    }
    Ok(name)
}

fn elo<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    let elo = i32::deserialize(from)?;
    if elo.abs() > MOST_ELO {
        let what = format!("elo is the strength above ours, from -{MOST_ELO} to {MOST_ELO}");
        return Err(D::Error::custom(what));
    }
    Ok(elo)
}

/// A file of opponents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpponentFile {
    opponents: Vec<EngineOpponent>,
}

/// Reason why a file of opponents cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpponentFileError {
    /// It cannot be read.
    #[error("{file}: the opponents cannot be read ({source}); give the name of a TOML file")]
    Read {
        /// The file.
        file: String,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A line is not valid.
    #[error("{file}: line {line}: {what}")]
    Line {
        /// The file.
        file: String,
        /// Line number, from 1.
        line: usize,
        /// Fault of the line.
        what: String,
    },
    /// The opponents do not make a trial.
    #[error("{file}: {what}")]
    Opponents {
        /// The file.
        file: String,
        /// What they lack.
        what: String,
    },
    /// An engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineStartError),
}

/// Reads a file of opponents, and starts each engine once, so that a wrong option is told before the games.
///
/// # Errors
///
/// [`OpponentFileError`].
pub fn read_opponents(file: &Path) -> Result<Vec<EngineOpponent>, OpponentFileError> {
    let opponents = parse(file)?;
    let never = CancelFlag::new();
    for opponent in &opponents {
        for player in [&opponent.choosing, &opponent.testing] {
            UciClient::start(&player.spec, EngineTimeouts::default(), &never)?;
        }
    }
    Ok(opponents)
}

fn parse(file: &Path) -> Result<Vec<EngineOpponent>, OpponentFileError> {
    let name = || file.display().to_string();
    let text = files::read_text(file).map_err(|source| OpponentFileError::Read {
        file: name(),
        source,
    })?;
    let read: OpponentFile = files::from_toml(&text).map_err(|fault| OpponentFileError::Line {
        file: name(),
        line: fault.line,
        what: fault.what,
    })?;
    if let Some(what) = fault(&read.opponents) {
        return Err(OpponentFileError::Opponents { file: name(), what });
    }
    Ok(read.opponents)
}

/// Returns what opponents lack for a trial.
fn fault(opponents: &[EngineOpponent]) -> Option<String> {
    if opponents.is_empty() {
        return Some("the file names no opponents; name each as [[opponents]]".to_owned());
    }
    for (place, opponent) in opponents.iter().enumerate() {
        let name = &opponent.name;
        if opponents[..place].iter().any(|other| other.name == *name) {
            return Some(format!("two opponents are called '{name}'"));
        }
        let band = StrengthBand::of(opponent.elo);
        let of_band = |other: &&EngineOpponent| StrengthBand::of(other.elo) == band;
        if opponents.iter().filter(of_band).count() < 2 {
            return Some(format!(
                "'{name}' is the only opponent of its strength ({}); the placebo needs another one",
                band.name()
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<EngineOpponent>, OpponentFileError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("opponents.toml");
        std::fs::write(&file, text).expect("written");
        parse(&file)
    }

    fn opponent(name: &str, elo: i32, choosing: &str) -> String {
        format!(
            "[[opponents]]\nname = \"{name}\"\nelo = {elo}\nchoosing = \"{choosing}\"\ntesting = \
             \"uci:true;depth=2\"\n"
        )
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let good = opponent("one", 0, "uci:true;nodes=5");
        for (text, said) in [
            (
                opponent("one", 0, "initial"),
                "line 4: 'initial' is not an engine",
            ),
            (
                opponent("one", 0, "uci:true"),
                "line 4: 'uci:true' has no limit",
            ),
            (
                opponent("one", 0, "uci:true;nodes=5;tc=1+1"),
                "has no limit that can be repeated",
            ),
            (opponent("", 0, "uci:true;nodes=5"), "line 2: a name has"),
            (
                opponent("a\\u001bb", 0, "uci:true;nodes=5"),
                "line 2: a name has",
            ),
            (opponent("one", 9999, "uci:true;nodes=5"), "line 3: elo is"),
            (
                format!("{good}pace = 3\n"),
                "line 6: there is no key 'pace'",
            ),
            (
                good.clone(),
                "'one' is the only opponent of its strength (near)",
            ),
            (format!("{good}{good}"), "two opponents are called 'one'"),
            ("opponents = []".to_owned(), "the file names no opponents"),
        ] {
            let error = read(&text).expect_err(&text).to_string();
            assert!(error.contains(said), "{error}\nnot: {said}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn opponents_are_written_as_they_were_read() {
        let two = opponent("two", 5, "uci:true x;Hash=4;nodes=7");
        let read = read(&format!("{}{two}", opponent("one", 0, "uci:true;nodes=5"))).expect("good");
        assert_eq!(read[1].choosing.thinking.nodes, Some(7));
        let json = serde_json::to_value(&read).expect("JSON");
        assert_eq!(json[1]["choosing"], "uci:true x;Hash=4;nodes=7");
        let again: Vec<EngineOpponent> = serde_json::from_value(json).expect("as written");
        assert_eq!(again, read);
    }
}
