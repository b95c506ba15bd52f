//! Playing the games of SPSA: step by step, since each step depends on those before it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::Instant;

use super::error::TuneError;
use super::outcomes::{PairOutcome, TuneOutcomes, TuningGames};
use super::spsa::SpsaPath;
use crate::arena::game_summary::GameSummary;
use crate::arena::journal::Journal;
use crate::arena::{
    EntrantKind, GivenOptions, MatchEnd, PairOptions, PlayState, RecordedGame, Tournament,
    TournamentStandings,
};
use crate::cancel::CancelFlag;

/// The games of SPSA so far.
pub(super) struct FollowedGames {
    journal: Option<Journal>,
    /// Games that were played and not yet learned from.
    played: BTreeMap<u32, GameSummary>,
    /// Numbers of the games of an earlier run.
    earlier: BTreeSet<u32>,
    outcomes: TuneOutcomes,
    standings: TournamentStandings,
    began: Instant,
}

impl FollowedGames {
    pub(super) fn new(journal: Option<Journal>, earlier: Vec<RecordedGame>) -> Self {
        let played: BTreeMap<u32, GameSummary> = earlier
            .into_iter()
            .map(|game| (game.outcome.game, game.outcome))
            .collect();
        Self {
            journal,
            earlier: played.keys().copied().collect(),
            played,
            outcomes: TuneOutcomes::default(),
            standings: TournamentStandings::of_match(&[]),
            began: Instant::now(),
        }
    }

    /// Plays step after step of `tournament`, and moves the values by each.
    ///
    /// Games of a step that is not complete do not count, and are kept in the journal.
    pub(super) fn follow(
        mut self,
        tournament: &Tournament,
        mut path: SpsaPath,
        (threads, stop): (NonZeroUsize, &CancelFlag),
        on_pair: &mut dyn FnMut(&TuneOutcomes, &TournamentStandings),
    ) -> Result<TuningGames, TuneError> {
        let mut state = PlayState::default();
        while let Some(pairs) = path.next_pairs() {
            let step = with_options(tournament, &path.given(pairs.clone()));
            let missing = self.missing(&pairs);
            if !missing.is_empty() {
                let (played, journal) = (&mut self.played, &mut self.journal);
                let mut on_game = |game: RecordedGame| {
                    if let Some(journal) = journal {
                        journal.add(&game)?;
                    }
                    played.insert(game.outcome.game, game.outcome);
                    Ok(())
                };
                step.play_numbers(&missing, threads, stop, &mut state, &mut on_game)?;
            }
            let Some(outcomes) = self.count(&pairs, on_pair) else {
                break;
            };
            path.learn(&outcomes);
        }
        self.standings.crash = state.crash().map(str::to_owned);
        let end = if path.next_pairs().is_none() {
            MatchEnd::Complete
        } else if self.standings.crash.is_some() {
            MatchEnd::Crashed
        } else {
            MatchEnd::Stopped
        };
        self.standings.uncounted = self.played.len() as u64;
        Ok(TuningGames {
            outcomes: self.outcomes,
            standings: self.standings,
            end,
        })
    }

    /// Returns the numbers of the games of these pairs that were not played yet.
    fn missing(&self, pairs: &Range<u32>) -> Vec<Range<u32>> {
        (2 * pairs.start..2 * pairs.end)
            .filter(|game| !self.played.contains_key(game))
            .map(|game| game..game + 1)
            .collect()
    }

    /// Counts the pairs of a step; `None` if one of its games is missing.
    fn count(
        &mut self,
        pairs: &Range<u32>,
        on_pair: &mut dyn FnMut(&TuneOutcomes, &TournamentStandings),
    ) -> Option<Vec<PairOutcome>> {
        if !self.missing(pairs).is_empty() {
            return None;
        }
        let mut outcomes = Vec::new();
        for pair in pairs.clone() {
            let first = self.played.remove(&(2 * pair))?;
            let second = self.played.remove(&(2 * pair + 1))?;
            let both = [&first, &second];
            let outcome = PairOutcome::of(both);
            self.standings.add(0, [0, 1], both);
            let earlier = both.iter().filter(|game| self.earlier.contains(&game.game));
            self.standings.resumed += earlier.count() as u64;
            self.standings.elapsed = self.began.elapsed();
            self.outcomes.add(outcome);
            outcomes.push(outcome);
            on_pair(&self.outcomes, &self.standings);
        }
        Some(outcomes)
    }
}

/// Returns the tournament in which both players have the options that are given.
fn with_options(tournament: &Tournament, given: &GivenOptions) -> Tournament {
    let mut step = tournament.clone();
    for player in &mut step.players {
        if let EntrantKind::DrawnEngine { options, .. } = &mut player.kind {
            *options = PairOptions::Given(given.clone());
        }
    }
    step
}
