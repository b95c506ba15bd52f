//! The state of a trial as its journal tells it, read while another process may be playing.

use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize as _;
use serde_json::Value;

use super::design::AdaptationTrial;
use super::error::TrialError;
use super::figures::TrialFigures;
use super::player_set::TrialPlayers;
use super::pool::OpponentPool;
use super::record::{TrialEntry, TrialRecord};
use crate::arena::journal::{Journal, JournalEntry as _};

/// The state of a trial.
#[derive(Clone, Debug)]
pub struct TrialOverview {
    /// All settings that determine the games.
    pub settings: Value,
    /// Number of finished games.
    pub games: u64,
    /// What the games tell; `None` if other models or another version of this program played them.
    pub results: Option<TrialResults>,
}

/// What the games of a trial tell.
#[derive(Clone, Debug)]
pub struct TrialResults {
    /// Number of games of the whole trial.
    pub planned_games: u64,
    /// The figures of the report.
    pub figures: TrialFigures,
}

impl TrialOverview {
    /// Reads a trial from its journal, without locking or changing it.
    ///
    /// # Errors
    ///
    /// [`TrialError`] if the file is not the journal of a trial of adaptation, or has entries of another trial.
    pub fn read(journal: &Path) -> Result<Self, TrialError> {
        let contents = Journal::look::<TrialEntry>(journal)?;
        let trial = own_trial(&contents.settings);
        let trial = trial.as_ref();
        let mut record = TrialRecord::default();
        for entry in contents.entries {
            if trial.is_some_and(|(trial, players)| !trial.fits(players, &entry)) {
                return Err(TrialError::Entry(entry.entry_name()));
            }
            record.add(entry);
        }
        Ok(Self {
            games: record.games(),
            results: trial.map(|(trial, players)| TrialResults {
                planned_games: trial.planned_games(players),
                figures: trial.figures(players, &record),
            }),
            settings: contents.settings,
        })
    }
}

/// Returns the trial with these settings and its players, if this program with its models would play the same games.
fn own_trial(settings: &Value) -> Option<(AdaptationTrial, Cow<'static, TrialPlayers>)> {
    let trial = AdaptationTrial::deserialize(settings).ok()?;
    let players = players(&trial.pool)?;
    (trial.settings(&players) == *settings).then_some((trial, players))
}

/// Returns the players of a pool; those of this program are loaded once. `None` if a shipped model cannot be used.
fn players(pool: &OpponentPool) -> Option<Cow<'static, TrialPlayers>> {
    static MIXED: OnceLock<Option<TrialPlayers>> = OnceLock::new();
    static EQUAL: OnceLock<Option<TrialPlayers>> = OnceLock::new();
    let known = match pool {
        OpponentPool::Mixed => &MIXED,
        OpponentPool::Equal => &EQUAL,
        OpponentPool::Engines(_) => return TrialPlayers::load(pool).ok().map(Cow::Owned),
    };
    let players = known.get_or_init(|| TrialPlayers::load(pool).ok());
    players.as_ref().map(Cow::Borrowed)
}
