//! Recipes of tunings, as TOML files in which every key is checked.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use super::super::recipe::{MAX_PLIES, line_of};
use super::error::TuneError;
use super::foreign_keys::foreign_key;
use super::method::{SpsaSettings, TuneMethod};
use crate::arena::PlayerSpec;
use crate::arena::external::EngineSpec;
use crate::arena::player_spec::{PlayerSpecError, PlayerSpecKind};
use crate::files;
use crate::play::score_adjudication::{ScoreRuleError, ScoreRules};
use crate::play::time_control::{ThinkingLimits, TimeControl};

/// A recipe of a tuning: the engine, its options, and the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneRecipe {
    /// The engine with fixed options: `uci:./engine;Threads=1`.
    pub engine: String,
    /// How it learns from its games.
    #[serde(default)]
    pub method: TuneMethod,
    /// Number of games in which the values of options are drawn at random, even.
    pub games: u32,
    /// Number of games of the best values against the engine's own, even; 0 for none.
    #[serde(default = "TuneRecipe::usual_validation")]
    pub validation_games: u32,
    /// Seed of all random draws.
    #[serde(default = "TuneRecipe::usual_seed")]
    pub seed: u64,
    /// Number of pairs in each step of SPSA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs_per_step: Option<u32>,
    /// Rate of SPSA's last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Maximum number of nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Maximum depth of a search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u16>,
    /// Time for each move in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Time control in seconds, such as `"1+0.01"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<String>,
    /// Openings: `random`, `shipped`, or an EPD, FEN or PGN file.
    #[serde(default = "TuneRecipe::usual_openings")]
    pub openings: String,
    /// True if decided games are ended by material count.
    #[serde(default)]
    pub adjudicate: bool,
    /// When a game is lost by both players' scores: `"MOVES,CENTIPAWNS"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<String>,
    /// When a game is drawn by both players' scores: `"FROM_MOVE,MOVES,CENTIPAWNS"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
    /// Milliseconds that a move may take beyond its clock.
    #[serde(default)]
    pub time_margin: u64,
    /// Length of a game in plies, opening included, at which it is drawn.
    #[serde(default = "TuneRecipe::usual_plies")]
    pub max_plies: u16,
    /// Options to be tuned by their names, with their values.
    #[serde(default)]
    pub options: BTreeMap<String, OptionRange>,
}

/// The values that are tried of one option; without any key what the engine declares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptionRange {
    /// Least value of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i64>,
    /// Greatest value of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i64>,
    /// Number of values of a number, evenly spaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// The values themselves, in place of a range.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "texts")]
    pub values: Vec<String>,
    /// The value to be compared with; by default the engine's own.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub start: Option<String>,
}

/// A value of an option as users write it.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a value is a whole number, true, false or a text in quotes"
)]
enum Written {
    Number(i64),
    Truth(bool),
    Text(String),
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        match written {
            Written::Number(number) => number.to_string(),
            Written::Truth(truth) => truth.to_string(),
            Written::Text(text) => text,
        }
    }
}

fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let written = Vec::<Written>::deserialize(from)?;
    Ok(written.into_iter().map(String::from).collect())
}

fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Written::deserialize(from).map(|written| Some(written.into()))
}

impl TuneRecipe {
    const fn usual_validation() -> u32 {
        1000
    }

    const fn usual_seed() -> u64 {
        1
    }

    const fn usual_plies() -> u16 {
        MAX_PLIES.0
    }

    fn usual_openings() -> String {
        "random".to_owned()
    }

    /// Returns a recipe to begin with for an engine, written as for `match`: usual games, no option yet.
    pub fn first(engine: &str) -> Self {
        Self {
            engine: engine.to_owned(),
            method: TuneMethod::default(),
            games: 20_000,
            validation_games: Self::usual_validation(),
            seed: Self::usual_seed(),
            pairs_per_step: None,
            rate: None,
            nodes: Some(5_000),
            depth: None,
            movetime: None,
            tc: None,
            openings: Self::usual_openings(),
            adjudicate: false,
            resign: None,
            draw: None,
            time_margin: 0,
            max_plies: Self::usual_plies(),
            options: BTreeMap::new(),
        }
    }

    /// Reads a recipe from a file.
    ///
    /// # Errors
    ///
    /// [`TuneError::Read`] for a file that cannot be read; [`TuneError::Recipe`] with its line for an unknown key or an
    /// invalid value.
    pub fn read(file: &Path) -> Result<Self, TuneError> {
        let text = files::read_text(file).map_err(|source| TuneError::Read {
            file: file.to_owned(),
            source,
        })?;
        let keys: Option<toml::Table> = toml::from_str(&text).ok();
        if let Some((key, advice)) = keys.as_ref().and_then(foreign_key) {
            let last = key.rsplit('.').next().unwrap_or(&key);
            let what = format!("there is no key '{last}'; {advice}");
            return Err(Self::fault_at(file, &key, what));
        }
        let recipe: Self = files::from_toml(&text).map_err(|fault| TuneError::Recipe {
            file: file.to_owned(),
            line: fault.line,
            what: advice_on_quotes(&text, fault.line).unwrap_or(fault.what),
        })?;
        match recipe.fault() {
            None => Ok(recipe),
            Some((key, what)) => Err(Self::fault_at(file, key, what)),
        }
    }

    /// Returns the recipe as TOML.
    pub fn canonical(&self) -> String {
        // Strings, numbers and tables of them can always be written as TOML.
        toml::to_string(self).unwrap_or_default()
    }

    /// Returns the error for a fault of a key; the key includes the names of the tables around it.
    pub fn fault_at(file: &Path, key: &str, what: String) -> TuneError {
        TuneError::Recipe {
            file: file.to_owned(),
            line: line_of(&files::read_text(file).unwrap_or_default(), key),
            what,
        }
    }

    /// Returns the first invalid key with the description of its fault.
    ///
    /// The values of options are not looked at: the engine alone knows what it takes.
    pub fn fault(&self) -> Option<(&'static str, String)> {
        if self.options.is_empty() {
            return Some((
                "options",
                "there is no option to tune; name one as [options.\"NAME\"]".to_owned(),
            ));
        }
        for (key, games) in [
            ("games", self.games),
            ("validation_games", self.validation_games),
        ] {
            if !games.is_multiple_of(2) || key == "games" && games == 0 {
                return Some((
                    key,
                    format!("{key} = {games}: games come in pairs; give an even number"),
                ));
            }
        }
        let of_method = self.method.fault(self.pairs_per_step, self.rate);
        if let Some(fault) = of_method.or_else(|| self.fault_of_limits()) {
            return Some(fault);
        }
        if let Err(fault) = self.read_score_rules() {
            return Some(fault);
        }
        self.player().err().map(|what| ("engine", what))
    }

    /// Returns the first key of the limits of a move that is out of range or contradicts another.
    fn fault_of_limits(&self) -> Option<(&'static str, String)> {
        let limits = [
            ("nodes", self.nodes == Some(0)),
            (
                "depth",
                self.depth.is_some_and(|depth| !(1..=127).contains(&depth)),
            ),
            ("movetime", self.movetime == Some(0)),
            ("max_plies", self.max_plies == 0),
        ];
        if let Some((key, _)) = limits.into_iter().find(|(_, is_wrong)| *is_wrong) {
            return Some((
                key,
                format!("{key} is out of range; give a positive number"),
            ));
        }
        if let Err(what) = self.clock() {
            return Some(("tc", what));
        }
        let is_timed = self.movetime.is_some() || self.tc.is_some();
        if self.movetime.is_some() && self.tc.is_some() {
            let what = "movetime and tc contradict each other; give one of them";
            return Some(("movetime", what.to_owned()));
        }
        if self.time_margin > 0 && !is_timed {
            let what = "time_margin needs a clock: give tc or movetime, too, or leave it out";
            return Some(("time_margin", what.to_owned()));
        }
        if !is_timed && self.nodes.is_none() && self.depth.is_none() {
            let what = "no limit of a search: give nodes, depth, movetime or tc";
            return Some(("engine", what.to_owned()));
        }
        None
    }

    fn clock(&self) -> Result<Option<TimeControl>, String> {
        let clock = self.tc.as_deref().map(str::parse).transpose();
        clock.map_err(|error: crate::play::time_control::TimeControlError| error.to_string())
    }

    fn read_score_rules(&self) -> Result<ScoreRules, (&'static str, String)> {
        fn rule<T: FromStr<Err = ScoreRuleError>>(
            key: &'static str,
            text: Option<&String>,
        ) -> Result<Option<T>, (&'static str, String)> {
            let rule = text.map(|text| text.parse()).transpose();
            rule.map_err(|error: ScoreRuleError| (key, error.to_string()))
        }
        Ok(ScoreRules {
            resign: rule("resign", self.resign.as_ref())?,
            draw: rule("draw", self.draw.as_ref())?,
        })
    }

    /// Returns the rules by which the players' scores end games.
    pub fn score_rules(&self) -> ScoreRules {
        self.read_score_rules().unwrap_or_default()
    }

    /// Returns the settings of SPSA; `None` for another method.
    pub fn spsa(&self) -> Option<SpsaSettings> {
        let of_spsa = || SpsaSettings::of(self.games, self.pairs_per_step, self.rate);
        (self.method == TuneMethod::Spsa).then(of_spsa)
    }

    /// Returns the limits of each move.
    pub fn thinking(&self) -> ThinkingLimits {
        ThinkingLimits {
            clock: self.clock().unwrap_or_default(),
            move_time: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// Returns the engine of the recipe, and the name that it is to have, if one is given.
    ///
    /// # Errors
    ///
    /// A sentence if it is not an external engine, cannot be read, or has limits that the recipe does not use.
    pub fn player(&self) -> Result<(EngineSpec, Option<String>), String> {
        let player: Result<PlayerSpec, PlayerSpecError> = self.engine.parse();
        let player = player.map_err(|error| error.to_string())?;
        if player.thinking.is_bounded() {
            return Err(format!(
                "'{}' has a limit behind the engine, where it has no effect; give nodes, depth, movetime or tc as a key",
                self.engine
            ));
        }
        match player.kind {
            PlayerSpecKind::Engine(spec) => Ok((spec, player.name)),
            PlayerSpecKind::Heuristic(_) => Err(format!(
                "'{}' is no external engine; write uci:/path/to/engine, such as \"uci:bayeschess uci\"",
                self.engine
            )),
        }
    }
}

/// Returns advice if the line is the heading of an option whose name TOML does not take without quotes.
fn advice_on_quotes(text: &str, line: usize) -> Option<String> {
    let heading = text.lines().nth(line.checked_sub(1)?)?.trim();
    let name = heading.strip_prefix("[options.")?.split(']').next()?.trim();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let is_quoted = name.starts_with(['"', '\'']);
    let needs_quotes = !is_quoted && !name.chars().all(is_plain);
    needs_quotes.then(|| format!("this option's name needs quotes: [options.\"{name}\"]"))
}
