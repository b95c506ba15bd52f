//! Values of a recipe that depend on the generation.

use rand::RngExt as _;

use super::TrainingRecipe;
use crate::heuristic::LevelDesign;
use crate::learn::trial::UpdateRule;
use crate::rng;

/// Maximum number of games of a generation.
const MOST_GAMES: f64 = 1e9;

impl TrainingRecipe {
    /// Returns the number of games of a generation, counted from 0; an even number.
    pub fn games_of(&self, generation: u32) -> u32 {
        let pairs = f64::from(self.games.number / 2) * power(self.schedule.games, generation);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between zero and the bound"
        )]
        let pairs = pairs.round().clamp(1.0, MOST_GAMES / 2.0) as u32;
        2 * pairs
    }

    /// Returns the number of games in the first `generations` generations.
    pub fn games_of_first(&self, generations: u32) -> u64 {
        let games = |number| u64::from(self.games_of(number));
        (0..generations).map(games).sum()
    }

    /// Returns the design by which the levels of a generation, counted from 0, are drawn.
    pub fn design_of(&self, generation: u32) -> LevelDesign {
        let factor = power(self.schedule.field, generation);
        LevelDesign {
            phases: self.design.phases * factor,
            neighbours: self.design.neighbours * factor,
            ..self.design
        }
    }

    /// Returns the update rule of a generation, counted from 0.
    pub fn rule(&self, generation: u32) -> UpdateRule {
        let fade = power(self.schedule.steps, generation);
        let rule = self.step.unwrap_or(self.method.usual_step());
        match rule {
            UpdateRule::Shrunk {
                gain,
                most,
                neighbours,
            } => UpdateRule::Shrunk {
                gain: gain * fade,
                most: most * fade,
                neighbours,
            },
            UpdateRule::Thompson { gain, most, seed } => UpdateRule::Thompson {
                gain: gain * fade,
                most: most * fade,
                // Every generation of every training has other draws.
                seed: seed
                    ^ rng::stream(self.seed, "Thompson draws", u64::from(generation))
                        .random::<u64>(),
            },
            UpdateRule::Spsa { rate } => UpdateRule::Spsa { rate: rate * fade },
            UpdateRule::ArgMax {} | UpdateRule::PosteriorMean {} | UpdateRule::Accept {} => rule,
        }
    }

    /// Returns the factor on the level widths of a generation, counted from 0.
    pub fn width_factor(&self, generation: u32) -> f64 {
        power(self.schedule.widths, generation)
    }

    /// Returns true if the model after a generation, counted from 0, is validated.
    pub const fn validates(&self, generation: u32) -> bool {
        let last = generation + 1 == self.schedule.generations;
        self.validation.games > 0
            && (last || (generation + 1).is_multiple_of(self.validation.every))
    }
}

fn power(factor: f64, times: u32) -> f64 {
    factor.powi(i32::try_from(times).unwrap_or(i32::MAX))
}
