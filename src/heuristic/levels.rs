//! Levels: which of its five values each parameter takes; the learner sees nothing else of a
//! heuristic.

use rand::Rng;
use rand::RngExt as _;

use super::parameter::{INITIAL_LEVEL, LEVELS};
use super::schema::Schema;

/// One level (0 to 4) for each parameter of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Levels(Vec<u8>);

/// Levels that do not fit their schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelsError {
    /// Another number of parameters than the schema has.
    #[error("{found} levels, but the schema '{schema}' has {expected} parameters")]
    Length {
        /// The schema's name.
        schema: &'static str,
        /// How many parameters it has.
        expected: usize,
        /// How many levels there were.
        found: usize,
    },
    /// A level outside 0 to 4.
    #[error("level {level} of parameter '{parameter}': expected 0 to 4")]
    Range {
        /// The parameter's name.
        parameter: String,
        /// The level.
        level: u8,
    },
}

impl Levels {
    /// Every parameter at its initial value.
    pub fn initial(schema: &Schema) -> Self {
        Self(vec![INITIAL_LEVEL; schema.len()])
    }

    /// Each parameter's level drawn uniformly and independently (Fernández 2005, §4.3.1).
    pub fn random(schema: &Schema, rng: &mut impl Rng) -> Self {
        let levels = u8::try_from(LEVELS).unwrap_or(u8::MAX);
        Self(
            (0..schema.len())
                .map(|_| rng.random_range(0..levels))
                .collect(),
        )
    }

    /// The level of each parameter's unit.
    pub(super) fn of_units(levels: &[u8], unit_of: &[usize]) -> Self {
        Self(unit_of.iter().map(|unit| levels[*unit]).collect())
    }

    /// Mirrors every level about the middle.
    pub fn opposite(&self) -> Self {
        let most = 2 * INITIAL_LEVEL;
        Self(self.0.iter().map(|level| most - level).collect())
    }

    /// Levels from stored bytes.
    ///
    /// # Errors
    ///
    /// [`LevelsError`] when there are not as many as the schema has parameters, or one is above 4.
    pub fn from_bytes(schema: &Schema, bytes: Vec<u8>) -> Result<Self, LevelsError> {
        if bytes.len() != schema.len() {
            return Err(LevelsError::Length {
                schema: schema.name(),
                expected: schema.len(),
                found: bytes.len(),
            });
        }
        match bytes
            .iter()
            .zip(schema.parameters())
            .find(|(level, _)| usize::from(**level) >= LEVELS)
        {
            Some((level, parameter)) => Err(LevelsError::Range {
                parameter: parameter.name.clone(),
                level: *level,
            }),
            None => Ok(Self(bytes)),
        }
    }

    /// One byte for each parameter, in the schema's order.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn random_levels_depend_on_the_seed_alone_and_use_all_five() {
        let schema = Schema::classic();
        let draw = |seed| Levels::random(schema, &mut ChaCha8Rng::seed_from_u64(seed));
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        let drawn = draw(1);
        assert!((0..5).all(|level| drawn.as_bytes().contains(&level)));
    }

    #[test]
    fn foreign_bytes_are_checked() {
        let schema = Schema::classic();
        assert!(Levels::from_bytes(schema, vec![2; 838]).is_ok());
        assert!(Levels::from_bytes(schema, vec![2; 837]).is_err());
        let mut bytes = vec![2; 838];
        bytes[5] = 5;
        let message = Levels::from_bytes(schema, bytes)
            .expect_err("out of range")
            .to_string();
        assert_eq!(message, "level 5 of parameter 'check': expected 0 to 4");
    }
}
