//! From collections of games by players of known style to counts.
//!
//! A labels file says whose games a PGN file holds and how he plays; every game that he played is
//! observed after each of his moves (Fernández 2005, §5.2.3). Games that did not begin from the
//! usual position have no first move to observe and are left out.
//!
//! May use: L0, `pgn`, `style`.

use std::fs::File;
use std::path::{Path, PathBuf};

use shakmaty::Chess;

use crate::files;
use crate::pgn::{ReadError, Tally, read_games};
use crate::style::{Style, StyleCounts, observe_game};

/// Why a style table could not be trained.
#[derive(Debug, thiserror::Error)]
pub enum StyleTrainingError {
    /// A file could not be opened or read.
    #[error("{}: {source}; check the path", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A row of the labels that cannot be used.
    #[error("{}: line {line}: {what}; a row looks like: Karpov.pgn,\"Karpov, Anatoly|Karpov,An\",defensive,original", file.display())]
    Label {
        /// The labels file.
        file: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// No row is left.
    #[error("{}: no player has the basis '{basis}'; add one, or choose --basis all", file.display())]
    NoPlayers {
        /// The labels file.
        file: PathBuf,
        /// The basis that was asked for.
        basis: String,
    },
    /// A player who played none of the games.
    #[error("{}: none of its {games} games was played by {names}; correct the names in the labels file", file.display())]
    NobodyThere {
        /// The PGN file.
        file: PathBuf,
        /// Games in it.
        games: u64,
        /// The spellings that were looked for.
        names: String,
    },
}

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

/// What became of one player's file.
#[derive(Clone, Debug)]
pub struct PlayerReport {
    /// The label.
    pub label: Label,
    /// Games read, kept and refused.
    pub tally: Tally,
    /// Counted games that he played with White.
    pub white: u64,
    /// Counted games that he played with Black.
    pub black: u64,
    /// Good games of others, or from another start, which were not counted.
    pub passed_over: u64,
    /// Cases counted.
    pub cases: u64,
}

impl PlayerReport {
    /// Games counted.
    pub const fn games(&self) -> u64 {
        self.white + self.black
    }
}

/// Counts one player's games into `counts`.
///
/// # Errors
///
/// [`StyleTrainingError`] when the file cannot be read or he played none of its games.
pub fn count_player(
    folder: &Path,
    label: &Label,
    counts: &mut StyleCounts,
) -> Result<PlayerReport, StyleTrainingError> {
    let path = folder.join(&label.file);
    let unreadable = |source| StyleTrainingError::Read {
        file: path.clone(),
        source,
    };
    let mut games = read_games(File::open(&path).map_err(unreadable)?);
    let (mut by_colour, mut passed_over) = ([0, 0], 0);
    let before = counts.cases(label.style);
    for game in games.by_ref() {
        let game = match game {
            Ok(game) => game,
            Err(ReadError::Rejected(_)) => continue,
            Err(ReadError::Source(source)) => return Err(unreadable(source)),
        };
        match game.color_of(&label.names) {
            Some(color) if game.start == Chess::default() => {
                by_colour[usize::from(color.is_black())] += 1;
                for seen in observe_game(&game.start, &game.moves, color) {
                    counts.add(label.style, &seen);
                }
            }
            _ => passed_over += 1,
        }
    }
    let [white, black] = by_colour;
    let tally = games.tally();
    if white + black == 0 {
        return Err(StyleTrainingError::NobodyThere {
            games: tally.read(),
            names: label.names.join(" or "),
            file: path,
        });
    }
    Ok(PlayerReport {
        label: label.clone(),
        tally,
        white,
        black,
        passed_over,
        cases: counts.cases(label.style) - before,
    })
}
