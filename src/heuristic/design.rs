//! Designs: how the levels of a game's heuristics are drawn.
//!
//! Self-play with drawn levels is a randomised trial (R. A. Fisher, *The Design of Experiments*, 1935): since chance alone decides
//! them, what goes with winning makes winning. How sharply the trial sees depends on what is drawn
//! together. The original draws every cell by itself, and a single square of a single piece in one
//! phase decides next to nothing. Fields over the board, ties between both colours and kinship of
//! the phases let each game say something about many cells at once: what a cell then shows is
//! its own effect and that of its neighbours, weighted by how strongly they are drawn together.
//!
//! May use: phase, rules.

use rand::Rng;
use rand_distr::{Distribution as _, StandardNormal};
use serde::{Deserialize, Serialize};

use super::kinship::{Kinship, Table, Twins};
use super::levels::Levels;
use super::schema::{INITIAL_LEVEL, Schema};
use crate::phase::{ByPhase, Phase};

/// Added to the diagonal of a covariance, so that it can be split whatever the rounding.
const NUGGET: f64 = 1e-6;

/// Which levels are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spread {
    /// Standard normal draws, rounded and cut at two levels from the middle.
    #[default]
    Normal,
    /// One level up or one down, nothing between (Rademacher draws, as SPSA takes).
    Signs,
}

/// What is drawn together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Design {
    /// Whether both colours, or both sides, share their levels.
    pub twins: Twins,
    /// The correlation between one phase and the next, from 0 to 1.
    pub phases: f64,
    /// Over how many squares, or steps of a row, neighbours go together: the length of a Gaussian
    /// kernel. Nought draws every cell by itself.
    pub neighbours: f64,
    /// How far a file goes with its mirror image, from 0 to 1.
    pub mirror: f64,
    /// One draw for all units of a table, the whole of it up or down.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tables: bool,
    /// Which levels are drawn.
    pub spread: Spread,
    /// One draw for the whole run instead of one for each opening.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
}

/// A design that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} = {value}: expected {expected}")]
pub struct DesignError {
    /// The key.
    pub key: &'static str,
    /// What it holds.
    pub value: f64,
    /// What it may hold.
    pub expected: &'static str,
}

impl Default for Design {
    fn default() -> Self {
        Self {
            twins: Twins::Tied,
            phases: 0.7,
            neighbours: 1.5,
            mirror: 0.8,
            tables: false,
            spread: Spread::Normal,
            once: false,
        }
    }
}

impl Design {
    /// Every unit drawn by itself in every phase, one up or one down.
    pub const SIGNS: Self = Self {
        twins: Twins::Tied,
        phases: 0.0,
        neighbours: 0.0,
        mirror: 0.0,
        tables: false,
        spread: Spread::Signs,
        once: false,
    };

    /// Whether it can be drawn.
    ///
    /// # Errors
    ///
    /// [`DesignError`] for the first key that holds what makes no sense.
    pub fn check(&self) -> Result<(), DesignError> {
        for (key, value) in [("phases", self.phases), ("mirror", self.mirror)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(DesignError {
                    key,
                    value,
                    expected: "a correlation from 0 to 1",
                });
            }
        }
        if (0.0..=8.0).contains(&self.neighbours) {
            Ok(())
        } else {
            Err(DesignError {
                key: "neighbours",
                value: self.neighbours,
                expected: "a length from 0 to 8 squares",
            })
        }
    }
}

/// A design made ready for a schema.
#[derive(Clone, Debug)]
pub struct Drawer {
    design: Design,
    kinship: Kinship,
    /// For each table, the lower triangle whose product with its transpose is the covariance.
    roots: Vec<Vec<f64>>,
    /// The same for the phases.
    phase_root: [[f64; 3]; 3],
}

impl Drawer {
    /// Makes `design` ready for `schema`.
    ///
    /// # Errors
    ///
    /// As [`Design::check`].
    pub fn new(schema: &Schema, design: Design) -> Result<Self, DesignError> {
        design.check()?;
        let kinship = Kinship::of(schema, design.twins);
        let roots = kinship
            .tables()
            .iter()
            .map(|table| root(&covariance(table, &design), table.units.len()))
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
            kinship,
            roots,
            phase_root: std::array::from_fn(|row| {
                std::array::from_fn(|column| phases[row * 3 + column])
            }),
        })
    }

    /// The design that was made ready.
    pub const fn design(&self) -> &Design {
        &self.design
    }

    /// Which parameters are units, and which units are neighbours.
    pub const fn kinship(&self) -> &Kinship {
        &self.kinship
    }

    /// Draws levels for each phase.
    pub fn draw(&self, rng: &mut impl Rng) -> ByPhase<Levels> {
        let mut fields = [(); 3].map(|()| vec![0.0; self.kinship.units()]);
        for field in &mut fields {
            for (table, root) in self.kinship.tables().iter().zip(&self.roots) {
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
            let levels: Vec<u8> = (0..self.kinship.units()).map(level).collect();
            Levels::of_units(&levels, self.kinship.unit_of())
        })
    }

    fn level(&self, draw: f64) -> u8 {
        match self.design.spread {
            Spread::Signs if draw < 0.0 => INITIAL_LEVEL - 1,
            Spread::Signs => INITIAL_LEVEL + 1,
            Spread::Normal => match draw {
                ..-1.5 => INITIAL_LEVEL - 2,
                -1.5..-0.5 => INITIAL_LEVEL - 1,
                -0.5..0.5 => INITIAL_LEVEL,
                0.5..1.5 => INITIAL_LEVEL + 1,
                _ => INITIAL_LEVEL + 2,
            },
        }
    }
}

/// The covariance of a table's units: 1 on the diagonal.
fn covariance(table: &Table, design: &Design) -> Vec<f64> {
    let near = |distance: f64| {
        if design.neighbours > 0.0 {
            (-0.5 * (distance / design.neighbours).powi(2)).exp()
        } else if distance == 0.0 {
            1.0
        } else {
            0.0
        }
    };
    let mirror = if table.is_board { design.mirror } else { 0.0 };
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

/// The lower triangle L with L Lᵀ = `covariance` (Cholesky; Golub and Van Loan, *Matrix
/// Computations*, 4th ed. 2013, §4.2); what rounding makes negative counts as nought.
fn root(covariance: &[f64], size: usize) -> Vec<f64> {
    let mut lower = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let sum: f64 = (0..column)
                .map(|k| lower[row * size + k] * lower[column * size + k])
                .sum();
            let left = covariance[row * size + column] - sum;
            lower[row * size + column] = if row == column {
                left.max(NUGGET * NUGGET).sqrt()
            } else {
                left / lower[column * size + column]
            };
        }
    }
    lower
}

/// The levels of the opponent in a game where both sides turn the same draw in opposite
/// directions.
pub fn opposed(levels: &ByPhase<Levels>) -> ByPhase<Levels> {
    ByPhase::new_with(|phase: Phase| levels[phase].opposed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    fn correlation(pairs: &[(f64, f64)]) -> f64 {
        let count = pairs.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
        let cov = mean(&|p| (p.0 - x) * (p.1 - y));
        cov / (mean(&|p| (p.0 - x).powi(2)) * mean(&|p| (p.1 - y).powi(2))).sqrt()
    }

    /// The correlation of two parameters' levels over many draws.
    fn drawn(design: Design, one: (&str, Phase), other: (&str, Phase)) -> f64 {
        let schema = Schema::classic();
        let drawer = Drawer::new(schema, design).expect("a design");
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let place = |name: &str| schema.position_of(name).expect("a parameter");
        let pairs: Vec<(f64, f64)> = (0..1500)
            .map(|_| {
                let levels = drawer.draw(&mut rng);
                let level =
                    |(name, phase): (&str, Phase)| f64::from(levels[phase].as_bytes()[place(name)]);
                (level(one), level(other))
            })
            .collect();
        correlation(&pairs)
    }

    #[test]
    fn what_the_design_ties_goes_together_and_nothing_else() {
        let design = Design::default();
        let e4 = ("white_knight_e4", Phase::Middlegame);
        let same = |other| drawn(design, e4, other);
        assert!((same(("black_knight_e5", Phase::Middlegame)) - 1.0).abs() < 1e-9);
        assert!(same(("white_knight_d4", Phase::Middlegame)) > 0.6);
        assert!(same(("white_knight_e4", Phase::Endgame)) > 0.5);
        assert!(same(("white_knight_a8", Phase::Middlegame)).abs() < 0.12);
        assert!(same(("white_bishop_e4", Phase::Middlegame)).abs() < 0.12);
        let alone = Design {
            neighbours: 0.0,
            mirror: 0.0,
            phases: 0.0,
            ..design
        };
        let next = drawn(alone, e4, ("white_knight_f4", Phase::Middlegame));
        let later = drawn(alone, e4, ("white_knight_e4", Phase::Endgame));
        assert!(next.abs() < 0.12 && later.abs() < 0.12);
    }

    #[test]
    fn a_tables_squares_go_up_and_down_together() {
        let design = Design {
            tables: true,
            ..Design::SIGNS
        };
        let same = |other| drawn(design, ("white_knight_e4", Phase::Middlegame), other);
        assert!((same(("black_knight_h1", Phase::Middlegame)) - 1.0).abs() < 1e-9);
        assert!(same(("knight", Phase::Middlegame)).abs() < 0.12);
        assert!(same(("white_knight_a8", Phase::Endgame)).abs() < 0.12);
    }

    #[test]
    fn phases_that_are_tied_have_the_same_levels() {
        let tied = Design {
            phases: 1.0,
            ..Design::default()
        };
        let drawer = Drawer::new(Schema::modern(), tied).expect("a design");
        let levels = drawer.draw(&mut ChaCha8Rng::seed_from_u64(1));
        let differ = |one: &Levels, other: &Levels| {
            let pairs = one.as_bytes().iter().zip(other.as_bytes());
            pairs.filter(|(one, other)| one != other).count()
        };
        // Rounding of a near-singular root may turn a draw that lies on a border.
        assert!(differ(&levels.opening, &levels.endgame) < 10);
    }

    #[test]
    fn signs_are_one_level_from_the_middle() {
        let drawer = Drawer::new(Schema::classic(), Design::SIGNS).expect("a design");
        let levels = drawer.draw(&mut ChaCha8Rng::seed_from_u64(1));
        let bytes = levels.middlegame.as_bytes();
        assert!(bytes.iter().all(|level| [1, 3].contains(level)));
        assert!(bytes.contains(&1) && bytes.contains(&3));
    }

    #[test]
    fn opposed_levels_lie_on_the_other_side_of_the_middle() {
        let drawer = Drawer::new(Schema::classic(), Design::default()).expect("a design");
        let levels = drawer.draw(&mut ChaCha8Rng::seed_from_u64(1));
        let other = opposed(&levels);
        for phase in Phase::ALL {
            let pairs = levels[phase].as_bytes().iter().zip(other[phase].as_bytes());
            assert!(pairs.into_iter().all(|(one, other)| one + other == 4));
        }
        assert_eq!(opposed(&other), levels);
    }

    #[test]
    fn senseless_designs_are_named() {
        let wrong = Design {
            phases: 1.5,
            ..Design::default()
        };
        let error = Drawer::new(Schema::classic(), wrong).expect_err("beyond 1");
        assert_eq!(
            error.to_string(),
            "phases = 1.5: expected a correlation from 0 to 1"
        );
        let wrong = Design {
            neighbours: f64::NAN,
            ..Design::default()
        };
        assert!(Drawer::new(Schema::classic(), wrong).is_err());
    }
}
