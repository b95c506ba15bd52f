//! Recipes of experiments, as TOML files in which every key is checked.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::{ByColor, CastlingMode, Chess};

use crate::files;
use crate::heuristic::{Heuristic, Schema};
use crate::model::HeuristicSource;
use crate::model::Objective;
use crate::play::{AdjudicationThresholds, GameFraction, RandomOpenings};
use crate::search::SearchLimits;
use crate::selfplay::{self, ColourAssignment, Contender, OpeningSource};
use crate::units::Ply;

/// Maximum length of the database's and the matches' games in plies, as on the command line.
pub const MAX_PLIES: Ply = Ply(400);

/// A recipe of an experiment: the games, the sizes, and the measurement at each size.
#[derive(Clone, Debug)]
pub struct ExperimentRecipe {
    /// Name of the file without extension, also used for the outputs.
    pub name: String,
    /// Heading of the chart.
    pub title: String,
    /// Games that are learned from.
    pub database: DatabaseRecipe,
    /// Objective by which a heuristic is picked from the tables.
    pub objective: Objective,
    /// Numbers of first games to learn from, ascending.
    pub sizes: Vec<u32>,
    /// Measurement at each size.
    pub measure: ExperimentMeasure,
}

/// Settings of the games to learn from: the initial heuristic against random ones, each colour in half of the games
/// (Fernández 2005, ch. 6).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseRecipe {
    /// Seed of all random draws.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u64,
}

/// Measurement of the learned heuristic.
#[derive(Clone, Debug)]
pub enum ExperimentMeasure {
    /// Matches against random heuristics and against the initial one.
    Matches(MatchSeries),
    /// Value that the heuristic gives to one position.
    Position(Box<PositionMeasure>),
}

/// Settings of the matches at each size. All sizes have the same openings and random opponents, so that points differ
/// only by the learned heuristic.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSeries {
    /// Number of games of each match, even.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Seed of openings and random opponents.
    pub seed: u64,
    /// Results printed in the original, for comparison.
    #[serde(skip_serializing)]
    pub printed: Option<PrintedMatches>,
}

/// Printed results of matches against random heuristics.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedMatches {
    /// Source of the table.
    pub source: String,
    /// Database sizes, in games.
    pub sizes: Vec<u32>,
    /// Number of games won at each size.
    pub wins: Vec<u64>,
    /// Number of games lost at each size.
    pub losses: Vec<u64>,
    /// Number of games drawn at each size.
    pub draws: Vec<u64>,
}

/// Settings for measuring the value of a position, positive for Black as in the original.
#[derive(Clone, Debug)]
pub struct PositionMeasure {
    /// Position as written in the recipe.
    pub fen: String,
    /// Position, parsed.
    pub position: Chess,
    /// Seed of the random heuristics, one for each size.
    pub seed: u64,
    /// Values printed in the original, for comparison.
    pub printed: Option<PrintedValues>,
}

/// Printed values of a position, in centipawns, positive for Black.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedValues {
    /// Source of the table.
    pub source: String,
    /// Database sizes, in games.
    pub sizes: Vec<u32>,
    /// Value by the initial heuristic at each size.
    pub initial: Vec<i32>,
    /// Value by a random heuristic at each size.
    pub random: Vec<i32>,
    /// Value by the learned heuristic at each size.
    pub learned: Vec<i32>,
}

/// Reason why a recipe cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentRecipeError {
    /// The file cannot be read.
    #[error("{}: the recipe cannot be read ({source}); give the name of a TOML file", file.display())]
    Io {
        /// Path of the recipe.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The recipe is not valid TOML.
    #[error("{}: line {line}: {what}; compare with the recipes in training/", file.display())]
    Syntax {
        /// Path of the recipe.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Fault of the line.
        what: String,
    },
    /// A value is invalid.
    #[error("{}: {what}", file.display())]
    Value {
        /// Path of the recipe.
        file: PathBuf,
        /// Description of the fault, with the remedy.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExperimentFile {
    title: String,
    objective: Objective,
    sizes: Vec<u32>,
    database: DatabaseRecipe,
    matches: Option<MatchSeries>,
    position: Option<PositionFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    fen: String,
    seed: u64,
    printed: Option<PrintedValues>,
}

impl ExperimentRecipe {
    /// Reads a recipe from a file.
    ///
    /// # Errors
    ///
    /// [`ExperimentRecipeError`] for a file that cannot be read, an unknown key or an invalid value.
    pub fn read(file: &Path) -> Result<Self, ExperimentRecipeError> {
        let text = files::read_text(file).map_err(|source| ExperimentRecipeError::Io {
            file: file.to_owned(),
            source,
        })?;
        let name = file
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        Self::parse(file, &name.unwrap_or_default(), &text)
    }

    /// Reads a recipe that is part of the program.
    ///
    /// # Errors
    ///
    /// [`ExperimentRecipeError`] as for a file, which is then named like the recipe.
    pub fn built_in(name: &str, text: &str) -> Result<Self, ExperimentRecipeError> {
        Self::parse(Path::new(name), name, text)
    }

    fn parse(file: &Path, name: &str, text: &str) -> Result<Self, ExperimentRecipeError> {
        let read: ExperimentFile =
            files::from_toml(text).map_err(|fault| ExperimentRecipeError::Syntax {
                file: file.to_owned(),
                line: fault.line,
                what: fault.what,
            })?;
        let wrong = |what: String| ExperimentRecipeError::Value {
            file: file.to_owned(),
            what,
        };
        check_sizes(&read.sizes).map_err(wrong)?;
        if read.database.nodes == 0 {
            return Err(wrong(
                "database.nodes is 0; search at least one node".to_owned(),
            ));
        }
        let measure = match (read.matches, read.position) {
            (Some(matches), None) => ExperimentMeasure::Matches(checked(matches).map_err(wrong)?),
            (None, Some(position)) => {
                ExperimentMeasure::Position(Box::new(position.checked().map_err(wrong)?))
            }
            _ => {
                return Err(wrong(
                    "a recipe measures either [matches] or a [position]; give one of the two"
                        .to_owned(),
                ));
            }
        };
        Ok(Self {
            name: name.to_owned(),
            title: read.title,
            database: read.database,
            objective: read.objective,
            sizes: read.sizes,
            measure,
        })
    }

    /// Returns sixteen hexadecimal digits over everything that determines a point. The list of sizes, the title and
    /// the printed values are left out.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let measure = match &self.measure {
            ExperimentMeasure::Matches(matches) => toml::to_string(matches).unwrap_or_default(),
            ExperimentMeasure::Position(measure) => format!("{} {}", measure.fen, measure.seed),
        };
        for part in [
            self.database.recipe().settings().key().0.as_str(),
            self.objective.name(),
            measure.as_str(),
        ] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher
            .finalize()
            .to_hex()
            .as_str()
            .chars()
            .take(16)
            .collect()
    }
}

impl DatabaseRecipe {
    /// Returns the self-play run that fills the database.
    pub fn recipe(&self) -> selfplay::SelfplayRecipe {
        let contender = |name: &str, source| Contender {
            name: name.to_owned(),
            source,
        };
        selfplay::SelfplayRecipe {
            seed: self.seed,
            contenders: ByColor {
                white: contender("initial", HeuristicSource::fixed(Heuristic::initial())),
                black: contender("random", HeuristicSource::Random(Schema::classic())),
            },
            colours: ColourAssignment::Alternate,
            limits: SearchLimits::nodes(self.nodes),
            openings: OpeningSource::Random(RandomOpenings::default()),
            adjudication: Some(AdjudicationThresholds::default()),
            play_through: GameFraction::DEFAULT,
            max_plies: MAX_PLIES,
        }
    }
}

fn check_sizes(sizes: &[u32]) -> Result<(), String> {
    if sizes.is_empty() {
        return Err("sizes is empty; name at least one size of the database".to_owned());
    }
    match sizes
        .iter()
        .zip(sizes.iter().skip(1))
        .find(|(one, next)| one >= next)
    {
        Some((one, next)) => Err(format!("sizes has {next} behind {one}; let them rise")),
        None => Ok(()),
    }
}

fn checked(matches: MatchSeries) -> Result<MatchSeries, String> {
    if matches.games == 0 || !matches.games.is_multiple_of(2) {
        return Err(format!(
            "matches.games is {}; games come in pairs, so give an even number",
            matches.games
        ));
    }
    if matches.nodes == 0 {
        return Err("matches.nodes is 0; search at least one node".to_owned());
    }
    if let Some(printed) = &matches.printed {
        let length = printed.sizes.len();
        if [&printed.wins, &printed.losses, &printed.draws]
            .iter()
            .any(|row| row.len() != length)
        {
            return Err(
                "matches.printed has rows of different lengths; give a value for each size"
                    .to_owned(),
            );
        }
    }
    Ok(matches)
}

impl PositionFile {
    fn checked(self) -> Result<PositionMeasure, String> {
        let position: Chess = self
            .fen
            .parse::<Fen>()
            .map_err(|error| format!("position.fen '{}' is not a FEN ({error})", self.fen))?
            .into_position(CastlingMode::Standard)
            .map_err(|error| format!("position.fen '{}' cannot be played ({error})", self.fen))?;
        if let Some(printed) = &self.printed {
            let length = printed.sizes.len();
            if [&printed.initial, &printed.random, &printed.learned]
                .iter()
                .any(|row| row.len() != length)
            {
                return Err(
                    "position.printed has rows of different lengths; give a value for each size"
                        .to_owned(),
                );
            }
        }
        Ok(PositionMeasure {
            fen: self.fen,
            position,
            seed: self.seed,
            printed: self.printed,
        })
    }
}
