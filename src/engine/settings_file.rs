//! A settings file: options, and weights of search and evaluation, in TOML.
//!
//! ```toml
//! [options]                # by the names that `uci` declares
//! Hash = 64
//! "Move Overhead" = 50
//!
//! [search]                 # for the moves of games
//! depth = 8                # plies at most
//! seconds = 60             # a move at most
//! stop-percent = 70        # of the time; after that no new depth begins
//! mate-moves = 2           # look for mates in so many moves first: its own, and those to avoid
//! mate-percent = 50        # of the time, at most, for that
//! without = ["null-move"]  # techniques of the search, as in `match`
//!
//! [evaluation]             # percent of what each term weighs
//! mobility = 120
//! space = 0
//!
//! [weights.all]            # single weights in centipawns; also [weights.opening] and so on
//! knight = 330
//! ```
//!
//! All entries are optional. An unknown name is an error.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::mate::LONGEST_MATE;
use super::tuning::{SearchTuning, Tuning};
use crate::files::{from_toml, read_whole};
use crate::heuristic::{Schema, Term};
use crate::phase::Phase;
use crate::search::{Technique, Techniques};
use crate::units::{Nodes, Ply};

/// The limit of weights, in centipawns, and of factors, in percent.
const LARGEST: i32 = 10_000;

/// The content of a settings file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Options with their values, as a protocol would set them.
    pub options: Vec<(String, String)>,
    /// Changes to search and evaluation.
    pub tuning: Tuning,
}

/// The error of a settings file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// An entry is unknown or has a wrong value.
    #[error("{}: {what}", file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// The fault, with its line if that is known.
        what: String,
    },
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SettingsToml {
    options: BTreeMap<String, toml::Value>,
    search: SearchToml,
    evaluation: BTreeMap<String, i32>,
    weights: BTreeMap<String, BTreeMap<String, i32>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct SearchToml {
    depth: Option<u16>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    stop_percent: Option<u32>,
    mate_moves: Option<u16>,
    mate_percent: Option<u32>,
    with: Vec<String>,
    without: Vec<String>,
}

impl SettingsFile {
    /// Reads a settings file.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] with the file and the fault in it.
    pub fn load(file: &Path) -> Result<Self, SettingsError> {
        let bytes = read_whole(file)?;
        Self::read(&String::from_utf8_lossy(&bytes)).map_err(|what| SettingsError::Content {
            file: file.to_owned(),
            what,
        })
    }

    /// Parses the text of a settings file.
    ///
    /// # Errors
    ///
    /// A sentence that names the fault.
    ///
    /// ```
    /// use bayeschess::engine::SettingsFile;
    /// let settings = SettingsFile::read("[evaluation]\nmobility = 120").unwrap();
    /// assert_eq!(settings.tuning.percents.len(), 1);
    /// assert!(SettingsFile::read("[evaluation]\nlooks = 120").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        let file: SettingsToml = from_toml(text).map_err(|fault| fault.to_string())?;
        let percents: Result<Vec<(Term, i32)>, String> = file
            .evaluation
            .into_iter()
            .map(|(name, percent)| {
                let term: Term = name.parse().map_err(|error| format!("{error}"))?;
                if percent < 0 {
                    return Err(format!("evaluation: {name} is {percent}, below 0 percent"));
                }
                Ok((term, bounded("evaluation", &name, percent)?))
            })
            .collect();
        Ok(Self {
            options: file
                .options
                .into_iter()
                .map(|(name, value)| (name, plain(value)))
                .collect(),
            tuning: Tuning {
                search: search(&file.search)?,
                percents: percents?,
                weights: weights(file.weights)?,
            },
        })
    }
}

fn search(read: &SearchToml) -> Result<SearchTuning, String> {
    let percent = |name: &str, value: Option<u32>| match value {
        Some(value) if value > 100 => Err(format!("search: {name} is {value}, above 100")),
        value => Ok(value),
    };
    let time = read
        .seconds
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| !time.is_zero())
                .ok_or_else(|| format!("search: {seconds} seconds is not a time"))
        })
        .transpose()?;
    if read.depth == Some(0) || read.nodes == Some(0) {
        return Err("search: depth and nodes are at least 1".to_owned());
    }
    let mate_moves = read.mate_moves.unwrap_or_default();
    if mate_moves > LONGEST_MATE {
        return Err(format!(
            "search: mate-moves is {mate_moves}, above {LONGEST_MATE}"
        ));
    }
    let named = |name: &String| -> Result<Technique, String> {
        name.parse().map_err(|error| format!("search: {error}"))
    };
    let mut techniques = Techniques::PLAYING;
    for name in &read.with {
        techniques = techniques.with(named(name)?);
    }
    for name in &read.without {
        techniques = techniques.without(named(name)?);
    }
    let default = SearchTuning::default();
    Ok(SearchTuning {
        depth: read.depth.map(|depth| Ply(depth.min(Ply::MAX.0))),
        time,
        nodes: read.nodes.map(Nodes),
        stop_percent: percent("stop-percent", read.stop_percent)?,
        mate_moves,
        mate_percent: percent("mate-percent", read.mate_percent)?.unwrap_or(default.mate_percent),
        techniques,
    })
}

/// Returns the weights that hold for all phases, then those of each phase, so that the latter win.
fn weights(
    mut read: BTreeMap<String, BTreeMap<String, i32>>,
) -> Result<Vec<(Option<Phase>, String, i32)>, String> {
    let mut weights = Vec::new();
    let mut take = |name: &str, phase: Option<Phase>| -> Result<(), String> {
        for (parameter, value) in read.remove(name).unwrap_or_default() {
            let known = Schema::all()
                .into_iter()
                .any(|schema| schema.position_of(&parameter).is_some());
            if !known {
                return Err(format!("weights: no family has a parameter '{parameter}'"));
            }
            let value = bounded("weights", &parameter, value)?;
            weights.push((phase, parameter, value));
        }
        Ok(())
    };
    take("all", None)?;
    for phase in Phase::ALL {
        take(phase.name(), Some(phase))?;
    }
    match read.keys().next() {
        None => Ok(weights),
        Some(name) => Err(format!(
            "weights: '{name}' is not a phase: expected all, opening, middlegame or endgame"
        )),
    }
}

fn bounded(part: &str, name: &str, value: i32) -> Result<i32, String> {
    if value.saturating_abs() > LARGEST {
        return Err(format!("{part}: {name} is {value}, beyond {LARGEST}"));
    }
    Ok(value)
}

/// Returns a value as a protocol would send it.
fn plain(value: toml::Value) -> String {
    match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_part_is_read() {
        let text = "[options]\nHash = 64\n\"Move Overhead\" = 50\nHeuristic = 'initial'\n\
            OwnBook = true\n[search]\ndepth = 8\nseconds = 1.5\nnodes = 1000\nstop-percent = 70\n\
            mate-moves = 2\nmate-percent = 0\nwithout = ['null-move']\nwith = ['mtd-f']\n\
            [evaluation]\nmobility = 120\n[weights.endgame]\nknight = 300\n[weights.all]\nknight = 1\n";
        let settings = SettingsFile::read(text).expect("readable");
        let option = |name: &str| {
            let found = settings.options.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.as_str())
        };
        assert_eq!(
            (option("Hash"), option("OwnBook")),
            (Some("64"), Some("true"))
        );
        assert_eq!(option("Heuristic"), Some("initial"));
        let search = settings.tuning.search;
        assert_eq!(search.time, Some(Duration::from_millis(1500)));
        assert_eq!((search.mate_moves, search.mate_percent), (2, 0));
        assert!(!search.techniques.has(Technique::NullMove));
        assert!(search.techniques.has(Technique::MtdF));
        assert_eq!(settings.tuning.percents, [(Term::Mobility, 120)]);
        let order: Vec<_> = settings
            .tuning
            .weights
            .iter()
            .map(|(p, _, v)| (*p, *v))
            .collect();
        assert_eq!(order, [(None, 1), (Some(Phase::Endgame), 300)]);
    }

    #[test]
    fn nothing_unknown_is_passed_over() {
        for (text, part) in [
            ("[serach]\n", "serach"),
            (
                "[search]\ndeep = 3\n",
                "line 2: there is no key 'deep'; there are ",
            ),
            (
                "[search]\nwithout = ['magic']\n",
                "'magic' is not a technique",
            ),
            ("[search]\nstop-percent = 700\n", "above 100"),
            ("[search]\nseconds = -1\n", "not a time"),
            ("[search]\ndepth = 0\n", "at least 1"),
            ("[search]\nnodes = 0\n", "at least 1"),
            ("[search]\nmate-moves = 99\n", "above 20"),
            ("[evaluation]\nspace = -1\n", "below 0"),
            ("[evaluation]\nlooks = 1\n", "'looks' is not a term"),
            ("[evaluation]\nspace = 100000\n", "beyond"),
            ("[weights.all]\nhorse = 1\n", "'horse'"),
            ("[weights.late]\nknight = 1\n", "'late' is not a phase"),
            ("[search\n", "line 1"),
        ] {
            let error = SettingsFile::read(text).expect_err(text);
            assert!(error.contains(part), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(SettingsFile::read(""), Ok(SettingsFile::default()));
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "\\PC*", like in "(\\[(search|weights\\.all|options)\\]\n([a-z-]{1,8} = -?[0-9.]{1,12}\n)*){0,3}") {
            let _ = SettingsFile::read(&text);
            let _ = SettingsFile::read(&like);
        }
    }
}
