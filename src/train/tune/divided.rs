//! A trial of options divided by its pairs of games: each part is a journal, and their games add up to those of the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;

use super::error::TuneError;
use super::plan::TuningPlan;
use super::run::PreparedTuning;
use crate::arena::game_summary::GameSummary;
use crate::arena::journal::Journal;
use crate::arena::{MatchError, PlayState, RecordedGame, Tournament};
use crate::cancel::CancelFlag;
use crate::files;

/// The trial of a tuning, whose pairs of games may be played in parts.
#[derive(Debug)]
pub struct DividedTrial {
    tuning: PreparedTuning,
    trial: Tournament,
}

impl DividedTrial {
    /// Creates the trial of a tuning.
    pub fn new(tuning: PreparedTuning) -> Self {
        let trial = tuning.trial();
        Self { tuning, trial }
    }

    /// Returns what is to be found out.
    pub const fn plan(&self) -> &TuningPlan {
        self.tuning.plan()
    }

    /// Returns a text that differs if the games would differ.
    pub fn identity(&self) -> String {
        let settings = self.tuning.settings(&self.trial).to_string();
        format!(
            "{} games of {}, settings {}",
            self.trial.games(),
            self.plan().recipe.engine,
            files::checksum(settings.as_bytes())
        )
    }

    /// Returns the pairs of which a game is missing in `journal`; all of them without one.
    ///
    /// # Errors
    ///
    /// [`TuneError::Journal`] if the journal belongs to another tuning.
    pub fn open_pairs(&self, journal: Option<&Path>) -> Result<Vec<u32>, TuneError> {
        let there: BTreeSet<u32> = match journal {
            None => BTreeSet::new(),
            Some(file) => {
                let settings = self.tuning.settings(&self.trial);
                let games = Journal::entries_in::<GameSummary>(file, &settings)?;
                games.into_iter().map(|game| game.game).collect()
            }
        };
        let is_open = |pair: &u32| {
            let games = [2 * pair, 2 * pair + 1];
            !games.iter().all(|game| there.contains(game))
        };
        Ok((0..self.trial.games() / 2).filter(is_open).collect())
    }

    /// Plays these pairs and keeps their games in the new journal `file`; `on_game` is called after each game.
    ///
    /// # Errors
    ///
    /// [`TuneError`] if a game cannot be played, or the engine crashes in one game after the other.
    pub fn play(
        &self,
        pairs: &[u32],
        file: &Path,
        (threads, stop): (NonZeroUsize, &CancelFlag),
        on_game: &mut dyn FnMut(),
    ) -> Result<(), TuneError> {
        let (mut journal, _) = self.tuning.open(&self.trial, file)?;
        let games: Vec<_> = pairs.iter().map(|pair| 2 * pair..2 * pair + 2).collect();
        let mut state = PlayState::default();
        let mut on_game = |game| {
            journal.add(&game)?;
            on_game();
            Ok(())
        };
        self.trial
            .play_numbers(&games, threads, stop, &mut state, &mut on_game)?;
        match state.crash() {
            None => Ok(()),
            Some(crash) => Err(TuneError::Hopeless {
                engine: self.plan().recipe.engine.clone(),
                crash: crash.to_owned(),
            }),
        }
    }

    /// Returns the numbers of the games in a journal of any tuning, in rising order.
    ///
    /// # Errors
    ///
    /// [`TuneError::Journal`] if the file is not such a journal.
    pub fn games_in(file: &Path) -> Result<Vec<u32>, TuneError> {
        let games = Journal::look::<GameSummary>(file)?.entries;
        let mut numbers: Vec<u32> = games.iter().map(|game| game.game).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Writes the games of several journals to the new journal `file`; a game that is in two of them counts once.
    /// `on_journal` is called with the number of journals that were read.
    ///
    /// # Errors
    ///
    /// [`TuneError`] if a journal belongs to another tuning or the new one cannot be written.
    pub fn gather(
        &self,
        journals: &[&Path],
        file: &Path,
        on_journal: &mut dyn FnMut(usize),
    ) -> Result<(), TuneError> {
        let settings = self.tuning.settings(&self.trial);
        let mut games: BTreeMap<u32, RecordedGame> = BTreeMap::new();
        for (read, part) in journals.iter().enumerate() {
            for game in Journal::entries_in::<RecordedGame>(part, &settings)? {
                games.entry(game.outcome.game).or_insert(game);
            }
            on_journal(read + 1);
        }
        let (mut journal, _) = self.tuning.open(&self.trial, file)?;
        for game in games.values() {
            journal.add(game).map_err(MatchError::from)?;
        }
        Ok(())
    }
}
