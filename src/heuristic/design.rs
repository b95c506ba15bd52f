//! Designs: how the levels of a game's heuristics are drawn.
//!
//! Self-play with drawn levels is a randomised trial (R. A. Fisher, *The Design of Experiments*, 1935): since chance
//! alone decides the levels, what goes with winning causes winning. How precise the trial is depends on which
//! parameters are drawn together. The original of 2005 draws every parameter by itself, and a single square of a
//! single piece in one phase decides next to nothing. Correlated levels of neighbouring squares, of both colours and
//! of adjoining phases let each game tell about many parameters at once. The effect measured for a parameter then
//! includes those of its neighbours, weighted by their correlations.

use rand::Rng;
use rand_distr::{Distribution as _, StandardNormal};
use serde::{Deserialize, Serialize};

use super::level_values::LevelValues;
use super::levels::Levels;
use super::parameter::INITIAL_LEVEL;
use super::parameter_groups::{ParameterGroups, ParameterTable, SideTying};
use super::schema::Schema;
use crate::bayes::cholesky;
use crate::phase::{ByPhase, Phase};

/// The quintiles of the standard normal distribution.
const FIFTHS: [f64; 4] = [
    -0.841_621_233_572_914_2,
    -0.253_347_103_135_799_8,
    0.253_347_103_135_799_8,
    0.841_621_233_572_914_2,
];

/// Added to the diagonal of a covariance, so that Cholesky's decomposition succeeds despite rounding.
const NUGGET: f64 = 1e-6;

/// Which levels are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelSpread {
    /// Standard normal draws, rounded and cut at two levels from the middle.
    #[default]
    Normal,
    /// Each of the five levels as likely as the others, as the original of 2005 draws them.
    Uniform,
    /// One level up or one level down (Rademacher draws, as in SPSA).
    Signs,
}

/// How levels are drawn, and which parameters are drawn together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelDesign {
    /// Whether both colours, or both sides, share their levels.
    pub twins: SideTying,
    /// The correlation between one phase and the next, from 0 to 1.
    pub phases: f64,
    /// The length of the Gaussian kernel that correlates neighbours, in squares or steps of a row. With 0
    /// every parameter is drawn by itself.
    pub neighbours: f64,
    /// How strongly a file is drawn together with its mirror image, from 0 to 1.
    pub mirror: f64,
    /// One draw for all units of a table, which all go up or down together.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tables: bool,
    /// Which levels are drawn.
    pub spread: LevelSpread,
    /// One draw for the whole run instead of one for each opening.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
}

/// A design that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} = {value}: expected {expected}")]
pub struct LevelDesignError {
    /// The key.
    pub key: &'static str,
    /// Its value.
    pub value: f64,
    /// Greatest value that is allowed; the least is 0.
    pub most: f64,
    /// The values allowed.
    pub expected: &'static str,
}

impl Default for LevelDesign {
    fn default() -> Self {
        Self {
            twins: SideTying::Tied,
            phases: 0.7,
            neighbours: 1.5,
            mirror: 0.8,
            tables: false,
            spread: LevelSpread::Normal,
            once: false,
        }
    }
}

impl LevelDesign {
    /// Every unit drawn by itself in every phase, one level up or one level down.
    pub const SIGNS: Self = Self {
        twins: SideTying::Tied,
        phases: 0.0,
        neighbours: 0.0,
        mirror: 0.0,
        tables: false,
        spread: LevelSpread::Signs,
        once: false,
    };

    /// Checks that the design is valid.
    ///
    /// # Errors
    ///
    /// [`LevelDesignError`] for the first key with an impossible value.
    pub fn check(&self) -> Result<(), LevelDesignError> {
        for (key, value) in [("phases", self.phases), ("mirror", self.mirror)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(LevelDesignError {
                    key,
                    value,
                    most: 1.0,
                    expected: "a correlation from 0 to 1",
                });
            }
        }
        if (0.0..=8.0).contains(&self.neighbours) {
            Ok(())
        } else {
            Err(LevelDesignError {
                key: "neighbours",
                value: self.neighbours,
                most: 8.0,
                expected: "a length from 0 to 8 squares",
            })
        }
    }
}

/// A design prepared for a schema.
#[derive(Clone, Debug)]
pub struct LevelSampler {
    design: LevelDesign,
    groups: ParameterGroups,
    /// For each table, the lower triangle whose product with its transpose is the covariance.
    roots: Vec<Vec<f64>>,
    /// The same for the phases.
    phase_root: [[f64; 3]; 3],
}

impl LevelSampler {
    /// Prepares `design` for `schema`.
    ///
    /// # Errors
    ///
    /// As [`LevelDesign::check`].
    pub fn new(schema: &Schema, design: LevelDesign) -> Result<Self, LevelDesignError> {
        design.check()?;
        let groups = ParameterGroups::of(schema, design.twins);
        let roots = groups
            .tables()
            .iter()
            .map(|table| {
                let covariance = covariance(table, design.neighbours, design.mirror);
                root(&covariance, table.units.len())
            })
            .collect();
        let mut phases = vec![0.0; 9];
        for one in 0..3_usize {
            for other in 0..3 {
                let steps = i32::try_from(one.abs_diff(other)).unwrap_or(0);
                let nugget = if one == other { NUGGET } else { 0.0 };
                phases[one * 3 + other] = design.phases.powi(steps) + nugget;
            }
        }
        let phases = root(&phases, 3);
        Ok(Self {
            design,
            groups,
            roots,
            phase_root: std::array::from_fn(|row| {
                std::array::from_fn(|column| phases[row * 3 + column])
            }),
        })
    }

    /// Returns the design.
    pub const fn design(&self) -> &LevelDesign {
        &self.design
    }

    /// Returns the units of the parameters, and their neighbours.
    pub const fn groups(&self) -> &ParameterGroups {
        &self.groups
    }

    /// Draws levels for each phase.
    pub fn draw(&self, rng: &mut impl Rng) -> ByPhase<Levels> {
        let mut fields = [(); 3].map(|()| vec![0.0; self.groups.units()]);
        for field in &mut fields {
            for (table, root) in self.groups.tables().iter().zip(&self.roots) {
                let noise: Vec<f64> = (0..table.units.len())
                    .map(|_| StandardNormal.sample(rng))
                    .collect();
                for (row, unit) in table.units.iter().enumerate() {
                    if self.design.tables {
                        field[*unit] = noise[0];
                        continue;
                    }
                    let weights = &root[row * noise.len()..][..=row];
                    field[*unit] = weights.iter().zip(&noise).map(|(w, n)| w * n).sum();
                }
            }
        }
        ByPhase::new_with(|phase| {
            let weights = self.phase_root[phase as usize];
            let level = |unit: usize| {
                let parts = weights.iter().zip(&fields);
                self.level(parts.map(|(weight, field)| weight * field[unit]).sum())
            };
            let levels: Vec<u8> = (0..self.groups.units()).map(level).collect();
            Levels::of_units(&levels, self.groups.unit_of())
        })
    }

    fn level(&self, draw: f64) -> u8 {
        match self.design.spread {
            LevelSpread::Signs if draw < 0.0 => INITIAL_LEVEL - 1,
            LevelSpread::Signs => INITIAL_LEVEL + 1,
            LevelSpread::Normal => match draw {
                ..-1.5 => INITIAL_LEVEL - 2,
                -1.5..-0.5 => INITIAL_LEVEL - 1,
                -0.5..0.5 => INITIAL_LEVEL,
                0.5..1.5 => INITIAL_LEVEL + 1,
                _ => INITIAL_LEVEL + 2,
            },
            LevelSpread::Uniform => {
                let below = FIFTHS.iter().filter(|fifth| draw > **fifth).count();
                u8::try_from(below).unwrap_or(INITIAL_LEVEL)
            }
        }
    }
}

/// A sampler of levels, and the values that they stand for.
#[derive(Clone, Debug)]
pub struct DesignedLevels {
    /// The five values of each parameter.
    pub values: LevelValues,
    /// Draws the levels.
    pub sampler: LevelSampler,
}

/// The covariance of a table's units, row by row, with 1 on the diagonal.
///
/// It is a Gaussian kernel of length `neighbours` over squares or steps of a row. On a board, `mirror`
/// is the share that goes with the file's mirror image.
pub fn covariance(table: &ParameterTable, neighbours: f64, mirror: f64) -> Vec<f64> {
    let near = |distance: f64| {
        if neighbours > 0.0 {
            (-0.5 * (distance / neighbours).powi(2)).exp()
        } else if distance == 0.0 {
            1.0
        } else {
            0.0
        }
    };
    let mirror = if table.is_board { mirror } else { 0.0 };
    let raw = |one: [f64; 2], other: [f64; 2]| {
        let along = near(one[0] - other[0]);
        let across = near(one[0] - (7.0 - other[0]));
        let files = (1.0 - mirror) * along + mirror * 0.5 * (along + across);
        files * near(one[1] - other[1])
    };
    let size = table.places.len();
    let scale: Vec<f64> = table
        .places
        .iter()
        .map(|place| raw(*place, *place).sqrt())
        .collect();
    let mut covariance = vec![0.0; size * size];
    for (row, one) in table.places.iter().enumerate() {
        for (column, other) in table.places.iter().enumerate() {
            let nugget = if row == column { NUGGET } else { 0.0 };
            covariance[row * size + column] =
                raw(*one, *other) / (scale[row] * scale[column]) + nugget;
        }
    }
    covariance
}

/// The lower triangle L with L Lᵀ = `covariance`; rounding may leave a pivot slightly negative.
fn root(covariance: &[f64], size: usize) -> Vec<f64> {
    cholesky(covariance, size, NUGGET * NUGGET).unwrap_or_default()
}

/// Returns the opponent's levels if both sides use the same draw in opposite directions.
pub fn opposed(levels: &ByPhase<Levels>) -> ByPhase<Levels> {
    ByPhase::new_with(|phase: Phase| levels[phase].opposite())
}

#[cfg(test)]
mod tests;
