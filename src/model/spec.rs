//! The text by which users name a heuristic: `initial`, `random`, `modern:initial`,
//! `modern:random`, `learned`, `modern:learned`, or a table's file. The last three may be followed
//! by a colon and what to pick from the table: an objective, or `middle`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::TableError;
use super::file::default_table_path;
use super::heuristic_source::HeuristicSource;
use super::objective::{Objective, PickTarget, UnknownPickTarget};
use super::table::HeuristicTable;
use crate::heuristic::{Heuristic, Schema, Term, UnknownTerm};

/// What is picked from a table if the user names nothing.
pub(super) const UNWRITTEN: PickTarget = PickTarget::Objective(Objective::MaxWin);

/// The name of a heuristic as users write it; [loading](Self::load) it gives a [`HeuristicSource`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeuristicSpec {
    /// The hand-set heuristic of 2005.
    Initial,
    /// Levels of the classic family, drawn at random for each game.
    Random,
    /// The hand-set heuristic of the modern family, without the weights of some terms.
    Modern {
        /// The terms whose weights are 0, to measure what they are worth.
        without: Vec<Term>,
    },
    /// Levels of the modern family, drawn at random for each game.
    ModernRandom,
    /// The user's own learned table, or the shipped one if there is none.
    Learned(PickTarget),
    /// The shipped table of the modern family.
    ModernLearned(PickTarget),
    /// A table's file.
    File {
        /// The table, a `.csv` with its card beside it.
        path: PathBuf,
        /// What is picked from it.
        aim: PickTarget,
    },
}

/// The error for a text that names no heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownHeuristic {
    /// Neither a known word nor the name of a table.
    #[error(
        "'{0}' is not a heuristic: expected initial, random, modern:initial, modern:random, learned, \
         modern:learned, or a table's file such as table.csv, the last three also with :max-win, :min-loss, :max-draw, \
         :min-draw or :middle behind"
    )]
    Word(String),
    /// The modern heuristic without a term that it does not have.
    #[error("in '{text}', {source}")]
    Term {
        /// The whole text.
        text: String,
        /// The fault after the dash.
        source: UnknownTerm,
    },
    /// A heuristic with an unknown objective.
    #[error("in '{text}', {source}")]
    Objective {
        /// The whole text.
        text: String,
        /// The fault after the colon.
        source: UnknownPickTarget,
    },
}

impl HeuristicSpec {
    /// Returns the file of the table, if the user named one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Loads the heuristic that the text names, from the files that it needs.
    ///
    /// # Errors
    ///
    /// [`TableError`] if its table cannot be read.
    pub fn load(&self) -> Result<HeuristicSource, TableError> {
        let from_table = |table, target| HeuristicSource::Table {
            table: Box::new(table),
            target,
        };
        match self {
            Self::Initial => Ok(HeuristicSource::fixed(Heuristic::initial())),
            Self::Random => Ok(HeuristicSource::Random(Schema::classic())),
            Self::Modern { without } => {
                let whole = Heuristic::initial_of(Schema::modern());
                let rest = without
                    .iter()
                    .fold(whole, |heuristic, term| heuristic.without(*term));
                Ok(HeuristicSource::fixed(rest))
            }
            Self::ModernRandom => Ok(HeuristicSource::Random(Schema::modern())),
            Self::Learned(target) => Ok(from_table(learned_table()?, *target)),
            Self::ModernLearned(target) => {
                Ok(from_table(HeuristicTable::shipped_modern()?, *target))
            }
            Self::File { path, aim } => Ok(from_table(HeuristicTable::load(path)?, *aim)),
        }
    }
}

/// Returns the user's own table if there is one, else the shipped one.
fn learned_table() -> Result<HeuristicTable, TableError> {
    match default_table_path() {
        Some(own) if own.exists() => HeuristicTable::load(&own),
        _ => HeuristicTable::shipped(),
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initial => f.write_str("initial"),
            Self::Random => f.write_str("random"),
            Self::Modern { without } => {
                f.write_str("modern:initial")?;
                without.iter().try_for_each(|term| write!(f, "-{term}"))
            }
            Self::ModernRandom => f.write_str("modern:random"),
            Self::Learned(aim) => write!(f, "learned:{aim}"),
            Self::ModernLearned(aim) => write!(f, "modern:learned:{aim}"),
            Self::File { path, aim } => write!(f, "{}:{aim}", path.display()),
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = UnknownHeuristic;

    /// Parses a user's text. A path may contain colons (`C:\\tables\\mine.csv`), so the last colon counts only
    /// if the text before it is a heuristic.
    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        if let Some(spec) = named(text, UNWRITTEN) {
            return Ok(spec);
        }
        if let Some(terms) = text.strip_prefix("modern:initial-") {
            return without(terms).map_err(|source| UnknownHeuristic::Term {
                text: text.to_owned(),
                source,
            });
        }
        let unknown = || UnknownHeuristic::Word(text.to_owned());
        let (before, behind) = text.rsplit_once(':').ok_or_else(unknown)?;
        if named(before, UNWRITTEN).is_none() {
            return Err(unknown());
        }
        let aim = behind
            .parse()
            .map_err(|source| UnknownHeuristic::Objective {
                text: text.to_owned(),
                source,
            })?;
        match named(before, aim) {
            Some(spec @ (Self::Learned(_) | Self::ModernLearned(_) | Self::File { .. })) => {
                Ok(spec)
            }
            _ => Err(unknown()),
        }
    }
}

/// Returns the modern heuristic without the terms in a text such as `mobility-threats`.
fn without(terms: &str) -> Result<HeuristicSpec, UnknownTerm> {
    let without = terms.split('-').map(str::parse).collect::<Result<_, _>>()?;
    Ok(HeuristicSpec::Modern { without })
}

/// Returns the heuristic of a text without its objective.
fn named(text: &str, aim: PickTarget) -> Option<HeuristicSpec> {
    let is_table = Path::new(text)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    match text {
        "initial" => Some(HeuristicSpec::Initial),
        "random" => Some(HeuristicSpec::Random),
        "modern:initial" => Some(HeuristicSpec::Modern {
            without: Vec::new(),
        }),
        "modern:random" => Some(HeuristicSpec::ModernRandom),
        "learned" => Some(HeuristicSpec::Learned(aim)),
        "modern:learned" => Some(HeuristicSpec::ModernLearned(aim)),
        _ if is_table => Some(HeuristicSpec::File {
            path: text.into(),
            aim,
        }),
        _ => None,
    }
}
