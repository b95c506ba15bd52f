//! Style learning: from games of labelled players to counts, with measures of the recognisers' quality.
//!
//! A labels file names the players of PGN files and their styles. [`count_player`] counts for the classic recogniser;
//! [`gather()`] (from files, or from the collected games of a database) and [`learn`] count for the recogniser by
//! habits; [`evaluate`] leaves each player out in turn and judges them as a stranger.

mod classic;
mod collected_games;
mod encounters;
pub mod evaluate;
mod gather;
mod habit_table;
mod habits;
mod labelled_game;
mod labels;
mod norms;
mod population_norms;

pub use classic::{PlayerFileReport, count_player};
pub use encounters::{Encounter, Encounters, StyleAgainstStyle, StyleEffect};
pub use gather::{GamesFrom, gather, gather_player};
pub use habit_table::{HabitTable, HabitTableError, count_habits};
pub use habits::learn;
pub use labelled_game::{LabelledGame, LabelledPlayer, occasion};
pub use labels::{LabelBasis, PlayerLabel, PlayerLabels};
pub use norms::{Moments, OutcomeNorms, WinLossGap};
pub use population_norms::{NormsSummary, count_norms};

use std::path::PathBuf;

/// Reason why a style table could not be trained.
#[derive(Debug, thiserror::Error)]
pub enum StyleTrainingError {
    /// A file could not be opened or read.
    #[error("{}: {source}; check the path", file.display())]
    Read {
        /// Path of the file.
        file: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A database could not be read.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// A labelled file is missing.
    #[error(transparent)]
    Source(crate::pgn::PgnSourceError),
    /// A row of the labels is invalid.
    #[error("{}: line {line}: {what}; a row looks like: Karpov.pgn,\"Karpov, Anatoly|Karpov,An\",defensive,original", file.display())]
    Label {
        /// Path of the labels file.
        file: PathBuf,
        /// Line number, from 1.
        line: u64,
        /// Fault of the row.
        what: String,
    },
    /// The labels file has no rows.
    #[error("{}: it has no labels; add a row for each player, such as: Karpov.pgn,\"Karpov, Anatoly|Karpov,An\",defensive,original", .0.display())]
    NoRows(PathBuf),
    /// No row has the requested basis.
    #[error("{}: no player has the basis '{basis}'; add one, or choose --basis all", file.display())]
    NoPlayers {
        /// Path of the labels file.
        file: PathBuf,
        /// Basis requested.
        basis: String,
    },
    /// The player played none of the games.
    #[error("{}: none of its {games} games was played by {names}; correct the names in the labels file", file.display())]
    NobodyThere {
        /// Path of the PGN file or the database.
        file: PathBuf,
        /// Number of games in it.
        games: u64,
        /// Spellings of the player's name.
        names: String,
    },
    /// The labelled players do not suffice to distinguish styles.
    #[error("{}: {source}", file.display())]
    Knowledge {
        /// Path of the labels file.
        file: PathBuf,
        /// Kind of players that is missing.
        source: crate::style::HabitCountsError,
    },
}
