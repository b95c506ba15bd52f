//! Where `style train` and `style evaluate` read the games of labelled players: a folder of PGN files,
//! or a database.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use bayeschess::learn::style::{GamesFrom, PlayerLabel};
use bayeschess::store::{Access, Store};

/// The folder or the database.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct LabelledGamesArgs {
    /// The folder in which the labelled PGN files lie
    #[arg(long, value_name = "FOLDER")]
    pgn: Option<PathBuf>,
    /// A database with their games, from 'db import': names alone say whose they are, and the column
    /// file is passed over
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

/// The folder or the open database.
pub(super) enum OpenLabelledGames<'a> {
    Folder(&'a Path),
    Database(Box<Store>),
}

impl LabelledGamesArgs {
    /// Opens the database, if one was given.
    pub(super) fn open(&self) -> anyhow::Result<OpenLabelledGames<'_>> {
        Ok(match &self.db {
            Some(file) => OpenLabelledGames::Database(Box::new(Store::open(file, Access::Read)?)),
            None => OpenLabelledGames::Folder(self.folder()?),
        })
    }

    /// Whether all games are in one file, a database, so that its name tells nobody apart.
    pub(super) const fn are_in_one_file(&self) -> bool {
        self.db.is_some()
    }

    /// The folder, for what reads files only.
    pub(super) fn folder(&self) -> anyhow::Result<&Path> {
        self.pgn.as_deref().context(
            "--db is for the recogniser by habits; the classic one reads files: give their folder with --pgn",
        )
    }
}

impl OpenLabelledGames<'_> {
    /// Where the games are.
    pub(super) fn from(&self) -> GamesFrom<'_> {
        match self {
            Self::Folder(folder) => GamesFrom::Folder(folder),
            Self::Database(store) => GamesFrom::Database(store),
        }
    }

    /// The name, without folder, of the file in which a player's games are.
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
