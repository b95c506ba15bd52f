//! From collections of games by players of known style to counts, and what the counts are worth.
//!
//! A labels file says whose games a PGN file holds and how he plays. [`count_player`] counts for the
//! classic recogniser, [`gather()`] (from files, or from the collected games of a database) and
//! [`learn`] for the one by habits; [`evaluate`] leaves players out
//! in turn and judges them as strangers.

mod classic;
mod collected_games;
pub mod evaluate;
mod gather;
mod habits;
mod labelled_game;
mod labels;
mod norms;
mod population_norms;

pub use classic::{PlayerFileReport, count_player};
pub use gather::{GamesFrom, gather, gather_player};
pub use habits::learn;
pub use labelled_game::{LabelledGame, LabelledPlayer, occasion};
pub use labels::{LabelBasis, PlayerLabel, PlayerLabels};
pub use norms::{GameOutcome, Moments, OutcomeNorms, WinLossGap};
pub use population_norms::{NormsSummary, count_norms};

use std::path::PathBuf;

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
    /// A database could not be read.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// A labelled file is not there.
    #[error(transparent)]
    Source(crate::pgn::PgnSourceError),
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
    /// A file without rows.
    #[error("{}: it labels nobody; add a row for each player, such as: Karpov.pgn,\"Karpov, Anatoly|Karpov,An\",defensive,original", .0.display())]
    NoRows(PathBuf),
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
    /// The labels leave nothing to tell apart.
    #[error("{}: {source}", file.display())]
    Knowledge {
        /// The labels file.
        file: PathBuf,
        /// What is missing.
        source: crate::style::HabitCountsError,
    },
}
