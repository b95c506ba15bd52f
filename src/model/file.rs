//! Tables as files: a CSV and the card beside it, `heuristic.csv` and `heuristic.toml`.
//!
//! Both are written under a temporary name and renamed, the CSV first. If the program is killed between the two,
//! the card is missing or belongs to the earlier table; reading refuses both.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use super::card::{FORMAT, LevelValuesOrigin, TableCard};
use super::error::TableError;
use super::rows::{self, RowError};
use super::table::{HeuristicTable, games_of};
use crate::files::{self, Existing, FileSet, WriteError};
use crate::heuristic::{LevelValues, Schema};
use crate::phase::Phase;

/// A table that ships with the program, its card, and where it lies in the source tree.
struct ShippedTable {
    table: &'static str,
    card: &'static str,
    /// The path that errors name.
    path: &'static str,
}

const CLASSIC: ShippedTable = ShippedTable {
    table: include_str!("../../models/classic/heuristic.csv"),
    card: include_str!("../../models/classic/heuristic.toml"),
    path: "models/classic/heuristic.csv",
};

const MODERN: ShippedTable = ShippedTable {
    table: include_str!("../../models/modern/heuristic.csv"),
    card: include_str!("../../models/modern/heuristic.toml"),
    path: "models/modern/heuristic.csv",
};

impl ShippedTable {
    fn read(&self) -> Result<HeuristicTable, TableError> {
        let (table, card) = (self.table.as_bytes(), self.card.as_bytes());
        HeuristicTable::from_bytes(Path::new(self.path), table, card)
    }
}

/// Returns the path of a table's card: the same name, ending in `.toml`.
pub fn card_path(table: &Path) -> PathBuf {
    table.with_extension("toml")
}

/// Returns the path of the user's own table: `$BAYESCHESS_HOME/heuristic.csv`, or that name in the user's data
/// folder.
///
/// `None` without a home folder. Nothing is created.
pub fn default_table_path() -> Option<PathBuf> {
    let folder = match env::var_os("BAYESCHESS_HOME") {
        Some(home) if !home.is_empty() => PathBuf::from(home),
        _ => directories::ProjectDirs::from("", "", "bayeschess")?
            .data_dir()
            .to_owned(),
    };
    Some(folder.join("heuristic.csv"))
}

impl HeuristicTable {
    /// Reads a table and its card.
    ///
    /// # Errors
    ///
    /// [`TableError`] if either is missing, was changed, or belongs to another schema.
    pub fn load(file: &Path) -> Result<Self, TableError> {
        check_name(file)?;
        let table = read(file)?.ok_or_else(|| TableError::Missing(file.to_owned()))?;
        let card_file = card_path(file);
        let card = read(&card_file)?.ok_or_else(|| TableError::NoCard {
            table: file.to_owned(),
            card: card_file.clone(),
        })?;
        Self::from_bytes(file, &table, &card)
    }

    /// Returns the table of the classic family that ships with the program.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), which would be a fault of this program.
    pub fn shipped() -> Result<Self, TableError> {
        CLASSIC.read()
    }

    /// Returns the table of the modern family that ships with the program.
    ///
    /// # Errors
    ///
    /// As [`shipped`](Self::shipped).
    pub fn shipped_modern() -> Result<Self, TableError> {
        MODERN.read()
    }

    /// Reads a table and its card from bytes; `file` names the table in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_bytes(file: &Path, table: &[u8], card: &[u8]) -> Result<Self, TableError> {
        let card_file = card_path(file);
        let bad_card = |what: String| TableError::Card {
            file: card_file.clone(),
            what,
        };
        let card = read_card(&card_file, card)?;
        let schema = schema_of(&card_file, &card)?;
        let smoothing = card
            .estimator
            .smoothing()
            .map_err(|error| bad_card(error.to_string()))?;
        let level_values = match card.level_values {
            LevelValuesOrigin::Schema => Ok(LevelValues::of_schema(schema)),
            LevelValuesOrigin::Rows => rows::read_level_values(schema, table),
        };
        let counts = level_values.and_then(|level_values| {
            let cases = |phase: Phase, result| card.results[phase].of(result);
            rows::read(&level_values, cases, smoothing, table).map(|counts| (level_values, counts))
        });
        let found = files::checksum(table);
        let (level_values, counts) = match counts {
            Ok(read) if found == card.checksum => read,
            Err(RowError { line, what }) if found == card.checksum => {
                let file = file.to_owned();
                return Err(TableError::Row { file, line, what });
            }
            other => {
                let place = match other {
                    Err(RowError { line, what }) => format!("line {line}: {what}"),
                    Ok(_) => "in a byte outside the numbers, such as a line end".to_owned(),
                };
                return Err(TableError::Changed {
                    file: file.to_owned(),
                    place,
                    found,
                    stated: card.checksum,
                });
            }
        };
        if games_of(&card.origins).ok() != Some(card.games) || counts.total() != card.cases {
            let what = "its games or cases do not add up to what it states".to_owned();
            return Err(bad_card(what));
        }
        Ok(Self::from_parts(level_values, counts, smoothing, card))
    }

    /// Checks a path for a table, before the work begins.
    ///
    /// # Errors
    ///
    /// [`TableError::Name`] unless the name ends in `.csv`, and the error of [`files::check_output`] for the
    /// table or its card.
    pub fn check_output(file: &Path, existing: Existing) -> Result<(), TableError> {
        check_name(file)?;
        files::check_output(file, existing)?;
        files::check_output(&card_path(file), existing)?;
        Ok(())
    }

    /// Writes the table as `file` and its card beside it.
    ///
    /// # Errors
    ///
    /// As [`check_output`](Self::check_output), and [`TableError::Write`] if writing fails.
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), TableError> {
        Self::check_output(file, existing)?;
        let rows = self.rows()?;
        let card_file = card_path(file);
        // The file it was read from may say the same in other words.
        let card = TableCard {
            checksum: files::checksum(&rows),
            ..self.card().clone()
        };
        let card = toml::to_string(&card).map_err(|error| {
            TableError::Write(WriteError::Io {
                file: card_file.clone(),
                source: io::Error::other(error),
            })
        })?;
        let mut both = FileSet::new(existing);
        both.add(file, |out| out.write_all(&rows))?;
        both.add(&card_file, |out| out.write_all(card.as_bytes()))?;
        Ok(both.finish()?)
    }
}

fn check_name(file: &Path) -> Result<(), TableError> {
    let is_csv = file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if is_csv {
        Ok(())
    } else {
        Err(TableError::Name(file.to_owned()))
    }
}

/// Returns a file's bytes; `None` if it does not exist.
fn read(file: &Path) -> Result<Option<Vec<u8>>, TableError> {
    match crate::files::read_bytes(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(TableError::Io {
            file: file.to_owned(),
            source,
        }),
    }
}

fn read_card(file: &Path, bytes: &[u8]) -> Result<TableCard, TableError> {
    #[derive(serde::Deserialize)]
    struct Format {
        format: i64,
    }
    let bad = |what: String| TableError::Card {
        file: file.to_owned(),
        what,
    };
    let text = std::str::from_utf8(bytes)
        .map_err(|error| bad(format!("not text after byte {}", error.valid_up_to())))?;
    let Format { format } = files::from_toml(text).map_err(|fault| bad(fault.to_string()))?;
    if format > FORMAT {
        return Err(TableError::Newer {
            file: file.to_owned(),
            found: format,
        });
    }
    let card: TableCard = files::from_toml(text).map_err(|fault| bad(fault.to_string()))?;
    if card.format == FORMAT {
        Ok(card)
    } else {
        Err(bad(format!("there is no format {format} of a card")))
    }
}

fn schema_of(file: &Path, card: &TableCard) -> Result<&'static Schema, TableError> {
    let named = Schema::by_name(&card.schema);
    match named {
        Some(schema) if schema.fingerprint() == card.schema_fingerprint => Ok(schema),
        _ => {
            let known = named.unwrap_or_else(Schema::classic);
            Err(TableError::Schema {
                file: file.to_owned(),
                found: format!("{} {}", card.schema, card.schema_fingerprint),
                known: known.described(),
            })
        }
    }
}
