//! The games of labelled players for `style train` and `style evaluate`: a folder of PGN files, or a
//! database.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use bayeschess::learn::style::{GamesFrom, PlayerLabel};
use bayeschess::store::{Access, Store};

/// The folder or database of games.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct LabelledGamesArgs {
    /// The folder of the labelled PGN files
    #[arg(long, value_name = "FOLDER")]
    pgn: Option<PathBuf>,
    /// A database with their games (see 'db import'); players are found by name, and the labels'
    /// column 'file' is ignored
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

/// The folder or the open database.
pub(super) enum OpenLabelledGames<'a> {
    Folder(&'a Path),
    Database(Box<Store>),
}

impl LabelledGamesArgs {
    /// Opens the database, if one was named.
    pub(super) fn open(&self) -> anyhow::Result<OpenLabelledGames<'_>> {
        Ok(match &self.db {
            Some(file) => OpenLabelledGames::Database(Box::new(Store::open(file, Access::Read)?)),
            None => OpenLabelledGames::Folder(self.folder()?),
        })
    }

    /// Returns true if all games are in one database, whose name does not distinguish players.
    pub(super) const fn are_in_one_file(&self) -> bool {
        self.db.is_some()
    }

    /// The folder, for commands that cannot read a database.
    pub(super) fn folder(&self) -> anyhow::Result<&Path> {
        self.pgn.as_deref().context(
            "--db is for the recogniser by habits; the classic one reads files: give their folder with --pgn",
        )
    }
}

impl OpenLabelledGames<'_> {
    /// The source of the games.
    pub(super) fn from(&self) -> GamesFrom<'_> {
        match self {
            Self::Folder(folder) => GamesFrom::Folder(folder),
            Self::Database(store) => GamesFrom::Database(store),
        }
    }

    /// Returns the files that hold the games of these players.
    pub(super) fn files(&self, labels: &[PlayerLabel]) -> Vec<PathBuf> {
        match self {
            Self::Folder(folder) => labels
                .iter()
                .map(|label| folder.join(&label.file))
                .collect(),
            Self::Database(store) => vec![store.file().to_owned()],
        }
    }

    /// The file name, without folder, of a player's games.
    pub(super) fn name_of(&self, label: &PlayerLabel) -> String {
        match self {
            Self::Folder(_) => label.file.clone(),
            Self::Database(store) => {
                let name = store.file().file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
        }
    }
}
