//! The five values that the levels of each parameter stand for.
//!
//! The schema's own values surround the hand-set ones. Training by generations puts new ones around
//! the last result, as far apart as its recipe says.

use super::levels::Levels;
use super::parameter::{INITIAL_LEVEL, LEVELS, LEVELS_FROM_INITIAL, levels_around};
use super::schema::Schema;
use super::{Heuristic, Weights};
use crate::phase::{ByPhase, Phase};

/// The largest absolute value of a level, in centipawns. Sums of such values stay far from overflow.
const LARGEST_VALUE: u32 = 100_000;

/// Five values in centipawns for each parameter in each phase, which rise or fall from level to level.
#[derive(Clone, Debug)]
pub struct LevelValues {
    schema: &'static Schema,
    values: ByPhase<Vec<[i32; LEVELS]>>,
}

/// Reason why values cannot be those of levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelValuesError {
    /// Another number of parameters than the schema has.
    #[error("{found} rows of values, but the schema '{schema}' has {expected} parameters")]
    Length {
        /// The schema's name.
        schema: &'static str,
        /// How many parameters it has.
        expected: usize,
        /// How many rows there were.
        found: usize,
    },
    /// The absolute value of a level is too large.
    #[error("a value of '{parameter}' in the {phase} lies beyond {LARGEST_VALUE} centipawns")]
    TooLarge {
        /// The parameter's name.
        parameter: String,
        /// The phase.
        phase: Phase,
    },
    /// Values that neither rise throughout nor fall throughout.
    #[error(
        "the values of '{parameter}' in the {phase} rise and fall; they must rise, or fall, from each level to the next"
    )]
    NotMonotonic {
        /// The parameter's name.
        parameter: String,
        /// The phase.
        phase: Phase,
    },
}

impl PartialEq for LevelValues {
    fn eq(&self, other: &Self) -> bool {
        self.schema.fingerprint() == other.schema.fingerprint() && self.values == other.values
    }
}

impl Eq for LevelValues {}

impl LevelValues {
    /// The values that the schema gives its levels.
    pub fn of_schema(schema: &'static Schema) -> Self {
        Self {
            schema,
            values: ByPhase::new_with(|phase| {
                let parameters = schema.parameters().iter();
                parameters
                    .map(|parameter| parameter.levels[phase])
                    .collect()
            }),
        }
    }

    /// Levels around `centre`, each `widths` centipawns from the next. With width zero all levels
    /// of a parameter have one value.
    ///
    /// # Panics
    ///
    /// When there are not as many widths as parameters.
    pub fn around(centre: &Heuristic, widths: &ByPhase<Vec<i32>>) -> Self {
        let schema = centre.schema();
        let values = ByPhase::new_with(|phase| {
            let weights = &centre.weights()[phase];
            assert_eq!(weights.len(), widths[phase].len(), "a width a parameter");
            let pairs = weights.iter().zip(&widths[phase]);
            pairs
                .map(|(weight, width)| levels_around(*weight, width.abs()))
                .collect()
        });
        Self { schema, values }
    }

    /// Levels around `centre` on the line between two heuristics: each level is `step` times their
    /// difference from the next, and up is towards `to`.
    ///
    /// # Panics
    ///
    /// With heuristics of different families.
    pub fn along(centre: &Heuristic, from: &Heuristic, to: &Heuristic, step: f64) -> Self {
        let schema = centre.schema();
        let values = ByPhase::new_with(|phase| {
            let [centre, from, to] = [centre, from, to].map(|heuristic| {
                assert_eq!(heuristic.weights()[phase].len(), schema.len(), "one family");
                heuristic.weights()[phase].iter()
            });
            let rows = centre.zip(from.zip(to));
            rows.map(|(weight, (from, to))| {
                let width = step * f64::from(to - from);
                LEVELS_FROM_INITIAL.map(|steps| {
                    #[expect(clippy::cast_possible_truncation, reason = "a few thousand at most")]
                    let away = (steps * width).round() as i32;
                    weight + away
                })
            })
            .collect()
        });
        Self { schema, values }
    }

    /// Level values read from a file, one row for each parameter.
    ///
    /// # Errors
    ///
    /// [`LevelValuesError`] for another number of rows than parameters, a value that is too large, or values that
    /// rise and fall.
    pub fn from_values(
        schema: &'static Schema,
        values: ByPhase<Vec<[i32; LEVELS]>>,
    ) -> Result<Self, LevelValuesError> {
        for (phase, rows) in values.iter() {
            if rows.len() != schema.len() {
                return Err(LevelValuesError::Length {
                    schema: schema.name(),
                    expected: schema.len(),
                    found: rows.len(),
                });
            }
            let mut named = rows.iter().zip(schema.parameters());
            let absurd = named.find(|(values, _)| {
                let far = |value: &i32| value.unsigned_abs() > LARGEST_VALUE;
                values.iter().any(far)
            });
            if let Some((_, parameter)) = absurd {
                return Err(LevelValuesError::TooLarge {
                    parameter: parameter.name.clone(),
                    phase,
                });
            }
            let wavering = rows
                .iter()
                .zip(schema.parameters())
                .find(|(values, _)| !values.is_sorted() && !values.iter().rev().is_sorted());
            if let Some((_, parameter)) = wavering {
                return Err(LevelValuesError::NotMonotonic {
                    parameter: parameter.name.clone(),
                    phase,
                });
            }
        }
        Ok(Self { schema, values })
    }

    /// Returns the family of the parameters.
    pub const fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// Returns the five values of each parameter in a phase.
    pub fn values(&self, phase: Phase) -> &[[i32; LEVELS]] {
        &self.values[phase]
    }

    /// Returns true if these are the schema's own values.
    pub fn matches_schema(&self) -> bool {
        *self == Self::of_schema(self.schema)
    }

    /// Returns the heuristic in which every parameter takes the value of its level.
    pub fn heuristic(&self, levels: &ByPhase<Levels>) -> Heuristic {
        let weights = ByPhase::new_with(|phase| -> Weights {
            let values = self.values[phase].iter();
            let levels = levels[phase].as_bytes();
            values
                .zip(levels)
                .map(|(values, level)| {
                    values
                        .get(usize::from(*level))
                        .copied()
                        .unwrap_or(values[2])
                })
                .collect()
        });
        Heuristic::from_weights(self.schema, weights)
    }

    /// Returns the heuristic of the middle levels.
    pub fn centre(&self) -> Heuristic {
        let weights = ByPhase::new_with(|phase| -> Weights {
            let values = self.values[phase].iter();
            values
                .map(|values| values[usize::from(INITIAL_LEVEL)])
                .collect()
        });
        Heuristic::from_weights(self.schema, weights)
    }

    /// Returns sixteen hexadecimal digits over the schema and every value.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.schema.fingerprint().as_bytes());
        for value in self
            .values
            .iter()
            .flat_map(|(_, rows)| rows.iter().flatten())
        {
            hasher.update(&value.to_le_bytes());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schemas_ladder_has_the_initial_heuristic_in_the_middle() {
        for schema in Schema::all() {
            let ladder = LevelValues::of_schema(schema);
            let initial = Heuristic::initial_of(schema);
            assert_eq!(ladder.centre().fingerprint(), initial.fingerprint());
            assert!(ladder.matches_schema());
        }
    }

    #[test]
    fn a_ladder_along_a_way_leads_from_one_heuristic_to_another() {
        let schema = Schema::classic();
        let from = Heuristic::initial();
        let to = from.clone().map_weights(|phase, parameter, weight| {
            match (phase, parameter.name.as_str()) {
                (Phase::Opening, "pawn") => weight + 40,
                (Phase::Opening, "knight") => weight - 10,
                _ => weight,
            }
        });
        let ladder = LevelValues::along(&from, &from, &to, 0.25);
        assert_eq!(ladder.values(Phase::Opening)[0], [80, 90, 100, 110, 120]);
        let knight = from.weights().opening[1];
        let fall = [5, 3, 0, -3, -5].map(|away| knight + away);
        assert_eq!(ladder.values(Phase::Opening)[1], fall);
        assert_eq!(
            ladder.values(Phase::Endgame)[1],
            [from.weights().endgame[1]; 5]
        );
        // What falls throughout is a ladder too.
        let values = ByPhase::new_with(|phase| ladder.values(phase).to_vec());
        assert_eq!(LevelValues::from_values(schema, values.clone()), Ok(ladder));
        // What is worth more than all men together is a mistake, and sums of it would be none.
        let mut absurd = values;
        absurd.endgame[0] = [i32::MIN, 0, 0, 0, 0];
        let error = LevelValues::from_values(schema, absurd).expect_err("absurd");
        assert!(
            matches!(error, LevelValuesError::TooLarge { .. }),
            "{error}"
        );
    }

    #[test]
    fn a_ladder_around_a_heuristic_goes_as_far_as_its_widths_say() {
        let schema = Schema::classic();
        let initial = Heuristic::initial();
        let mut widths = ByPhase::new_with(|_| vec![7; schema.len()]);
        widths.endgame[0] = 0;
        let ladder = LevelValues::around(&initial, &widths);
        assert_eq!(ladder.values(Phase::Opening)[0], [86, 93, 100, 107, 114]);
        assert_eq!(ladder.values(Phase::Endgame)[0], [100; 5]);
        assert_eq!(ladder.centre().fingerprint(), initial.fingerprint());
        assert!(!ladder.matches_schema());
        assert_ne!(
            ladder.fingerprint(),
            LevelValues::of_schema(schema).fingerprint()
        );
    }

    #[test]
    fn values_from_outside_are_checked() {
        let schema = Schema::classic();
        let rows = |values: [i32; LEVELS]| ByPhase::new_with(|_| vec![values; schema.len()]);
        assert!(LevelValues::from_values(schema, rows([1, 1, 2, 3, 9])).is_ok());
        let error = LevelValues::from_values(schema, rows([1, 0, 2, 3, 9])).expect_err("falls");
        assert!(error.to_string().contains("'pawn' in the opening"));
        let short = ByPhase::new_with(|_| vec![[0; LEVELS]; 3]);
        assert!(LevelValues::from_values(schema, short).is_err());
    }
}
