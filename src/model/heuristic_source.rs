//! The source of a player's heuristic: fixed weights, a learned table, or levels drawn for each game.

use std::sync::Arc;

use super::objective::PickTarget;
use super::table::HeuristicTable;
use crate::heuristic::{DesignedLevels, Heuristic, Schema};
use crate::record::LevelDraw;

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

    /// How its own levels are drawn.
    pub fn draw(&self) -> LevelDraw {
        match self {
            Self::Random(_) => LevelDraw::Uniform,
            Self::Designed(_) => LevelDraw::Designed,
            Self::Fixed(_) | Self::Table { .. } | Self::Opposed => LevelDraw::Nothing,
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

    /// Returns the text that describes the source in the settings of a run: its content, not its file.
    pub fn description(&self) -> String {
        match self {
            Self::Designed(designed) => {
                format!("designed around {}", designed.values.fingerprint())
            }
            Self::Opposed => "opposed".to_owned(),
            Self::Random(schema) if schema.name() == Schema::classic().name() => {
                "random".to_owned()
            }
            Self::Random(schema) => format!("{}:random", schema.name()),
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
    use crate::heuristic::{LevelDesign, LevelSampler, LevelValues};
    use crate::record::RunDraws;

    /// Checks that the settings of runs stored without draws are read as the sources drew.
    #[test]
    fn the_description_of_every_source_says_its_draw() {
        let schema = Schema::classic();
        let designed = DesignedLevels {
            values: LevelValues::of_schema(schema),
            sampler: LevelSampler::new(schema, LevelDesign::default()).expect("a design"),
        };
        let sources = [
            HeuristicSource::fixed(Heuristic::initial()),
            HeuristicSource::fixed(Heuristic::initial_of(Schema::modern())),
            HeuristicSource::Opposed,
            HeuristicSource::Designed(Arc::new(designed)),
        ];
        for source in sources
            .into_iter()
            .chain(Schema::all().map(HeuristicSource::Random))
        {
            let description = source.description();
            let settings = format!("white = {description:?}\nblack = \"initial\"");
            let draws = RunDraws::of_settings(&settings);
            assert_eq!(draws.white, source.draw(), "{description}");
            assert_eq!(draws.black, LevelDraw::Nothing);
        }
    }
}
