//! Whose games a file holds and how he plays.
//!
//! May use: L0, `style`.

use std::path::Path;

use super::StyleTrainingError;
use crate::files;
use crate::style::Style;

/// On what ground a player's label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The four players of the original.
    Original,
    /// What chess players say of him.
    Reputation,
    /// Either.
    All,
}

impl Basis {
    /// The word in labels files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Reputation => "reputation",
            Self::All => "all",
        }
    }
}

/// A player of known style and the file of his games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The PGN file, relative to the folder of games.
    pub file: String,
    /// The spellings of the player's name.
    pub names: Vec<String>,
    /// How he plays.
    pub style: Style,
}

impl Label {
    /// The name under which he is counted: the first of his spellings.
    pub fn name(&self) -> &str {
        self.names
            .first()
            .map_or(self.file.as_str(), String::as_str)
    }
}

/// The rows of a labels file that stand on one basis.
#[derive(Clone, Debug)]
pub struct Labels {
    /// The players, in the order of the file.
    pub players: Vec<Label>,
    /// The checksum of the file's bytes.
    pub checksum: String,
}

impl Labels {
    /// Reads a labels file: CSV with the columns file, names (spellings split by `|`), style and
    /// basis; others are passed over.
    ///
    /// # Errors
    ///
    /// [`StyleTrainingError`] for a missing file or column, a row that cannot be used, or no row of
    /// that basis.
    pub fn read(file: &Path, basis: Basis) -> Result<Self, StyleTrainingError> {
        let bytes = std::fs::read(file).map_err(|source| StyleTrainingError::Read {
            file: file.to_owned(),
            source,
        })?;
        let players = read_rows(&bytes, basis).map_err(|(line, what)| {
            let file = file.to_owned();
            StyleTrainingError::Label { file, line, what }
        })?;
        if players.is_empty() {
            return Err(StyleTrainingError::NoPlayers {
                file: file.to_owned(),
                basis: basis.name().to_owned(),
            });
        }
        Ok(Self {
            players,
            checksum: files::checksum(&bytes),
        })
    }
}

fn read_rows(bytes: &[u8], basis: Basis) -> Result<Vec<Label>, (u64, String)> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader
        .headers()
        .map_err(|error| (1, error.to_string()))?
        .clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|found| found.trim() == name)
            .ok_or_else(|| (1, format!("there is no column '{name}'")))
    };
    let (file, names) = (column("file")?, column("names")?);
    let (style, ground) = (column("style")?, column("basis")?);
    let mut players = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line);
            (line, error.to_string())
        })?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |column: usize| record.get(column).unwrap_or_default().trim();
        let style: Style = cell(style)
            .parse()
            .map_err(|error: crate::style::UnknownStyle| (line, error.to_string()))?;
        let known = [Basis::Original, Basis::Reputation]
            .into_iter()
            .find(|known| known.name() == cell(ground))
            .ok_or_else(|| {
                let word = cell(ground);
                (
                    line,
                    format!("'{word}' is no basis: expected original or reputation"),
                )
            })?;
        let spellings: Vec<String> = cell(names)
            .split('|')
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        if spellings.is_empty() || cell(file).is_empty() {
            return Err((line, "a file and at least one name are needed".to_owned()));
        }
        if basis == Basis::All || basis == known {
            players.push(Label {
                file: cell(file).to_owned(),
                names: spellings,
                style,
            });
        }
    }
    Ok(players)
}
