//! What the commands on opponents share: the database, the style model, the estimates.

use std::path::Path;

use anyhow::{bail, ensure};

use crate::cli::game_archive::catch_up;
use crate::cli::options::DatabaseArg;
use bayeschess::model::AnyStyleModel;
use bayeschess::opponent::{HALF_LIFE_DAYS, MemoryAgeing};
use bayeschess::store::{Access, Opponent, OpponentKind, Store, StoreError};
use bayeschess::style::Recogniser;

/// How remembered games are judged.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct MemoryArgs {
    /// The style model: a file, shipped, or classic (the table of 2005)
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    pub(super) model: String,
    /// Age in days, before the last game and with pauses of a year at most, at which a game counts half; 0: all games count the same
    #[arg(long, value_name = "DAYS", default_value_t = HALF_LIFE_DAYS)]
    half_life: u32,
}

impl MemoryArgs {
    /// Returns how much less old games count.
    pub(super) const fn ageing(&self) -> MemoryAgeing {
        MemoryAgeing {
            half_life_days: self.half_life,
        }
    }

    /// Loads the recogniser.
    pub(super) fn recogniser(&self) -> anyhow::Result<Recogniser> {
        Ok(AnyStyleModel::load(&self.model)?.recogniser(&self.model)?)
    }
}

/// Opens the database to read, with the games in it that waited beside it.
pub(super) fn open_to_read(db: &DatabaseArg) -> anyhow::Result<Store> {
    catch_up(&db.file()?)?;
    db.open_to_read()
}

/// Opens the database for writing single games, in turns with other processes; creates it if it does not exist.
pub(super) fn open_to_write(file: &Path) -> anyhow::Result<Store> {
    catch_up(file)?;
    Ok(Store::open(file, Access::Share)?)
}

/// Opens an existing database for changing what is remembered, in turns with other processes.
pub(super) fn open_to_change(file: &Path) -> anyhow::Result<Store> {
    catch_up(file)?;
    ensure!(file.exists(), StoreError::Missing(file.to_owned()));
    Ok(Store::open(file, Access::Share)?)
}

/// Returns the one opponent of that name.
pub(super) fn only_opponent(store: &Store, name: &str) -> anyhow::Result<Opponent> {
    let mut found = store.find_opponents(name)?;
    if found.len() > 1 {
        let ids: Vec<String> = found
            .iter()
            .map(|opponent| {
                format!(
                    "'#{}' ({})",
                    opponent.id,
                    described(&opponent.origin, opponent.kind)
                )
            })
            .collect();
        bail!(
            "{}: there are {} opponents '{name}'; say which one: {}",
            store.file().display(),
            found.len(),
            ids.join(", ")
        );
    }
    Ok(found.swap_remove(0))
}

/// Returns a description of an opponent: `human`, `computer on freechess.org`.
pub(super) fn described(origin: &str, kind: OpponentKind) -> String {
    let kind = match kind {
        OpponentKind::Unknown => "kind unknown",
        kind => kind.name(),
    };
    match origin {
        "" => kind.to_owned(),
        origin => format!("{kind} on {origin}"),
    }
}
