//! Recipes of experiments, as TOML files that are checked to the last key.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::{ByColor, CastlingMode, Chess};

use crate::heuristic::{Heuristic, Schema};
use crate::model::HeuristicSource;
use crate::model::Objective;
use crate::play::{AdjudicationThresholds, GameFraction, RandomOpenings};
use crate::search::SearchLimits;
use crate::selfplay::{self, ColourAssignment, Contender, OpeningSource};
use crate::units::Ply;

/// The longest game of the database and of matches, in plies; the same as on the command line.
pub const MAX_PLIES: Ply = Ply(400);

/// An experiment: which games, learned from how many of them, and what is measured.
#[derive(Clone, Debug)]
pub struct ExperimentRecipe {
    /// The file's name without its ending; outputs are called the same.
    pub name: String,
    /// The heading of the chart.
    pub title: String,
    /// The games that are learned from.
    pub database: DatabaseRecipe,
    /// What is picked from the tables.
    pub objective: Objective,
    /// From how many of the first games is learned, rising.
    pub sizes: Vec<u32>,
    /// What is measured at each size.
    pub measure: ExperimentMeasure,
}

/// The games that are learned from: the initial heuristic against random ones, each colour in half
/// of them (Fernández 2005, ch. 6).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseRecipe {
    /// The seed of every draw.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u64,
}

/// What is measured of the learned heuristic.
#[derive(Clone, Debug)]
pub enum ExperimentMeasure {
    /// Its matches against random heuristics and against the initial one.
    Matches(MatchSeries),
    /// The value that it gives one position.
    Position(Box<PositionMeasure>),
}

/// Matches at each size, all with the same openings and the same random opponents, so that points
/// differ by what was learned alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSeries {
    /// Games of each match, an even number.
    pub games: u32,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// The seed of openings and opponents.
    pub seed: u64,
    /// What the original printed, to stand beside.
    #[serde(skip_serializing)]
    pub printed: Option<PrintedMatches>,
}

/// A printed table of matches against random heuristics.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedMatches {
    /// Where it is printed.
    pub source: String,
    /// Sizes of its database.
    pub sizes: Vec<u32>,
    /// Games won at each size.
    pub wins: Vec<u64>,
    /// Games lost.
    pub losses: Vec<u64>,
    /// Games drawn.
    pub draws: Vec<u64>,
}

/// The value of a position, positive for Black as in the original.
#[derive(Clone, Debug)]
pub struct PositionMeasure {
    /// The position as it is written.
    pub fen: String,
    /// The position.
    pub position: Chess,
    /// The seed of the random heuristics, one for each size.
    pub seed: u64,
    /// What the original printed, to stand beside.
    pub printed: Option<PrintedValues>,
}

/// A printed table of values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedValues {
    /// Where it is printed.
    pub source: String,
    /// Sizes of its database.
    pub sizes: Vec<u32>,
    /// The initial heuristic's value at each size.
    pub initial: Vec<i32>,
    /// A random heuristic's.
    pub random: Vec<i32>,
    /// The learned heuristic's.
    pub learned: Vec<i32>,
}

/// Why a recipe cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentRecipeError {
    /// It cannot be read.
    #[error("{}: the recipe cannot be read ({source}); give the name of a TOML file", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The recipe cannot be read as TOML.
    #[error("{}: line {line}: {what}; compare with the recipes in training/", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// A value makes no experiment.
    #[error("{}: {what}", file.display())]
    Value {
        /// The file.
        file: PathBuf,
        /// What is wrong, with the remedy.
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
    /// Reads a recipe.
    ///
    /// # Errors
    ///
    /// [`ExperimentRecipeError`]: a file that cannot be read, an unknown key, a value that makes no sense.
    pub fn read(file: &Path) -> Result<Self, ExperimentRecipeError> {
        let text = fs::read_to_string(file).map_err(|source| ExperimentRecipeError::Io {
            file: file.to_owned(),
            source,
        })?;
        let name = file
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        Self::parse(file, &name.unwrap_or_default(), &text)
    }

    /// A recipe that is part of the program.
    ///
    /// # Errors
    ///
    /// [`ExperimentRecipeError`] as for one in a file, which is then called like the recipe.
    pub fn built_in(name: &str, text: &str) -> Result<Self, ExperimentRecipeError> {
        Self::parse(Path::new(name), name, text)
    }

    fn parse(file: &Path, name: &str, text: &str) -> Result<Self, ExperimentRecipeError> {
        let read: ExperimentFile = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            ExperimentRecipeError::Syntax {
                file: file.to_owned(),
                line: before.map_or(1, |before| 1 + before.matches('\n').count()),
                what: error.message().replace('\n', ", "),
            }
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

    /// Sixteen hexadecimal digits over all that decides a point, so not over the list of sizes,
    /// the title and what the original printed.
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
    /// The self-play run that fills it.
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
