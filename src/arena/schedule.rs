//! The scheduler of a tournament: plays games on all threads and counts them pair by pair in order.

use std::collections::BTreeSet;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::game_summary::GameSummary;
use super::match_score::{MatchEnd, MatchError};
use super::sprt::SprtVerdict;
use super::standings::TournamentStandings;
use super::tournament::{AfterPanic, RecordedGame, Tournament, TournamentObserver};
use super::worker::{IdlePlayers, TournamentWorker};
use crate::cancel::CancelFlag;
use crate::play::in_order::InOrder;
use crate::play::pool::{self, PoolMessage};
use crate::record::{GameResult, Termination};

impl Tournament {
    /// Plays the games that `earlier` lacks. Games are counted in the order of their numbers. Those after an
    /// unfinished pair are left out when `stop` ends the tournament: keeping them would favour short games.
    ///
    /// # Errors
    ///
    /// [`MatchError`] if a game cannot be played or `observer` returns an error; `stop` is then raised.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        earlier: Vec<RecordedGame>,
        stop: &CancelFlag,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(TournamentStandings, MatchEnd), MatchError> {
        let decided = AtomicBool::new(false);
        let mut counter = PairCounter::new(self, &earlier);
        let numbers = missing(self.games(), &earlier);
        for game in earlier {
            counter.take(game);
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
                        if counter.crashes.must_end_after(self, &game.outcome) {
                            stop.stop();
                        }
                        counter.take(game);
                    }
                }
                Ok(counter.count(&decided, observer)?)
            },
        )?;
        Ok(counter.close())
    }

    /// Plays the games with these numbers, counting nothing: a step of a tuning, or the share of one machine.
    ///
    /// `on_game` is called for each game that ends, in no particular order. With the same `state` external engines go on
    /// running from call to call, and crashes one after the other are counted on.
    ///
    /// # Errors
    ///
    /// [`MatchError`] if a game cannot be played or `on_game` returns an error; `stop` is then raised.
    pub fn play_numbers(
        &self,
        numbers: &[Range<u32>],
        threads: NonZeroUsize,
        stop: &CancelFlag,
        state: &mut PlayState,
        on_game: &mut dyn FnMut(RecordedGame) -> io::Result<()>,
    ) -> Result<(), MatchError> {
        let PlayState { crashes, idle } = state;
        pool::play_all(
            numbers,
            threads,
            stop,
            || TournamentWorker::with_idle(self, idle),
            |worker: &mut TournamentWorker<'_>, number| worker.game(number, stop),
            |message| match (message, self.after_panic) {
                (PoolMessage::Tick, _) | (PoolMessage::Lost { .. }, AfterPanic::Skip) => Ok(()),
                (PoolMessage::Lost { number, what }, AfterPanic::Fail) => Err(MatchError::Lost {
                    number: number / 2,
                    what,
                }),
                (PoolMessage::Done(game), _) => {
                    if crashes.must_end_after(self, &game.outcome) {
                        stop.stop();
                    }
                    Ok(on_game(game)?)
                }
            },
        )?;
        Ok(())
    }

    /// Describes the crash that ended a game.
    fn crash(&self, outcome: &GameSummary) -> String {
        let players = self.players_of(outcome.game);
        let loser = match outcome.result {
            GameResult::WhiteWins => players.black,
            GameResult::BlackWins | GameResult::Draw => players.white,
        };
        format!(
            "game {}: {}: {}",
            outcome.game + 1,
            self.players[loser].name,
            outcome.fault.as_deref().unwrap_or("it ended")
        )
    }
}

/// What one call of [`Tournament::play_numbers`] leaves to the next: running players, and crashes one after the other.
#[derive(Debug, Default)]
pub struct PlayState {
    crashes: CrashWatch,
    idle: IdlePlayers,
}

impl PlayState {
    /// Returns the crash that ended the games early.
    pub fn crash(&self) -> Option<&str> {
        self.crashes.last.as_deref()
    }
}

/// The latest games that ended by a crash, one after the other.
#[derive(Debug, Default)]
struct CrashWatch {
    in_a_row: u32,
    /// The crash that ended the tournament.
    last: Option<String>,
}

impl CrashWatch {
    /// Notes whether a game that has just ended crashed; returns true if the tournament has to end.
    fn must_end_after(&mut self, tournament: &Tournament, outcome: &GameSummary) -> bool {
        self.in_a_row = if is_crash(outcome) {
            self.in_a_row + 1
        } else {
            0
        };
        let is_over = tournament.after_crash.ends_after(self.in_a_row);
        if is_over {
            self.last.get_or_insert_with(|| tournament.crash(outcome));
        }
        is_over
    }
}

fn is_crash(outcome: &GameSummary) -> bool {
    matches!(
        outcome.termination,
        Termination::EngineCrash | Termination::EngineStall
    )
}

/// Returns the numbers of the games still to be played, as ranges.
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

/// Marker of a game that panicked twice.
struct LostGame;

/// A counter that takes games in any order and counts them pair by pair in the order of their numbers.
struct PairCounter<'a> {
    tournament: &'a Tournament,
    queue: InOrder<Result<RecordedGame, LostGame>>,
    /// First game of a pair whose second game is not finished.
    half: Option<Result<RecordedGame, LostGame>>,
    standings: TournamentStandings,
    counted: u32,
    /// Numbers of the games of an earlier run.
    earlier: BTreeSet<u32>,
    /// Number of finished games, counted or not.
    finished: u64,
    crashes: CrashWatch,
    verdict: Option<SprtVerdict>,
    began: Instant,
}

impl<'a> PairCounter<'a> {
    fn new(tournament: &'a Tournament, earlier: &[RecordedGame]) -> Self {
        let (players, pairings) = (tournament.players.len(), tournament.pairings.len());
        Self {
            tournament,
            queue: InOrder::new(),
            half: None,
            standings: TournamentStandings::new(players, pairings),
            counted: 0,
            earlier: earlier.iter().map(|game| game.outcome.game).collect(),
            finished: 0,
            crashes: CrashWatch::default(),
            verdict: None,
            began: Instant::now(),
        }
    }

    /// Takes a finished game, to be counted in its turn.
    fn take(&mut self, game: RecordedGame) {
        self.finished += 1;
        self.queue.push(game.outcome.game, Ok(game));
    }

    /// Counts all finished pairs that are next in order.
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
            let pair = [&first.outcome, &second.outcome];
            let is_earlier = |game: &&&GameSummary| self.earlier.contains(&game.game);
            self.standings.resumed += pair.iter().filter(is_earlier).count() as u64;
            self.standings.add(pairing, players, pair);
            self.standings.elapsed = self.began.elapsed();
            observer.pair_counted([&first, &second], &self.standings)?;
            self.verdict = self.sprt_verdict();
            if self.verdict.is_some() {
                decided.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Returns the verdict of the sequential test on the first pairing; `None` if there is no test or it continues.
    fn sprt_verdict(&self) -> Option<SprtVerdict> {
        let counts = &self.standings.pairings.first()?.counts;
        let verdict = self.tournament.sprt?.verdict(counts);
        (verdict != SprtVerdict::Continue).then_some(verdict)
    }

    fn close(mut self) -> (TournamentStandings, MatchEnd) {
        self.standings.elapsed = self.began.elapsed();
        self.standings.uncounted = self.finished.saturating_sub(self.standings.games);
        self.standings.crash = self.crashes.last;
        let end = match self.verdict {
            Some(verdict) => MatchEnd::Decided(verdict),
            None if self.standings.crash.is_some() => MatchEnd::Crashed,
            None if self.counted >= self.tournament.games() => MatchEnd::Complete,
            None => MatchEnd::Stopped,
        };
        (self.standings, end)
    }
}
