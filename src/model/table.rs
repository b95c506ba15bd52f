//! A heuristic table: how often each level of each parameter came with each phase and result, and
//! the heuristic that an objective picks from it.
//!
//! Source: Fernández, *BayesChess* (2005), §4.2 to §4.4: nine classes (phase by result), a naive
//! Bayes table P(level | phase, result) for each of the 838 parameters.
//!
//! May use: L0, `bayes`, `heuristic`.

use std::collections::BTreeMap;

use super::card::{Card, Estimator, FORMAT, Kind, LevelValues, Origin, Outcomes};
use super::error::TableError;
use super::objective::{Extreme, Objective};
use super::rows;
use crate::bayes::{Counts, CountsError, Shape, Smoothing};
use crate::files;
use crate::heuristic::{Heuristic, INITIAL_LEVEL, LEVELS, Levels, Schema};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

/// The class of a case: which phase it used its levels in, and how the game ended for it.
pub const fn class_of(phase: Phase, result: SideResult) -> usize {
    phase as usize * SideResult::ALL.len() + result as usize
}

/// The shape of the counts of a schema: nine classes, a feature of five values per parameter.
///
/// # Panics
///
/// With a schema of no parameters, which this program does not have.
pub fn shape_of(schema: &Schema) -> Shape {
    let classes = Phase::ALL.len() * SideResult::ALL.len();
    #[expect(
        clippy::expect_used,
        reason = "a schema has parameters, of five levels each: no foreign byte can reach this"
    )]
    Shape::uniform(classes, schema.len(), LEVELS).expect("nine classes, some parameters")
}

/// Counts by phase, result, parameter and level, and the card that says where they came from.
#[derive(Clone, Debug)]
pub struct HeuristicTable {
    schema: &'static Schema,
    counts: Counts,
    smoothing: Smoothing,
    card: Card,
}

impl HeuristicTable {
    /// The table of `counts`, which came from `origins`.
    ///
    /// # Errors
    ///
    /// [`TableError::Counts`] when the counts are not of the schema's shape, and
    /// [`TableError::Apart`] when the origins state more games than a number holds.
    pub fn new(
        schema: &'static Schema,
        counts: Counts,
        smoothing: Smoothing,
        origins: Vec<Origin>,
    ) -> Result<Self, TableError> {
        let empty = Counts::new(shape_of(schema));
        if counts.shape() != empty.shape() {
            return Err(CountsError::Shape {
                left_classes: empty.shape().classes(),
                left_features: empty.shape().features(),
                right_classes: counts.shape().classes(),
                right_features: counts.shape().features(),
            }
            .into());
        }
        let origins = join_origins(origins)?;
        let card = Card {
            format: FORMAT,
            kind: Kind::Heuristic,
            schema: schema.name().to_owned(),
            schema_fingerprint: schema.fingerprint().to_owned(),
            checksum: files::checksum(&rows_of(schema, &counts, smoothing)?),
            games: games_of(&origins)?,
            cases: counts.total(),
            level_values: LevelValues::Schema,
            estimator: Estimator::laplace(smoothing),
            results: ByPhase::new_with(|phase| {
                Outcomes::new_with(|result| counts.cases(class_of(phase, result)))
            }),
            origins,
        };
        Ok(Self {
            schema,
            counts,
            smoothing,
            card,
        })
    }

    /// A table and the card that it was stored with, both already checked against each other.
    pub(super) const fn from_parts(
        schema: &'static Schema,
        counts: Counts,
        smoothing: Smoothing,
        card: Card,
    ) -> Self {
        Self {
            schema,
            counts,
            smoothing,
            card,
        }
    }

    /// The parameters that it is about.
    pub const fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// What was counted: classes as [`class_of`] numbers them, a feature for each parameter.
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How its probabilities follow from its counts.
    pub const fn smoothing(&self) -> Smoothing {
        self.smoothing
    }

    /// Where it came from.
    pub const fn card(&self) -> &Card {
        &self.card
    }

    /// Sixteen hexadecimal digits over the CSV's bytes: the name of this model in provenances.
    pub fn checksum(&self) -> &str {
        &self.card.checksum
    }

    /// The level of each parameter that serves `objective` best, by phase.
    ///
    /// All levels of a row share one denominator, so the counts decide. Where two levels serve
    /// alike the data have not chosen, and the initial level stays.
    pub fn levels(&self, objective: Objective) -> ByPhase<Levels> {
        ByPhase::new_with(|phase| {
            let class = class_of(phase, objective.result());
            let bytes = (0..self.schema.len())
                .map(|parameter| choose(self.counts.feature(class, parameter), objective.extreme()))
                .collect();
            // `choose` stays below five, and there is one level a parameter.
            Levels::from_bytes(self.schema, bytes).unwrap_or_else(|_| Levels::initial(self.schema))
        })
    }

    /// The heuristic in which every parameter takes the level that serves `objective` best.
    pub fn heuristic(&self, objective: Objective) -> Heuristic {
        Heuristic::from_levels(self.schema, &self.levels(objective))
    }

    /// The table of the cases of both. Joining a table with one that shares games counts those
    /// twice; nothing in a table could tell.
    ///
    /// # Errors
    ///
    /// [`TableError::Apart`] or [`TableError::Counts`] for tables of other schemas or estimators.
    pub fn merge(&self, other: &Self) -> Result<Self, TableError> {
        self.check_alike(other)?;
        let mut counts = self.counts.clone();
        counts.merge(&other.counts)?;
        let mut origins = self.card.origins.clone();
        origins.extend(other.card.origins.iter().cloned());
        Self::new(self.schema, counts, self.smoothing, origins)
    }

    /// The table without the cases of `other`, which must have been merged into it.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge), and when `other` has cases or games that are not in this.
    pub fn subtract(&self, other: &Self) -> Result<Self, TableError> {
        self.check_alike(other)?;
        let mut counts = self.counts.clone();
        counts.subtract(&other.counts)?;
        let mut origins = self.card.origins.clone();
        for gone in &other.card.origins {
            let rest = origins
                .iter_mut()
                .find(|origin| same_run(origin, gone))
                .and_then(|origin| {
                    origin.games = origin.games.checked_sub(gone.games)?;
                    Some(())
                });
            if rest.is_none() {
                let what = format!("run {} has fewer games in it than are to go", gone.run);
                return Err(TableError::Apart(what));
            }
        }
        origins.retain(|origin| origin.games > 0);
        Self::new(self.schema, counts, self.smoothing, origins)
    }

    /// The rows as CSV.
    pub(super) fn rows(&self) -> Result<Vec<u8>, TableError> {
        rows_of(self.schema, &self.counts, self.smoothing)
    }

    fn check_alike(&self, other: &Self) -> Result<(), TableError> {
        if self.schema.fingerprint() != other.schema.fingerprint() {
            let what = format!(
                "one is of schema '{}', the other of '{}'",
                self.schema.name(),
                other.schema.name()
            );
            return Err(TableError::Apart(what));
        }
        if self.smoothing != other.smoothing {
            let what = format!(
                "one is smoothed by {}, the other by {}",
                self.smoothing.alpha(),
                other.smoothing.alpha()
            );
            return Err(TableError::Apart(what));
        }
        Ok(())
    }
}

fn rows_of(schema: &Schema, counts: &Counts, smoothing: Smoothing) -> Result<Vec<u8>, TableError> {
    rows::write(schema, counts, smoothing).map_err(|source| TableError::Io {
        file: "the table in memory".into(),
        source,
    })
}

impl PartialEq for HeuristicTable {
    /// The card names the schema and its fingerprint.
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts && self.card == other.card
    }
}

/// The place of the extreme count, or the initial level where several share it.
fn choose(counts: &[u64], extreme: Extreme) -> u8 {
    let best = match extreme {
        Extreme::Largest => counts.iter().max(),
        Extreme::Smallest => counts.iter().min(),
    };
    let mut levels = (0_u8..)
        .zip(counts)
        .filter(|(_, count)| Some(*count) == best)
        .map(|(level, _)| level);
    match (levels.next(), levels.next()) {
        (Some(level), None) => level,
        _ => INITIAL_LEVEL,
    }
}

fn same_run(left: &Origin, right: &Origin) -> bool {
    left.run == right.run && left.provenance == right.provenance
}

/// One entry a run, in an order that does not depend on the order of joining.
fn join_origins(origins: Vec<Origin>) -> Result<Vec<Origin>, TableError> {
    let mut joined: BTreeMap<(String, String, u64, Vec<String>, String), Origin> = BTreeMap::new();
    for origin in origins {
        let from = &origin.provenance;
        let key = (
            origin.run.clone(),
            from.version.clone(),
            from.seed,
            from.models.clone(),
            from.settings.clone(),
        );
        let games = origin.games;
        let entry = joined.entry(key).or_insert(Origin { games: 0, ..origin });
        entry.games = entry.games.checked_add(games).ok_or_else(too_many)?;
    }
    Ok(joined.into_values().collect())
}

/// How many games the origins state together.
pub(super) fn games_of(origins: &[Origin]) -> Result<u64, TableError> {
    origins
        .iter()
        .try_fold(0_u64, |sum, origin| sum.checked_add(origin.games))
        .ok_or_else(too_many)
}

fn too_many() -> TableError {
    TableError::Apart("they state more games than can be counted".to_owned())
}
