//! What users write for a heuristic: `initial`, `random`, `modern:initial`, `modern:random`,
//! `learned`, `modern:learned`, or a table's file, the last three with what is picked behind a colon: an
//! objective, or `middle`.
//!
//! May use: L0, `heuristic`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::TableError;
use super::file::default_table_path;
use super::objective::{Objective, PickTarget, UnknownPickTarget};
use super::table::HeuristicTable;
use crate::heuristic::{Heuristic, Schema, Term, UnknownTerm};

/// What is picked from a table where nothing is written behind it.
const UNWRITTEN: PickTarget = PickTarget::Objective(Objective::MaxWin);

/// What the family is called in a specification.
const MODERN: &str = "modern";

/// Which heuristic a side is to play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeuristicSpec {
    /// The original's hand-set one.
    Initial,
    /// Levels drawn at random, anew for each game.
    Random,
    /// The modern family's hand-set one, without the weights of some terms.
    Modern {
        /// The terms that weigh nothing: what is one of them worth?
        without: Vec<Term>,
    },
    /// Levels of the modern family drawn at random, anew for each game.
    ModernRandom,
    /// The user's own learned table, or the shipped one where there is none.
    Learned(PickTarget),
    /// The shipped table of the modern family.
    ModernLearned(PickTarget),
    /// A table of one's choice.
    File {
        /// The table, a `.csv` with its card beside it.
        path: PathBuf,
        /// What is picked from it.
        aim: PickTarget,
    },
}

/// Words that name no heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownHeuristic {
    /// Neither a known word nor the name of a table.
    #[error(
        "'{0}' is no heuristic: expected initial, random, modern:initial, modern:random, learned, \
         modern:learned, or a table's file such as table.csv, the last three also with :max-win, :min-loss, :max-draw, \
         :min-draw or :middle behind"
    )]
    Word(String),
    /// The modern heuristic, but without something that it does not have.
    #[error("in '{text}', {source}")]
    Term {
        /// All that was written.
        text: String,
        /// What is wrong behind the dash.
        source: UnknownTerm,
    },
    /// A heuristic, but then a word that picks nothing from its table.
    #[error("in '{text}', {source}")]
    Objective {
        /// All that was written.
        text: String,
        /// What is wrong behind the colon.
        source: UnknownPickTarget,
    },
}

/// A heuristic ready to be played.
#[derive(Clone, Debug)]
pub enum Source {
    /// The same in every game.
    Fixed {
        /// As users write it.
        name: String,
        /// The weights.
        heuristic: Heuristic,
        /// Names the model in provenances: a table's checksum and the objective, or the
        /// fingerprint of the weights.
        checksum: String,
    },
    /// Levels of a family drawn at random, anew for each game.
    Random(&'static Schema),
}

impl Source {
    /// As users write it.
    pub fn name(&self) -> &str {
        match self {
            Self::Fixed { name, .. } => name,
            Self::Random(schema) if schema.name() == MODERN => "modern:random",
            Self::Random(_) => "random",
        }
    }

    /// What names the model in provenances; `random` is no model.
    pub fn checksum(&self) -> Option<&str> {
        match self {
            Self::Fixed { checksum, .. } => Some(checksum),
            Self::Random(_) => None,
        }
    }
}

impl HeuristicSpec {
    /// Reads whatever the heuristic needs.
    ///
    /// # Errors
    ///
    /// [`TableError`] when its table cannot be read.
    pub fn load(&self) -> Result<Source, TableError> {
        match self {
            Self::Initial => Ok(self.fixed(Heuristic::initial())),
            Self::Random => Ok(Source::Random(Schema::classic())),
            Self::Modern { without } => {
                let whole = Heuristic::initial_of(Schema::modern());
                let rest = without
                    .iter()
                    .fold(whole, |heuristic, term| heuristic.without(*term));
                Ok(self.fixed(rest))
            }
            Self::ModernRandom => Ok(Source::Random(Schema::modern())),
            Self::Learned(aim) => Ok(self.picked(&learned_table()?, *aim)),
            Self::ModernLearned(aim) => Ok(self.picked(&HeuristicTable::shipped_modern()?, *aim)),
            Self::File { path, aim } => Ok(self.picked(&HeuristicTable::load(path)?, *aim)),
        }
    }

    fn fixed(&self, heuristic: Heuristic) -> Source {
        Source::Fixed {
            name: self.to_string(),
            checksum: heuristic.fingerprint(),
            heuristic,
        }
    }

    fn picked(&self, table: &HeuristicTable, aim: PickTarget) -> Source {
        Source::Fixed {
            name: self.to_string(),
            heuristic: table.pick(aim),
            checksum: format!("{}:{aim}", table.checksum()),
        }
    }
}

impl HeuristicSpec {
    /// The whole table from which every objective can be picked; none for a heuristic that is not
    /// learned.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn table(&self) -> Result<Option<HeuristicTable>, TableError> {
        match self {
            Self::Initial | Self::Random | Self::Modern { .. } | Self::ModernRandom => Ok(None),
            Self::Learned(_) => learned_table().map(Some),
            Self::ModernLearned(_) => HeuristicTable::shipped_modern().map(Some),
            Self::File { path, .. } => HeuristicTable::load(path).map(Some),
        }
    }
}

/// The user's own table where there is one, the shipped one elsewhere.
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

    /// Reads what users write. A path may hold colons itself (`C:\\tables\\mine.csv`), so the last
    /// one only counts when what stands before it is a heuristic already.
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

/// The modern heuristic without the terms in `mobility-threats`.
fn without(terms: &str) -> Result<HeuristicSpec, UnknownTerm> {
    let without = terms.split('-').map(str::parse).collect::<Result<_, _>>()?;
    Ok(HeuristicSpec::Modern { without })
}

/// The heuristic of a text without what is picked.
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
