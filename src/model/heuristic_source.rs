//! Where the heuristic of a player comes from: fixed weights, a learned table, or levels drawn
//! anew for each game.

use std::sync::Arc;

use super::objective::PickTarget;
use super::table::HeuristicTable;
use crate::heuristic::{DesignedLevels, Heuristic, Schema};

/// The description of random levels, after the family where that is not the classic one.
const RANDOM: &str = "random";

/// The beginning of the description of designed levels.
const DESIGNED: &str = "designed around";

/// How the levels of a source are drawn, as its description in the settings of a run says.
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

/// Where the heuristic of a player comes from.
///
/// Users name one by a [`HeuristicSpec`](super::HeuristicSpec), which [loads](super::HeuristicSpec::load)
/// it. Matches, self-play and the engine play by it.
#[derive(Clone, Debug)]
pub enum HeuristicSource {
    /// The same weights in every game.
    Fixed(Box<Heuristic>),
    /// A learned table, which holds a heuristic for each objective.
    Table {
        /// The table.
        table: Box<HeuristicTable>,
        /// What is picked from it where nothing adapts to the opponent.
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
    /// The source of one heuristic that plays every game.
    pub fn fixed(heuristic: Heuristic) -> Self {
        Self::Fixed(Box::new(heuristic))
    }

    /// The heuristic that plays every game; `None` if levels are drawn.
    pub fn heuristic(&self) -> Option<Heuristic> {
        match self {
            Self::Fixed(heuristic) => Some((**heuristic).clone()),
            Self::Table { table, target } => Some(table.pick(*target)),
            Self::Random(_) | Self::Designed(_) | Self::Opposed => None,
        }
    }

    /// The heuristic before any game: the fixed one, or one that stands in until levels are drawn.
    pub fn initial(&self) -> Heuristic {
        match self {
            Self::Fixed(heuristic) => (**heuristic).clone(),
            Self::Table { table, target } => table.pick(*target),
            Self::Designed(designed) => designed.values.centre(),
            Self::Random(_) | Self::Opposed => Heuristic::initial(),
        }
    }

    /// The family of its heuristics; `None` for [`Opposed`](Self::Opposed), whose family the other
    /// side decides.
    pub fn schema(&self) -> Option<&'static Schema> {
        match self {
            Self::Fixed(heuristic) => Some(heuristic.schema()),
            Self::Table { table, .. } => Some(table.schema()),
            Self::Random(schema) => Some(schema),
            Self::Designed(designed) => Some(designed.values.schema()),
            Self::Opposed => None,
        }
    }

    /// The family that its own levels are drawn from; `None` if it draws none.
    pub fn drawn_schema(&self) -> Option<&'static Schema> {
        match self {
            Self::Random(_) | Self::Designed(_) => self.schema(),
            Self::Fixed(_) | Self::Table { .. } | Self::Opposed => None,
        }
    }

    /// The checksum that names the model in provenances: the table's with what is picked from it,
    /// or the fingerprint of the weights. `None` if levels are drawn.
    pub fn checksum(&self) -> Option<String> {
        match self {
            Self::Fixed(heuristic) => Some(heuristic.fingerprint()),
            Self::Table { table, target } => Some(format!("{}:{target}", table.checksum())),
            Self::Random(_) | Self::Designed(_) | Self::Opposed => None,
        }
    }

    /// The text by which the settings of a run describe the source: its content, not its file.
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
