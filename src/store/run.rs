//! A run: the settings under which games were played, and the key derived from them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::record::{Provenance, RunDraws};

/// Kind of the games of a run.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RunKind {
    /// Games of the program against itself.
    Selfplay,
    /// Games against users, numbered in the order of storing.
    Play,
}

impl RunKind {
    /// Returns the name in the database.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A key that identifies a run on every machine, derived from the settings alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunKey(pub String);

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The settings that determine the games of a run, except their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSettings {
    /// Kind of the games.
    pub kind: RunKind,
    /// Settings as canonical TOML, seed, models. The version stored beside them is not part of the key; the one that
    /// self-play writes into its settings is, since another program plays other games.
    pub provenance: Provenance,
    /// Number of levels of each case (838 in the classic heuristic).
    pub levels: u16,
    /// What the sides draw; `None` for a run of an older version or another program. Not part of the key, since it
    /// follows from the settings.
    pub draws: Option<RunDraws>,
}

impl RunSettings {
    /// Returns what the sides draw; read from the settings for a run that was stored without it.
    pub fn draws(&self) -> RunDraws {
        let read = || RunDraws::of_settings(&self.provenance.settings);
        self.draws.clone().unwrap_or_else(read)
    }

    /// Returns the key: sixteen hexadecimal digits of a BLAKE3 hash over kind, settings, seed, models and levels.
    pub fn key(&self) -> RunKey {
        let mut hasher = blake3::Hasher::new();
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        add("bayeschess run 1");
        add(self.kind.name());
        add(&self.provenance.settings);
        add(&self.provenance.seed.to_string());
        self.provenance.models.iter().for_each(|model| add(model));
        add(&self.levels.to_string());
        RunKey(hasher.finalize().to_hex()[..16].to_owned())
    }
}

/// A run as stored in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Key of the run, the same on every machine.
    pub key: RunKey,
    /// Settings of the run.
    pub settings: RunSettings,
    /// Number of games that the run should have.
    pub games_wanted: u32,
    /// Time of the beginning in UTC, as `2005-06-30T12:00:00Z`.
    pub created: String,
    /// Row id in this database only.
    pub(super) row: i64,
}
