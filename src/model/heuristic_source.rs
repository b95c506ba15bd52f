//! The source of a player's heuristic: fixed weights, a learned table, or levels drawn for each game.

use std::sync::Arc;

use super::objective::PickTarget;
use super::table::HeuristicTable;
use crate::heuristic::{DesignedLevels, Heuristic, Schema};

/// The description of random levels; a family other than classic precedes it.
const RANDOM: &str = "random";

/// The beginning of the description of designed levels.
const DESIGNED: &str = "designed around";

/// How the levels of a source are drawn, read from its description in the settings of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelDraw {
    /// No levels of its own are drawn.
    Nothing,
    /// Each level of a family uniformly.
    Uniform,
    /// Levels by a design, around the heuristic of a training.
    Designed,
}

impl LevelDraw {
    /// Reads the draw from a [`HeuristicSource::description`], also of older versions.
    pub fn of_description(text: &str) -> Self {
        let random = text == RANDOM
            || text
                .strip_suffix(RANDOM)
                .is_some_and(|family| family.ends_with(':'));
        if random {
            Self::Uniform
        } else if text.starts_with(DESIGNED) {
            Self::Designed
        } else {
            Self::Nothing
        }
    }
}

/// The source of a player's heuristic.
///
/// Users name one by a [`HeuristicSpec`](super::HeuristicSpec), which [loads](super::HeuristicSpec::load) it.
/// Matches, self-play and the engine play by it.
#[derive(Clone, Debug)]
pub enum HeuristicSource {
    /// The same weights in every game.
    Fixed(Box<Heuristic>),
    /// A learned table, which holds a heuristic for each objective.
    Table {
        /// The table.
        table: Box<HeuristicTable>,
        /// What is picked from the table while nothing adapts to the opponent.
        target: PickTarget,
    },
    /// Levels of a family drawn uniformly for every game and phase (Fernández 2005, §4.3.1).
    Random(&'static Schema),
    /// Levels drawn by a design, the same for both games of a pair.
    Designed(Arc<DesignedLevels>),
    /// The levels that the other side draws by a design, mirrored about the middle level.
    Opposed,
}

impl HeuristicSource {
    /// Returns the source of one heuristic for every game.
    pub fn fixed(heuristic: Heuristic) -> Self {
        Self::Fixed(Box::new(heuristic))
    }

    /// Returns the heuristic for every game; `None` if levels are drawn.
    pub fn heuristic(&self) -> Option<Heuristic> {
        match self {
            Self::Fixed(heuristic) => Some((**heuristic).clone()),
            Self::Table { table, target } => Some(table.pick(*target)),
            Self::Random(_) | Self::Designed(_) | Self::Opposed => None,
        }
    }

    /// Returns the heuristic before any game: the fixed one, or a stand-in until levels are drawn.
    pub fn initial(&self) -> Heuristic {
        match self {
            Self::Fixed(heuristic) => (**heuristic).clone(),
            Self::Table { table, target } => table.pick(*target),
            Self::Designed(designed) => designed.values.centre(),
            Self::Random(_) | Self::Opposed => Heuristic::initial(),
        }
    }

    /// Returns the family of the heuristics; `None` for [`Opposed`](Self::Opposed), whose family the other side
    /// decides.
    pub fn schema(&self) -> Option<&'static Schema> {
        match self {
            Self::Fixed(heuristic) => Some(heuristic.schema()),
            Self::Table { table, .. } => Some(table.schema()),
            Self::Random(schema) => Some(schema),
            Self::Designed(designed) => Some(designed.values.schema()),
            Self::Opposed => None,
        }
    }

    /// Returns the family that levels are drawn from; `None` if none are drawn.
    pub fn drawn_schema(&self) -> Option<&'static Schema> {
        match self {
            Self::Random(_) | Self::Designed(_) => self.schema(),
            Self::Fixed(_) | Self::Table { .. } | Self::Opposed => None,
        }
    }

    /// Returns the checksum that names the model in provenances; `None` if levels are drawn.
    ///
    /// It is the table's with what is picked from it, or the fingerprint of the weights.
    pub fn checksum(&self) -> Option<String> {
        match self {
            Self::Fixed(heuristic) => Some(heuristic.fingerprint()),
            Self::Table { table, target } => Some(format!("{}:{target}", table.checksum())),
            Self::Random(_) | Self::Designed(_) | Self::Opposed => None,
        }
    }

    /// Returns the text that describes the source in the settings of a run: its content, not its file.
    pub fn description(&self) -> String {
        match self {
            Self::Designed(designed) => {
                format!("{DESIGNED} {}", designed.values.fingerprint())
            }
            Self::Opposed => "opposed".to_owned(),
            Self::Random(schema) if schema.name() == Schema::classic().name() => RANDOM.to_owned(),
            Self::Random(schema) => format!("{}:{RANDOM}", schema.name()),
            Self::Fixed(_) | Self::Table { .. } => {
                let fingerprint = self.initial().fingerprint();
                if fingerprint == Heuristic::initial().fingerprint() {
                    "initial".to_owned()
                } else {
                    format!("weights {fingerprint}")
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_draw_is_read_from_the_description_of_every_source() {
        let schemas = Schema::all();
        for schema in schemas {
            let random = HeuristicSource::Random(schema).description();
            assert_eq!(LevelDraw::of_description(&random), LevelDraw::Uniform);
        }
        let fixed = HeuristicSource::fixed(Heuristic::initial()).description();
        let opposed = HeuristicSource::Opposed.description();
        for text in [&fixed, &opposed, "weights random", ""] {
            assert_eq!(
                LevelDraw::of_description(text),
                LevelDraw::Nothing,
                "{text}"
            );
        }
        let designed = "designed around 0123456789abcdef";
        assert_eq!(LevelDraw::of_description(designed), LevelDraw::Designed);
    }
}
