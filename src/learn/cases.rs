//! Counting the cases of a database into a table.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::bayes::{CaseError, CountsBuilder, Smoothing};
use crate::foreign::shell_path;
use crate::heuristic::Schema;
use crate::model::{HeuristicTable, RunOrigin, TableError, class_of, shape_of};
use crate::record::LevelDraw;
use crate::store::{CaseFilter, CasesRead, Run, Store, StoreError};

/// Number of cases between two progress reports.
const NEWS: u64 = 1 << 16;

/// A learned table, with the numbers of cases and games behind it.
#[derive(Clone, Debug)]
pub struct LearnedTable {
    /// Table of the counts.
    pub table: HeuristicTable,
    /// Number of cases counted.
    pub cases: u64,
    /// Number of games that the cases came from.
    pub games: u64,
    /// Wall-clock time of reading and counting.
    pub time: Duration,
}

/// Reason why nothing could be learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The counts do not form a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The database has no cases.
    #[error(
        "{}: there are no cases to learn from; play some games first with 'bayeschess selfplay --db {}'",
        .0.display(), shell_path(.0)
    )]
    NoCases(PathBuf),
    /// The cases belong to another family of heuristics.
    #[error(
        "{}: the cases of run {run} have {levels} levels, but those of the schema '{schema}' have {expected}; \
         name another run with --run",
        file.display()
    )]
    OtherSchema {
        /// Path of the database.
        file: PathBuf,
        /// Key of the run.
        run: String,
        /// Number of levels in its cases.
        levels: u16,
        /// Name of the schema that was to be learned.
        schema: &'static str,
        /// Number of levels in a case of that schema.
        expected: usize,
    },
    /// The levels were drawn when a family had other parameters or values.
    #[error(
        "{}: the levels of run {run} belong to the schema {found}, but this program knows {known}; \
         play the games again, or name another run with --run",
        file.display()
    )]
    ChangedSchema {
        /// Path of the database.
        file: PathBuf,
        /// Key of the run.
        run: String,
        /// Name and fingerprint of the schema in the run's settings.
        found: String,
        /// Names and fingerprints of the schemas of this program.
        known: String,
    },
    /// The values of the levels are in a training's recipe and tables, not in the schema.
    #[error(
        "{}: the levels of run {run} were drawn around a trained heuristic, so their values are not those of the \
         schema; 'bayeschess train' counts them, or name another run with --run",
        file.display()
    )]
    Designed {
        /// Path of the database.
        file: PathBuf,
        /// Key of the run.
        run: String,
    },
    /// A case does not fit its run.
    #[error(
        "{}: a case of run {run} does not fit: {what}; 'bayeschess db verify {}' lists all damage",
        file.display(), shell_path(file)
    )]
    Case {
        /// Path of the database.
        file: PathBuf,
        /// Key of the run.
        run: String,
        /// Fault of the case.
        what: CaseError,
    },
}

/// Returns the schema of the cases in `store` that `filter` selects, the classic one if there are none.
///
/// # Errors
///
/// [`LearnError`] if the schema has changed since or is unknown, if runs have different schemas, if levels were drawn
/// around the heuristic of a training, or if the database cannot be read.
pub fn schema_of(store: &Store, filter: &CaseFilter) -> Result<&'static Schema, LearnError> {
    let mut found: Option<&'static Schema> = None;
    for run in runs_of(store, filter)? {
        let Drawn::Of { schema, by_design } = drawn_in(&run) else {
            continue;
        };
        let file = || store.file().to_owned();
        let name = run.key.to_string();
        if by_design {
            return Err(LearnError::Designed {
                file: file(),
                run: name,
            });
        }
        let known = Schema::all().into_iter().find(|known| match &schema {
            Some(written) => known.described() == *written,
            // Runs imported from other programs do not name a schema.
            None => known.len() == usize::from(run.settings.levels),
        });
        let Some(known) = known else {
            return Err(LearnError::ChangedSchema {
                file: file(),
                run: name,
                found: schema.unwrap_or_else(|| format!("with {} parameters", run.settings.levels)),
                known: Schema::all().map(Schema::described).join(" and "),
            });
        };
        match found {
            Some(first) if first.name() != known.name() => {
                return Err(LearnError::OtherSchema {
                    file: file(),
                    run: name,
                    levels: run.settings.levels,
                    schema: first.name(),
                    expected: first.len(),
                });
            }
            _ => found = Some(known),
        }
    }
    Ok(found.unwrap_or_else(Schema::classic))
}

/// Kind of levels drawn in a run.
enum Drawn {
    /// No levels: both sides have fixed heuristics.
    Nothing,
    /// Levels of a schema.
    Of {
        /// Name and fingerprint of the schema in the run's settings, if named.
        schema: Option<String>,
        /// True if levels were drawn around the heuristic of a training, false if around the schema's own
        /// values.
        by_design: bool,
    },
}

fn drawn_in(run: &Run) -> Drawn {
    let draws = run.settings.draws();
    if run.settings.levels == 0 || draws.are_none() {
        return Drawn::Nothing;
    }
    Drawn::Of {
        by_design: draws.contains(LevelDraw::Designed),
        schema: draws.schema,
    }
}

/// Counts the cases of `store` that `filter` selects into a table of `schema`. Calls `on_progress` from time to time
/// with the number of cases counted.
///
/// # Errors
///
/// [`LearnError`] if there are no cases, if they do not belong to `schema`, or if the database cannot be read.
pub fn learn(
    store: &Store,
    schema: &'static Schema,
    filter: &CaseFilter,
    smoothing: Smoothing,
    on_progress: &mut dyn FnMut(u64),
) -> Result<LearnedTable, LearnError> {
    let runs = runs_of(store, filter)?;
    let mut tally = CountsBuilder::new(shape_of(schema));
    let mut origins = Vec::new();
    let mut total = CasesRead::default();
    let begun = Instant::now();
    for run in runs {
        let read = count_run(store, schema, &run, filter, &mut tally, &mut |cases| {
            on_progress(total.cases + cases);
        })?;
        total.cases += read.cases;
        total.games += read.games;
        if read.games > 0 {
            origins.push(RunOrigin {
                run: run.key.to_string(),
                games: read.games,
                provenance: run.settings.provenance,
            });
        }
    }
    let counts = tally.finish();
    let time = begun.elapsed();
    if total.cases == 0 {
        return Err(LearnError::NoCases(store.file().to_owned()));
    }
    Ok(LearnedTable {
        table: HeuristicTable::new(schema, counts, smoothing, origins)?,
        cases: total.cases,
        games: total.games,
        time,
    })
}

fn runs_of(store: &Store, filter: &CaseFilter) -> Result<Vec<Run>, StoreError> {
    let Some(key) = &filter.run else {
        return store.runs();
    };
    match store.run(key)? {
        Some(run) => Ok(vec![run]),
        None => Err(StoreError::Unknown {
            file: store.file().to_owned(),
            what: "run",
            name: key.to_string(),
            list: "info",
        }),
    }
}

fn count_run(
    store: &Store,
    schema: &'static Schema,
    run: &Run,
    filter: &CaseFilter,
    tally: &mut CountsBuilder,
    on_progress: &mut dyn FnMut(u64),
) -> Result<CasesRead, LearnError> {
    let one_run = CaseFilter {
        run: Some(run.key.clone()),
        games: filter.games.clone(),
    };
    let mut misfit = None;
    let mut cases = 0;
    let read = store.for_each_case(&one_run, |phase, result, levels| {
        if let Err(what) = tally.add(class_of(phase, result), levels) {
            misfit.get_or_insert(what);
        }
        cases += 1;
        if cases % NEWS == 0 {
            on_progress(cases);
        }
    })?;
    match misfit {
        None => Ok(read),
        Some(_) if usize::from(run.settings.levels) != schema.len() => {
            Err(LearnError::OtherSchema {
                file: store.file().to_owned(),
                run: run.key.to_string(),
                levels: run.settings.levels,
                schema: schema.name(),
                expected: schema.len(),
            })
        }
        Some(what) => Err(LearnError::Case {
            file: store.file().to_owned(),
            run: run.key.to_string(),
            what,
        }),
    }
}
