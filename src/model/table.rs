//! A heuristic table: how often each level of each parameter occurred by phase and result, and the heuristics
//! picked from it.
//!
//! Source: Fernández, *BayesChess* (2005), §4.2 to §4.4: nine classes (phase by result), a naive
//! Bayes table P(level | phase, result) for each of the 838 parameters.

use std::collections::BTreeMap;

use super::card::{
    CaseResults, Estimator, FORMAT, LevelValuesOrigin, Pick, RunOrigin, TableCard, TableKind,
    TrainingOrigin,
};
use super::error::TableError;
use super::rows;
use super::shape::{class_of, shape_of};
use crate::bayes::{Counts, CountsError, Smoothing};
use crate::files;
use crate::heuristic::{LevelValues, Schema};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

/// Counts by phase, result, parameter and level, with their card.
#[derive(Clone, Debug)]
pub struct HeuristicTable {
    level_values: LevelValues,
    counts: Counts,
    smoothing: Smoothing,
    card: TableCard,
}

impl HeuristicTable {
    /// Makes a table of `counts` of the schema's own levels, from `origins`; heuristics are picked by the rule
    /// of 2005.
    ///
    /// # Errors
    ///
    /// [`TableError::Counts`] if the counts do not have the schema's shape, and [`TableError::Apart`] if the
    /// origins' games overflow.
    pub fn new(
        schema: &'static Schema,
        counts: Counts,
        smoothing: Smoothing,
        origins: Vec<RunOrigin>,
    ) -> Result<Self, TableError> {
        let level_values = LevelValues::of_schema(schema);
        Self::with_level_values(level_values, Pick::Level, counts, smoothing, origins)
    }

    /// Makes a table without cases: every objective picks the middle of `level_values`.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn without_cases(
        level_values: LevelValues,
        origins: Vec<RunOrigin>,
    ) -> Result<Self, TableError> {
        let counts = Counts::new(shape_of(level_values.schema()));
        let pick = Pick::Lean { reach: 0.0 };
        Self::with_level_values(level_values, pick, counts, Smoothing::LAPLACE, origins)
    }

    /// Makes a table of `counts` of the levels of `level_values`, with the rule by which heuristics are picked.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_level_values(
        level_values: LevelValues,
        pick: Pick,
        counts: Counts,
        smoothing: Smoothing,
        origins: Vec<RunOrigin>,
    ) -> Result<Self, TableError> {
        let schema = level_values.schema();
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
        let card = TableCard {
            format: FORMAT,
            kind: TableKind::Heuristic,
            schema: schema.name().to_owned(),
            schema_fingerprint: schema.fingerprint().to_owned(),
            checksum: files::checksum(&rows_of(&level_values, &counts, smoothing)?),
            games: games_of(&origins)?,
            cases: counts.total(),
            level_values: if level_values.matches_schema() {
                LevelValuesOrigin::Schema
            } else {
                LevelValuesOrigin::Rows
            },
            estimator: Estimator::laplace(smoothing),
            pick,
            results: ByPhase::new_with(|phase| {
                CaseResults::new_with(|result| counts.cases(class_of(phase, result)))
            }),
            training: None,
            origins,
        };
        Ok(Self {
            level_values,
            counts,
            smoothing,
            card,
        })
    }

    /// Returns the same counts with another rule for picking.
    #[must_use]
    pub const fn with_pick(mut self, pick: Pick) -> Self {
        self.card.pick = pick;
        self
    }

    /// Returns the same table with the training that made it, for its card.
    #[must_use]
    pub fn with_training(mut self, training: TrainingOrigin) -> Self {
        self.card.training = Some(training);
        self
    }

    /// Makes a table from its parts, which were checked against each other.
    pub(super) const fn from_parts(
        level_values: LevelValues,
        counts: Counts,
        smoothing: Smoothing,
        card: TableCard,
    ) -> Self {
        Self {
            level_values,
            counts,
            smoothing,
            card,
        }
    }

    /// Returns the schema of its parameters.
    pub const fn schema(&self) -> &'static Schema {
        self.level_values.schema()
    }

    /// Returns the values that the levels stand for.
    pub const fn level_values(&self) -> &LevelValues {
        &self.level_values
    }

    /// Returns the counts: classes as numbered by [`class_of`], a feature for each parameter.
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the smoothing that gives its probabilities.
    pub const fn smoothing(&self) -> Smoothing {
        self.smoothing
    }

    /// Returns true if heuristics differ by objective. Without cases, or if nothing leans, there is one for
    /// all.
    pub fn distinguishes_objectives(&self) -> bool {
        let leans = !matches!(self.card.pick, Pick::Lean { reach } if reach <= 0.0);
        leans && self.card.cases > 0
    }

    /// Returns the card.
    pub const fn card(&self) -> &TableCard {
        &self.card
    }

    /// Returns the checksum of the CSV: sixteen hexadecimal digits, the name of this model in provenances.
    pub fn checksum(&self) -> &str {
        &self.card.checksum
    }

    /// Returns the table of the cases of both. Games that both have counted count twice; a table cannot tell.
    ///
    /// # Errors
    ///
    /// [`TableError::Apart`] or [`TableError::Counts`] if schemas or estimators differ.
    pub fn merge(&self, other: &Self) -> Result<Self, TableError> {
        self.check_alike(other)?;
        let mut counts = self.counts.clone();
        counts.merge(&other.counts)?;
        let mut origins = self.card.origins.clone();
        origins.extend(other.card.origins.iter().cloned());
        self.of_counts(counts, origins)
    }

    /// Returns the table without the cases of `other`, which must have been merged into it.
    ///
    /// # Errors
    ///
    /// As [`merge`](Self::merge), and if `other` has cases or games that are not in this.
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
        self.of_counts(counts, origins)
    }

    /// Returns the table with every count halved, so that new games weigh more. A run with less than one game
    /// left is removed from the card.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the halved counts do not form a table.
    pub fn age(&self) -> Result<Self, TableError> {
        let mut counts = self.counts.clone();
        counts.halve();
        let mut origins = self.card.origins.clone();
        for origin in &mut origins {
            origin.games /= 2;
        }
        origins.retain(|origin| origin.games > 0);
        self.of_counts(counts, origins)
    }

    /// Returns the phase with the most cases. A game is a case of each phase that it reached, so nearly all
    /// games are in it, and long games count as much as short ones.
    pub fn fullest_phase(&self) -> Phase {
        let cases = |phase: &Phase| {
            let of = SideResult::ALL.map(|result| self.counts.cases(class_of(*phase, result)));
            of.iter().sum::<u64>()
        };
        let fullest = Phase::ALL.into_iter().max_by_key(cases);
        fullest.unwrap_or(Phase::Opening)
    }

    /// Returns a table with other counts under the same card.
    fn of_counts(&self, counts: Counts, origins: Vec<RunOrigin>) -> Result<Self, TableError> {
        let (level_values, pick) = (self.level_values.clone(), self.card.pick);
        Self::with_level_values(level_values, pick, counts, self.smoothing, origins)
    }

    /// Returns the rows as CSV.
    pub(super) fn rows(&self) -> Result<Vec<u8>, TableError> {
        rows_of(&self.level_values, &self.counts, self.smoothing)
    }

    fn check_alike(&self, other: &Self) -> Result<(), TableError> {
        let (one, two) = (self.schema(), other.schema());
        if one.fingerprint() != two.fingerprint() {
            let what = format!(
                "one is of schema '{}', the other of '{}'",
                one.name(),
                two.name()
            );
            return Err(TableError::Apart(what));
        }
        if self.level_values != other.level_values {
            let what = "their levels stand for different values".to_owned();
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
        if self.card.pick != other.card.pick {
            let what = "weights are picked from their counts by different rules (learn --pick)";
            return Err(TableError::Apart(what.to_owned()));
        }
        Ok(())
    }
}

fn rows_of(
    level_values: &LevelValues,
    counts: &Counts,
    smoothing: Smoothing,
) -> Result<Vec<u8>, TableError> {
    rows::write(level_values, counts, smoothing).map_err(|source| TableError::Io {
        file: "the table in memory".into(),
        source,
    })
}

impl PartialEq for HeuristicTable {
    /// The card names the schema with its fingerprint.
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts && self.card == other.card
    }
}

fn same_run(left: &RunOrigin, right: &RunOrigin) -> bool {
    left.run == right.run && left.provenance == right.provenance
}

/// Returns one entry per run, in an order that does not depend on the order of merging.
fn join_origins(origins: Vec<RunOrigin>) -> Result<Vec<RunOrigin>, TableError> {
    let mut joined: BTreeMap<(String, String, u64, Vec<String>, String), RunOrigin> =
        BTreeMap::new();
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
        let entry = joined
            .entry(key)
            .or_insert(RunOrigin { games: 0, ..origin });
        entry.games = entry.games.checked_add(games).ok_or_else(too_many)?;
    }
    Ok(joined.into_values().collect())
}

/// Returns the number of games of all origins.
pub(super) fn games_of(origins: &[RunOrigin]) -> Result<u64, TableError> {
    origins
        .iter()
        .try_fold(0_u64, |sum, origin| sum.checked_add(origin.games))
        .ok_or_else(too_many)
}

fn too_many() -> TableError {
    TableError::Apart("they state more games than can be counted".to_owned())
}
