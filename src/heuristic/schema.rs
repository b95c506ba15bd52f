//! The schema of a heuristic family: its parameters as a list, which the learner can use without
//! knowing chess.
//!
//! A schema is data: names, groups, initial values and the five levels that self-play draws from.
//! Its [`fingerprint`](Schema::fingerprint) is stored in every table and database, so that a table
//! of another schema is refused rather than misread.

use std::sync::LazyLock;

use super::parameter::Parameter;
use super::{classic, modern};
use crate::phase::Phase;

/// The parameters of one heuristic family, in a fixed order.
#[derive(Debug)]
pub struct Schema {
    name: &'static str,
    parameters: Vec<Parameter>,
    fingerprint: String,
}

impl Schema {
    /// The original's 838 parameters (Fernández 2005, §3.2.2 and §4.3.2).
    pub fn classic() -> &'static Self {
        static CLASSIC: LazyLock<Schema> =
            LazyLock::new(|| Schema::new("classic", classic::parameters()));
        &CLASSIC
    }

    /// The modern family's 814 parameters: mobility, pawns, kings, threats and more, blended
    /// between phases.
    pub fn modern() -> &'static Self {
        static MODERN: LazyLock<Schema> =
            LazyLock::new(|| Schema::new("modern", modern::parameters()));
        &MODERN
    }

    /// All schemas.
    pub fn all() -> [&'static Self; 2] {
        [Self::classic(), Self::modern()]
    }

    /// The schema of that name, if there is one.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().into_iter().find(|schema| schema.name == name)
    }

    fn new(name: &'static str, parameters: Vec<Parameter>) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(name.as_bytes());
        for parameter in &parameters {
            hasher.update(parameter.name.as_bytes());
            let levels = &parameter.levels;
            // Values that are the same in every phase are written once.
            let same = levels.opening == levels.middlegame && levels.middlegame == levels.endgame;
            for (_, values) in levels.iter().take(if same { 1 } else { Phase::ALL.len() }) {
                for value in values {
                    hasher.update(&value.to_le_bytes());
                }
            }
        }
        let fingerprint = hasher.finalize().to_hex()[..16].to_owned();
        Self {
            name,
            parameters,
            fingerprint,
        }
    }

    /// The family's name, `classic` or `modern`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Sixteen hexadecimal digits over the name and every parameter's name and levels.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Returns name and fingerprint, in the form stored with runs.
    pub fn described(&self) -> String {
        format!("{} {}", self.name, self.fingerprint)
    }

    /// The parameters in their fixed order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many parameters there are.
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Whether there are none (a schema always has some).
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// Returns the index of the parameter called `name`.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        self.parameters
            .iter()
            .position(|parameter| parameter.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_around_the_initial_value() {
        for parameter in Schema::all().into_iter().flat_map(Schema::parameters) {
            for (phase, levels) in parameter.levels.iter() {
                assert!(
                    levels.is_sorted_by(|low, high| low < high),
                    "{} {phase}",
                    parameter.name
                );
            }
        }
    }

    #[test]
    fn names_are_unique() {
        for schema in Schema::all() {
            for (place, parameter) in schema.parameters().iter().enumerate() {
                assert_eq!(schema.position_of(&parameter.name), Some(place));
            }
        }
    }

    /// The fingerprint stands in every stored table and database of the classic family.
    #[test]
    fn the_classic_schema_is_the_one_that_stored_tables_name() {
        assert_eq!(Schema::classic().fingerprint(), "93fded87e5cbde6f");
    }
}
