//! Playing a tournament: games on all threads, counted pair by pair in the order of their numbers.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::game_summary::GameSummary;
use super::match_score::{MatchEnd, MatchError};
use super::sprt::SprtVerdict;
use super::standings::TournamentStandings;
use super::tournament::{AfterCrash, AfterPanic, RecordedGame, Tournament, TournamentObserver};
use super::worker::TournamentWorker;
use crate::cancel::CancelFlag;
use crate::play::in_order::InOrder;
use crate::play::pool::{self, PoolMessage};
use crate::record::Termination;

impl Tournament {
    /// Plays the games that `earlier` lacks. Games are counted in the order of their numbers;
    /// those behind an unfinished pair are left out when `stop` ends the tournament, since keeping
    /// only what was quick would favour short games.
    ///
    /// # Errors
    ///
    /// [`MatchError`]: a game that cannot be played, or an error of `observer`; `stop` is then
    /// raised.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        earlier: Vec<RecordedGame>,
        stop: &CancelFlag,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(TournamentStandings, MatchEnd), MatchError> {
        let decided = AtomicBool::new(false);
        let mut counter = PairCounter::new(self);
        let numbers = missing(self.games(), &earlier);
        for game in earlier {
            counter.standings.resumed += 1;
            counter.queue.push(game.outcome.game, Ok(game));
        }
        counter.count(&decided, observer)?;
        let play = |worker: &mut TournamentWorker<'_>, number| {
            let over = decided.load(Ordering::Relaxed);
            (!over).then(|| worker.game(number, stop)).flatten()
        };
        pool::play_all(
            &numbers,
            threads,
            stop,
            || TournamentWorker::new(self),
            play,
            |message| {
                match message {
                    PoolMessage::Tick => return Ok(()),
                    PoolMessage::Lost { number, what } => match self.after_panic {
                        AfterPanic::Skip => counter.queue.push(number, Err(LostGame)),
                        AfterPanic::Fail => {
                            let number = number / 2;
                            return Err(MatchError::Lost { number, what });
                        }
                    },
                    PoolMessage::Done(game) => {
                        observer.game_finished(&game)?;
                        if self.after_crash == AfterCrash::Stop && is_crash(&game.outcome) {
                            stop.stop();
                        }
                        counter.queue.push(game.outcome.game, Ok(game));
                    }
                }
                Ok(counter.count(&decided, observer)?)
            },
        )?;
        Ok(counter.close())
    }
}

fn is_crash(outcome: &GameSummary) -> bool {
    matches!(
        outcome.termination,
        Termination::EngineCrash | Termination::EngineStall
    )
}

/// The numbers of the games that are still to be played.
fn missing(games: u32, earlier: &[RecordedGame]) -> Vec<Range<u32>> {
    let mut there: Vec<u32> = earlier.iter().map(|game| game.outcome.game).collect();
    there.sort_unstable();
    let mut from = 0;
    let mut ranges = Vec::new();
    for number in there.into_iter().chain([games]) {
        let end = number.min(games);
        if from < end {
            ranges.push(from..end);
        }
        from = from.max(number.saturating_add(1));
    }
    ranges
}

/// A game that panicked twice.
struct LostGame;

/// Counts games in the order of their numbers, pair by pair.
struct PairCounter<'a> {
    tournament: &'a Tournament,
    queue: InOrder<Result<RecordedGame, LostGame>>,
    /// The first game of a pair whose second is missing.
    half: Option<Result<RecordedGame, LostGame>>,
    standings: TournamentStandings,
    counted: u32,
    verdict: Option<SprtVerdict>,
    began: Instant,
}

impl<'a> PairCounter<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        let (players, pairings) = (tournament.players.len(), tournament.pairings.len());
        Self {
            tournament,
            queue: InOrder::new(),
            half: None,
            standings: TournamentStandings::new(players, pairings),
            counted: 0,
            verdict: None,
            began: Instant::now(),
        }
    }

    /// Counts all pairs that are next in the order of the numbers.
    fn count(
        &mut self,
        decided: &AtomicBool,
        observer: &mut dyn TournamentObserver,
    ) -> io::Result<()> {
        while self.verdict.is_none() {
            let Some(game) = self.queue.pop() else {
                break;
            };
            let Some(first) = self.half.take() else {
                self.half = Some(game);
                continue;
            };
            let pairing = self.tournament.pairing(self.counted);
            self.counted += 2;
            let (Ok(first), Ok(second)) = (first, game) else {
                self.standings.pairings[pairing].lost += 1;
                continue;
            };
            let players = self.tournament.pairings[pairing];
            self.standings
                .add(pairing, players, [&first.outcome, &second.outcome]);
            self.standings.elapsed = self.began.elapsed();
            observer.pair_counted([&first, &second], &self.standings)?;
            self.verdict = self.sprt_verdict();
            if self.verdict.is_some() {
                decided.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// The verdict of the sequential test on the first pairing, once it has one.
    fn sprt_verdict(&self) -> Option<SprtVerdict> {
        let counts = &self.standings.pairings.first()?.counts;
        let verdict = self.tournament.sprt?.verdict(counts);
        (verdict != SprtVerdict::Continue).then_some(verdict)
    }

    fn close(mut self) -> (TournamentStandings, MatchEnd) {
        self.standings.elapsed = self.began.elapsed();
        let end = match self.verdict {
            Some(verdict) => MatchEnd::Decided(verdict),
            None if self.counted >= self.tournament.games() => MatchEnd::Complete,
            None => MatchEnd::Stopped,
        };
        (self.standings, end)
    }
}
