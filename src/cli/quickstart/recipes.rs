//! The recipes of the quickstart: games, learning and matches.

use std::path::Path;

use bayeschess::train::TrainingRecipe;
use bayeschess::train::experiment::recipe::MatchSeries;
use bayeschess::train::experiment::{ExperimentMeasure, ExperimentRecipe};

/// The games and matches of the original way.
const ORIGINAL_RECIPE: &str = include_str!("../../../training/quickstart.toml");

/// The randomised trial.
const TRIAL_RECIPE: &str = include_str!("../../../training/quickstart-trial.toml");

/// The recipes of both ways.
pub(super) struct Recipes {
    pub(super) original: ExperimentRecipe,
    pub(super) matches: MatchSeries,
    pub(super) trial: TrainingRecipe,
}

impl Recipes {
    /// Returns the built-in recipes, with all games drawn from `seed`.
    pub(super) fn with_seed(seed: u64) -> anyhow::Result<Self> {
        let mut original = ExperimentRecipe::built_in("quickstart", ORIGINAL_RECIPE)?;
        original.database.seed = seed;
        let ExperimentMeasure::Matches(matches) = &mut original.measure else {
            anyhow::bail!("the built-in recipe measures no matches");
        };
        // Another random stream than that of the database, so that they share no opening.
        matches.seed = seed.wrapping_add(1);
        let matches = matches.clone();
        let mut trial = TrainingRecipe::parse(Path::new("quickstart-trial.toml"), TRIAL_RECIPE)?;
        trial.seed = seed;
        Ok(Self {
            original,
            matches,
            trial,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_reaches_every_game() -> anyhow::Result<()> {
        let [one, other] = [Recipes::with_seed(1)?, Recipes::with_seed(2)?];
        assert_ne!(one.original.database.seed, other.original.database.seed);
        assert_ne!(one.matches.seed, other.matches.seed);
        assert_ne!(one.trial.hash(), other.trial.hash());
        assert_ne!(one.original.hash(), other.original.hash());
        Ok(())
    }
}
