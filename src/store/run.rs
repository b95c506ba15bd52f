//! A run: the settings under which games were played, and the key that follows from them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::record::Provenance;

/// What kind of games a run holds.
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
    /// The program against itself.
    Selfplay,
    /// Against users; numbered as they come.
    Play,
}

impl RunKind {
    /// The name used in the database.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What names a run on every machine: it follows from the settings alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunKey(pub String);

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Everything that decides which games a run holds, but for how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSettings {
    /// What kind of games.
    pub kind: RunKind,
    /// Settings as canonical TOML, seed, models. The version that is noted beside them does not make the key; the one
    /// that self-play writes into its settings does, for another program plays other games.
    pub provenance: Provenance,
    /// How many levels each case has (838 in the classic heuristic).
    pub levels: u16,
}

impl RunSettings {
    /// The key: sixteen hexadecimal digits of a BLAKE3 hash over kind, settings, seed, models and
    /// levels.
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

/// A run as it stands in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its name on every machine.
    pub key: RunKey,
    /// What decided its games.
    pub settings: RunSettings,
    /// How many games it is to hold in the end.
    pub games_wanted: u32,
    /// When it began, UTC, as `2005-06-30T12:00:00Z`.
    pub created: String,
    /// Its number in this database, which another database knows nothing of.
    pub(super) row: i64,
}
